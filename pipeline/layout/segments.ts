import type { Box } from '../../schemas/geometry.ts'
import { unionAll } from '../../schemas/geometry.ts'
import type { PlacedGlyph } from './glyphs.ts'

/** Share of an em by which baselines of one row may differ: rounding of producers, far less than the lowest subscript (0.15). */
const SAME_BASELINE = 0.06

/** Em. White wider than this ends a run: justified text stretches to about one em, column gutters start there. */
export const RUN_BREAK = 1.2

/** Glyphs on one baseline with no wide white between them. */
export interface Run {
  readonly glyphs: readonly PlacedGlyph[]
  /** Whether white space was painted before the glyph at the same index. */
  readonly blankBefore: readonly boolean[]
  readonly baseline: number
  /** Em size of most of its ink. */
  readonly size: number
  readonly box: Box
  readonly order: number
}

/** Cuts upright glyphs into runs. Painting order does not matter. */
export function toRuns(glyphs: readonly PlacedGlyph[]): Run[] {
  return rows(glyphs).flatMap(splitRow)
}

function rows(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const sorted = [...glyphs].sort((a, b) => a.y - b.y)
  const found: PlacedGlyph[][] = []
  let row: PlacedGlyph[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const glyph of sorted) {
    if (row.length > 0 && glyph.y - last > Math.max(0.2, SAME_BASELINE * glyph.size)) {
      found.push(row)
      row = []
    }
    row.push(glyph)
    last = glyph.y
  }
  if (row.length > 0) found.push(row)
  return found
}

function splitRow(row: PlacedGlyph[]): Run[] {
  row.sort((a, b) => a.x - b.x || a.order - b.order)
  const runs: Run[] = []
  let glyphs: PlacedGlyph[] = []
  let blanks: boolean[] = []
  let blank = false
  const finish = (): void => {
    if (glyphs.length > 0) runs.push(toRun(glyphs, blanks))
    glyphs = []
    blanks = []
  }
  for (const glyph of row) {
    if (glyph.blank) {
      blank = true
      continue
    }
    const before = glyphs.at(-1)
    if (before && (hangsFree(before) || hangsFree(glyph) || isBreak(before, glyph))) finish()
    blanks.push(glyphs.length > 0 && blank)
    glyphs.push(glyph)
    blank = false
  }
  finish()
  return runs
}

/** Painted by a maths font below its origin, so that standing level with a line means nothing: radical signs, big operators, brackets. */
export const hangsFree = (glyph: PlacedGlyph): boolean =>
  glyph.text === '√' || (glyph.ink.top > glyph.y - 0.05 * glyph.size && !LOW.test(glyph.text))

/** Marks that do stand on the baseline, all of them low. */
const LOW = /^[.,_…‚„¸;]$/u

/** Much smaller type on the same baseline is something else too: a label of a figure that happens to stand level with the text. */
const isBreak = (before: PlacedGlyph, glyph: PlacedGlyph): boolean =>
  glyph.ink.left - Math.max(before.ink.right, before.x + before.advance * 0.5) > RUN_BREAK * Math.max(before.size, glyph.size)

/** The run's parts, cut before the glyphs at these positions. */
export const cutRun = (run: Run, cuts: readonly number[]): Run[] =>
  cuts.length === 0
    ? [run]
    : [0, ...cuts].map((from, index) => toRun(run.glyphs.slice(from, cuts[index]), run.blankBefore.slice(from, cuts[index])))

function toRun(glyphs: readonly PlacedGlyph[], blankBefore: readonly boolean[]): Run {
  const box = unionAll(glyphs.map((glyph) => glyph.ink))
  if (!box) throw new Error('A run has at least one glyph.')
  const size = dominant(glyphs, (glyph) => Math.round(glyph.size * 10) / 10)
  const level = glyphs.filter((glyph) => Math.abs(glyph.size - size) < 0.2)
  const baseline = level.reduce((sum, glyph) => sum + glyph.y, 0) / Math.max(1, level.length) || (glyphs[0]?.y ?? 0)
  return { glyphs, blankBefore, baseline, size, box, order: glyphs[0]?.order ?? 0 }
}

/** The value that most of the advance width has. */
export function dominant(glyphs: readonly PlacedGlyph[], value: (glyph: PlacedGlyph) => number): number {
  const weights = new Map<number, number>()
  for (const glyph of glyphs) weights.set(value(glyph), (weights.get(value(glyph)) ?? 0) + Math.max(glyph.advance, 0.1))
  let best = 0
  let most = -1
  for (const [key, weight] of weights) {
    if (weight > most) {
      best = key
      most = weight
    }
  }
  return best
}
