import type { Clock } from './clock.ts'

/** Milliseconds over which providers count requests and tokens. */
const WINDOW = 60_000

export interface Limits {
  readonly requestsPerMinute?: number | undefined
  /** Input and output together. */
  readonly tokensPerMinute?: number | undefined
}

interface Spent {
  readonly at: number
  tokens: number
}

/** A place in the minute's allowance; `settle` puts the counted tokens in place of the estimate. */
export interface Turn {
  settle(tokens: number): void
}

/**
 * Hands out turns so that no sliding minute holds more requests or tokens than allowed. First come, first served. A call larger than a
 * whole minute's tokens gets a minute of its own instead of waiting for ever.
 */
export function limiter(
  { requestsPerMinute = Number.POSITIVE_INFINITY, tokensPerMinute = Number.POSITIVE_INFINITY }: Limits,
  clock: Clock,
) {
  let spent: Spent[] = []
  let queue: Promise<unknown> = Promise.resolve()
  /** Until when a server's Retry-After keeps everybody waiting. */
  let closedUntil = 0

  const wait = (tokens: number): number => {
    const now = clock.now()
    spent = spent.filter(({ at }) => at > now - WINDOW)
    if (closedUntil > now) return closedUntil - now
    let sum = spent.reduce((total, one) => total + one.tokens, 0)
    let left = spent.length
    for (const { at, tokens: freed } of [{ at: now - WINDOW, tokens: 0 }, ...spent]) {
      if (at > now - WINDOW) {
        left--
        sum -= freed
      }
      if (left < requestsPerMinute && (sum + tokens <= tokensPerMinute || left === 0)) return Math.max(0, at + WINDOW - now)
    }
    return 0
  }

  const turn = async (tokens: number, signal: AbortSignal): Promise<Turn> => {
    for (let pause = wait(tokens); pause > 0; pause = wait(tokens)) await clock.sleep(pause, signal)
    signal.throwIfAborted()
    const entry = { at: clock.now(), tokens }
    spent.push(entry)
    return {
      settle: (counted) => {
        entry.tokens = counted
      },
    }
  }
  return {
    /** Resolves when a call of about `tokens` may be sent. Rejects when the signal is aborted. */
    take(tokens: number, signal: AbortSignal): Promise<Turn> {
      const mine = queue.then(() => turn(tokens, signal))
      queue = mine.catch(() => undefined) // the caller sees the rejection; the next in line goes on
      return mine
    },
    /** No turns for so many milliseconds: a server has said so. */
    hold(milliseconds: number): void {
      closedUntil = Math.max(closedUntil, clock.now() + milliseconds)
    },
  }
}
export type Limiter = ReturnType<typeof limiter>
