import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../../schemas/layout.ts'
import { box, formulas, math, type Piece, pageOf } from './lettered-page.ts'

const text = (words: string, x: number, y = 60): Piece => ({ text: words, x, y })
const inline = (pieces: readonly Piece[], drawings: readonly Drawing[] = []): string[] => formulas(pageOf([pieces], drawings)).inline

describe('a prime in full type on the line', () => {
  const primed = (gap: number, host: Piece = math('q', 95, 60)): string[] =>
    inline([text('so here is ', 40), host, math('″', 100 + gap, 60), math('w', 106 + gap, 63, 6), text('for all', 120)])

  it('is a superscript of the letter before it, whose index follows', () => {
    expect(primed(2)).toEqual(["q''_w"])
  })

  it('is none where it stands a word space off, or behind a figure', () => {
    expect(primed(4)).not.toEqual(["q''_w"])
    expect(primed(2, math('7', 95, 60)).join()).not.toContain("7''_w")
  })
})

describe('a fraction in a line', () => {
  it('is no object off the line, though its lower half stands near it', () => {
    const bar: Drawing = { box: box(120, 56.5, 127, 57), kind: 'stroke', shape: 'horizontal', order: 1 }
    const halves = [math('s', 121, 55.2), math('e', 121, 62.9)]
    expect(inline([text('the modulus is', 40), math('E=', 110, 60), ...halves, text('as before', 135)], [bar])).toEqual(['E=\\frac{s}{e}'])
  })
})

describe('a formula that stands off the line of the words beside it', () => {
  it('is moved onto it with its root of a fraction and the bars of both', () => {
    const root: Piece = { ...math('√', 60, 64), ink: box(60, 46, 65, 68) }
    const bars = [box(65, 46, 77, 46.5), box(66, 61, 76, 61.5)].map(
      (at, order): Drawing => ({ box: at, kind: 'stroke', shape: 'horizontal', order }),
    )
    const halves = [math('A', 68, 57), math('p', 68, 70)]
    expect(inline([math('d=', 48, 64.5), root, ...halves, math('=c', 80, 64.5), text('when the rod is', 100)], bars)).toEqual([
      'd=\\sqrt{\\frac{A}{p}}=c',
    ])
  })
})
