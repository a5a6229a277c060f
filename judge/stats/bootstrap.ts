import { mean, quantile } from './moments.ts'
import { below, randomFrom } from './random.ts'

/** Resamples. Enough for the second decimal of a 95 % interval; the seed makes the rest of it repeatable. */
const RESAMPLES = 2000
/** Share in each tail of a 95 % interval. */
const TAIL = 0.025

/** A figure with its percentile-bootstrap 95 % interval. Null where there is nothing to compute it from. */
export interface Estimate {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly n: number
}

const NOTHING: Estimate = { value: null, low: null, high: null, n: 0 }

/**
 * Any statistic of a sample with a 95 % interval: the sample is drawn again with replacement, whole cases at a time. Resamples in which
 * the statistic does not exist are left out.
 */
export function bootstrap<T>(
  sample: readonly T[],
  statistic: (cases: readonly T[]) => number | null,
  seed: string,
  resamples = RESAMPLES,
): Estimate {
  const value = sample.length === 0 ? null : statistic(sample)
  if (value === null) return { ...NOTHING, n: sample.length }
  const random = randomFrom(seed)
  const found: number[] = []
  for (let round = 0; round < resamples; round++) {
    const drawn: T[] = []
    for (let index = 0; index < sample.length; index++) drawn.push(sample[below(random, sample.length)] as T) // the index is below the length
    const again = statistic(drawn)
    if (again !== null && Number.isFinite(again)) found.push(again)
  }
  const sorted = found.toSorted((a, b) => a - b)
  return {
    value,
    low: sorted.length === 0 ? null : quantile(sorted, TAIL),
    high: sorted.length === 0 ? null : quantile(sorted, 1 - TAIL),
    n: sample.length,
  }
}

/** The mean with its interval: as `bootstrap`, but without an array for each resample, because reports hold hundreds of means. */
export function meanOf(values: readonly number[], seed: string, resamples = RESAMPLES): Estimate {
  const n = values.length
  if (n === 0) return NOTHING
  const random = randomFrom(seed)
  const cases = Float64Array.from(values)
  const means = new Float64Array(resamples)
  for (let round = 0; round < resamples; round++) {
    let sum = 0
    for (let index = 0; index < n; index++) sum += cases[below(random, n)] ?? 0
    means[round] = sum / n
  }
  const sorted = [...means.toSorted()]
  return { value: mean(values), low: quantile(sorted, TAIL), high: quantile(sorted, 1 - TAIL), n }
}

/** The difference of the means of two independent samples, each drawn again on its own. */
export function bootstrapGap(one: readonly number[], other: readonly number[], seed: string, resamples = RESAMPLES): Estimate {
  if (one.length === 0 || other.length === 0) return { ...NOTHING, n: one.length + other.length }
  const random = randomFrom(seed)
  const draw = (values: readonly number[]): number => mean(values.map(() => values[below(random, values.length)] ?? 0))
  const sorted = Array.from({ length: resamples }, () => draw(one) - draw(other)).toSorted((a, b) => a - b)
  return { value: mean(one) - mean(other), low: quantile(sorted, TAIL), high: quantile(sorted, 1 - TAIL), n: one.length + other.length }
}

/** Groups that are left out one at a time. */
const JACKKNIFE_GROUPS = 100
/** Standard errors on either side of a 95 % interval. */
const Z = 1.959964

/**
 * A statistic of pairs of cases with a 95 % interval, by leaving out one group of cases at a time. Drawing with replacement, as the bootstrap
 * does, would pair cases with themselves and pull such a statistic down.
 */
export function jackknife<T>(sample: readonly T[], statistic: (cases: readonly T[]) => number | null): Estimate {
  const value = statistic(sample)
  if (value === null) return { ...NOTHING, n: sample.length }
  const groups = Math.min(sample.length, JACKKNIFE_GROUPS)
  const left = Array.from({ length: groups }, (_, group) => statistic(sample.filter((__, index) => index % groups !== group)))
  const found = left.filter((one) => one !== null)
  if (found.length < groups || groups < 2) return { value, low: null, high: null, n: sample.length }
  const middle = mean(found)
  const error = Math.sqrt(((groups - 1) / groups) * found.reduce((sum, one) => sum + (one - middle) ** 2, 0))
  return { value, low: value - Z * error, high: value + Z * error, n: sample.length }
}
