import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measure, type Pair } from '../../review/agreement.ts'
import { pace } from '../../review/progress.ts'
import { characterErrorRate, interval, iou, kappa, mean, median, pairBoxes } from '../../review/statistics.ts'
import { wantsSecondReading } from '../../review/store/settings.ts'
import { ReviewPolicy } from '../../schemas/review.ts'
import { item, withText } from './fixtures.ts'

describe('kappa', () => {
  it('is what the textbook table gives', () => {
    const pairs = [
      ...Array.from({ length: 20 }, () => ['yes', 'yes'] as const),
      ...Array.from({ length: 5 }, () => ['yes', 'no'] as const),
      ...Array.from({ length: 10 }, () => ['no', 'yes'] as const),
      ...Array.from({ length: 15 }, () => ['no', 'no'] as const),
    ]
    expect(kappa(pairs)).toBeCloseTo(0.4, 10)
  })

  it('is undefined, not zero or one, where both readers always say the same thing', () => {
    expect(
      kappa([
        ['in', 'in'],
        ['in', 'in'],
      ]),
    ).toBeNull()
    expect(kappa([])).toBeNull()
  })

  it('never exceeds one and does not depend on who reads first', () => {
    const label = fc.constantFrom('a', 'b', 'c')
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label), { minLength: 1 }), (pairs) => {
        const value = kappa(pairs)
        expect(value ?? 0).toBeLessThanOrEqual(1)
        const swapped = kappa(pairs.map(([a, b]) => [b, a] as const))
        if (value === null) expect(swapped).toBeNull()
        else expect(swapped).toBeCloseTo(value, 10)
      }),
    )
  })
})

describe('texts and boxes', () => {
  it('counts edits over the longer text', () => {
    expect(characterErrorRate('kitten', 'sitting')).toBeCloseTo(3 / 7)
    expect(characterErrorRate('', '')).toBe(0)
    expect(characterErrorRate('', 'abc')).toBe(1)
  })

  it('measures overlap on the same page only', () => {
    const box = { page: 1, bbox: [0, 0, 10, 10] as [number, number, number, number] }
    expect(iou(box, { page: 1, bbox: [5, 0, 15, 10] })).toBeCloseTo(1 / 3)
    expect(iou(box, { ...box, page: 2 })).toBe(0)
  })

  it('pairs boxes by overlap and counts what is left over', () => {
    const [a, b, c] = [0, 8, 100].map((left) => ({ page: 1, bbox: [left, 0, left + 10, 10] as [number, number, number, number] }))
    if (!a || !b || !c) throw new Error('three boxes')
    expect(pairBoxes([a], [b, { ...a }])).toMatchObject({ pairs: [[a, a, 1]], unpaired: 1 })
    expect(pairBoxes([a], [c])).toEqual({ pairs: [], unpaired: 2 })
  })
})

describe('an interval', () => {
  it('holds the statistic, is the same every time, and is undefined for a single unit', () => {
    const values = Array.from({ length: 40 }, (_, index) => index % 7)
    const { low, high } = interval(values, mean)
    expect(low).toBeLessThan(mean(values) ?? 0)
    expect(high).toBeGreaterThan(mean(values) ?? 0)
    expect(interval(values, mean)).toEqual({ low, high })
    expect(interval([1], mean)).toEqual({ low: null, high: null })
  })
})

describe('agreement of two readings', () => {
  const read = (text: string, decision: Pair['first']['decision'] = 'approved') => ({ item: withText(item('5-1'), text), decision })

  it('takes a correction and an approval for the same decision', () => {
    const pairs = [
      { first: read('a'), second: read('a', 'corrected') },
      { first: read('a', 'rejected'), second: read('a', 'rejected') },
    ]
    expect(measure(pairs).find(({ field }) => field === 'decision')?.value).toBe(1)
  })

  it('compares texts only where both let the item in', () => {
    const pairs = [
      { first: read('abcd'), second: read('abce') },
      { first: read('x'), second: read('totally different', 'rejected') },
    ]
    expect(measure(pairs).find(({ field }) => field === 'question text')).toMatchObject({ value: 0.25, items: 1 })
  })
})

describe('the pace', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()

  it('leaves pauses and bulk decisions out', () => {
    const decisions = [52, 50, 48, 4, 2, 0].map((minute) => ({ at: at(minute), seconds: 60 }))
    expect(pace([{ at: at(53), seconds: null }, ...decisions], 60)).toEqual({ secondsEach: 60, perHour: 30, hoursLeft: 2 })
  })

  it('says nothing before there is one', () => {
    expect(pace([], 10)).toEqual({ secondsEach: null, perHour: null, hoursLeft: null })
  })

  it('takes the middle of times', () => {
    expect([median([5, 1, 3]), median([4, 1, 3, 2]), median([])]).toEqual([3, 2.5, null])
  })
})

describe('the share of second readings', () => {
  it('is met over many items, does not change with the order, and grows by adding', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => ({ id: `s/d/${index}`, confidence: 1 }))
    const chosen = (share: number) =>
      new Set(ids.filter((one) => wantsSecondReading(one, ReviewPolicy.parse({ secondShare: share }))).map(({ id }) => id))
    const [tenth, fifth] = [chosen(0.1), chosen(0.2)]
    expect(tenth.size / ids.length).toBeCloseTo(0.1, 1)
    expect([...tenth].every((id) => fifth.has(id))).toBe(true)
  })

  it('always includes what the machine was unsure of', () => {
    expect(wantsSecondReading({ id: 'x', confidence: 0.2 }, ReviewPolicy.parse({ secondShare: 0 }))).toBe(true)
    expect(wantsSecondReading({ id: 'x', confidence: 0.9 }, ReviewPolicy.parse({ secondShare: 0 }))).toBe(false)
  })
})
