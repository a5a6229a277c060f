import { type OcrLine, type OcrSymbol, type OcrWord, recogniseFigures } from './engine.ts'
import type { Grey } from './raster.ts'

/** Shares of a row's height: how far above the baseline a raised figure ends at least, and how high it is. Figures on the line have 0.7. */
const RAISED = 0.2
const SMALL = { least: 0.25, most: 0.62 }
/** What the recogniser takes a small raised 2 or 3 for. */
const MISTAKEN = /^[?*'"’‘“”®]$/
/** Confidence from which a figure that was looked at again is believed: those that were no figures came out below. */
const SURE = 0.85

/**
 * Words with the figures that are raised after a letter, a figure or a bracket: m², ft³, 10⁶. The recogniser knows no small raised figures and
 * takes many of them for other signs, so those are looked at again, larger and alone, for figures only.
 *
 * @param picture what was read, in the pixels of `lines`
 */
export async function withRaisedFigures(lines: readonly OcrLine[], picture: Grey): Promise<OcrLine[]> {
  const doubtful = lines.flatMap((line) =>
    line.words.flatMap(({ symbols }) =>
      symbols.filter((symbol, at) => MISTAKEN.test(symbol.text) && isRaised(symbol, symbols[at - 1], line)),
    ),
  )
  const figures = doubtful.length === 0 ? [] : await recogniseFigures(picture, doubtful)
  const read = new Map(doubtful.map((symbol, at) => [symbol, figures[at]]))
  const looked = (symbol: OcrSymbol): OcrSymbol => {
    const again = read.get(symbol)
    return again && again.confidence >= SURE && /^\d$/.test(again.text) ? { ...symbol, text: again.text } : symbol
  }
  return lines.map((line) => ({ ...line, words: line.words.map((word) => marked({ ...word, symbols: word.symbols.map(looked) }, line)) }))
}

/** The word with its raised figures marked as such. */
const marked = (word: OcrWord, line: OcrLine): OcrWord => ({
  ...word,
  symbols: word.symbols.map((symbol, at) =>
    /^\d$/.test(symbol.text) && isRaised(symbol, word.symbols[at - 1], line) ? { ...symbol, raised: true } : symbol,
  ),
})

function isRaised({ top, bottom }: OcrSymbol, before: OcrSymbol | undefined, { baseline, height }: OcrLine): boolean {
  const high = (bottom - top) / height
  const isSmall = high >= SMALL.least && high <= SMALL.most
  return before !== undefined && /^[\p{L}\d)\]]$/u.test(before.text) && isSmall && baseline - bottom > RAISED * height
}
