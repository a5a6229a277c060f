import type { Box } from '../../schemas/geometry.ts'
import type { Font } from '../../schemas/layout.ts'
import type { OcrLine, OcrWord } from './engine.ts'
import type { Scan } from './read-scan.ts'

/** All that is known about the typeface of recognised letters: its weight. */
export const SCANNED_FONTS: readonly Font[] = [false, true].map((bold) => ({
  name: bold ? 'scanned-bold' : 'scanned',
  bold,
  italic: false,
  serif: true,
  mono: false,
  math: false,
}))

/** Share by which a line's measured height may differ from the page's usual one and still be the same size. */
const SAME_SIZE = 0.18
/** Points. Sizes are given in these steps; measuring is no finer. */
const SIZE_STEP = 0.5
/** Points. Width of what paints nothing. */
const NO_INK = 0.01
/** Em. White that a word gap is given at least where boxes of words overlap. */
const MIN_SPACE = 0.12

/** A recognised letter, in points; a blank where a word ended. */
export interface ScannedGlyph {
  readonly text: string
  readonly size: number
  readonly x: number
  readonly y: number
  readonly advance: number
  readonly ink: Box
  readonly blank: boolean
  /** Index into `SCANNED_FONTS`. */
  readonly font: number
  /** Of the word. */
  readonly confidence: number
  /** Number of the recogniser's line. */
  readonly line: number
}

/** Letters on straight baselines, with the size of their line. */
export function placeScan({ lines, scale, bold }: Scan): ScannedGlyph[] {
  const usual = usualHeight(lines)
  return lines.flatMap((line, index) => placeLine(line, index, scale, usual, bold))
}

/** The row height that most letters have. */
function usualHeight(lines: readonly OcrLine[]): number {
  const weighted = lines
    .map((line) => ({ height: line.height, letters: line.words.reduce((sum, { symbols }) => sum + symbols.length, 0) }))
    .sort((a, b) => a.height - b.height)
  const half = weighted.reduce((sum, { letters }) => sum + letters, 0) / 2
  let seen = 0
  for (const { height, letters } of weighted) {
    seen += letters
    if (seen >= half) return height
  }
  return 40
}

function placeLine(line: OcrLine, index: number, scale: number, usual: number, bold: ReadonlySet<OcrWord>): ScannedGlyph[] {
  const height = Math.abs(line.height - usual) <= SAME_SIZE * usual ? usual : line.height
  const size = Math.max(SIZE_STEP, Math.round((height * scale) / SIZE_STEP) * SIZE_STEP)
  const y = line.baseline * scale
  const placed: ScannedGlyph[] = []
  // The recogniser's boxes of letters overlap and even swap places; the order of its letters is right.
  let pen = Number.NEGATIVE_INFINITY
  for (const word of line.words) {
    const { symbols, confidence } = word
    const font = bold.has(word) ? 1 : 0
    symbols.forEach((symbol, at) => {
      const left = Math.max(symbol.left * scale, pen)
      const right = Math.max(symbol.right * scale, left + scale)
      const ink = { left, top: symbol.top * scale, right, bottom: Math.max(symbol.bottom, symbol.top + 1) * scale }
      // Pens follow one another inside a word, so that nothing later takes a wide letter gap for a word gap.
      const next = (symbols[at + 1]?.left ?? 0) * scale
      placed.push({
        text: symbol.text,
        size,
        x: left,
        y,
        advance: Math.max(next - left, right - left),
        ink,
        blank: false,
        font,
        confidence,
        line: index,
      })
      pen = left + scale
    })
    const end = Math.max(pen, ...symbols.map(({ right }) => right * scale))
    const ink = { left: end, top: y - NO_INK, right: end + NO_INK, bottom: y }
    placed.push({ text: ' ', size, x: end, y, advance: 0, ink, blank: true, font, confidence, line: index })
    pen = end + MIN_SPACE * size
  }
  return placed
}
