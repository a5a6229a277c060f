import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formulas, latexFault, toHtml } from '../../../corpus/release/markdown.ts'

describe('formulas', () => {
  it('finds inline and display math in order and leaves escaped dollars alone', () => {
    const text = 'It costs \\$5 to lift $m = 2$ by\n\n$$\nh\n= \\frac{v^2}{2g}\n$$\n\nor $$x$$ inline.'
    expect(formulas(text)).toEqual([
      { latex: 'm = 2', display: false },
      { latex: 'h\n= \\frac{v^2}{2g}', display: true },
      { latex: 'x', display: true },
    ])
  })

  it('finds math in table cells and lists, and none where a dollar sign is not closed', () => {
    expect(formulas('| a | b |\n| --- | --- |\n| $x$ | $y$ |\n\n- item $z$').map(({ latex }) => latex)).toEqual(['x', 'y', 'z'])
    expect(formulas('only $5 here')).toEqual([])
  })
})

describe('latexFault', () => {
  it('accepts what KaTeX accepts and says what is wrong otherwise', () => {
    expect(latexFault('\\frac{1}{2}', false)).toBeUndefined()
    expect(latexFault('\\frac{1}{', false)).toMatch(/KaTeX parse error/)
    expect(latexFault('\\nosuchthing', true)).toMatch(/nosuchthing/)
  })
})

describe('toHtml', () => {
  it('typesets math between text', () => {
    const html = toHtml('Find $\\alpha$ now.')
    expect(html).toContain('role="math" aria-label="\\alpha"')
    expect(html).toContain('α')
  })

  it('shows a formula that does not parse as it was written', () => {
    expect(toHtml('Find $\\frac{1}{$ now.')).toContain('katex-error')
  })

  it('lets no HTML, link, picture or command of the text through', () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[click](javascript:alert(1))',
      '![x](https://example.org/x.png)',
      '<https://example.org>',
      '$\\href{javascript:alert(1)}{x}$',
      '$\\includegraphics{https://example.org/x.png}$',
      '$\\htmlClass{x}{y}$',
      '$"><script>alert(1)</script>$',
    ]
    for (const text of hostile) expect(toHtml(text), text).not.toMatch(/<script|<img|<a[ >]|onerror=(?!.*&gt;)|href="/)
  })

  it('ends on any input, with as few tags opened by the text as before', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('$', '\\', '<', 'a', '\n', '|', '{', '}', '_', '*', '=', ' ', '"') }), (text) => {
        expect(toHtml(text)).not.toMatch(/<script|<img|<a[ >]/)
      }),
      { numRuns: 200 },
    )
  })
})
