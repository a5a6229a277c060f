import { unionAll } from '../../schemas/geometry.ts'
import type { PlacedLine } from './columns.ts'
import { type RawLine, wordGaps } from './lines.ts'

/** Points within which lines of a column end at one edge. */
const FLUSH = 2
/** Em. Every word space of a line that was stretched to fill its column is wider than this: half as wide again as TeX's and Word's own. */
const STRETCHED = 0.5
/** Share of an em by which baselines of one line may differ. */
const LEVEL = 0.1
/** Em of white beyond which no word space is stretched but something is set apart. */
const WIDEST = 20

/**
 * Joins the pieces of a justified line whose few words were set so far apart that they look like cells. Such a line fills its column from
 * edge to edge, all of its word spaces are wide, and no piece stands over or under the start of another one, as cells would.
 */
export function joinStretched(placed: readonly PlacedLine[]): PlacedLine[] {
  const joined: PlacedLine[] = []
  const rows = levelRows(placed)
  rows.forEach((row, at) => {
    const merged = isStretched(row, [rows[at - 1], rows[at + 1]], placed) ? join(row) : undefined
    joined.push(...(merged ? [merged] : row))
  })
  return joined
}

/** Consecutive lines of one column on one baseline. */
function levelRows(placed: readonly PlacedLine[]): PlacedLine[][] {
  const rows: PlacedLine[][] = []
  for (const entry of placed) {
    const row = rows.at(-1)
    const before = row?.at(-1)
    if (row && before && isNext(before, entry)) row.push(entry)
    else rows.push([entry])
  }
  return rows
}

const sameColumn = (a: PlacedLine, b: PlacedLine): boolean => a.band === b.band && a.column === b.column

const isNext = (a: PlacedLine, b: PlacedLine): boolean =>
  sameColumn(a, b) &&
  a.line.angle === undefined &&
  b.line.angle === undefined &&
  Math.abs(a.line.baseline - b.line.baseline) < LEVEL * a.line.size &&
  Math.abs(a.line.size - b.line.size) < LEVEL * a.line.size &&
  b.line.box.left > a.line.box.right &&
  b.line.box.left - a.line.box.right < WIDEST * a.line.size

function isStretched(
  row: readonly PlacedLine[],
  beside: readonly (readonly PlacedLine[] | undefined)[],
  placed: readonly PlacedLine[],
): boolean {
  const first = row[0]
  const last = row.at(-1)
  if (!first || !last || row.length < 2) return false
  const column = placed.filter((other) => sameColumn(other, first) && !row.includes(other))
  const left = Math.min(...column.map(({ line }) => line.box.left))
  const flushRight = column.filter(({ line }) => Math.abs(line.box.right - last.line.box.right) < FLUSH)
  if (first.line.box.left > left + 2 * first.line.size || flushRight.length < 2) return false
  if (beside.some((other) => other !== undefined && other.length > 1 && sharesStart(row, other))) return false
  return row.every(({ line }) => narrowestSpace(line) > STRETCHED * line.size)
}

/** Cells of a table stand under one another. */
const sharesStart = (row: readonly PlacedLine[], other: readonly PlacedLine[]): boolean =>
  row.slice(1).some((piece) => other.slice(1).some(({ line }) => Math.abs(line.box.left - piece.line.box.left) < FLUSH))

/** Points. Spaces inside formulas do not stretch with those between words. */
function narrowestSpace(line: RawLine): number {
  let least = Number.POSITIVE_INFINITY
  line.glyphs.forEach((glyph, at) => {
    const before = line.glyphs[at - 1]
    if (!line.spaces[at] || !before) return
    const isBetweenWords = before.font === glyph.font && /[\p{L}.,;:]$/u.test(before.text) && /^\p{L}/u.test(glyph.text)
    if (isBetweenWords) least = Math.min(least, line.gaps[at] ?? 0)
  })
  return least
}

function join(row: readonly PlacedLine[]): PlacedLine | undefined {
  const first = row[0]
  const box = unionAll(row.map(({ line }) => line.box))
  if (!first || !box) return undefined
  const glyphs = row.flatMap(({ line }) => line.glyphs)
  const starts = new Set(row.map(({ line }) => line.glyphs[0]))
  const { gaps } = wordGaps(glyphs, [])
  const spaces = row.flatMap(({ line }) => line.spaces).map((space, at) => space || (at > 0 && starts.has(glyphs[at])))
  return { ...first, line: { ...first.line, glyphs, spaces, gaps, box } }
}
