import { describe, expect, it } from 'vitest'
import { box, formulas, type Piece, pageOf } from './lettered-page.ts'

const math = (text: string, x: number, y: number, size = 13): Piece => ({ text, x, y, face: 'math', size })
const words: readonly Piece[] = [
  { text: 'the force is here', x: 40, y: 60 },
  { text: 'for the whole of this beam', x: 150, y: 60 },
]
const inline = (host: Piece, ...others: readonly Piece[]): string[] => formulas(pageOf([[...words, host], ...others])).inline

describe('a script on a line of its own', () => {
  it('hangs on a letter of a formula that is set larger than the words around it', () => {
    expect(inline(math('q', 130, 60), math('w', 137, 64, 9))).toEqual(['q_w'])
    expect(inline(math('q', 130, 60, 10), math('w', 137, 64, 9))).toEqual(['q', 'w'])
  })

  it('may be primes, which stand higher than other scripts', () => {
    const high = (text: string): Piece => ({ ...math(text, 137, 55, 9), ink: box(137.5, 46, 139, 49) })
    const host: Piece = { ...math('q', 130, 60), ink: box(130.5, 52.6, 136, 63) }
    expect(inline(host, high('′'))).toEqual(["q'"])
    expect(inline(host, high('∗'))).not.toEqual(['q^*'])
  })
})

describe('an accent on a line of its own', () => {
  const hat = (left: number): Piece => ({ ...math('^', left, 60), ink: box(left, 48, left + 5, 50) })
  const host: Piece = { ...math('n', 130, 60), ink: box(130.5, 53, 136.5, 60) }

  it('stands over the letter on which it is centred', () => {
    expect(inline(host, hat(131))).toEqual(['\\hat{n}'])
    expect(inline(host, hat(140))).not.toEqual(['\\hat{n}'])
  })
})

describe('strokes on lines of their own', () => {
  const stroke = (at: Parameters<typeof box>, sign = '⟋'): Piece => ({ ...math(sign, at[0], 60), ink: box(...at) })
  const others = [math('a', 130, 60), math('+b', 138, 60)]

  it('strike out what they cross', () => {
    expect(formulas(pageOf([[...words, ...others], stroke([129.5, 50, 137, 62])])).inline).toEqual(['\\cancel{a}+b'])
    expect(formulas(pageOf([[...words, ...others], stroke([129.5, 50, 137, 62], '⟍')])).inline).toEqual(['\\bcancel{a}+b'])
  })
})
