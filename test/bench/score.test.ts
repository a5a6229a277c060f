import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Gold } from '../../bench/gold.ts'
import { editDistance, meanScores, numeralsOf, score, wordsOf } from '../../bench/score.ts'
import type { BBox } from '../../schemas/geometry.ts'
import type { Item } from '../../schemas/item.ts'
import { aDiagram, anItem } from '../an-item.ts'

const gold = Gold.parse({
  source: { file: 'a.pdf', subject: 'dynamics', licence: 'CC0-1.0' },
  claims: ['problems', 'text', 'numbers', 'parts', 'diagrams', 'equations', 'solutions'],
  problems: [
    {
      number: '1',
      pages: [1],
      text: 'The block of 2.5 kg slides.',
      parts: ['a', 'b'],
      diagrams: [{ page: 1, bbox: [0, 0, 100, 100] }],
      solution: { text: 'It slides 4 m.' },
    },
    { number: '2', pages: [2], text: 'The rope holds.', diagrams: [] },
  ],
})

const item = (number: string, page: number, text: string, more: Partial<Item> = {}): Item => {
  const { source, question, ...rest } = anItem(text)
  const parts = ['a', 'b'].map((label) => ({ label, text: '' }))
  return { ...rest, source: { ...source, number, pages: [page] }, question: { ...question, parts }, ...more }
}

const diagram = (bbox: BBox) => aDiagram(null, bbox)
const solution = (text: string) => ({ text, pages: [], spans: [], files: [], answers: [] })

describe('the score', () => {
  it('is full for what the gold says', () => {
    const right = item('Problem 1.', 1, 'The block of 2.5 kg slides.', {
      diagrams: [diagram([0, 0, 100, 98])],
      solution: solution('It slides 4 m.'),
    })
    const other = { ...item('2', 2, 'The rope holds.'), question: { text: 'The rope holds.', parts: [], spans: [] } }
    expect(score(gold, [right, other])).toMatchObject({
      problemF1: 1,
      wordErrorRate: 0,
      numeralRecall: 1,
      parts: 1,
      diagramF1: 1,
      solutions: 1,
    })
  })

  it('falls with every fault in its own column', () => {
    const wrong = item('1', 1, 'The black of 25 kg slides.', { diagrams: [diagram([0, 0, 60, 60])], solution: solution('No.') })
    const scores = score(gold, [wrong, item('9', 1, 'Not a problem.')])
    expect(scores).toMatchObject({ problemF1: 0.5, wordErrorRate: 1 / 5, numeralRecall: 0, parts: 1, diagramF1: 0, solutions: 0 })
  })

  it('does not count an item of another page as found', () => {
    expect(score(gold, [item('1', 7, 'The block of 2.5 kg slides.')]).problemF1).toBe(0)
  })

  it('claims nothing where the gold claims nothing', () => {
    const silent = { ...gold, claims: ['problems'] }
    expect(score(silent, [])).toMatchObject({ problemF1: 0, wordErrorRate: null, diagramF1: null, solutions: null })
    expect(meanScores([score(silent, []), score(gold, [])]).solutions).toBe(0)
  })
})

describe('what is compared', () => {
  it('is words outside math, with upright words inside it', () => {
    expect(wordsOf('Water at $\\dot m = 2.5\\,\\mathrm{kg/s}$ flows')).toEqual(['water', 'at', 'kg', 'flows'])
  })

  it('is numerals everywhere, as numbers', () => {
    expect(numeralsOf('from 1.0 to $1{,}200$ and 3,000')).toEqual(['1', '1200', '3000'])
  })

  it('is words by edit distance, which is a metric', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 })
    fc.assert(
      fc.property(words, words, words, (a, b, c) => {
        expect(editDistance(a, a)).toBe(0)
        expect(editDistance(a, b)).toBe(editDistance(b, a))
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c))
      }),
      { numRuns: 60 },
    )
  })
})
