import { describe, expect, it } from 'vitest'
import { box, displays, math, type Piece } from './lettered-page.ts'

const small = (text: string, x: number, y: number): Piece => ({ ...math(text, x, y), size: 6 })

describe('limits of an integral', () => {
  const integral: Piece = { ...math('∫', 165, 115), ink: box(165, 108, 173, 132) }
  const line = [math('v=', 150, 122), integral, math('f', 178, 122)]

  it('are moved to where the sign leans, clear of it', () => {
    expect(displays([line, small('b', 171, 105), small('a', 164, 140)])).toEqual(['v=\\int\\limits_a^bf'])
  })

  it('stand beside it where they reach into its height', () => {
    expect(displays([line, small('b', 174, 110), small('a', 171, 134)])).toEqual(['v=\\int_a^bf'])
  })
})

describe('an arrow', () => {
  const arrow = (left: number, right: number, y: number): Piece => ({ ...math('→', left, y), ink: box(left, y - 4, right, y) })
  const shaft = (left: number, right: number, y: number): Piece => ({ ...math('−', left, y), ink: box(left, y - 2.3, right, y - 1.7) })

  it('between two things has its labels over and under it', () => {
    const long = [shaft(166, 176, 122), arrow(174, 184, 122)]
    expect(displays([[math('A', 155, 122), ...long, math('B', 188, 122), small('k', 174, 114), small('s', 174, 127.5)]])).toEqual([
      'A\\xrightarrow[s]{k}B',
    ])
  })

  it('over a letter may have its shaft within its head', () => {
    const short = [arrow(160, 167, 115), shaft(161, 166, 115)]
    expect(displays([[math('F=m', 161, 125), ...short]])).toEqual(['\\overrightarrow{F}=m'])
  })

  it('over a letter is not over the bracket beside it', () => {
    expect(displays([[math('W(F)=m', 150, 125), shaft(159, 165, 115), arrow(162, 167.5, 115)]])).toEqual(['W(\\overrightarrow{F})=m'])
  })

  it('goes with the row that it is over, not with that above it', () => {
    const above: Piece = { text: 'the rate is', x: 140, y: 104 }
    expect(displays([above, math('AB=r', 161, 117), [shaft(161, 167, 109), arrow(165, 171, 109)]])).toEqual(['\\overrightarrow{AB}=r'])
  })
})
