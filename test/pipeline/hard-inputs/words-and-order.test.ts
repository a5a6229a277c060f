import { describe, expect, it } from 'vitest'
import { linkBook, segmentBook } from '../fakes/book.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'
import { coded, inOrderOfUse, type3Font } from '../type3-font.ts'
import { readPage } from './read-page.ts'

describe('hyphens that the file calls soft', () => {
  it('go, at the end of a line and inside it', async () => {
    const lines = ['1. A steel block slides slow-', 'ly down, and the tem|pera|ture', 'rises.', '2. Find the work.']
    const letters = inOrderOfUse(lines.join('').replaceAll(/[-|]/g, ''), 33).map((glyph) => ({ ...glyph, unicode: glyph.shows }))
    // Two glyphs are soft hyphens: one is drawn where a word is divided, one paints nothing where it might be.
    const glyphs = [...letters, { code: 200, shows: '-', unicode: '\u00ad' }, { code: 201, shows: '', unicode: '\u00ad' }]
    const codes = (line: string): string =>
      line
        .split('|')
        .map((part) => coded(part, glyphs))
        .join('\xc9')
    const content = lines.map((line, at) => show(codes(line), 10, 140 - 13 * at, { font: 'G' })).join('')
    const bytes = tinyPdf([{ content, width: 230, height: 160, fonts: `/G ${extraObject()} 0 R` }], type3Font(glyphs))
    const { items } = await linkBook(bytes)
    expect(items[0]?.question.text).toBe('A steel block slides slowly down, and the temperature rises.')
  })
})

describe('words', () => {
  it.each([
    ['kerned', '[(T) 120 (OWER OF THE CER) -10 (TIFICA) 140 (TE)] TJ'],
    ['tracked', '1.5 Tc [(T) 120 (OWER OF THE CERTIFICA) 140 (TE)] TJ'],
  ])('in capitals that are %s stay whole', async (_, text) => {
    const { lines } = await readPage(tinyPdf([{ content: `BT /F 10 Tf 10 150 Td ${text} ET`, width: 300 }]))
    expect(lines).toEqual(['TOWER OF THE CERTIFICATE'])
  })
})

describe('two columns', () => {
  it('of a data sheet with a head each are read one after the other, and heads over both split them', async () => {
    const column = (x: number, y: number, name: string): string =>
      show(`${name} head`, x, y, { font: 'B' }) +
      [1, 2, 3, 4, 5].map((row) => show(`${name} row ${row} of what it says`, x, y - 14 * row)).join('')
    const over = show('The data of the pump that is shown here, in both of its columns', 20, 280, { font: 'B', size: 11 })
    const content = `${column(20, 380, 'A')}${column(230, 380, 'B')}${over}${column(20, 260, 'C')}${column(230, 260, 'D')}`
    const { lines } = await readPage(tinyPdf([{ content, width: 420, height: 400 }]))
    expect(lines.map((line) => line[0]).join('')).toBe('AAAAAABBBBBBTCCCCCCDDDDDD')
  })

  it('with a picture under each question keep their numbers in order', async () => {
    const triangle = (x: number, y: number): string => `${x} ${y} m ${x + 60} ${y} l ${x} ${y + 60} l s `
    const column = (x: number, first: number): string =>
      [0, 1, 2]
        .map((at) => {
          const y = 380 - 120 * at
          return `${show(`${first + at}. A block rests on the plane of`, x, y)}${show('the figure. Find the force.', x, y - 12)}${triangle(x + 20, y - 90)}`
        })
        .join('')
    // The right column is painted first.
    const { found } = await segmentBook(tinyPdf([{ content: column(230, 22) + column(30, 19), width: 420, height: 420 }]))
    expect(found.problems.map(({ number }) => number)).toEqual(['19', '20', '21', '22', '23', '24'])
  })
})
