import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../../pipeline/refine/correct.ts'
import { evidenceOf, evidenceOfText, foreignTo } from '../../../pipeline/refine/guard.ts'
import { numeralsOf } from '../../../pipeline/refine/numerals.ts'
import { aPage } from './a-page.ts'

const evidence = evidenceOf([aPage(1, ['The flow rate is V = 2.5 m^3/s at μ = 0.12 Pa s', 'and the angle φ of sin 30'])])

describe('foreignTo', () => {
  it.each([
    '$V=2.5\\,\\mathrm{m^3/s}$',
    '\\mu=0.12\\,\\mathrm{Pa\\,s}',
    '\\sin 30',
    '\\varphi',
    '\\frac{V}{\\mu}',
    '\\begin{aligned}V&=2.5\\end{aligned}',
  ])('lets %s pass', (output) => {
    expect(foreignTo(output, evidence)).toEqual([])
  })

  it.each([
    ['$V=25$', ['25']],
    ['$V=2.50$', ['2.50']],
    ['2.5 kN', ['k', 'N']],
    ['$\\rho V$', ['ρ']],
    ['\\int V', ['∫']],
    ['$W$', ['W']],
  ])('stops %s for %j', (output, foreign) => {
    expect(foreignTo(output, evidence)).toEqual(foreign)
  })

  it('judges numerals only where letters were read by OCR', () => {
    const ocr = evidenceOf([aPage(1, ['V = 2.5'], 'ocr')])
    expect(foreignTo('$\\rho=2.5$', ocr)).toEqual([])
    expect(foreignTo('$\\rho=2.6$', ocr)).toEqual(['2.6'])
  })

  it('finds nothing foreign in what it has itself', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => foreignTo(text, evidenceOfText(text)).length === 0))
  })
})

describe('applyEdits', () => {
  const blocks = [
    { id: 'b1', text: 'The fl0w rate of the pump is 2.5 m3/s and stays constant all the time.' },
    { id: 'b2', text: 'Find V.' },
  ]
  const apply = (find: string, replace: string, block = 'b1') =>
    applyEdits(
      blocks,
      [{ block, find, replace, reason: 'misread' }],
      evidenceOf([aPage(1, ['The flow rate of the pump is 2.5 m3/s and stays constant all the time.', 'Find V.'])]),
    )

  it('applies a minimal edit to its block alone', () => {
    const { blocks: after, applied, rejected } = apply('fl0w', 'flow')
    expect(after[0]?.text).toContain('The flow rate')
    expect(after[1]).toEqual(blocks[1])
    expect(applied).toHaveLength(1)
    expect(rejected).toEqual([])
  })

  it('does not take a replacement for a pattern', () => {
    const { blocks: after } = applyEdits(
      [{ id: 'b', text: 'a cost of S5 in all' }],
      [{ block: 'b', find: 'S5', replace: '$&5', reason: '' }],
      { numerals: new Set(['5']), letters: undefined },
    )
    expect(after[0]?.text).toBe('a cost of $&5 in all')
  })

  it.each([
    ['a numeral that is not on the page', 'pump is 2.5', 'pump is 25', /not on the page: 25/],
    ['a unit that is not on the page', 'm3/s', 'kW', /not on the page/],
    ['a rewrite', blocks[0]?.text ?? '', 'The pump delivers 2.5 m3/s all the time, which is constant.', /rewriting/],
    ['text that is not there', 'flux', 'flow', /does not stand/],
    ['text that is there twice', 'the', 'The', /more than once/],
    ['nothing', 'rate', 'rate', /changes nothing/],
  ])('turns down %s', (_, find, replace, why) => {
    const { blocks: after, rejected } = apply(find, replace)
    expect(after).toEqual(blocks)
    expect(rejected).toMatchObject([{ why: expect.stringMatching(why) }])
  })

  it('turns down an edit of a block that does not exist, and edits that together rewrite one', () => {
    expect(apply('x', 'y', 'b9').rejected).toMatchObject([{ why: 'there is no block b9' }])
    const many = ['The fl0w', 'rate', 'pump', 'stays', 'constant'].map((find) => ({
      block: 'b1',
      find,
      replace: find.toUpperCase(),
      reason: '',
    }))
    const { applied, rejected } = applyEdits(blocks, many, { numerals: new Set(['0', '2.5', '3']), letters: undefined })
    expect(applied.length).toBeGreaterThan(0)
    expect(rejected.at(-1)?.why).toMatch(/rewrite the block/)
  })

  it('never lets a numeral in that is not on the page', () => {
    const piece = fc.constantFrom('2.5', '25', '3', 'fl0w', 'flow', 'm', '.', '5', ' ', 'is 2', '')
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            block: fc.constantFrom('b1', 'b2'),
            find: piece.filter((text) => text !== ''),
            replace: piece,
            reason: fc.constant(''),
          }),
          { maxLength: 6 },
        ),
        (edits) => {
          const allowed = new Set(['0', '2.5', '3'])
          const { blocks: after } = applyEdits(blocks, edits, { numerals: allowed, letters: undefined })
          return after.every(({ text }) => numeralsOf(text).every((numeral) => allowed.has(numeral)))
        },
      ),
    )
  })
})
