import { columnKey, isRunningText } from '../../schemas/layout.ts'
import { isFormulaOnly, type ReadRow } from './read-row.ts'

/** Points. Left edges of ink that start at one place; side bearings differ by this much. */
const FLUSH = 2

const areInOneColumn = (one: ReadRow | undefined, other: ReadRow | undefined): boolean =>
  one?.row.page === other?.row.page && one?.row.column === other?.row.column

/** Edges of the text that the row interrupts: of the nearest rows of text before it in its column, else after it. */
export function textEdges(rows: readonly ReadRow[], at: number): { left: number; right: number } | undefined {
  const here = rows[at]
  const isText = (read: ReadRow): boolean => areInOneColumn(here, read) && !isFormulaOnly(read)
  const before = rows.slice(0, at).filter(isText).slice(-3)
  const near =
    before.length > 0
      ? before
      : rows
          .slice(at + 1)
          .filter(isText)
          .slice(0, 2)
  if (near.length === 0) return undefined
  // the last line of a paragraph is short, so the right edge is that of the whole column
  const column = rows.filter((read) => areInOneColumn(here, read))
  return { left: Math.min(...near.map((read) => read.row.box.left)), right: Math.max(...column.map((read) => read.row.box.right)) }
}

/**
 * Widths that the row may be centred in. The first line of an item starts at its label, further ones hang, a figure beside the text narrows it,
 * and a short part of a question does not reach the right edge, which other lines of the column then show.
 */
export function measures(rows: readonly ReadRow[], at: number, edges: { left: number; right: number }): { left: number; right: number }[] {
  const here = rows[at]
  const [above, below] = [rows[at - 1], rows[at + 1]].map((read) => (areInOneColumn(here, read) ? read?.row.box : undefined))
  const column = (here?.row.page.lines ?? []).filter((line) => columnKey(line) === here?.row.column && isRunningText(line))
  const lefts = [edges.left, ...(above ? [above.left] : []), ...(below ? [below.left] : [])]
  // a display may be wider than the text, and then makes the column wider than other displays are centred in; a row of text is no display
  const texts = here && isFormulaOnly(here) ? rows.filter((read) => areInOneColumn(here, read) && !isFormulaOnly(read)) : []
  const rights = [
    edges.right,
    ...(above ? [above.right] : []),
    Math.max(edges.right, ...column.map((line) => line.box.right)),
    ...(texts.length > 0 ? [Math.max(...texts.map(({ row }) => row.box.right))] : []),
  ]
  return lefts.flatMap((left) => rights.map((right) => ({ left, right })))
}

/** Whether text of the column starts at the same place: a hanging indent, not a display. */
export function isFlush(rows: readonly ReadRow[], at: number): boolean {
  const here = rows[at]
  if (!here) return false
  return rows.some(
    (read) =>
      read !== here && areInOneColumn(here, read) && Math.abs(read.row.box.left - here.row.box.left) < FLUSH && !isFormulaOnly(read),
  )
}

/** White between the ink of two rows of one column; undefined where column or page change. */
export function whiteBetween(upper: ReadRow | undefined, lower: ReadRow | undefined): number | undefined {
  if (!upper || !lower || !areInOneColumn(upper, lower)) return undefined
  return lower.row.box.top - upper.row.box.bottom
}

/** White below the last row of a passage, to whatever line of its column comes next on the page; undefined at its foot. */
export function whiteBelow({ row }: ReadRow): number | undefined {
  const tops = row.page.lines.flatMap((line) =>
    columnKey(line) === row.column && line.box.top > row.box.bottom && !line.furniture ? [line.box.top - row.box.bottom] : [],
  )
  return tops.length > 0 ? Math.min(...tops) : undefined
}
