import { type Box, overlapX, overlapY, unionAll, width } from '../../../schemas/geometry.ts'
import type { Drawing } from '../../../schemas/layout.ts'
import { RUN_BREAK, type Run } from '../segments.ts'
import type { Neighbourhood } from './neighbourhood.ts'

/** Em. A bar and what stands next over or under it, or two rows of one numerator: at most this much white. */
const BAR_GAP = 0.5
/** Em by which a numerator may stick out of its bar. */
const OVERHANG = 0.15
/** Points. Fraction bars are 0.3 to 1 pt thick; bolder rules belong to tables and boxes. */
const MAX_BAR = 1.3
/** Share of the bar that its wider side fills: TeX and Word make the bar as wide as that side. */
const MIN_FILL = 0.5
/** Em of width from which a bar may also be a rule across a column: a footnote rule is as long, and few fractions are. */
const LONG_BAR = 12
/** Em by which a side of a long bar may stand off its middle: every program centres the narrower side of a fraction. */
const OFF_CENTRE = 1
/** Em of width, and share of it that a full line of text fills: from there on two full lines are paragraphs that a rule parts. */
const COLUMN = 25
const FULL_LINE = 0.9
/** Em of height that a script and its base share; rows that merely touch share less. */
const SAME_ROW = 0.25
/** Points by which rules that meet at a corner miss one another. */
const CORNER = 0.5
/** Points up and down that are looked at: a numerator of three rows in 12 pt type. */
const REACH = 40

/** A bar with everything that stands over and under it, as run indices. */
export interface Fraction {
  readonly bar: Box
  readonly over: ReadonlySet<number>
  readonly under: ReadonlySet<number>
}

/** Fractions of a page, inner ones before those that hold them, and the side of which each run is part. */
export interface Fractions {
  readonly all: readonly Fraction[]
  /** Innermost side that holds the run: an odd or even number of its own for each side; -1 outside all fractions. */
  readonly sideOf: (run: number) => number
  /** Side that holds the whole fraction; -1 if it stands in the line itself. */
  readonly sideAround: (fraction: number) => number
}

/** Finds fraction bars among the rules of a page: something close on both sides, about as wide as the bar, and no row of cells. */
export function findFractions(runs: readonly Run[], drawings: readonly Drawing[], near: Neighbourhood): Fractions {
  const bars = drawings.filter(isThinRule).map((drawing) => drawing.box)
  bars.sort((a, b) => a.right - a.left - (b.right - b.left))
  const painted = [...runs].sort((a, b) => a.order - b.order)
  const all: Fraction[] = []
  const side = new Map<number, number>()
  const around = new Map<number, number>()
  for (const bar of bars) {
    const within = [...near.between(bar.top - REACH, bar.bottom + REACH)].filter(({ run }) => isWithin(run, bar))
    const isOneWith = (run: Run, nearer: Run): boolean =>
      overlapY(run.box, nearer.box) > SAME_ROW * run.size || hasBarBetween(run, nearer, bars) || !isInterrupted(run, nearer, bar, painted)
    const over = chain(within, isOneWith, {
      near: (run) => bar.top - run.box.bottom,
      far: (run) => bar.top - run.box.top,
    })
    const under = chain(within, isOneWith, {
      near: (run) => run.box.top - bar.bottom,
      far: (run) => run.box.bottom - bar.bottom,
    })
    if (!isFraction(bar, over, under, runs) || isEdgeOfCell(bar, drawings)) continue
    const number = all.push({ bar, over: new Set(over), under: new Set(under) }) - 1
    claim(over, 2 * number, side, around)
    claim(under, 2 * number + 1, side, around)
  }
  return { all, sideOf: (run) => side.get(run) ?? -1, sideAround: (fraction) => around.get(fraction) ?? -1 }
}

const isThinRule = ({ shape, box }: Drawing): boolean => shape === 'horizontal' && box.bottom - box.top <= MAX_BAR

/** An upright rule meets it at an end: browsers draw each edge of a cell as a rule of its own, and no upright rule touches a fraction bar. */
const isEdgeOfCell = (bar: Box, drawings: readonly Drawing[]): boolean =>
  drawings.some(
    ({ shape, box }) =>
      shape === 'vertical' &&
      (touches(box.left, box.right, bar.left) || touches(box.left, box.right, bar.right)) &&
      box.top < bar.bottom + CORNER &&
      box.bottom > bar.top - CORNER,
  )

const touches = (left: number, right: number, end: number): boolean => end > left - CORNER && end < right + CORNER

const isWithin = (run: Run, bar: Box): boolean =>
  run.box.left > bar.left - OVERHANG * run.size && run.box.right < bar.right + OVERHANG * run.size

/** Points from the bar to a run's nearer and farther edge. */
interface Outward {
  readonly near: (run: Run) => number
  readonly far: (run: Run) => number
}

/** Runs from the bar outward, each close to what is already there and one with it. */
function chain(
  within: readonly { index: number; run: Run }[],
  isOneWith: (run: Run, nearer: Run) => boolean,
  { near, far }: Outward,
): number[] {
  const side = within.filter(({ run }) => near(run) > -OVERHANG * run.size).sort((a, b) => near(a.run) - near(b.run))
  const found: number[] = []
  let reached = 0
  let outermost: Run | undefined
  for (const { index, run } of side) {
    if (near(run) - reached > BAR_GAP * run.size) break
    if (outermost && !isOneWith(run, outermost)) continue
    found.push(index)
    if (far(run) > reached) outermost = run
    reached = Math.max(reached, far(run))
  }
  return found
}

/**
 * Whether text that stands beside the bar was painted between two rows over it. The line above may be as close as a second row of the
 * numerator, but a formula is painted whole.
 */
function isInterrupted(run: Run, nearer: Run, bar: Box, painted: readonly Run[]): boolean {
  const [first, last] = run.order < nearer.order ? [run.order, nearer.order] : [nearer.order, run.order]
  for (let at = firstAfter(painted, first); at < painted.length; at++) {
    const between = painted[at]
    if (!between || between.order >= last) return false
    if (!isWithin(between, bar)) return true
  }
  return false
}

function firstAfter(painted: readonly Run[], order: number): number {
  let low = 0
  let high = painted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((painted[middle]?.order ?? 0) <= order) low = middle + 1
    else high = middle
  }
  return low
}

/** A bar of its own between two rows makes the outer one part of an inner fraction. */
const hasBarBetween = (run: Run, nearer: Run, bars: readonly Box[]): boolean => {
  const [upper, lower] = run.box.top < nearer.box.top ? [run.box, nearer.box] : [nearer.box, run.box]
  return bars.some((bar) => bar.top >= upper.bottom && bar.bottom <= lower.top && overlapX(bar, run.box) > 0)
}

function isFraction(bar: Box, over: readonly number[], under: readonly number[], runs: readonly Run[]): boolean {
  const above = over.flatMap((index) => runs[index] ?? [])
  const below = under.flatMap((index) => runs[index] ?? [])
  const top = unionAll(above.map((run) => run.box))
  const bottom = unionAll(below.map((run) => run.box))
  if (!top || !bottom) return false
  const fill = Math.max(width(top), width(bottom)) / width(bar)
  return fill > MIN_FILL && !isRowOfCells(above) && !isRowOfCells(below) && !partsText(bar, above, below)
}

/** A rule from one edge of the text to the other, between a question and its answer: text next to it is flush left or fills its lines. */
function partsText(bar: Box, above: readonly Run[], below: readonly Run[]): boolean {
  const runs = [...above, ...below]
  const em = Math.max(...runs.map(({ size }) => size))
  if (width(bar) < LONG_BAR * em) return false
  const isOff = (row: readonly Run[]): boolean => {
    const box = unionAll(row.map((run) => run.box)) ?? bar
    return Math.abs(box.left + box.right - bar.left - bar.right) / 2 > OFF_CENTRE * em
  }
  if (isOff(rowNext(above, (run) => -run.box.bottom)) || isOff(rowNext(below, (run) => run.box.top))) return true
  return width(bar) > COLUMN * em && runs.filter(({ box }) => width(box) > FULL_LINE * width(bar)).length > 1
}

/** The runs nearest to a bar and all that share their height, directly or through one another. */
function rowNext(side: readonly Run[], distance: (run: Run) => number): Run[] {
  const row: Run[] = []
  for (const run of [...side].sort((a, b) => distance(a) - distance(b))) {
    if (row.length === 0 || row.some((other) => overlapY(run.box, other.box) > SAME_ROW * run.size)) row.push(run)
  }
  return row
}

/** Wide white from top to bottom between its runs: cells of a table row. */
function isRowOfCells(side: readonly Run[]): boolean {
  const sorted = [...side].sort((a, b) => a.box.left - b.box.left)
  let right = sorted[0]?.box.right ?? 0
  for (const run of sorted) {
    if (run.box.left - right > RUN_BREAK * run.size) return true
    right = Math.max(right, run.box.right)
  }
  return false
}

/** Runs that no inner side holds belong to this side; inner fractions lie in it as a whole. */
function claim(members: readonly number[], number: number, side: Map<number, number>, around: Map<number, number>): void {
  for (const run of members) {
    const inner = side.get(run)
    if (inner === undefined) side.set(run, number)
    else outermost(inner, number, around)
  }
}

/** The outermost fraction found so far that holds a side now lies in `number`. */
function outermost(side: number, number: number, around: Map<number, number>): void {
  let fraction = side >> 1
  for (let outer = around.get(fraction); outer !== undefined && outer !== number; outer = around.get(fraction)) fraction = outer >> 1
  if (fraction !== number >> 1) around.set(fraction, number)
}
