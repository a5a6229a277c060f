import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bootstrap, bootstrapGap, meanOf } from '../../../judge/stats/bootstrap.ts'
import { kappa } from '../../../judge/stats/kappa.ts'
import { mean, pearson, quantile, ranks } from '../../../judge/stats/moments.ts'
import { randomFrom, shuffled } from '../../../judge/stats/random.ts'
import { wilcoxon } from '../../../judge/stats/wilcoxon.ts'

// biome-ignore format: a sample
const EIGHTY = [2.2, -2.4, 0.6, -0.4, -0.3, -0.1, -1.9, -0.1, -0.7, 3.5, 0.4, -0.2, -0.1, -0.5, -0.9, -0.2, 0.6, -0.1, 1.1, -0.0, 0.2, 1.7, 0.7, -0.4, -0.0, 0.7, 2.1, -0.1, -0.1, 1.2, -0.7, -0.1, 1.0, 0.7, 0.2, 0.8, -2.7, 1.2, -0.8, -1.5, 0.4, 0.9, -0.3, -0.9, 0.2, 0.1, 1.6, 0.9, 0.3, 1.3, -0.1, -0.8, 0.7, 0.7, -0.1, -0.6, 0.4, -2.3, 0.8, 0.6, -1.5, 0.2, -0.8, 0.9, -1.9, -0.8, 0.9, 1.3, -2.0, -0.3, 0.5, -0.5, 1.7, -1.0, 0.5, -0.9, 1.6, 0.1, -0.2, -1.6]

describe('wilcoxon', () => {
  // p-values of scipy.stats.wilcoxon 1.17.1, exact, or asymptotic with continuity correction
  it.each([
    ['few pairs, exactly', [1.2, -0.5, 2.1, 3.3, -1.1, 0.7, 2.8, -0.2, 1.9, 0.4], 0.064453125],
    ['all of one sign, exactly', Array.from({ length: 12 }, (_, i) => 0.1 * i + 0.05), 0.00048828125],
    ['ties and a zero', [1, -1, 2, 2, -3, 4, 0, 5, 5, -2, 3, 3], 0.0739264653702721],
    ['many pairs', EIGHTY, 0.5153851247014571],
    ['many of one sign', Array.from({ length: 60 }, (_, i) => i + 1), 1.671328569652654e-11],
  ])('agrees with a reference for %s', (_, differences, p) => {
    expect(Math.abs((wilcoxon(differences).p ?? Number.NaN) / p - 1)).toBeLessThan(1e-9)
  })

  it('has nothing to say about pairs that never differ', () => {
    expect(wilcoxon([0, 0, 0])).toMatchObject({ n: 0, p: null })
    expect(wilcoxon([])).toMatchObject({ n: 0, p: null })
  })

  it('does not mind which of the two comes first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 30 }), (differences) => {
        const one = wilcoxon(differences).p
        const other = wilcoxon(differences.map((difference) => -difference)).p
        expect(one === null ? other : Math.abs(one - (other ?? 2)) < 1e-12).toBe(one === null ? null : true)
      }),
    )
  })
})

describe('bootstrap', () => {
  it('gives the same interval for the same seed, another for another', () => {
    const sample = [1, 4, 2, 8, 5, 7]
    expect(meanOf(sample, 'a')).toEqual(meanOf(sample, 'a'))
    expect(meanOf(sample, 'a')).not.toEqual(meanOf(sample, 'b'))
  })

  it('holds the true mean in about 95 of 100 samples', () => {
    let held = 0
    for (let round = 0; round < 200; round++) {
      const random = randomFrom(`sample ${round}`)
      const { low, high } = bootstrap(
        Array.from({ length: 40 }, () => random() * 10),
        mean,
        `interval ${round}`,
        400,
      )
      if ((low ?? 99) <= 5 && (high ?? -99) >= 5) held++
    }
    expect(held).toBeGreaterThan(180)
    expect(held).toBeLessThan(199)
  })

  it('gives a mean the interval that the general way gives it', () => {
    const sample = [1.5, 4, 2.25, 8, 5, 7]
    const [fast, general] = [meanOf(sample, 'a', 300), bootstrap(sample, mean, 'a', 300)]
    expect(fast.low).toBeCloseTo(general.low ?? Number.NaN, 12)
    expect(fast.high).toBeCloseTo(general.high ?? Number.NaN, 12)
    expect(fast.value).toBe(general.value)
  })

  it('says that there is nothing where there is nothing', () => {
    expect(meanOf([], 'a')).toEqual({ value: null, low: null, high: null, n: 0 })
    expect(bootstrapGap([1], [], 'a').value).toBeNull()
  })

  it('gives a single case no width', () => {
    expect(meanOf([3], 'a')).toEqual({ value: 3, low: 3, high: 3, n: 1 })
  })

  it('finds the gap between two samples', () => {
    const { value, low, high } = bootstrapGap([5, 6, 7, 6, 5, 7], [1, 2, 3, 2, 1, 3], 'a')
    expect(value).toBe(4)
    expect(low).toBeGreaterThan(2.5)
    expect(high).toBeLessThan(5.5)
  })
})

describe('moments', () => {
  it('agree with a reference', () => {
    const y = [2, 1, 4, 3, 7, 8]
    expect(pearson([1, 2, 3, 4, 5, 7].map((x, index) => [x, y[index] ?? 0] as const))).toBeCloseTo(0.9080334968445737, 12)
    expect([0, 0.25, 0.5, 1].map((share) => quantile([1, 2, 3, 10], share))).toEqual([1, 1.75, 2.5, 10])
    expect(ranks([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2])
  })

  it('has no correlation with what never varies', () => {
    expect(
      pearson([
        [1, 2],
        [1, 3],
      ]),
    ).toBeNull()
    expect(pearson([[1, 2]])).toBeNull()
  })

  it('gives r = ±1 for any straight line', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -99, max: 99 }), { minLength: 2 }), fc.integer({ min: 1, max: 9 }), (xs, slope) => {
        expect(pearson(xs.map((x) => [x, slope * x + 1] as const))).toBeCloseTo(1, 9)
        expect(pearson(xs.map((x) => [x, -slope * x + 1] as const))).toBeCloseTo(-1, 9)
      }),
    )
  })
})

describe('kappa', () => {
  it('is 1 for perfect agreement, 0 for chance, null where chance is all there is', () => {
    expect(
      kappa([
        ['a', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(1)
    expect(
      kappa([
        ['a', 'a'],
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(0)
    expect(kappa([['a', 'a']])).toBeNull()
    expect(kappa([])).toBeNull()
  })
})

describe('random', () => {
  it('shuffles without losing anything, every place as likely', () => {
    const counts = new Map<string, number>()
    const random = randomFrom('shuffle')
    for (let round = 0; round < 6000; round++) {
      const order = shuffled(['a', 'b', 'c'], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})
