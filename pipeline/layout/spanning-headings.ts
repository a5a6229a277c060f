import { type Box, overlapY } from '../../schemas/geometry.ts'
import type { RawLine } from './lines.ts'

/** Type this much larger than the text's is a heading's. */
const LARGER = 1.12
/** Em by which the first lines of columns that begin together differ in height: a smaller heading may open one of them. */
const LEVEL = 0.5

/**
 * Headings over all columns that are too short to reach into the second one: large type at the left edge, nothing beside it in any column,
 * and below it every column begins at one height.
 */
export function spanningHeadings(lines: readonly RawLine[], columns: readonly (readonly RawLine[])[]): RawLine[] {
  const [first = [], ...others] = columns
  const left = Math.min(...first.map(({ box }) => box.left))
  const usual = textSize(lines)
  return first.filter((line) => {
    if (line.angle !== undefined || line.size < LARGER * usual || line.box.left > left + LEVEL * usual) return false
    const below = firstBelow(line, first)
    if (!below) return false
    return others.every((column) => {
      const next = firstBelow(line, column)
      return next !== undefined && areLevel(below, next, usual) && !column.some((other) => overlapY(line.box, other.box) > 0)
    })
  })
}

/** The size that half of the page's letters reach: labels of figures are many lines, and few letters. */
function textSize(lines: readonly RawLine[]): number {
  const sorted = lines.toSorted((a, b) => a.size - b.size)
  let left = sorted.reduce((sum, { glyphs }) => sum + glyphs.length, 0) / 2
  for (const { glyphs, size } of sorted) {
    left -= glyphs.length
    if (left <= 0) return size
  }
  return 0
}

const firstBelow = (line: RawLine, column: readonly RawLine[]): RawLine | undefined =>
  column
    .filter((other) => other !== line && other.angle === undefined && other.box.top >= line.baseline)
    .reduce<RawLine | undefined>((first, other) => (first && first.baseline <= other.baseline ? first : other), undefined)

/** By their baselines or by their tops. */
const areLevel = (a: RawLine, b: RawLine, em: number): boolean => Math.min(Math.abs(a.baseline - b.baseline), topOf(a, b)) < LEVEL * em

const topOf = ({ box: a }: { readonly box: Box }, { box: b }: { readonly box: Box }): number => Math.abs(a.top - b.top)
