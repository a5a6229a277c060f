import { type Box, overlapX, unionAll, width } from '../../../schemas/geometry.ts'
import { columnKey, type Line, type PageLayout } from '../../../schemas/layout.ts'
import type { Table } from '../../../schemas/segment.ts'
import { cellText } from './cell-text.ts'
import { type Cell, cellsOf, inColumns } from './ruled-tables.ts'

/** Rows of a table, and rows where each has many cells. */
const MIN_ROWS = 3
const WIDE_ROWS = 2
const WIDE_CELLS = 4
/** Em between the baselines of two rows. */
const MAX_STEP = 2.2
/** Glyphs of a cell, at most: longer ones are text in columns. */
const MAX_CELL = 30
/** Columns and rows of a table of words, at least; points by which cells of a column are off one line: the white before their letters differs. */
const GRID = 3
const ALIGNED = 2
/** Share of the cells below and beside the heads that are numbers. */
const MIN_NUMBERS = 0.6
/** Share of the cells of a head that hold a word, a symbol or a unit. */
const MIN_HEADS = 0.6
/** Em around a table in which nothing is drawn: numbers near strokes are ticks of an axis, or labels. */
const CLEAR = 1.5
/** "1.", "a)", "(b)", "A.": what begins so is a list, and no row of data. */
const LABEL = /^\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)](?=\s|$|\D)/u
const NUMBER = /^[−–+±-]?\d[\d.,·×^−\s]*(?:[^\s\d]{1,4})?$/u

interface Row {
  readonly lines: readonly number[]
  readonly cells: readonly Cell[]
  readonly baseline: number
  readonly size: number
}

/**
 * Tables that no rule shows: rows of short cells, one below the other in columns of their own, with names over or beside numbers, or with
 * words in three columns or more. Lists, matrices, ticks of axes and lines of formulas are none.
 *
 * @param ruled lines that stand in tables already
 */
export function findUnruledTables(page: PageLayout, ruled: ReadonlySet<number>): Table[] {
  if (page.source === 'ocr') return [] // white between words is not measured well enough there
  return blocksOf(rowsOf(page, ruled)).flatMap((rows) => toTable(rows, page) ?? [])
}

/** Rows of two cells or more; undefined where a line of running text stands. */
function rowsOf(page: PageLayout, ruled: ReadonlySet<number>): (Row | undefined)[] {
  const lines = page.lines
    .map((line, index) => ({ line, index }))
    .filter(({ line, index }) => !line.furniture && line.angle === undefined && !ruled.has(index))
    .sort((a, b) => a.line.baseline - b.line.baseline)
  const groups: { line: Line; index: number }[][] = []
  for (const entry of lines) {
    const first = groups.at(-1)?.[0]
    if (first && entry.line.baseline - first.line.baseline < 0.5 * entry.line.size) groups.at(-1)?.push(entry)
    else groups.push([entry])
  }
  return groups.map((group) => {
    const cells = group.flatMap(({ line, index }) => cellsOf(page, line, index, [])).sort((a, b) => a.left - b.left)
    const [first] = group
    const isRow = first && cells.length > 1 && cells.every(({ fragment: { from, to } }) => to - from <= MAX_CELL)
    return isRow ? { lines: group.map(({ index }) => index), cells, baseline: first.line.baseline, size: first.line.size } : undefined
  })
}

/** Rows that follow one another at one distance, with as many cells each. */
function blocksOf(rows: readonly (Row | undefined)[]): Row[][] {
  const blocks: Row[][] = []
  let last: Row | undefined
  for (const row of rows) {
    const isNext = row && last && row.cells.length === last.cells.length && row.baseline - last.baseline < MAX_STEP * row.size
    if (row && isNext) blocks.at(-1)?.push(row)
    else if (row) blocks.push([row])
    last = row
  }
  return blocks.filter(([first, ...others]) => first && others.length + 1 >= (first.cells.length >= WIDE_CELLS ? WIDE_ROWS : MIN_ROWS))
}

function toTable(rows: readonly Row[], page: PageLayout): Table | undefined {
  const columns = columnsOf(rows)
  if (!columns) return undefined
  const grid = rows.map(({ cells }) => inColumns(cells, columns))
  const texts = grid.map((row) => row.map((cell) => cellText(cell, page)))
  const lines = rows.flatMap((row) => [...row.lines])
  const box = unionAll(lines.flatMap((index) => page.lines[index]?.box ?? []))
  if (!box || isList(texts) || !(holdsData(texts) || isGrid(rows, texts, page)) || isDrawnNear(box, rows[0]?.size ?? 0, page))
    return undefined
  return { page: page.page, box, lines, rows: grid }
}

/** The stretches that the cells of all rows cover, with white between them all the way down. */
function columnsOf(rows: readonly Row[]): { left: number; right: number }[] | undefined {
  const columns = (rows[0]?.cells ?? []).map((_, at) => {
    const own = rows.flatMap(({ cells }) => cells[at] ?? [])
    return { left: Math.min(...own.map(({ left }) => left)), right: Math.max(...own.map(({ right }) => right)) }
  })
  return columns.every(({ left }, at) => at === 0 || left > (columns[at - 1]?.right ?? 0)) ? columns : undefined
}

/** Labels in the first column, or equations. */
const isList = (texts: readonly (readonly string[])[]): boolean =>
  texts.some(([first = '']) => LABEL.test(first) && !NUMBER.test(first)) || texts.flat().some((text) => text.includes('='))

/** Three columns or more below heads of words, read across, whose cells begin on one line. */
function isGrid(rows: readonly Row[], [head = []]: readonly (readonly string[])[], { lines }: PageLayout): boolean {
  if (head.length < GRID || rows.length < GRID || !head.every((text) => /\p{L}{2}/u.test(text))) return false
  if (new Set(rows.flatMap((row) => row.lines.map((index) => columnKey(lines[index] ?? { band: 0, column: 0 })))).size > 1) return false
  return head.every((_, at) => {
    const lefts = rows.map(({ cells }) => cells[at]?.left ?? 0)
    return Math.max(...lefts) - Math.min(...lefts) < ALIGNED
  })
}

/** Names in the first row or the first column, numbers elsewhere. */
function holdsData(texts: readonly (readonly string[])[]): boolean {
  const [head = [], ...body] = texts
  const side = texts.map(([first = '']) => first)
  const isNamed = (cells: readonly string[]): boolean => cells.filter((text) => /\p{L}/u.test(text)).length >= MIN_HEADS * cells.length
  const cells = isNamed(head)
    ? body.flatMap((row) => (isNamed(side) ? row.slice(1) : row))
    : isNamed(side)
      ? texts.flatMap((row) => row.slice(1))
      : []
  return cells.length > 0 && cells.filter((text) => NUMBER.test(text)).length >= MIN_NUMBERS * cells.length
}

function isDrawnNear(box: Box, size: number, { drawings, images }: PageLayout): boolean {
  const room = {
    left: box.left - CLEAR * size,
    right: box.right + CLEAR * size,
    top: box.top - CLEAR * size,
    bottom: box.bottom + CLEAR * size,
  }
  const isIn = (own: Box): boolean =>
    overlapX(own, room) > 0 && own.top < room.bottom && own.bottom > room.top && width(own) < 2 * width(room)
  return drawings.some((drawing) => isIn(drawing.box)) || images.some((image) => isIn(image.box))
}
