import type { OcrLine, OcrSymbol } from './engine.ts'
import { median } from './median.ts'

/** Where a line's letters stand and how high they are, in pixels. */
export interface LineMeasure {
  /** Row on which its letters stand. */
  readonly foot: number
  /** Of its figures and capitals. */
  readonly high: number
}

/** Letters and figures that stand on the line; those of them that are as high as figures. */
const STANDING = /^[A-PR-Zabcdehiklmnorsuvwxz0-9]$/
const HIGH = /^[A-Zbdhkl0-9]$/
/** Letters of a kind from which a line is measured by itself; scripts and wrong readings are fewer than half of these. */
const ENOUGH = 4
/** Height of figures beside that of a row with its descenders, for pages without letters. */
const FIGURE_SHARE = 0.7

/** The usual height of figures and capitals on a page, in pixels. */
export const usualHeight = (lines: readonly OcrLine[]): number =>
  median(lines.flatMap((line) => symbolsOf(line).filter(isHigh).map(heightOf))) ??
  FIGURE_SHARE * (median(lines.map(({ height }) => height)) ?? 0)

/** @param usual the page's height of figures, for lines with few of them */
export function lineMeasure(line: OcrLine, usual: number): LineMeasure {
  const symbols = symbolsOf(line)
  const heights = symbols.filter(isHigh).map(heightOf)
  const feet = symbols.filter(({ text }) => STANDING.test(text)).map(({ bottom }) => bottom)
  return {
    foot: feet.length >= ENOUGH ? (median(feet) ?? line.baseline) : line.baseline,
    high: heights.length >= ENOUGH ? (median(heights) ?? usual) : usual,
  }
}

const symbolsOf = ({ words }: OcrLine): OcrSymbol[] => words.flatMap(({ symbols }) => symbols)
const isHigh = ({ text }: OcrSymbol): boolean => HIGH.test(text)
const heightOf = ({ top, bottom }: OcrSymbol): number => bottom - top
