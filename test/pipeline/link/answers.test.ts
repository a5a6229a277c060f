import { describe, expect, it } from 'vitest'
import { finalAnswers } from '../../../pipeline/link/answers.ts'

describe('final answers', () => {
  it('are what is stated last, with its unit', () => {
    expect(finalAnswers('So $v=\\sqrt{2gh}=4.43\\,\\mathrm{m/s}$ and $F=ma=12.4\\,\\mathrm{kN}$.', [])).toMatchObject([
      { part: null, value: 12.4, unit: 'kN', sure: false },
    ])
    expect(finalAnswers('The force is 4.0 N.', [])).toMatchObject([{ value: 4, unit: 'N', sure: true }])
  })

  it('read powers of ten, thousands and signs', () => {
    expect(finalAnswers('$p=-1.2\\times 10^{-6}\\,\\mathrm{Pa}$', [])).toMatchObject([{ value: -1.2e-6, unit: 'Pa' }])
    expect(finalAnswers('It is 12,500 W', [])).toMatchObject([{ value: 12500, unit: 'W' }])
  })

  it('are found for every part that states one', () => {
    const parts = [
      { label: 'a', text: '39.5 g' },
      { label: 'b', text: '$50\\,\\mathrm{cm^3}$' },
      { label: 'c', text: 'It floats because its density is low. Why so is told above.' },
    ]
    expect(finalAnswers('', parts)).toMatchObject([
      { part: 'a', value: 39.5, unit: 'g', sure: true },
      { part: 'b', value: 50, unit: 'cm^3', sure: true },
    ])
  })

  it('take no variables for units', () => {
    expect(finalAnswers('$I=4ma^2$', [])).toMatchObject([{ value: null, sure: false }])
    expect(finalAnswers('$4ma^2$', [])).toMatchObject([{ value: null, unit: null, text: '4ma^2' }])
  })

  it('are not made up where no number is stated', () => {
    expect(finalAnswers('The proof follows from the definition. It needs no figures at all, as one sees at once.', [])).toEqual([])
    expect(finalAnswers('proof', [])).toEqual([{ part: null, quantity: null, value: null, unit: null, text: 'proof', sure: false }])
  })

  it('belong to parts only where the question has them', () => {
    const text = 'Between (1) and (2) the pressure falls, so $p=4\\,\\mathrm{Pa}$.'
    const parts = [
      { label: '1', text: 'and' },
      { label: '2', text: 'the pressure falls, so $p=4\\,\\mathrm{Pa}$.' },
    ]
    expect(finalAnswers(text, parts, [])).toMatchObject([{ part: null, value: 4, unit: 'Pa' }])
    expect(finalAnswers(text, parts, [{ label: '2' }])).toMatchObject([{ part: '2', value: 4 }])
  })
})
