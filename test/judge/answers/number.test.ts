import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainMath, type Reading, readingOf, readingsIn } from '../../../judge/answers/number.ts'

const scalar = (value: number): Reading => ({ kind: 'scalar', value })
const read = (text: string): Reading[] => readingsIn(plainMath(text)).map(({ reading }) => reading)

describe('readingsIn', () => {
  it.each([
    ['2.5 × 10³', 2500],
    ['$2.5\\times10^{3}$', 2500],
    ['2.5\\cdot 10^{-3}', 0.0025],
    ['2.5e-3', 0.0025],
    ['1.5x10^4', 15000],
    ['−1.2×10^−4', -0.00012],
    ['10^{5}', 1e5],
    ['6.02·10²³', 6.02e23],
    ['1,234.5', 1234.5],
    ['$12\\,345$', 12345],
    ['12 345', 12345],
    ['−3.2', -3.2],
    ['.5', 0.5],
    ['5/8', 0.625],
    ['\\frac{1}{2}', 0.5],
    ['3.5 \\pm 0.1', 3.5],
    ['\\boxed{42}', 42],
  ])('reads %s', (text, value) => {
    expect(read(text)).toEqual([scalar(value)])
  })

  it.each([
    ['10–12', { kind: 'range', low: 10, high: 12 }],
    ['10 to 12', { kind: 'range', low: 10, high: 12 }],
    ['10-12', { kind: 'range', low: 10, high: 12 }],
    ['3i + 4j - 2k', { kind: 'vector', components: [3, 4, -2] }],
    ['3\\hat{i} + \\hat{j}', { kind: 'vector', components: [3, 1, 0] }],
    ['−2 \\mathbf{i} − 4.5 \\mathbf{k}', { kind: 'vector', components: [-2, 0, -4.5] }],
    ['(3, −4)', { kind: 'vector', components: [3, -4] }],
    ['⟨1, 2, 3⟩', { kind: 'vector', components: [1, 2, 3] }],
  ])('reads %s as one reading', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  it('does not take a number that belongs to a name', () => {
    expect(read('v_2 = 2.5 m/s')).toEqual([scalar(2.5)])
    expect(read('see P5 and H2O')).toEqual([])
  })

  it('keeps a difference apart from a range, and a falling pair from both', () => {
    expect(read('2.5 - 3.5')).toEqual([scalar(2.5), scalar(3.5)])
    expect(read('12–10')).toEqual([scalar(12), scalar(10)])
  })

  it('reads back any number, however it is written', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: -9, max: 9 }), (mantissa, power) => {
        const digits = mantissa.toFixed(3)
        fc.pre(Number(digits) !== 0)
        const value = Number(`${Number(digits)}e${power}`)
        for (const text of [`${digits}e${power}`, `$${digits} \\times 10^{${power}}$`, `${digits}×10^${power}`.replaceAll('-', '−')])
          expect(read(text)).toEqual([scalar(value)])
      }),
    )
  })
})

describe('readingOf', () => {
  it('takes numbers, lists and text', () => {
    expect(readingOf(3)).toEqual(scalar(3))
    expect(readingOf([1, 2])).toEqual({ kind: 'vector', components: [1, 2] })
    expect(readingOf('about 2.5 × 10³ N')).toEqual(scalar(2500))
  })

  it('reads nothing where there is nothing', () => {
    expect([readingOf(null), readingOf('increases'), readingOf([]), readingOf(Number.NaN)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
