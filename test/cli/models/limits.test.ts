import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../cli/models/clock.ts'
import { limiter } from '../../../cli/models/limits.ts'

const never = new AbortController().signal
const fakeClock = (): Clock => {
  let now = 5_000_000
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds
    },
  }
}
/** When each call of so many tokens got its turn, milliseconds from the start. */
const turns = async (limits: Parameters<typeof limiter>[0], tokens: readonly number[]): Promise<number[]> => {
  const clock = fakeClock()
  const start = clock.now()
  const { take } = limiter(limits, clock)
  return Promise.all(tokens.map((count) => take(count, never).then(() => clock.now() - start)))
}

describe('limiter', () => {
  it('lets so many requests a minute through, the next when the first is a minute old', async () => {
    expect(await turns({ requestsPerMinute: 2 }, [1, 1, 1, 1, 1])).toEqual([0, 0, 60_000, 60_000, 120_000])
  })

  it('counts tokens', async () => {
    expect(await turns({ tokensPerMinute: 100 }, [60, 40, 1])).toEqual([0, 0, 60_000])
  })

  it('does not make anybody wait without limits', async () => {
    expect(await turns({}, [1e9, 1e9])).toEqual([0, 0])
  })

  it('gives a call that is larger than a minute a minute of its own', async () => {
    expect(await turns({ tokensPerMinute: 100 }, [1, 500, 1])).toEqual([0, 60_000, 120_000])
  })

  it('never lets a sliding minute hold more than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 100, max: 300 }),
        async (tokens, requestsPerMinute, tokensPerMinute) => {
          const at = await turns({ requestsPerMinute, tokensPerMinute }, tokens)
          for (const start of at) {
            const inWindow = at
              .map((time, index) => ({ time, tokens: tokens[index] ?? 0 }))
              .filter(({ time }) => time >= start && time < start + 60_000)
            expect(inWindow.length).toBeLessThanOrEqual(requestsPerMinute)
            expect(inWindow.reduce((sum, one) => sum + one.tokens, 0)).toBeLessThanOrEqual(tokensPerMinute)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('makes room when a call took fewer tokens than thought', async () => {
    const clock = fakeClock()
    const { take } = limiter({ tokensPerMinute: 100 }, clock)
    const turn = await take(100, never)
    turn.settle(10)
    const start = clock.now()
    await take(90, never)
    expect(clock.now()).toBe(start)
  })

  it('keeps everybody waiting as long as a server asked, and gives up when aborted', async () => {
    const clock = fakeClock()
    const { take, hold } = limiter({}, clock)
    const start = clock.now()
    hold(46_000)
    await take(1, never)
    expect(clock.now() - start).toBe(46_000)
    await expect(take(1, AbortSignal.abort())).rejects.toThrow()
    await take(1, never)
  })
})
