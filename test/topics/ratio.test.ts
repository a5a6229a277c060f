import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fold, ratio, ratioAtMost } from '../../topics/ratio.ts'

const Golden = z.object({ cases: z.array(z.tuple([z.string(), z.string(), z.number()])) })
const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 24 })

describe('ratio', () => {
  it('equals difflib on every recorded pair, strings of 200 characters and more included', async () => {
    const { cases } = Golden.parse(JSON.parse(await readFile(new URL('./difflib.json', import.meta.url), 'utf8')))
    expect(cases.length).toBeGreaterThan(150)
    expect(cases.some(([, b]) => b.length >= 200)).toBe(true)
    for (const [a, b, expected] of cases) expect(ratio(a, b), `${a} | ${b}`).toBeCloseTo(expected, 12)
  })

  it('is 1 for equal strings, and below 1 for strings that differ', () => {
    fc.assert(fc.property(few, few, (a, b) => (a === b ? ratio(a, b) === 1 : ratio(a, b) < 1)))
  })

  it('lies between 0 and its cheap bound', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 240 }),
        fc.string({ maxLength: 240 }),
        (a, b) => ratio(a, b) >= 0 && ratio(a, b) <= ratioAtMost(a, b),
      ),
    )
  })

  it('leaves out frequent characters of a second string of 200, but not of one of 199', () => {
    const first = `x${'a'.repeat(50)}`
    expect(ratio(first, 'a'.repeat(199))).toBeCloseTo(100 / 250, 12)
    expect(ratio(first, 'a'.repeat(200))).toBe(0)
  })

  it('counts code points, not UTF-16 units', () => {
    expect(ratio('𝛼x', '𝛼y')).toBe(0.5)
  })
})

describe('fold', () => {
  it('makes case, white space and compatibility forms alike', () => {
    expect(fold('  Straße\u00a0\n and\tＦｌｏｗ ')).toBe('strasse and flow')
    expect(fold('eﬃciency')).toBe('efficiency')
  })

  it('keeps words that differ apart', () => {
    expect(fold('Drag')).not.toBe(fold('Dràg'))
  })

  it('folds twice to the same', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)))
  })
})
