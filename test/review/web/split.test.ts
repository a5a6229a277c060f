import { describe, expect, it } from 'vitest'
import { beginningIn, printedNumber, splitSpans, withoutNumber } from '../../../review/web/split.ts'
import type { Span } from '../../../schemas/item.ts'

const span = (page: number, ...bbox: Span['bbox']): Span => ({ page, bbox })

describe('the number at the beginning of a text', () => {
  it.each([
    ['5-126E An ideal Otto cycle', '5-126E', 'An ideal Otto cycle'],
    ['12. A block slides', '12', 'A block slides'],
    ['Problem 3: A beam', '3', 'A beam'],
    ['P5.12) A pipe', 'P5.12', 'A pipe'],
  ])('is found in “%s” and taken off', (text, number, rest) => {
    expect(printedNumber(text)).toBe(number)
    expect(withoutNumber(text, number)).toBe(rest)
  })

  it('is none where a text begins with words, and another number stays', () => {
    expect(printedNumber('A block of 12 kg')).toBeUndefined()
    expect(withoutNumber('12 kg of air', '5-1')).toBe('12 kg of air')
  })
})

describe('the beginning of a piece of text', () => {
  it('is found whatever white stands between the words', () => {
    expect(beginningIn('One.\n\n5-2 A  second\nproblem here, and more.', '5-2 A second problem here, and')).toBe(6)
  })

  it('is found by fewer words where the reading differs later on, and not by a word that stands anywhere', () => {
    expect(beginningIn('The work.\n\nA second problem with $x^2$.', 'A second problem with x2 .')).toBe(11)
    expect(beginningIn('A first and a second. A third.', 'A fourth problem')).toBeUndefined()
    expect(beginningIn('Some text.', '')).toBeUndefined()
  })
})

describe('the boxes of two halves', () => {
  it('are cut where the second is drawn, and what follows goes with it', () => {
    const [left, right] = [span(1, 50, 100, 290, 700), span(1, 310, 60, 560, 200)]
    const drawn = span(1, 48, 400, 292, 705)
    expect(splitSpans([left, right], drawn)).toEqual({ stays: [span(1, 50, 100, 290, 400)], leaves: [drawn, right] })
  })

  it('leave a column whole that the second begins on top of', () => {
    const [left, right] = [span(1, 50, 100, 290, 700), span(1, 310, 60, 560, 200)]
    const drawn = span(1, 308, 58, 562, 202)
    expect(splitSpans([left, right], drawn)).toEqual({ stays: [left], leaves: [drawn] })
  })

  it('stay where the second is drawn somewhere else, or over everything', () => {
    const only = span(1, 50, 100, 290, 700)
    const elsewhere = span(2, 50, 100, 290, 700)
    expect(splitSpans([only], elsewhere)).toEqual({ stays: [only], leaves: [elsewhere] })
    expect(splitSpans([only], span(1, 40, 90, 300, 710)).stays).toEqual([only])
  })
})
