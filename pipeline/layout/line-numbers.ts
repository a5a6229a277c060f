import { unionAll } from '../../schemas/geometry.ts'
import type { PlacedLine } from './columns.ts'
import type { PlacedGlyph } from './glyphs.ts'

/** Share of the text's size that the numbers are set in, at most. Figures in a table are as large as what stands beside them. */
const MAX_SIZE = 0.85
/** Em of the text between a number and its line, at least: more than a word space, so that an index or a power is none. */
const MIN_WHITE = 0.6
/** Points by which the edges of numbers in one column may differ. */
const ALIGNED = 1
/** Numbers that count on before they are believed: a drawing's axis has fewer, and no text beside them. */
const MIN_NUMBERS = 8
/** Share of the aligned numbers that count on, and that have text beside them. Displays and figures have lines without text. */
const REGULAR = 0.8
const BESIDE_TEXT = 0.5

interface Numeral {
  readonly glyphs: readonly PlacedGlyph[]
  readonly value: number
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Whether larger type stands on its baseline. */
  readonly besideText: boolean
}

/** Takes out the numbers that count a page's lines in its margins; each becomes a line of its own, which belongs to no text. */
export function partLineNumbers(glyphs: readonly PlacedGlyph[]): { numbers: PlacedLine[]; text: PlacedGlyph[] } {
  const numerals = rowsOf(glyphs).flatMap(numeralsIn)
  const counting = [...columnsBy(numerals, 'left'), ...columnsBy(numerals, 'right')].filter(isCount).flat()
  if (counting.length === 0) return { numbers: [], text: [...glyphs] }
  const taken = new Set(counting.flatMap((numeral) => numeral.glyphs))
  return { numbers: [...new Set(counting)].flatMap(toLine), text: glyphs.filter((glyph) => !taken.has(glyph)) }
}

function toLine({ glyphs, y: baseline, size }: Numeral): PlacedLine[] {
  const box = unionAll(glyphs.map(({ ink }) => ink))
  const none = glyphs.map(() => 0)
  return box ? [{ line: { glyphs: [...glyphs], spaces: none.map(() => false), gaps: none, box, baseline, size }, band: 0, column: 0 }] : []
}

/** Glyphs on one baseline, left to right. */
function rowsOf(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const rows: PlacedGlyph[][] = []
  for (const glyph of glyphs.filter(({ blank }) => !blank).toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row?.[0] && glyph.y - row[0].y < 0.5) row.push(glyph)
    else rows.push([glyph])
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x))
}

/** Runs of small figures with white on both sides. */
function numeralsIn(row: readonly PlacedGlyph[]): Numeral[] {
  const runs: PlacedGlyph[][] = []
  row.forEach((glyph, at) => {
    const before = row[at - 1]
    const run = runs.at(-1)
    const goesOn = before && run && glyph.size === before.size && glyph.ink.left - before.ink.right < 0.5 * glyph.size
    if (goesOn) run.push(glyph)
    else runs.push([glyph])
  })
  const largest = Math.max(...row.map(({ size }) => size))
  return runs.flatMap((run, at) => {
    const [first] = run
    const last = run.at(-1)
    const text = run.map((glyph) => glyph.text).join('')
    if (!first || !last || !/^\d{1,4}$/.test(text)) return []
    const white = [
      first.ink.left - (runs[at - 1]?.at(-1)?.ink.right ?? -Infinity),
      (runs[at + 1]?.[0]?.ink.left ?? Infinity) - last.ink.right,
    ]
    if (white.some((one) => one < MIN_WHITE * largest)) return []
    const besideText = first.size <= MAX_SIZE * largest
    return [{ glyphs: run, value: Number(text), left: first.ink.left, right: last.ink.right, y: first.y, size: first.size, besideText }]
  })
}

/** Numerals of one size that begin or end at one place, top to bottom. */
function columnsBy(numerals: readonly Numeral[], edge: 'left' | 'right'): Numeral[][] {
  const columns: Numeral[][] = []
  for (const numeral of numerals.toSorted((a, b) => a.size - b.size || a[edge] - b[edge])) {
    const column = columns.at(-1)
    const last = column?.at(-1)
    if (column && last && last.size === numeral.size && numeral[edge] - last[edge] < ALIGNED) column.push(numeral)
    else columns.push([numeral])
  }
  return columns.map((column) => column.sort((a, b) => a.y - b.y))
}

/** Whether they count on by the same step, every line or every fifth, beside text. */
function isCount(column: readonly Numeral[]): boolean {
  if (column.length < MIN_NUMBERS) return false
  if (column.filter(({ besideText }) => besideText).length < BESIDE_TEXT * column.length) return false
  const steps = column.slice(1).map(({ value }, at) => value - (column[at]?.value ?? 0))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  return usual > 0 && steps.filter((step) => step === usual).length >= REGULAR * steps.length
}
