import { unionAll } from '../../schemas/geometry.ts'
import type { PlacedLine } from './columns.ts'
import type { RawLine } from './lines.ts'

/** Em between the baselines of rows that were set as one array. */
const ROW = 1.8
/** Em between a label and the rows beside it, and by which the rows may start apart. */
const INDENT = 2
/** A row of running text: letters of a formula are fewer, and its limits smaller. */
const PROSE = { glyphs: 20, size: 0.9 } as const
/** A number by itself: in a disc or a cell of its own it is level with the block of text beside it, and with none of its rows. */
const NUMBER = /^\d{1,3}$/u
/** A number or letter that counts problems or parts, or both: "53.", "(b)", "107. a.". */
const LABEL = /^(?:\(?\p{L}?\d{1,3}(?:[.\-–]\d{1,3})?[.):](?:\(?\p{Ll}[.)])?|\(?\p{Ll}[.)])$/u

/**
 * Puts a label before the rows of an array that is set beside it, centred on its line: "53." with a row over and a row under its height.
 * By height the first row would come before its own label; it was painted after it, and before the row on the label's line.
 */
export function labelsFirst(placed: readonly PlacedLine[]): PlacedLine[] {
  const ordered: PlacedLine[] = []
  for (const entry of placed) {
    const from = firstRowBeside(entry, ordered)
    const parted = from === undefined ? undefined : partAtRows(entry, ordered[from])
    if (from !== undefined && parted) {
      ordered.splice(from, 0, parted.label)
      ordered.push(...parted.rest)
    } else ordered.push(entry)
  }
  return ordered
}

const firstOrder = ({ line }: PlacedLine): number => Math.min(...line.glyphs.map(({ order }) => order))
const lastOrder = ({ line }: PlacedLine): number => Math.max(...line.glyphs.map(({ order }) => order))

/** Index of the first of the rows right above that were painted after the line's first glyph and start right after it. */
function firstRowBeside(entry: PlacedLine, above: readonly PlacedLine[]): number | undefined {
  const label = entry.line.glyphs[0]
  if (!label || entry.line.angle !== undefined) return undefined
  let found: number | undefined
  let below = entry
  for (let at = above.length - 1; at >= 0; at--) {
    const row = above[at]
    if (!row || row.band !== entry.band || row.column !== entry.column) break
    const isRow = row.line.box.left > label.ink.right && below.line.baseline - row.line.baseline < ROW * entry.line.size
    if (!isRow || firstOrder(row) < label.order) break
    found = at
    below = row
  }
  return found
}

/** The line's label, and what was painted after the rows above; undefined if the line does not begin with a label painted before them. */
function partAtRows(entry: PlacedLine, row: PlacedLine | undefined): { label: PlacedLine; rest: PlacedLine[] } | undefined {
  if (!row) return undefined
  const { glyphs, size } = entry.line
  const later = glyphs.findIndex((glyph) => glyph.order > firstOrder(row))
  const cut = later < 0 ? glyphs.length : later
  const last = glyphs[cut - 1]
  const text = glyphs.slice(0, cut).map((glyph) => glyph.text)
  const isLabel = LABEL.test(text.join('')) || (cut === glyphs.length && NUMBER.test(text.join('')) && isProse(row, entry))
  if (!last || !isLabel || glyphs.slice(cut).some((glyph) => glyph.order < lastOrder(row))) return undefined
  const start = glyphs[cut]?.ink.left ?? last.ink.right
  const indent = row.line.box.left - last.ink.right
  if (indent < 0 || indent > INDENT * size || Math.abs(start - row.line.box.left) > INDENT * size) return undefined
  const label = partOf(entry, 0, cut)
  const rest = partOf(entry, cut, glyphs.length)
  return label && { label, rest: rest ? [rest] : [] }
}

const isProse = ({ line }: PlacedLine, label: PlacedLine): boolean =>
  line.glyphs.length >= PROSE.glyphs && label.line.size >= PROSE.size * line.size && /^[\p{Lu}“"(]/u.test(line.glyphs[0]?.text ?? '')

/** A stretch of a line's glyphs as a line of its own. */
export function partOf(entry: PlacedLine, from: number, to: number): PlacedLine | undefined {
  const glyphs = entry.line.glyphs.slice(from, to)
  const box = unionAll(glyphs.map(({ ink }) => ink))
  if (!box) return undefined
  const line: RawLine = { ...entry.line, glyphs, spaces: entry.line.spaces.slice(from, to), gaps: entry.line.gaps.slice(from, to), box }
  return { ...entry, line }
}
