import { describe, expect, it } from 'vitest'
import { formulas, type Piece, pageOf, sentence } from './lettered-page.ts'

const line = (text: string, y: number): Piece => ({ text, x: 40, y })
const math = (text: string, x: number, y: number): Piece => ({ text, x, y, face: 'math' })
const displays = (pieces: Parameters<typeof pageOf>[0], top?: number, bottom?: number): string[] =>
  formulas(pageOf(pieces), top, bottom).display

describe('a display in a short part of a question', () => {
  const texts = [sentence(60), sentence(180), line('Show that', 100)]

  it('is centred in the column, not in the lines of that part', () => {
    expect(displays([...texts, math('v=ab+c', 182, 110)], 90, 120)).toEqual(['v=ab+c'])
  })

  it('is a line of text where it is off the middle', () => {
    expect(displays([...texts, math('v=ab+c', 110, 110)], 90, 120)).toEqual([])
  })
})

describe('a display set flush left', () => {
  const formula = math('v=ab', 40, 84)
  const short = line('the speed is given by', 72)

  it('is known by the line before it, which breaks off though the formula would have fitted', () => {
    expect(displays([sentence(60), short, formula, sentence(96)])).toEqual(['v=ab'])
  })

  it('may follow a line of formulas that goes on with a word', () => {
    const formulasAndWord = [math('p=q,r=s,t=u', 40, 72), line('show that', 72)].map((piece, at) => ({ ...piece, x: 40 + 60 * at }))
    expect(displays([sentence(60), formulasAndWord, formula, sentence(96)])).toEqual(['v=ab'])
  })

  it('is none where the line before it is full', () => {
    expect(displays([sentence(60), sentence(72), formula, sentence(96)])).toEqual([])
  })

  it('is one after a full line where it is set off like a paragraph', () => {
    const below = [math('v=ab', 40, 87), sentence(99)]
    expect(displays([sentence(60), sentence(72), ...below])).toEqual(['v=ab'])
  })

  it('is none where words of a sentence follow it', () => {
    expect(displays([sentence(60), short, [formula, { ...line('which is so', 84), x: 64 }], sentence(96)])).toEqual([])
  })

  it('is none where the line before it ends its sentence', () => {
    expect(displays([sentence(60), line('so much for the speed.', 72), formula, sentence(96)])).toEqual([])
  })
})
