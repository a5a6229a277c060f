import type { RawLine } from './lines.ts'

/** Points. A gutter is at least this wide; narrower white is word space. */
export const MIN_GUTTER = 7
/** Points. Lines that start this close to one another are aligned. */
export const ALIGNED = 3
/** Share of running lines that may cross a strip that no pairs of lines attest: a heading, a foot line. */
export const QUIET = 0.1
/** Justified lines by which the right edge of a column is known. */
const JUSTIFIED = 8
/** Share of its width by which a second column may differ from the first. */
const TWIN = 0.1
/** Lines of text that each of two columns of one width needs, and half of the lines it needs in all. */
const MIN_TWIN_TEXT = 3

/** White strip between two columns. */
export interface Gutter {
  readonly left: number
  readonly right: number
}

/** The gutter of columns that hold few lines of text, where rows of edges tell none. */
export const shortColumns = (upright: readonly RawLine[], textual: readonly RawLine[]): Gutter[] =>
  [...shortColumn(upright, textual), ...twinColumns(upright, textual)].slice(0, 1)

/**
 * The gutter before a last column of few lines, which no row of edges tells: lines that end together in the middle of the text's width,
 * others that begin beyond them, and room for a column as wide as the first.
 */
function shortColumn(upright: readonly RawLine[], textual: readonly RawLine[]): Gutter[] {
  const left = Math.min(...upright.map((line) => line.box.left))
  const right = Math.max(...upright.map((line) => line.box.right))
  const ends = textual.map((line) => line.box.right)
  for (const end of ends) {
    if (ends.filter((other) => Math.abs(other - end) < ALIGNED).length < JUSTIFIED) continue
    const beyond = upright.filter((line) => line.box.left > end + MIN_GUTTER)
    const crossing = upright.filter((line) => line.box.left < end && line.box.right > end + MIN_GUTTER)
    const from = Math.min(...beyond.map((line) => line.box.left))
    const isTwin = Math.abs(right - from - (end - left)) < TWIN * (end - left)
    if (beyond.length > 1 && isTwin && crossing.length <= QUIET * upright.length) return [{ left: end, right: from - 0.5 }]
  }
  return []
}

/**
 * The gutter between two columns of one width that hold few lines of text each, displays for the rest, as at the end of a section: next to
 * nothing crosses it.
 */
function twinColumns(upright: readonly RawLine[], textual: readonly RawLine[]): Gutter[] {
  const left = Math.min(...upright.map((line) => line.box.left))
  const right = Math.max(...upright.map((line) => line.box.right))
  return alignedEdges(textual, MIN_TWIN_TEXT).flatMap((edge) => {
    const before = upright.filter((line) => line.box.right < edge)
    const after = upright.filter((line) => line.box.left > edge - ALIGNED)
    const end = Math.max(...before.map((line) => line.box.right))
    const texts = before.filter((line) => textual.includes(line)).length
    const isTwin = edge - end > MIN_GUTTER && Math.abs(right - edge - (end - left)) < TWIN * (end - left)
    const isQuiet = upright.length - before.length - after.length <= QUIET * upright.length
    const areColumns = texts >= MIN_TWIN_TEXT && Math.min(before.length, after.length) >= 2 * MIN_TWIN_TEXT
    return isTwin && isQuiet && areColumns ? [{ left: end, right: edge - 0.5 }] : []
  })
}

/** Left edges that so many lines share, except the leftmost. */
export function alignedEdges(textual: readonly RawLine[], least: number): number[] {
  const edges = textual.map((line) => line.box.left).sort((a, b) => a - b)
  const found: number[] = []
  for (let from = 0; from < edges.length; ) {
    let to = from
    while (to + 1 < edges.length && (edges[to + 1] ?? 0) - (edges[from] ?? 0) <= ALIGNED) to++
    if (to - from + 1 >= least) found.push(edges[from] ?? 0)
    from = to + 1
  }
  return found
}
