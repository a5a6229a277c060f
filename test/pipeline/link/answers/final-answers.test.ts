import { describe, expect, it } from 'vitest'
import { finalAnswers } from '../../../../pipeline/link/answers/final-answers.ts'
import { wordsOf } from '../../../../pipeline/segment/language/words.ts'

const EN = wordsOf('en')
const answers = (text: string, language = 'en') => finalAnswers(text, [], wordsOf(language))

describe('final answers', () => {
  it('are what is stated last, with its unit', () => {
    expect(answers('So $v=\\sqrt{2gh}=4.43\\,\\mathrm{m/s}$. Hence $F=ma=12.4\\,\\mathrm{kN}$.')).toMatchObject([
      { part: null, value: 12.4, unit: 'kN', sure: false },
    ])
    expect(answers('The force is 4.0 N.')).toMatchObject([{ value: 4, unit: 'N', sure: true }])
  })

  it('are named by the first side of the chain, and say nothing of what stands between', () => {
    expect(answers('$$\\sigma_{\\max}=\\frac{Mc}{I}=\\frac{26.7\\times10^6(75)}{1.42\\times10^7}=141\\,\\mathrm{MPa}$$')).toMatchObject([
      { quantity: '\\sigma_{\\max}', value: 141, unit: 'MPa', text: '$\\sigma_{\\max}=141\\,\\mathrm{MPa}$', sure: true },
    ])
    expect(answers('$\\begin{aligned}M_2&=M_1+5\\\\&=12\\,\\mathrm{N\\cdot m}\\end{aligned}$')).toMatchObject([
      { quantity: 'M_2', value: 12, unit: 'N·m', text: '$M_2=12\\,\\mathrm{N\\cdot m}$' },
    ])
    expect(answers('It holds for $L>125.7(0.0775)=9.73\\,\\mathrm{m}$')).toMatchObject([{ quantity: 'L', text: '$L>9.73\\,\\mathrm{m}$' }])
  })

  it('have no name where a chain begins with no quantity', () => {
    expect(answers('$\\frac{0.6496}{0.7746}=0.839$')).toMatchObject([
      { quantity: null, value: 0.839, text: '$\\frac{0.6496}{0.7746}=0.839$' },
    ])
    expect(answers('The heat flux is $1075\\,\\mathrm{W/m^2}$.')).toMatchObject([
      { quantity: 'flux', value: 1075, unit: 'W/m^2', text: '$1075\\,\\mathrm{W/m^2}$' },
    ])
  })

  it('are all that "and" joins', () => {
    expect(answers('Hence $R_A=5\\,\\mathrm{kN}$ and $R_B=7$ kN.')).toMatchObject([
      { quantity: 'R_A', value: 5, unit: 'kN' },
      { quantity: 'R_B', value: 7, unit: 'kN', text: '$R_B=7$ kN' },
    ])
    expect(answers('Also $R_A=5\\,\\mathrm{kN}$ und $R_B=7\\,\\mathrm{kN}$', 'de')).toHaveLength(2)
  })

  it('read powers of ten, thousands, signs and degrees', () => {
    expect(answers('$p=-1.2\\times 10^{-6}\\,\\mathrm{Pa}$')).toMatchObject([{ value: -1.2e-6, unit: 'Pa' }])
    expect(answers('It is 12,500 W')).toMatchObject([{ value: 12500, unit: 'W' }])
    expect(answers('$\\sigma=3,315\\,\\mathrm{psi}$')).toMatchObject([{ value: 3315, unit: 'psi' }])
    expect(answers('$T_2=62.9^{\\circ}\\mathrm{C}$')).toMatchObject([{ value: 62.9, unit: '°C' }])
    expect(answers('$F_{AB}=4.5\\,\\mathrm{kN}\\;(\\text{T})$')).toMatchObject([{ value: 4.5, unit: 'kN' }])
  })

  it('read a unit that stands outside the formula, typed or set', () => {
    expect(answers('$W=106$ kips in all')).toMatchObject([{ value: 106, unit: 'kips', text: '$W=106$ kips' }])
    expect(answers('The load is 85 $\\mathrm{kN}$.')).toMatchObject([{ value: 85, unit: 'kN' }])
  })

  it('take no words for units', () => {
    expect(answers('With $k=1.5$ the beam holds.')).toMatchObject([{ value: 1.5, unit: null }])
    expect(answers('The number is $68.9$, that is 69 pins.')).toMatchObject([{ quantity: null, value: 69, unit: null }])
  })

  it('are found for every part that states one', () => {
    const parts = [
      { label: 'a', text: '39.5 g' },
      { label: 'b', text: '$50\\,\\mathrm{cm^3}$' },
      { label: 'c', text: 'It floats because its density is low. Why so is told above.' },
    ]
    expect(finalAnswers('', parts, EN)).toMatchObject([
      { part: 'a', value: 39.5, unit: 'g', sure: true },
      { part: 'b', value: 50, unit: 'cm^3', sure: true },
    ])
  })

  it('take no variables for units', () => {
    expect(answers('$I=4ma^2$')).toMatchObject([{ value: null, text: '$I=4ma^2$', sure: false }])
    expect(answers('$4ma^2$')).toMatchObject([{ value: null, unit: null, text: '$4ma^2$' }])
  })

  it('are not made up where no number is stated', () => {
    expect(answers('The proof follows from the definition. It needs no figures at all, as one sees at once.')).toEqual([])
    expect(answers('proof')).toEqual([{ part: null, quantity: null, value: null, unit: null, text: 'proof', sure: false }])
  })

  it('belong to parts only where the question has them', () => {
    const text = 'Between (1) and (2) the pressure falls, so $p=4\\,\\mathrm{Pa}$.'
    const parts = [
      { label: '1', text: 'and' },
      { label: '2', text: 'the pressure falls, so $p=4\\,\\mathrm{Pa}$.' },
    ]
    expect(finalAnswers(text, parts, EN, [])).toMatchObject([{ part: null, value: 4, unit: 'Pa' }])
    expect(finalAnswers(text, parts, EN, [{ label: '2' }])).toMatchObject([{ part: '2', value: 4 }])
  })
})
