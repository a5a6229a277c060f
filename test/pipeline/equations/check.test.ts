import katex from 'katex'
import { describe, expect, it } from 'vitest'
import { check } from '../../../pipeline/equations/check.ts'
import { type Mark, spelt } from '../../../pipeline/equations/marks.ts'
import { marksOfRows } from '../../../pipeline/equations/read-back.ts'
import { setAgain } from '../../../pipeline/equations/set-again.ts'
import { SIGNS } from '../../../pipeline/equations/symbols.ts'
import { isUnit } from '../../../pipeline/equations/units.ts'
import { found, pageOf, sentence } from './lettered-page.ts'

/** A page that shows a formula as KaTeX sets it, in type of another size somewhere else on the page. */
const page = (latex: string): Mark[] =>
  setAgain(latex, true).map(({ text, place }) =>
    place ? { text, place: { left: place.left + 20, right: place.right + 20, axis: place.axis + 35, size: place.size } } : { text },
  )

describe('check', () => {
  it.each([
    'x^2+y_1^{2k}',
    '\\frac{a}{b+\\frac{c}{d}}',
    '\\sum_{i=1}^n a_i\\int_0^1 x\\,dx',
    '\\lim_{x\\to0}\\sqrt[3]{x}',
    '\\dot{m}\\vec{v}\\hat{x}\\overline{ab}\\underbrace{c+d}_{e}',
    '\\left(\\frac{a}{b}\\right)^2\\left\\{\\begin{matrix} a \\\\ b \\\\ c \\\\ d \\end{matrix}\\right\\}',
    '\\begin{pmatrix} a_{11} & b \\\\ c & d^2 \\end{pmatrix}\\begin{cases} a & b<0 \\\\ c & d \\end{cases}',
    '\\begin{aligned} a &=b \\\\ &\\ne c \\end{aligned}',
    'A\\xrightarrow{k}B\\overset{!}{=}C\\underset{x}{D}\\sum_{\\substack{a \\\\ b}}c',
  ])('agrees fully with a page that shows %s', (latex) => {
    expect(check(latex, page(latex), true)).toEqual({ parses: true, agreement: 1, why: '' })
  })

  it('takes characters that print alike for the same', () => {
    const marks = ['m', '˙', '′', '−', 'µ'].flatMap(spelt).map((text) => ({ text }))
    expect(check("\\dot m'-\\mu", marks, false).agreement).toBe(1)
  })

  it('tells a symbol that was lost', () => {
    const { parses, agreement, why } = check('a+b', page('a+bc'), false)
    expect(parses).toBe(true)
    expect(agreement).toBeCloseTo(0.75)
    expect(why).toContain('a+b for a+bc')
  })

  it('tells symbols that changed places', () => {
    expect(check('\\frac{b}{a}', page('\\frac{a}{b}'), true).agreement).toBeLessThan(1)
  })

  it.each([
    ['x2', 'x^2'],
    ['x^2', 'x2'],
    ['x_2', 'x^2'],
    ['a_i', 'ai'],
    ['b\\,a', '{}^a_b'],
    ['\\sum_i^na', '\\sum\\nolimits_i^na'],
    ['x_iy', 'xy_i'],
    ['e^{x2}', 'e^{x^2}'],
    ['ab', 'a{\\scriptstyle b}'],
    ['a{\\scriptstyle b}', 'ab'],
    ['\\begin{matrix} a & b \\end{matrix}', '\\begin{matrix} a \\\\ b \\end{matrix}'],
    ['A\\overset{k}{=}B', 'A^{=}kB'],
  ])('does not take %s for a page that shows %s, though the symbols are the same', (latex, shown) => {
    expect(check(latex, page(shown), true).agreement).toBeLessThan(0.95)
  })

  it('takes a ring of degrees that is a character for one that is raised', () => {
    const [formula] = found(pageOf([sentence(60), { text: 'T=20°C', x: 160, y: 84, face: 'math' }, sentence(110)]))
    if (!formula) throw new Error('There is a formula.')
    expect(check(formula.latex, marksOfRows(formula.rows), true)).toMatchObject({ agreement: 1 })
  })

  it('tells a fraction from what stands beside one another', () => {
    const withoutBar = page('\\frac{a}{b}').filter(({ place }) => place)
    expect(check('ba', withoutBar, true)).toMatchObject({ agreement: 0.5, why: '“a” does not stand to “b” as on the page' })
  })

  it('lets a formula in running text go on in the next line, but no display', () => {
    const [first, ...rest] = page('a+b')
    const broken = [
      ...(first ? [first] : []),
      ...rest.map(({ text, place }) =>
        place ? { text, place: { ...place, left: place.left - 30, right: place.right - 30, axis: 36 } } : { text },
      ),
    ]
    expect(check('a+b', broken, false).agreement).toBe(1)
    expect(check('a+b', broken, true).agreement).toBeLessThan(1)
  })

  it.each(['x^', '\\frac{a}', 'x^2^3', '\\nosuchcommand'])('does not accept %j', (latex) => {
    expect(check(latex, [], false)).toMatchObject({ parses: false, agreement: 0 })
  })
})

describe('SIGNS', () => {
  const whole = (latex: string, role: string): string =>
    role === 'open' || role === 'close' || role === 'fence'
      ? `\\big${latex.startsWith('[') || latex.startsWith(']') ? '|' : latex} x`
      : `x${latex}`

  it('holds only LaTeX that KaTeX sets', () => {
    for (const { latex, role } of SIGNS.values()) {
      expect(() => katex.renderToString(whole(latex, role), { throwOnError: true, strict: false }), latex).not.toThrow()
    }
  })

  it('is set as what it stands for', () => {
    for (const [text, { latex, role }] of SIGNS) {
      if (role === 'open' || role === 'close' || role === 'fence') continue
      const marks = setAgain(`x${latex}`, true).map((mark) => mark.text)
      expect(marks.join(''), `${text} ${latex}`).toBe(['x', ...spelt(text)].join(''))
    }
  })
})

describe('isUnit', () => {
  it.each(['kg', 'kPa', 'm', 'MPa', 'µm', 'psi', 'lbf', 'rpm', 'kN'])('knows %s', (text) => expect(isUnit(text)).toBe(true))
  it.each(['at', 'pin', 'the', 'is', 'fin', 'and'])('does not take the word %s for a unit', (text) => expect(isUnit(text)).toBe(false))
})
