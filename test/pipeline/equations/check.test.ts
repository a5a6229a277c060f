import katex from 'katex'
import { describe, expect, it } from 'vitest'
import { check } from '../../../pipeline/equations/check.ts'
import { SIGNS } from '../../../pipeline/equations/symbols.ts'
import { isUnit } from '../../../pipeline/equations/units.ts'

describe('check', () => {
  it('agrees fully with LaTeX that shows the symbols of the page', () => {
    expect(check('\\frac{a}{b}=x_1^{2}', ['a', 'b', '=', 'x', '1', '2'], true)).toEqual({ parses: true, agreement: 1, why: '' })
  })

  it('takes characters that print alike for the same', () => {
    expect(check("\\dot m'-\\mu", ['m', '˙', '′', '−', 'µ'], false).agreement).toBe(1)
  })

  it('tells a symbol that was lost', () => {
    const { parses, agreement } = check('a+b', ['a', '+', 'b', 'c'], false)
    expect(parses).toBe(true)
    expect(agreement).toBeCloseTo(0.75)
  })

  it('tells symbols that changed places', () => {
    expect(check('\\frac{b}{a}', ['a', 'b'], true).agreement).toBeLessThan(1)
  })

  it.each(['x^', '\\frac{a}', 'x^2^3', '\\nosuchcommand'])('does not accept %j', (latex) => {
    expect(check(latex, [], false)).toMatchObject({ parses: false, agreement: 0 })
  })
})

describe('SIGNS', () => {
  it('holds only LaTeX that KaTeX sets', () => {
    for (const { latex, role } of SIGNS.values()) {
      const whole =
        role === 'open' || role === 'close' || role === 'fence'
          ? `\\big${latex.startsWith('[') || latex.startsWith(']') ? '|' : latex} x`
          : `x${latex}`
      expect(() => katex.renderToString(whole, { throwOnError: true, strict: false }), latex).not.toThrow()
    }
  })
})

describe('isUnit', () => {
  it.each(['kg', 'kPa', 'm', 'MPa', 'µm', 'psi', 'lbf', 'rpm', 'kN'])('knows %s', (text) => expect(isUnit(text)).toBe(true))
  it.each(['at', 'pin', 'the', 'is', 'fin', 'and'])('does not take the word %s for a unit', (text) => expect(isUnit(text)).toBe(false))
})
