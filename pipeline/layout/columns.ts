import { type Box, overlapX, overlapY, width } from '../../schemas/geometry.ts'
import type { Drawing, PageImage } from '../../schemas/layout.ts'
import { type RuledStretch, ruledStretches } from './column-rules.ts'
import { hangingColumn } from './hanging-numbers.ts'
import type { RawLine } from './lines.ts'
import { figureMargin, isInMargin } from './margin-column.ts'
import { hangsFree } from './segments.ts'
import { ALIGNED, alignedEdges, type Gutter, MIN_GUTTER, QUIET, shortColumns } from './short-columns.ts'
import { spanningHeadings } from './spanning-headings.ts'

/** Points. White further left of a column's edge may be a ragged line's; the widest numbers hang out by less. */
const MAX_STRIP = 30
/** Lines of running text that a column needs beside another one; fewer are labels, captions or a table. */
const MIN_COLUMN_LINES = 4
/** Share of the text width that a line must fill to count as running text rather than a label. */
const TEXT_LINE = 0.2
/** Em by which a radical sign in a line reaches below the baseline. */
const DESCENT = 0.2
const RELATION = /[=≈<>≤≥≡∝]/u
/** Em of white around a display, at most. */
const FORMULA_REACH = 2
/** Share of the page's height above which a box is a frame, not an obstacle. */
const FRAME = 0.5

export interface PlacedLine {
  readonly line: RawLine
  readonly band: number
  readonly column: number
}

/**
 * Puts lines in reading order: bands from top to bottom, in a band column after column, in a column from top to bottom. Labels in a margin of
 * figures are a column of their own, after that of the text.
 */
export function inReadingOrder(
  lines: readonly RawLine[],
  drawings: readonly Drawing[],
  images: readonly PageImage[],
  pageHeight: number,
): PlacedLine[] {
  const stretches = toStretches(lines, ruledStretches(lines, drawings))
  let first = 0
  return stretches.flatMap(({ lines: own, gutters }) => {
    const placed = placeStretch(own, gutters ?? findGutters(own), drawings, images, pageHeight)
    const moved = placed.map((entry) => ({ ...entry, band: entry.band + first }))
    first = 1 + Math.max(first - 1, ...moved.map(({ band }) => band))
    return moved
  })
}

interface Stretch {
  readonly lines: readonly RawLine[]
  /** Known from rules between the columns; else found by the text. */
  readonly gutters?: readonly Gutter[]
}

/** The page cut where rules between columns begin and end. */
function toStretches(lines: readonly RawLine[], ruled: readonly RuledStretch[]): Stretch[] {
  const middle = ({ box }: RawLine): number => (box.top + box.bottom) / 2
  const found: Stretch[] = []
  let top = Number.NEGATIVE_INFINITY
  for (const { top: from, bottom, rules } of ruled) {
    found.push({ lines: lines.filter((line) => middle(line) >= top && middle(line) < from) })
    const own = lines.filter((line) => middle(line) >= Math.max(top, from) && middle(line) < bottom)
    found.push({ lines: own, gutters: rules.map((at) => ({ left: at - 1, right: at + 1 })) })
    top = Math.max(top, bottom)
  }
  found.push({ lines: lines.filter((line) => middle(line) >= top) })
  return found.filter((stretch) => stretch.lines.length > 0)
}

function placeStretch(
  lines: readonly RawLine[],
  gutters: readonly Gutter[],
  drawings: readonly Drawing[],
  images: readonly PageImage[],
  pageHeight: number,
): PlacedLine[] {
  const obstacles = [
    ...images.filter((image) => !image.background).map((image) => image.box),
    ...drawings.filter((drawing) => drawing.shape !== 'vertical').map((drawing) => drawing.box),
  ].filter((box) => box.bottom - box.top < FRAME * pageHeight)
  const margin = gutters.length === 0 ? figureMargin(lines, drawings, images) : undefined
  const isAside = ({ box, angle }: RawLine): number => (margin && angle === undefined && isInMargin(margin, box) ? 1 : 0)
  return bands(lines, gutters, obstacles)
    .flatMap((band, index) => band.map(({ line, column }) => ({ line, band: index, column: column + isAside(line) })))
    .sort((a, b) => a.band - b.band || a.column - b.column || byHeight(a.line, b.line))
}

/** Lines on nearly one baseline go left to right. */
const byHeight = (a: RawLine, b: RawLine): number => {
  const down = levelOf(a) - levelOf(b)
  const near = Math.abs(down) < 0.25 * Math.min(a.size, b.size)
  return near ? a.box.left - b.box.left || down : down
}

/** Where a line stands: at its baseline, or a radical sign alone, which hangs from its origin, where its radicand stands. */
const levelOf = (line: RawLine): number => (line.glyphs.every(hangsFree) ? line.box.bottom - DESCENT * line.size : line.baseline)

/** A gutter shows as a strip with running text on its left and lines that all start at its right edge. */
function findGutters(lines: readonly RawLine[]): Gutter[] {
  const upright = lines.filter((line) => line.angle === undefined)
  const left = Math.min(...upright.map((line) => line.box.left))
  const right = Math.max(...upright.map((line) => line.box.right))
  const textual = upright.filter((line) => width(line.box) > TEXT_LINE * (right - left) && line.glyphs.length > 12)
  const found: (Gutter & { score: number })[] = []
  for (const edge of alignedEdges(textual, MIN_COLUMN_LINES)) {
    const gutter = { left: edge - MIN_GUTTER, right: edge - 0.5 }
    const score = gutterScore(gutter, upright, textual)
    if (score >= MIN_COLUMN_LINES) found.push({ ...gutter, score })
  }
  if (found.length === 0) return shortColumns(upright, textual)
  found.sort((a, b) => b.score - a.score)
  const kept: Gutter[] = []
  for (const gutter of found) {
    // Indents and hanging labels start a few em further in: they belong to the same gutter.
    if (kept.every((other) => Math.abs(other.right - gutter.right) > TEXT_LINE * (right - left))) kept.push(widen(gutter, textual))
  }
  return kept.sort((a, b) => a.left - b.left)
}

/**
 * Lines of the smaller column, counted where text stands on both sides at the same height; 0 if the strip is crossed about as often as
 * it is respected.
 */
function gutterScore(gutter: Gutter, upright: readonly RawLine[], textual: readonly RawLine[]): number {
  const crossing = textual.filter((line) => line.box.left < gutter.left && line.box.right > gutter.right)
  const right = textual.filter((line) => line.box.left >= gutter.right - ALIGNED)
  const left = textual.filter((line) => line.box.right <= gutter.left + ALIGNED)
  if (left.length === 0 || right.length === 0) return 0
  const beside = (line: RawLine, others: readonly RawLine[]): boolean =>
    others.some((other) => other.box.top < line.box.bottom + 2 * line.size && other.box.bottom > line.box.top - 2 * line.size)
  const pairs = Math.min(left.filter((line) => beside(line, right)).length, right.filter((line) => beside(line, left)).length)
  const blocked = crossing.length + upright.filter((line) => line.box.left < gutter.left && line.box.right > gutter.right).length * 0.2
  const sides = Math.min(left.length, right.length)
  // A short last column may stand beside a figure: where next to nothing crosses the strip its lines count, else only those in pairs.
  const score = Math.max(pairs, crossing.length <= QUIET * (left.length + right.length) ? sides : sides / 2)
  return score > 0.5 * blocked ? score : 0
}

/**
 * The whole white strip, so that ragged text on its left does not touch it. Numbers hang into it, and labels of figures stand in it:
 * running text alone says where it begins.
 */
function widen(gutter: Gutter, textual: readonly RawLine[]): Gutter {
  let left = Number.NEGATIVE_INFINITY
  for (const line of textual) if (line.box.right <= gutter.left + ALIGNED && line.box.right > left) left = line.box.right
  return { left: Math.max(left, gutter.left - MAX_STRIP), right: gutter.right }
}

interface Entry {
  readonly line: RawLine
  readonly column: number
}

const crosses = (box: Box, gutter: Gutter): boolean => box.left < gutter.left + 1 && box.right > gutter.right + 1

/** Lines and obstacles that cross a gutter end a band; between them each column is read to its end. */
function bands(lines: readonly RawLine[], gutters: readonly Gutter[], obstacles: readonly Box[]): Entry[][] {
  if (gutters.length === 0) return [lines.map((line) => ({ line, column: 0 }))]
  const middle = gutters[Math.floor(gutters.length / 2)]
  const crossing = lines.filter((line) => gutters.some((gutter) => crosses(line.box, gutter)))
  const overfull = new Set(crossing.filter((line) => runsInto(line, lines, gutters)))
  const within = lines.filter((line) => !crossing.includes(line))
  const placeOf = (line: RawLine): number => hangingColumn(line, lines, gutters) ?? columnOf(line.box, gutters)
  const columns = Array.from({ length: gutters.length + 1 }, (_, at) => within.filter((line) => placeOf(line) === at))
  const barriers = mergeIntervals([
    ...crossing.filter((line) => !overfull.has(line)).map((line) => line.box),
    ...spanningHeadings(lines, columns).map((line) => line.box),
    ...obstacles.filter((box) => middle && crosses(box, middle)),
  ])
  const found = new Map<number, Entry[]>()
  for (const line of lines) {
    const at = bandIndex(barriers, (line.box.top + line.box.bottom) / 2)
    const spanning = at % 2 === 1
    const entry = { line, column: spanning ? 0 : overfull.has(line) ? columnOf(startOf(line.box), gutters) : placeOf(line) }
    const band = found.get(at)
    if (band) band.push(entry)
    else found.set(at, [entry])
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, band]) => band)
}

/** A line too long for its column, a formula mostly, lies on top of the next column's text; a line that spans columns has nothing there. */
const runsInto = (line: RawLine, lines: readonly RawLine[], gutters: readonly Gutter[]): boolean =>
  isFormulaOfColumn(line, lines, gutters) ||
  lines.some(
    (other) =>
      other !== line &&
      overlapX(other.box, line.box) > ALIGNED &&
      overlapY(other.box, line.box) > 0.3 * other.size &&
      gutters.some((gutter) => crosses(line.box, gutter) && other.box.left >= gutter.right - ALIGNED),
  )

/** A display between two lines of its column, most of it within: one that spans columns would be set in the middle of them. */
function isFormulaOfColumn(line: RawLine, lines: readonly RawLine[], gutters: readonly Gutter[]): boolean {
  if (!line.glyphs.some(({ text }) => RELATION.test(text))) return false
  const [crossed, ...others] = gutters.filter((gutter) => crosses(line.box, gutter))
  if (!crossed || others.length > 0 || (line.box.left + line.box.right) / 2 > crossed.left) return false
  const near = lines.filter((other) => other !== line && other.box.right < crossed.right && overlapX(other.box, line.box) > 0)
  const reach = FORMULA_REACH * line.size
  return (
    near.some(({ box }) => box.bottom <= line.box.top + 1 && line.box.top - box.bottom < reach) &&
    near.some(({ box }) => box.top >= line.box.bottom - 1 && box.top - line.box.bottom < reach)
  )
}

/** Its first bit, which says where it belongs. */
const startOf = (box: Box): Box => ({ ...box, right: box.left + 1 })

const columnOf = (box: Box, gutters: readonly Gutter[]): number => {
  const centre = (box.left + box.right) / 2
  return gutters.filter((gutter) => centre > (gutter.left + gutter.right) / 2).length
}

function mergeIntervals(boxes: readonly Box[]): { top: number; bottom: number }[] {
  const merged: { top: number; bottom: number }[] = []
  for (const box of [...boxes].sort((a, b) => a.top - b.top)) {
    const last = merged.at(-1)
    if (last && box.top <= last.bottom) last.bottom = Math.max(last.bottom, box.bottom)
    else merged.push({ top: box.top, bottom: box.bottom })
  }
  return merged
}

/** Even numbers lie between barriers, odd ones on them. */
function bandIndex(barriers: readonly { top: number; bottom: number }[], y: number): number {
  let at = 0
  for (const barrier of barriers) {
    if (y < barrier.top) return at
    if (y <= barrier.bottom) return at + 1
    at += 2
  }
  return at
}
