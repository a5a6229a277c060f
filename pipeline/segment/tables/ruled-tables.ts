import { type Box, height, width } from '../../../schemas/geometry.ts'
import { glyphAt, type Line, type PageLayout } from '../../../schemas/layout.ts'
import type { Fragment, Passage, Table } from '../../../schemas/segment.ts'
import { joinLevel } from '../../rule-pieces.ts'
import { isListedText } from './listed-text.ts'

/** Points. Rules of one table begin and end together. */
const ALIGNED = 3
/** Points. Rules of tables are this thick at most. */
const MAX_RULE = 2
/** Points by which pieces of one rule are off one line, less than its thickness. */
const PIECES = 0.5
/** Points. A shorter rule is a fraction bar or a dash. */
const MIN_RULE = 40
/** Em of white between cells: wider than any word space, narrower than the usual column gap. */
const CELL_GAP = 0.9
/** Share of rows that have more than one cell: running text in a frame has none. */
const MIN_ROWS = 0.6
/** Glyphs that a cell holds on average, at most. */
const MAX_CELL = 60
/** Rows from which on, and glyphs of an average line from which on, columns that are read one after the other hold text and no cells. */
const TEXT = { rows: 8, glyphs: 15 } as const
/** Share of the page's height between two rules from which on they part its head and foot from its text. */
const PAGE = 0.75
/** Lines of one cell, at most: more are a column of the page between the frames of its head and foot. */
const MAX_LINES = 12

/** Tables of a page, from their rules: text in rows and columns between horizontal rules of one length. */
export function findTables(page: PageLayout): Table[] {
  const found: Table[] = []
  for (const rules of ruleGroups(page)) {
    const table = toTable(rules, page)
    if (table && !found.some((other) => other.lines.some((line) => table.lines.includes(line)))) found.push(table)
  }
  return found
}

/** Horizontal rules with the same ends, top to bottom; most rules first. Browsers draw a piece for each cell. */
function ruleGroups(page: PageLayout): Box[][] {
  const pieces = page.drawings
    .filter(({ box, shape }) => (shape === 'horizontal' || shape === 'rectangle') && height(box) <= MAX_RULE)
    .map(({ box }) => box)
  const rules = joinLevel(pieces, PIECES)
    .filter((rule) => width(rule) >= MIN_RULE)
    .sort((a, b) => a.top - b.top)
  const groups: Box[][] = []
  for (const rule of rules) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.left - rule.left) < ALIGNED && Math.abs(first.right - rule.right) < ALIGNED,
    )
    if (group) group.push(rule)
    else groups.push([rule])
  }
  return groups
    .flatMap((group) => partedByText(group, page.lines))
    .filter((group) => group.length >= 2)
    .sort((a, b) => b.length - a.length)
}

/** Text between two rules that sticks out beyond their ends stands between two tables, or two frames of one width. */
function partedByText(group: readonly Box[], lines: readonly Line[]): Box[][] {
  const parts: Box[][] = []
  let last: Box | undefined
  for (const rule of group) {
    const above = last
    const isParted = above !== undefined && lines.some((line) => !line.furniture && isBetween(line, above, rule) && sticksOut(line, rule))
    if (above === undefined || isParted) parts.push([rule])
    else parts.at(-1)?.push(rule)
    last = rule
  }
  return parts
}

const isBetween = (line: Line, above: Box, below: Box): boolean => middle(line) > above.bottom && middle(line) < below.top

const sticksOut = ({ box, angle }: Line, rule: Box): boolean =>
  angle === undefined &&
  box.left < rule.right &&
  box.right > rule.left &&
  (box.left < rule.left - ALIGNED || box.right > rule.right + ALIGNED)

export interface Cell {
  readonly fragment: Fragment
  readonly left: number
  readonly right: number
}

function toTable(rules: readonly Box[], page: PageLayout): Table | undefined {
  const [first] = rules
  const last = rules.at(-1)
  if (!first || !last) return undefined
  const box = { left: first.left, right: first.right, top: first.top, bottom: last.bottom }
  if (height(box) < MAX_RULE * 2 || isDrawnIn(box, page) || (rules.length === 2 && height(box) > PAGE * page.height)) return undefined
  const lines = page.lines.map((line, index) => ({ line, index })).filter(({ line }) => isInside(line, box))
  const ruled = columnsOfRules(box, page)
  const rows = toRows(lines, rules).map((row) => row.flatMap(({ line, index }) => cellsOf(page, line, index, ruled)))
  if (rows.length < 2) return undefined
  const glyphs = rows.flat().reduce((sum, { fragment }) => sum + fragment.to - fragment.from, 0)
  const split = rows.filter((row) => new Set(row.map(({ left }) => Math.round(left / 4))).size > 1).length
  if (split < MIN_ROWS * rows.length || glyphs > MAX_CELL * rows.flat().length) {
    const ruled = columnsOfRules(box, page)
    if (ruled.length < 2 || glyphs > MAX_CELL * rows.length * ruled.length) return undefined
  }
  const columns = ruled.length >= 2 ? ruled : columnsOfCells(rows)
  const grid = rows.map((row) => inColumns(row, columns))
  if (
    columns.length < 2 ||
    isListedText(grid, page) ||
    isTextInColumns(rows, columns, page, box) ||
    grid.flat().some((cell) => cell.length > MAX_LINES)
  )
    return undefined
  return {
    page: page.page,
    box,
    lines: lines.map(({ index }) => index),
    rows: grid,
  }
}

/**
 * A page of text in columns, between the rules of its head and foot and perhaps with one between the columns; or a few lines of it between
 * underlined headings, where the page goes on in the same columns above or below.
 */
function isTextInColumns(rows: readonly (readonly Cell[])[], columns: readonly Column[], page: PageLayout, box: Box): boolean {
  if (rows.length < TEXT.rows && !columns.every(({ left }) => goesOn(left, page, box))) return false
  const cells = columns.map((column) => rows.flatMap((row) => row.filter((cell) => nearestTo(cell, column))))
  const read = cells.map((own) => mostCommon(own.map(({ fragment }) => page.lines[fragment.line]?.column)))
  const isApart = new Set(read).size === read.length
  return isApart && cells.every((own) => own.reduce((sum, { fragment }) => sum + fragment.to - fragment.from, 0) > TEXT.glyphs * own.length)
}

/** Whether lines of text above or below a box begin where one of its columns does. */
const goesOn = (left: number, { lines }: PageLayout, { top, bottom }: Box): boolean =>
  lines.some(
    (line) =>
      !line.furniture &&
      line.glyphs.length > TEXT.glyphs &&
      Math.abs(line.box.left - left) < ALIGNED &&
      (line.box.bottom < top || line.box.top > bottom),
  )

const mostCommon = <T>(values: readonly T[]): T | undefined => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** Curves, slanted strokes, pictures: a plot, not a table. */
const isDrawnIn = (box: Box, page: PageLayout): boolean =>
  page.drawings.some(
    ({ shape, box: own }) =>
      shape === 'path' && own.top > box.top - 1 && own.bottom < box.bottom + 1 && own.left > box.left - 1 && own.right < box.right + 1,
  )

const isInside = (line: Line, box: Box): boolean => {
  const middle = (line.box.top + line.box.bottom) / 2
  return (
    line.angle === undefined &&
    !line.furniture &&
    middle > box.top &&
    middle < box.bottom &&
    line.box.left > box.left - ALIGNED &&
    line.box.right < box.right + ALIGNED
  )
}

type Row = { line: Line; index: number }[]

/** Where every row has its rule, rules part the rows; else baselines do. */
function toRows(lines: Row, rules: readonly Box[]): Row[] {
  const bands = rules
    .slice(1)
    .map((rule, at) => lines.filter(({ line }) => middle(line) > (rules[at]?.top ?? 0) && middle(line) < rule.top))
  const filled = bands.filter((band) => band.length > 0)
  if (filled.length >= 3)
    return filled.map((band) => band.toSorted((a, b) => a.line.baseline - b.line.baseline || a.line.box.left - b.line.box.left))
  const rows: Row[] = []
  for (const entry of lines.toSorted((a, b) => a.line.baseline - b.line.baseline)) {
    const row = rows.at(-1)
    const base = row?.[0]?.line.baseline
    if (row && base !== undefined && entry.line.baseline - base < 0.5 * entry.line.size) row.push(entry)
    else rows.push([entry])
  }
  return rows.map((row) => row.toSorted((a, b) => a.line.box.left - b.line.box.left))
}

const middle = (line: Line): number => (line.box.top + line.box.bottom) / 2

/** A line split at white that no word space has, and at upright rules. */
export function cellsOf(page: PageLayout, line: Line, index: number, ruled: readonly Column[]): Cell[] {
  const cells: Cell[] = []
  let from = 0
  const close = (to: number): void => {
    if (to <= from) return
    const inks = line.glyphs.slice(from, to).map((at) => glyphAt(page, at).ink)
    cells.push({
      fragment: { page: page.page, line: index, from, to },
      left: Math.min(...inks.map(({ left }) => left)),
      right: Math.max(...inks.map(({ right }) => right)),
    })
    from = to
  }
  line.glyphs.forEach((at, position) => {
    const before = line.glyphs[position - 1]
    if (before === undefined) return
    const [end, start] = [glyphAt(page, before).ink.right, glyphAt(page, at).ink.left]
    const isRuled = ruled.some(({ left }) => left >= end && left <= start)
    if (isRuled || glyphAt(page, at).gap > CELL_GAP * line.size) close(position)
  })
  close(line.glyphs.length)
  return cells
}

interface Column {
  readonly left: number
  readonly right: number
}

/** Where no upright rules part them, columns are the stretches that cells of all rows cover together. */
function columnsOfCells(rows: readonly (readonly Cell[])[]): Column[] {
  const widest = Math.max(...rows.map((row) => row.length))
  // Heads that span columns would bridge the white between them: rows with most cells decide.
  const full = rows.filter((row) => row.length >= Math.max(2, widest - 1))
  const merged: { left: number; right: number }[] = []
  for (const { left, right } of full.flat().toSorted((a, b) => a.left - b.left)) {
    const last = merged.at(-1)
    if (last && left < last.right + 1) last.right = Math.max(last.right, right)
    else merged.push({ left, right })
  }
  return merged
}

/** Columns between upright rules; none where there are no rules. */
function columnsOfRules(box: Box, page: PageLayout): Column[] {
  const edges = page.drawings
    .filter(
      ({ box: own }) =>
        width(own) <= MAX_RULE &&
        height(own) >= 8 &&
        own.top > box.top - 4 &&
        own.bottom < box.bottom + 4 &&
        own.left > box.left - 4 &&
        own.right < box.right + 4,
    )
    .map(({ box: own }) => own.left)
    .sort((a, b) => a - b)
  const distinct = edges.filter((edge, at) => at === 0 || edge - (edges[at - 1] ?? 0) > 4)
  const all = [box.left, ...distinct.filter((edge) => edge > box.left + 4 && edge < box.right - 4), box.right]
  return distinct.length === 0 ? [] : all.slice(1).map((right, at) => ({ left: all[at] ?? box.left, right }))
}

/** What stands in each column of a row, in reading order. A cell whose middle is in no column goes to the nearest. */
export const inColumns = (row: readonly Cell[], columns: readonly Column[]): Passage[] => {
  const places = row.map((cell) => {
    const within = columns.findIndex((column) => nearestTo(cell, column))
    return within < 0 ? nearestOf(cell, columns) : within
  })
  return columns.map((_, column) => row.filter((_, at) => places[at] === column).map(({ fragment }) => fragment))
}

const nearestTo = (cell: Cell, { left, right }: Column): boolean => {
  const centre = (cell.left + cell.right) / 2
  return centre >= left - 2 && centre <= right + 2
}

const nearestOf = (cell: Cell, columns: readonly Column[]): number => {
  const distances = columns.map(({ left, right }) => Math.max(left, cell.left) - Math.min(right, cell.right))
  return distances.indexOf(Math.min(...distances))
}
