import { createHash } from 'node:crypto'
import type { Interval } from '../../../schemas/stats.ts'

/** Share of the samples below the lower and above the upper end of a 95 % interval. */
const TAIL = 0.025

/**
 * Mean with its percentile bootstrap interval: resampled with replacement `samples` times, by a generator that `seed` starts, so that the
 * same values give the same interval. Undefined for no values.
 */
export function bootstrapMean(values: readonly number[], samples: number, seed: string): Interval | undefined {
  if (values.length === 0) return undefined
  const random = generator(seed)
  const means = new Float64Array(samples)
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0
    for (let draw = 0; draw < values.length; draw += 1) sum += values[Math.floor(random() * values.length)] ?? 0
    means[sample] = sum / values.length
  }
  means.sort()
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, low: quantile(means, TAIL), high: quantile(means, 1 - TAIL) }
}

/** Between the two nearest ranks. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return below + (above - below) * (at - Math.floor(at))
}

/** Mulberry32, started from a text: 32 bits of state are plenty for a few million draws. */
function generator(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readInt32BE()
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
