import { type Glyph, glyphAt, type Line, type PageLayout } from '../../schemas/layout.ts'

/** Em. A digit whose baseline or size differs by more stands in another script: "10" and a raised "6" are two numerals. */
const SAME_SCRIPT = 0.12

const NUMERAL = /\d+(?:\.\d+)?/gu

/** Thousands set apart by a thin space or a comma are one numeral. */
const GROUPED = /(\d)(?:\\[,;: !]|\{,\}|,|[\u2009\u202f\u00a0])(?=\d{3}(?!\d))/gu

/** Decimal numerals of a text in Markdown with LaTeX, in order. */
export function numeralsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(GROUPED, '$1')
    .replace(/\\(?:d|t)?frac(\d)(\d)/gu, ' $1 $2 ')
    .replace(/\\[a-zA-Z]+|\\./gu, ' ')
  return plain.match(NUMERAL) ?? []
}

/** Numerals printed in a line, scripts apart. */
export function printedNumerals(page: PageLayout, line: Line): string[] {
  let text = ''
  let before: Glyph | undefined
  for (const index of line.glyphs) {
    const glyph = glyphAt(page, index)
    text += before && !glyph.space && isSameScript(before, glyph) ? glyph.text : ` ${glyph.text}`
    before = glyph
  }
  return text.normalize('NFKC').replace(GROUPED, '$1').match(NUMERAL) ?? []
}

const isSameScript = (a: Glyph, b: Glyph): boolean => {
  const em = Math.max(a.size, b.size)
  return Math.abs(a.y - b.y) <= SAME_SCRIPT * em && Math.abs(a.size - b.size) <= SAME_SCRIPT * em
}

/** All digits and points of a text on one string. Tells whether a numeral stands in it however its parts were set; never more than that. */
export const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\\[a-zA-Z]+/gu, '')
    .replace(/[^\d.]/gu, '')

/** Digits of a page's lines, each line apart. */
export const printedDigits = (page: PageLayout, lines: readonly Line[]): string =>
  lines.map((line) => digitsOf(line.glyphs.map((index) => glyphAt(page, index).text).join(''))).join('|')

/** Letters of a line, mathematical alphabets folded to plain letters. */
export const printedLetters = (page: PageLayout, line: Line): string =>
  line.glyphs.map((index) => glyphAt(page, index).text.normalize('NFKC')).join('')
