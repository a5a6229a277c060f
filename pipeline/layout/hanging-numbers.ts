import type { RawLine } from './lines.ts'

/** Em by which baselines of one row differ, at most: numbers of lists stand level with the top of a line that its scripts make taller. */
const SAME_ROW = 0.5
/** Points. Text of a column begins this close to its edge. */
const ALIGNED = 3
/** "9.7", "12.", "P5.3", "4)": what hangs out of a column to number its paragraphs. A number in brackets is an equation's, of the column before. */
const NUMBER = /^(?:\p{Lu}{1,2}[.-]?)?\d[\d.\-–/]*\p{L}?[.):]?$/u

/**
 * The column of a number that stands by itself in the white before it, beside a line that begins at the column's edge; undefined for other
 * lines. The strip's middle does not tell: numbers hang out further than columns are apart.
 */
export function hangingColumn(
  line: RawLine,
  lines: readonly RawLine[],
  gutters: readonly { readonly left: number; readonly right: number }[],
): number | undefined {
  const at = gutters.findIndex(({ left, right }) => line.box.left > left && line.box.right < right)
  const gutter = gutters[at]
  if (!gutter || line.angle !== undefined || !NUMBER.test(line.glyphs.map(({ text }) => text).join(''))) return undefined
  const isBeside = lines.some(
    (other) => Math.abs(other.baseline - line.baseline) < SAME_ROW * line.size && Math.abs(other.box.left - gutter.right) < ALIGNED,
  )
  return isBeside ? at + 1 : undefined
}
