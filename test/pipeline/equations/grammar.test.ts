import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check } from '../../../pipeline/equations/check.ts'
import { toLatex } from '../../../pipeline/equations/latex.ts'
import { PageRules } from '../../../pipeline/equations/page-rules.ts'
import { marksOfRows } from '../../../pipeline/equations/read-back.ts'
import { read } from '../../../pipeline/equations/text-rows.ts'
import { type Formula, latexOf, pageOf } from './typesetter.ts'

const symbol = (text: string): Formula => ({ kind: 'symbol', text })
const letters = fc.constantFrom(...'abcdkmnuvxyz').map(symbol)
const figures = fc.constantFrom(...'123456789').map(symbol)
const atoms = fc.oneof({ weight: 3, arbitrary: letters }, { weight: 1, arbitrary: figures })
const accents: fc.Arbitrary<Formula> = fc.record({
  kind: fc.constant('accent' as const),
  sign: fc.constantFrom('˙', '¯', 'ˆ'),
  text: fc.constantFrom(...'amnuvx'),
})
const short: fc.Arbitrary<Formula> = fc.oneof(
  atoms,
  fc.tuple(letters, letters).map(([a, b]): Formula => ({ kind: 'row', parts: [a, b], between: '' })),
  fc.tuple(letters, figures).map(([a, b]): Formula => ({ kind: 'row', parts: [a, b], between: '+' })),
)

/** Formulas by how deep they nest; each level may hold the one below. */
const formulas = (depth: number): fc.Arbitrary<Formula> => {
  if (depth === 0) return atoms
  const inner = formulas(depth - 1)
  const row = (between: string): fc.Arbitrary<Formula> =>
    fc.array(inner, { minLength: 2, maxLength: 3 }).map((parts): Formula => ({ kind: 'row', parts, between }))
  return fc.oneof(
    atoms,
    accents,
    row('+'),
    row('='),
    fc
      .record({ base: letters, sub: fc.option(short, { nil: undefined }), sup: fc.option(short, { nil: undefined }) })
      .filter(({ sub, sup }) => sub !== undefined || sup !== undefined)
      .map((parts): Formula => ({ kind: 'scripts', ...parts })),
    fc.record({ over: inner, under: inner }).map((parts): Formula => ({ kind: 'fraction', ...parts })),
    inner.map((body): Formula => ({ kind: 'root', body })),
    fc.record({ under: short, over: short, body: letters }).map((parts): Formula => ({ kind: 'sum', ...parts })),
    inner.map((body): Formula => ({ kind: 'brackets', body })),
    fc.array(fc.tuple(short, short), { minLength: 2, maxLength: 3 }).map((rows): Formula => ({ kind: 'matrix', rows })),
  )
}

/** Spaces and how delimiters were grown are no part of what a formula says. */
const plain = (latex: string): string => latex.replace(/\\left|\\right|\\[bB]igg?|\\q?quad|\\,|\s/g, '')

function readBack(formula: Formula): { latex: string; agreement: number } {
  const { page, glyphs, box } = pageOf(formula)
  const rows = read({ page, column: '0.0', glyphs, box, baseline: 100, size: 10 }, new PageRules())
  const latex = rows.map(toLatex).join(' // ')
  return { latex, agreement: check(latex, marksOfRows(rows), true).agreement }
}

describe('a formula of any structure', () => {
  it.each([1, 2])('nested %i deep comes back as it was set', (depth) => {
    fc.assert(
      fc.property(formulas(depth), (formula) => {
        expect(plain(readBack(formula).latex)).toBe(latexOf(formula))
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  it('stands as on the page when it is set again', () => {
    fc.assert(
      fc.property(formulas(2), (formula) => {
        expect(readBack(formula).agreement).toBe(1)
      }),
      { numRuns: 200, seed: 11 },
    )
  })
})
