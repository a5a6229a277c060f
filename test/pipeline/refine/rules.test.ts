import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withFormula } from '../../../pipeline/refine/math.ts'
import { numeralsOf, printedNumerals } from '../../../pipeline/refine/numerals.ts'
import { doubtsOf, withDoubts, withoutDoubts } from '../../../pipeline/refine/rules.ts'
import { Item } from '../../../schemas/item.ts'
import { aDiagram, anEquation, anItem } from '../../an-item.ts'
import { aPage } from './a-page.ts'

const doubts = (item: Item, lines: readonly string[], source: 'text' | 'none' = 'text') =>
  doubtsOf(item, new Map([[1, aPage(1, lines, source)]]))
const codes = (...args: Parameters<typeof doubts>): string[] => doubts(...args).map(({ code }) => code)

describe('numerals', () => {
  it('are read from LaTeX and from the page in the same way', () => {
    expect(numeralsOf('$40\\,000$ N, 1,250 kg, $\\frac12$, $2.5\\times10^{-3}$')).toEqual(['40000', '1250', '1', '2', '2.5', '10', '3'])
    const page = aPage(1, ['40,000 N at 2.5 x 10^6 Pa'])
    expect(page.lines.flatMap((line) => printedNumerals(page, line))).toEqual(['40000', '2.5', '10', '6'])
  })
})

describe('doubtsOf', () => {
  it('has none where text and page agree, however the numerals are set', () => {
    const item = anItem('A load of $40\\,000\\,\\mathrm{N}$ and $2.5\\times10^{6}\\,\\mathrm{Pa}$ on $\\frac{3}{4}$ of it.')
    expect(doubts(item, ['A load of 40,000 N and 2.5 x 10^6 Pa', 'on 3', '4 of it.'])).toEqual([])
  })

  it('finds a numeral that the text has lost, but not those of a figure or of the printed number', () => {
    const item = anItem('A car of mass 1400 kg.', { diagrams: [aDiagram('Fig. 1', [40, 100, 560, 250])] })
    expect(doubts(item, ['1 A car of mass 1400 kg', 'has a speed of 25 m/s', '', 'height 777'])).toMatchObject([
      { code: 'numeral-lost', message: expect.stringContaining('25'), place: { page: 1 } },
    ])
  })

  it('looks for the numerals of a turned page where its boxes lie on the page as shown', () => {
    const item = anItem('A car of mass 1400 kg.', { diagrams: [aDiagram('Fig. 1', [40, 550, 560, 700])] })
    const page = { ...aPage(1, ['1 A car of mass 1400 kg', 'has a speed of 25 m/s', '', 'height 777']), turned: 180 as const }
    const shown = {
      ...item,
      question: { ...item.question, spans: [{ page: 1, bbox: [40, 550, 560, 770] as [number, number, number, number] }] },
    }
    expect(doubtsOf(shown, new Map([[1, page]]))).toMatchObject([{ code: 'numeral-lost', message: expect.stringMatching(/: 25\.$/) }])
  })

  it('finds a numeral that is on no page of the item, unless a page could not be read', () => {
    const item = anItem('A car of mass 1400 kg moves at 26 m/s.')
    const lines = ['A car of mass 1400 kg', 'moves at 25 m/s.']
    expect(codes(item, lines)).toEqual(['numeral-lost', 'numeral-foreign'])
    expect(codes(item, lines, 'none')).not.toContain('numeral-foreign')
    expect(doubtsOf(item, new Map()).map(({ code }) => code)).toEqual([])
  })

  it.each([
    ['The beam is shown in the figure.', [], true],
    ['Consider the gate of Fig. P5.2.', [], true],
    ['Solve Prob. 13-6 first.', [], true],
    ['It can be shown that the speed is constant.', [], false],
    ['Consider the gate of Fig. P5.2.', [aDiagram('FIGURE P5.2')], false],
    ['Consider the gate of Fig. P5–2.', [aDiagram('Fig. P5-2')], false],
    ['Consider the gate of Fig. P5.2.', [aDiagram('Fig. P5.3')], true],
    ['Consider the gate of Fig. P5.2.', [aDiagram(null)], false],
  ])('%s with %j: a diagram is missing: %s', (text, diagrams, missing) => {
    expect(codes(anItem(text, { diagrams }), [text]).includes('diagram-missing')).toBe(missing)
  })

  it('only notes a figure of another number: some books misnumber theirs', () => {
    const named = doubts(anItem('See Fig. 7.', { diagrams: [aDiagram('Fig. 8')] }), ['See Fig. 7.'])
    const none = doubts(anItem('See Fig. 7.'), ['See Fig. 7.'])
    expect(named).toMatchObject([{ code: 'diagram-missing', severity: 'notice' }])
    expect(none).toMatchObject([{ code: 'diagram-missing', severity: 'warning' }])
  })

  it('finds math that does not parse, has no end or was not read, and signs that stayed unknown', () => {
    expect(codes(anItem('Find $\\frac{a}{$ now.'), [])).toContain('equation-unparsable')
    expect(codes(anItem('Find $a now.'), [])).toEqual(['equation-unparsable'])
    expect(codes(anItem('Find $a$ for \\$', { equations: [anEquation(null)] }), [])).toEqual(['equation-unread'])
    expect(codes(anItem('Find \ufffd.'), [])).toEqual(['glyph-unknown'])
    expect(codes(anItem('Pay \\$20 for $\\dot{m}$.'), ['Pay $20 for m.'])).toEqual([])
  })
})

describe('withFormula', () => {
  it('exchanges one whole formula and keeps its tag', () => {
    expect(withFormula('Use $$a=b\\tag{5.9}$$ and $a=b$ and $a=bc$.', 'a=b', 'a=2')).toBe('Use $$a=2\\tag{5.9}$$ and $a=b$ and $a=bc$.')
    expect(withFormula('An a, $ab$.', 'a', 'x')).toBe('An a, $ab$.')
  })

  it('changes nothing when both are the same, whatever the text', () => {
    const piece = fc.constantFrom('$', '$$', '\\$', 'a', ' ', '\n', '\\tag{1}', '\\')
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => withFormula(pieces.join(''), 'a', 'a') === pieces.join('')))
  })
})

describe('withDoubts', () => {
  it('keeps every doubt with the item and lowers its confidence; taking them off again gives the item back', () => {
    const item = anItem('Find $a now.')
    const found = doubts(item, [])
    const doubted = Item.parse(withDoubts(item, found))
    expect(doubted.provenance.problems).toEqual(found)
    expect(doubted.provenance.confidence).toBeLessThan(1)
    expect(withoutDoubts(doubted)).toEqual(item)
    expect(withDoubts(item, [])).toBe(item)
  })
})
