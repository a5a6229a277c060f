import { describe, expect, it } from 'vitest'
import { mathTerms, phraseOf, phrasesIn, runsOf } from '../../topics/terms.ts'

const find = (text: string, ...keywords: string[]): string[] => {
  const phrases = new Map(keywords.map((keyword) => [phraseOf(keyword) ?? '', keyword]))
  return [...phrasesIn(runsOf(text), new Set(phrases.keys()), 12)].map((phrase) => phrases.get(phrase) ?? '')
}

describe('phrases', () => {
  it('are found whatever the ending, the hyphen or the small words between', () => {
    expect(find('Draw the free-body diagrams. The velocity of the slider is wanted.', 'free body diagram', 'velocity of slider')).toEqual([
      'free body diagram',
      'velocity of slider',
    ])
    expect(find('By Stokes’ law and Newton’s second law …', "Stokes' law", "Newton's second law")).toHaveLength(2)
  })

  it('are not found across a sentence, nor when a word is missing', () => {
    expect(find('It is free. Body diagrams follow.', 'free body diagram')).toEqual([])
    expect(find('the free diagram', 'free body diagram')).toEqual([])
  })

  it('keep a decimal point inside a number', () => {
    expect(runsOf('flow at 2.5 m. Then stop')).toHaveLength(2)
    expect(runsOf('flow at 2.5 m')).toHaveLength(1)
  })
})

describe('symbols', () => {
  it('are found in formulas whatever their spelling', () => {
    expect(find('with $\\mu_{k}=0.2$ and $\\dot{m}$', '$\\mu_k$', '$\\dot m$')).toEqual(['$\\mu_k$', '$\\dot m$'])
    expect(find('$$\\dfrac{V_1^2}{2}$$', '$\\frac{V_1^2}{2}$')).toHaveLength(1)
    expect(find('$\\mathrm{Re}_D=4\\cdot 10^3$', '$\\mathrm{Re}_D$')).toHaveLength(1)
  })

  it('are not found inside another symbol, in a unit or in prose', () => {
    expect(find('$\\mu_k$, $k_1$, $25\\,\\mathrm{kPa}$, a k of', '$k$')).toEqual([])
    expect(find('a dollar \\$5 and \\$6', '$5 and $')).toEqual([])
  })

  it('ignore spacing and sizing', () => {
    expect(mathTerms('\\left( a\\,b \\right)')).toEqual(mathTerms('(ab)'))
    expect(mathTerms('\\dot m')).not.toEqual(mathTerms('\\ddot m'))
  })
})
