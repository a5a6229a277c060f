import { describe, expect, it } from 'vitest'
import { doubtOf } from '../../../pipeline/equations/doubts.ts'
import type { Drawing } from '../../../schemas/layout.ts'
import { box, found, type Piece, pageOf, sentence } from './lettered-page.ts'

const math = (text: string, x = 160, y = 120): Piece => ({ text, x, y, face: 'math' })

/** What there is to doubt in a display between two lines of text. */
const doubts = (pieces: Piece[], drawings: readonly Drawing[] = []): (string | undefined)[] =>
  found(pageOf([sentence(60), sentence(180), pieces], drawings)).map(doubtOf)

/** The same of a formula in the middle of a sentence. */
const inSentence = (formula: string): (string | undefined)[] =>
  found(
    pageOf([[{ text: 'the bar is ', x: 40, y: 60 }, math(formula, 95, 60), { text: ', as long', x: 95 + 5 * formula.length, y: 60 }]]),
  ).map(doubtOf)

describe('a formula in a sentence', () => {
  it.each(['a=b', 'a+b', '−a'])('%s is believed', (formula) => {
    expect(inSentence(formula)).toEqual([undefined])
  })

  it('is doubted where it begins with a relation', () => {
    expect(inSentence('=b')).toEqual(['it begins with a relation'])
  })

  it('is doubted where a sign with white on both sides begins it', () => {
    const apart = (sign: string, gap: number): (string | undefined)[] =>
      found(
        pageOf([
          [
            { text: 'the bar is ', x: 40, y: 60 },
            math(sign, 95, 60),
            math('a=b', 100 + gap, 60),
            { text: ', as long', x: 120 + gap, y: 60 },
          ],
        ]),
      ).map(doubtOf)
    expect(apart('+', 2)).toEqual(['it begins with a sign that wants something before it'])
    expect(apart('+', 0)).toEqual([undefined])
    expect(apart('×', 0)).toEqual(['it begins with a sign that wants something before it'])
    expect(apart('−', 2)).toEqual([undefined])
  })

  it.each(['a=', 'a+'])('%s wants something after it', (formula) => {
    expect(inSentence(formula)).toEqual(['it ends with a sign that wants something after it'])
  })
})

describe('a display', () => {
  it('may go on from the one before it', () => {
    expect(doubts([math('=a+b')])).toEqual([undefined])
  })

  it('is doubted where its brackets do not match', () => {
    expect(doubts([math('v=(a+b')])).toEqual(['its brackets do not match'])
    expect(doubts([math('v=[a,b)')])).toEqual([undefined])
  })

  it('is doubted where brackets do not match in a part of it', () => {
    const over: Drawing = { box: box(174.5, 108, 185.5, 108.5), kind: 'stroke', shape: 'horizontal', order: 1 }
    expect(doubts([math('v=a', 155), math('a)', 175)], [over])).toEqual(['its brackets do not match'])
    expect(doubts([math('v=a', 155), math('ab', 175)], [over])).toEqual([undefined])
  })

  it('is doubted where a state has one bracket only', () => {
    expect(doubts([math('v=a⟩')])).toEqual(['its brackets do not match'])
    expect(doubts([math('v=⟨a⟩')])).toEqual([undefined])
    expect(doubts([math('v=|a⟩')])).toEqual([undefined])
  })

  it('is doubted where a power is torn from its figure, as no charge of an ion is', () => {
    const raised: Piece = { ...math('−', 185, 116), size: 6 }
    expect(doubts([math('v=a10'), raised])).toEqual(['a power of it is a sign alone'])
    expect(doubts([math('v=a1H'), raised])).toEqual([undefined])
  })

  it('is doubted where an accent that only letters have stands over a figure', () => {
    const breve = (left: number): Piece => ({ ...math('˘', left, 120), ink: box(left + 1, 110, left + 4, 112) })
    expect(doubts([math('v=a10'), breve(180)])).toEqual(['a radical or an accent of it stands over nothing'])
    expect(doubts([math('v=a1b'), breve(180)])).toEqual([undefined])
  })

  it('is doubted where two lines in brackets may be a binomial or a column', () => {
    const tall = (text: string, left: number): Piece => ({ ...math(text, left, 120), ink: box(left, 104, left + 4, 134) })
    const lines = (y: number): (string | undefined)[] =>
      doubts([math('v=', 160, 122), tall('(', 172), math('n', 180, y), math('k', 180, 130), tall(')', 188)])
    expect(lines(115)).toEqual(['a binomial of it may be a column of two'])
    expect(lines(118)).toEqual([undefined])
  })

  it('is doubted where a bar has no other', () => {
    const bar: Piece = { ...math('|', 175, 120), ink: box(177, 110, 177.6, 124) }
    expect(doubts([math('v=a'), bar])).toEqual(['a bar of it has no other'])
    expect(doubts([math('v=a'), bar, { ...math('p', 179, 124), size: 6 }])).toEqual([undefined])
    expect(doubts([math('v=a'), bar, math('b', 180)])).toEqual([undefined])
  })

  it('is doubted where a script hangs on nothing, which numbers before an isotope do not', () => {
    const raised = (text: string): Piece => ({ ...math(text, 156, 116), size: 6 })
    expect(doubts([raised('n'), math('C=a')])).toEqual(['a script of it hangs on nothing'])
    expect(doubts([raised('4'), math('C=a')])).toEqual([undefined])
  })

  it('is doubted where a superscript states something', () => {
    expect(doubts([math('v=a'), { ...math('b=c', 175.5, 115), size: 6 }])).toEqual(['a superscript of it states something'])
  })

  it('is doubted where it holds what no formula has', () => {
    expect(doubts([math('v=˘b')])).toEqual(['it holds a character that formulas do not have'])
    expect(doubts([math('v=ˆb')])).toEqual(['it holds a character that formulas do not have'])
  })

  it('is doubted where a radical has no bar or an accent no letter', () => {
    const accent: Piece = { ...math('ˆ', 170, 112), ink: box(170.5, 111, 174.5, 112) }
    expect(doubts([math('v=√b')])).toEqual(['a radical or an accent of it stands over nothing'])
    expect(doubts([math('v=+b'), accent])).toEqual(['a radical or an accent of it stands over nothing'])
    expect(doubts([math('v=ab'), accent])).toEqual([undefined])
  })

  it('is doubted where a glyph stands in it that was not read with it', () => {
    const [display] = found(pageOf([sentence(60), sentence(180), [math('v=a+b')]]))
    if (!display) throw new Error('There is a display.')
    const { glyphs } = display
    expect(doubtOf({ ...display, glyphs: glyphs.filter((index) => index !== glyphs[2]) })).toBe(
      'a glyph stands in it that is no part of it',
    )
  })

  it('is doubted where a small outline is painted in it', () => {
    const outline = (left: number): Drawing => ({ box: box(left, 110, left + 4, 112), kind: 'fill', shape: 'path', order: 1 })
    expect(doubts([math('v=a+b')], [outline(170)])).toEqual(['something is painted in it whose form is not known'])
    expect(doubts([math('v=a+b')], [outline(230)])).toEqual([undefined])
  })

  it('is doubted where a slanted line is drawn through a letter', () => {
    const line = (left: number): Drawing => ({ box: box(left, 112, left + 7, 122), kind: 'stroke', shape: 'path', order: 1 })
    expect(doubts([math('v=a+b')], [line(169)])).toEqual(['something is drawn through it'])
    expect(doubts([math('v=a+b')], [line(230)])).toEqual([undefined])
  })
})
