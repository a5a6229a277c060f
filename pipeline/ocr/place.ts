import type { Box } from '../../schemas/geometry.ts'
import type { Font } from '../../schemas/layout.ts'
import type { OcrLine, OcrWord } from './engine.ts'
import { median } from './median.ts'
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

/** Share by which a line's letters may differ in height from the page's usual ones and still be of the same size. */
const SAME_SIZE = 0.18
/** Pixels of a row of ten-point type, for a page without letters. */
const USUAL_ROW = 40
/** Points. Sizes are given in these steps; measuring is no finer. */
const SIZE_STEP = 0.5
/** Points. Width of what paints nothing. */
const NO_INK = 0.01
/** Size of exponents and indices beside that of their line. */
const SCRIPT = 0.7
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
  const ems = emSizes(lines)
  return lines.flatMap((line, index) => placeLine(line, index, scale, ems[index] ?? USUAL_ROW, bold))
}

/** Letters that reach from the baseline to the x-height, and those that reach to the height of capitals. */
const KINDS = [/^[acemnorsuvwxz]$/, /^[A-Zbdhkl0-9]$/]

/** Pixels of an em on each line: by its letters' heights beside those of the page, because rows are measured with all that sticks out of them. */
function emSizes(lines: readonly OcrLine[]): number[] {
  const heights = lines.map((line) => KINDS.map((kind) => letterHeights(line, kind)))
  const usual = KINDS.map((_, kind) => median(heights.flatMap((line) => line[kind] ?? [])))
  const rows = lines.flatMap((line) => line.words.flatMap(({ symbols }) => symbols.map(() => line.height)))
  const em = median(rows) ?? USUAL_ROW
  return heights.map((line, index) => {
    const shares = line.flatMap((of, kind) => of.map((height) => height / (usual[kind] ?? height)))
    const share = median(shares) ?? (lines[index]?.height ?? em) / em
    return Math.abs(share - 1) <= SAME_SIZE ? em : share * em
  })
}

const letterHeights = ({ words }: OcrLine, kind: RegExp): number[] =>
  words.flatMap(({ symbols }) =>
    symbols.filter(({ text, script }) => script === undefined && kind.test(text)).map(({ top, bottom }) => bottom - top),
  )

function placeLine(line: OcrLine, index: number, scale: number, em: number, bold: ReadonlySet<OcrWord>): ScannedGlyph[] {
  const size = Math.max(SIZE_STEP, Math.round((em * scale) / SIZE_STEP) * SIZE_STEP)
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
        size: symbol.script === undefined ? size : SCRIPT * size,
        x: left,
        y: symbol.script === undefined ? y : symbol.script * scale,
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
