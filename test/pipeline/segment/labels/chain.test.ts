import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestChain, type Numbered } from '../../../../pipeline/segment/labels/chain.ts'

const never = (): boolean => false
const label = (at: number, ...values: number[]): Numbered => ({ at, values, suffix: '' })
const numbers = (labels: readonly Numbered[]): number[] => labels.map(({ values }) => values.at(-1) ?? 0)

describe('the chain of labels', () => {
  it('takes all of a sequence that counts on, wherever it begins', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 2, max: 40 }), (first, count) => {
        const labels = Array.from({ length: count }, (_, at) => label(at, first + at))
        const chain = bestChain(labels, never)
        expect(numbers(chain.labels)).toEqual(numbers(labels))
        expect(chain.unitSteps).toBe(count - 1)
      }),
    )
  })

  it('leaves out numbers that do not fit between their neighbours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 30 }), fc.nat(), fc.integer({ min: 200, max: 999 }), (count, place, noise) => {
        const labels = Array.from({ length: count }, (_, at) => label(2 * at, at + 1))
        const at = 1 + (place % (count - 1))
        const spoiled = [...labels.slice(0, at), label(2 * at - 1, noise), ...labels.slice(at)]
        expect(numbers(bestChain(spoiled, never).labels)).toEqual(numbers(labels))
      }),
    )
  })

  it('begins again below a heading more readily than without one', () => {
    const labels = [label(0, 1), label(1, 2), label(2, 3), label(4, 1), label(5, 2), label(6, 3)]
    const withBreak = bestChain(labels, (from, to) => from < 3 && to > 3)
    expect(numbers(withBreak.labels)).toEqual([1, 2, 3, 1, 2, 3])
    expect(withBreak.score).toBeGreaterThan(bestChain(labels, never).score)
  })

  it('never goes back to an earlier chapter', () => {
    const chain = bestChain([label(0, 2, 1), label(1, 2, 2), label(2, 1, 3), label(3, 2, 3)], never)
    expect(chain.labels.map(({ values }) => values.join('.'))).toEqual(['2.1', '2.2', '2.3'])
  })

  it('is empty where there is nothing', () => {
    expect(bestChain([], never)).toMatchObject({ labels: [], unitSteps: 0 })
  })
})
