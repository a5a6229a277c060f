import type { OcrLine, OcrWord } from './engine.ts'

/** Lines of a page that begin so before its figures are said to be old-style: units such as "s-1" seldom begin a line. */
const MIN_LINES = 3
/** Words at a line's start that may stand before its number: a star, an icon. */
const LEAD_WORDS = 2
/** A number in two parts whose figures are partly read as the letters that old-style figures look like: "s—12", "*s—1sE", "Ps—14". */
const NUMBER = /^[^\p{L}\d]{0,2}P?[\dsol]{1,3}[-–—][\dsol]{1,3}\p{Lu}?[^\p{L}\d]{0,2}$/u
const FIGURES: Readonly<Record<string, string>> = { s: '5', o: '0', l: '1' }

/**
 * Numbers of problems and figures in old-style figures: the recogniser takes a 5 that hangs below the line for an s, a low 0 for an o and a
 * low 1 for an l. Only numbers of two parts are mended, and only where line after line begins with one.
 */
export function withOldStyleFigures(lines: readonly OcrLine[]): readonly OcrLine[] {
  const begins = lines.filter(({ words }) => words.slice(0, LEAD_WORDS).some(isMisread))
  if (begins.length < MIN_LINES) return lines
  return lines.map((line) => ({ ...line, words: line.words.map((word) => (isMisread(word) ? mended(word) : word)) }))
}

function isMisread({ symbols }: OcrWord): boolean {
  const text = symbols.map((symbol) => symbol.text).join('')
  return NUMBER.test(text) && /\d/.test(text) && /[sol]/.test(text)
}

const mended = (word: OcrWord): OcrWord => ({
  ...word,
  symbols: word.symbols.map((symbol) => ({ ...symbol, text: FIGURES[symbol.text] ?? symbol.text })),
})
