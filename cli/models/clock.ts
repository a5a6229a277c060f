import { setTimeout as pause } from 'node:timers/promises'

/** Time as the client sees it; tests hand in one that does not wait. */
export interface Clock {
  /** Milliseconds since an arbitrary start. */
  now(): number
  /** Rejects when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
}

/** Milliseconds. No pause between two attempts is longer, unless the server asks for it. */
const LONGEST_PAUSE = 60_000

/** Milliseconds before another attempt: doubled after each, halved at random so that many do not come back at the same moment. */
export const backoff = (attempt: number, first: number, random: () => number): number =>
  Math.min(LONGEST_PAUSE, first * 2 ** (attempt - 1)) * (0.5 + random() / 2)
