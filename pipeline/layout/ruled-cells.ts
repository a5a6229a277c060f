import type { Box } from '../../schemas/geometry.ts'
import type { Drawing } from '../../schemas/layout.ts'
import { joinLevel, joinUpright } from '../rule-pieces.ts'
import { partOf } from './beside-label.ts'
import type { PlacedLine } from './columns.ts'

/** Points. Rules are this thick at most, and pieces of one are off one line by less. */
const THIN = 2
/** Points. Rules that begin, end or stand at one place. */
const SAME = 4
/** Points. A lower grid has no room for rows of paragraphs. */
const MIN_HEIGHT = 80
/** Rows of a grid, and upright rules: its two sides and one between. */
const MIN_ROWS = 1
const MIN_UPRIGHT = 3
/** Lines of a paragraph in a cell, and glyphs of each: cells of data are shorter. */
const PARAGRAPH = { lines: 2, glyphs: 20 } as const
/** Share of the rows whose cells in one column are paragraphs. */
const MOSTLY = 0.5

/** Edges of the cells of a ruled grid. */
interface Grid {
  readonly lefts: readonly number[]
  readonly tops: readonly number[]
}

/**
 * Reads ruled grids that a page is laid out with cell by cell, row by row: a number, a problem and its figure side by side. Cells get columns
 * of their own, numbered after those of their band. Tables of data stay as they are.
 */
export const inRuledCells = (lines: readonly PlacedLine[], drawings: readonly Drawing[]): PlacedLine[] =>
  findGrids(drawings).reduce<PlacedLine[]>(inCellsOf, [...lines])

function inCellsOf(lines: PlacedLine[], grid: Grid): PlacedLine[] {
  const placed = lines.flatMap((entry) => cutAtRules(entry, grid))
  const cells = new Map<string, PlacedLine[]>()
  for (const entry of placed) {
    const key = cellOf(entry, grid)
    if (key === undefined) continue
    const cell = cells.get(key)
    if (cell) cell.push(entry)
    else cells.set(key, [entry])
  }
  if (!holdsParagraphs(cells, grid)) return lines
  const inside = new Set([...cells.values()].flat())
  const at = placed.findIndex((entry) => inside.has(entry))
  const band = placed[at]?.band ?? 0
  let column = 1 + Math.max(0, ...placed.filter((entry) => entry.band === band).map((entry) => entry.column))
  const read: PlacedLine[] = []
  for (let row = 0; row < grid.tops.length - 1; row++) {
    for (let across = 0; across < grid.lefts.length - 1; across++) {
      const cell = cells.get(`${row} ${across}`) ?? []
      read.push(...cell.map((entry) => ({ ...entry, band, column })))
      if (cell.length > 0) column++
    }
  }
  const others = placed.filter((entry) => !inside.has(entry))
  return [...others.slice(0, at), ...read, ...others.slice(at)]
}

/** The grids of a page, top to bottom: upright rules that begin and end together, and the level rules across all of them. */
function findGrids(drawings: readonly Drawing[]): Grid[] {
  const upright = joinUpright(
    drawings.filter(({ box }) => box.right - box.left <= THIN && box.bottom - box.top > SAME).map(({ box }) => box),
    THIN,
  )
  const level = joinLevel(
    drawings.filter(({ box }) => box.bottom - box.top <= THIN && box.right - box.left > SAME).map(({ box }) => box),
    THIN,
  )
  const seen = new Set<Box>()
  return upright
    .filter(({ top, bottom }) => bottom - top >= MIN_HEIGHT)
    .sort((a, b) => a.top - b.top)
    .flatMap((side) => {
      if (seen.has(side)) return []
      const sides = upright.filter((other) => Math.abs(other.top - side.top) < SAME && Math.abs(other.bottom - side.bottom) < SAME)
      for (const one of sides) seen.add(one)
      const lefts = distinct(sides.map(({ left }) => left))
      const [left, right] = [lefts[0] ?? 0, lefts.at(-1) ?? 0]
      const isAcross = (box: Box): boolean =>
        box.left < left + SAME && box.right > right - SAME && box.top > side.top - SAME && box.top < side.bottom + SAME
      const tops = distinct(level.filter(isAcross).map(({ top }) => top))
      return lefts.length >= MIN_UPRIGHT && tops.length > MIN_ROWS ? [{ lefts, tops }] : []
    })
}

const distinct = (places: readonly number[]): number[] =>
  [...places].sort((a, b) => a - b).filter((place, at, all) => at === 0 || place - (all[at - 1] ?? 0) > SAME)

/** A line of text stops at an upright rule: where white lies over one, two cells were read as one line. */
function cutAtRules(entry: PlacedLine, { lefts, tops }: Grid): PlacedLine[] {
  const { glyphs, box, angle } = entry.line
  const isBeside = (tops[0] ?? 0) < box.bottom && (tops.at(-1) ?? 0) > box.top
  if (angle !== undefined || !isBeside) return [entry]
  const isOver = (at: number): boolean => {
    const [before, after] = [glyphs[at - 1]?.ink.right, glyphs[at]?.ink.left]
    return before !== undefined && after !== undefined && lefts.some((left) => left > before && left < after)
  }
  const ends = [...[...glyphs.keys()].filter(isOver), glyphs.length]
  return ends.length === 1 ? [entry] : ends.flatMap((to, at) => partOf(entry, ends[at - 1] ?? 0, to) ?? [])
}

/** "row column" of the cell that the middle of a line stands in. */
function cellOf({ line }: PlacedLine, { lefts, tops }: Grid): string | undefined {
  const [x, y] = [(line.box.left + line.box.right) / 2, (line.box.top + line.box.bottom) / 2]
  const row = tops.filter((top) => top < y).length - 1
  const across = lefts.filter((left) => left < x).length - 1
  const isInside = row >= 0 && row < tops.length - 1 && across >= 0 && across < lefts.length - 1
  return isInside ? `${row} ${across}` : undefined
}

function holdsParagraphs(cells: ReadonlyMap<string, readonly PlacedLine[]>, { lefts, tops }: Grid): boolean {
  const isParagraph = (cell: readonly PlacedLine[] = []): boolean =>
    cell.filter(({ line }) => line.glyphs.length >= PARAGRAPH.glyphs).length >= PARAGRAPH.lines
  return lefts.some((_, across) => {
    const count = tops.filter((_top, row) => isParagraph(cells.get(`${row} ${across}`))).length
    return count > 0 && count >= MOSTLY * (tops.length - 1)
  })
}
