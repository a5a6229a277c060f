import { type Box, overlapX, union } from '../../schemas/geometry.ts'
import type { Drawing } from '../../schemas/layout.ts'
import type { Run } from './segments.ts'

/**
 * Joins runs that stand on different baselines but are read as one line: scripts, fractions, big operators with limits, accents.
 * Distances are in em of the larger type unless said otherwise; they follow from TeX's and Word's rules for setting formulas.
 */

/** A script is set at 0.5 (Word, second order) to 0.83 of its base's size. */
const SCRIPT_SIZE = 0.88
/** Scripts are shifted by up to 0.45 em in text and 0.6 in displays. */
const SCRIPT_SHIFT = 0.65
/** White between base and script: italic correction and script space stay under a third of an em. */
const SCRIPT_GAP = 0.35
/** The maths axis, on which fraction bars and big operators are centred, above the baseline. */
const AXIS = 0.25
/** A bar and what stands over or under it: at most this much white. */
const BAR_GAP = 0.5
/** Points. Fraction bars are 0.3 to 1 pt thick; bolder rules belong to tables and boxes. */
const MAX_BAR = 1.3
/** White between a bar or tall symbol and its neighbours in the line. */
const NEIGHBOUR_GAP = 1.2
/** Ink taller than this is a big operator or an enlarged delimiter, whose origin says nothing about the baseline. */
const TALL = 1.3

/** A bar with what stands over and under it, as run indices; scripts and inner fractions included. */
export interface Fraction {
  readonly bar: Box
  readonly over: ReadonlySet<number>
  readonly under: ReadonlySet<number>
}

/** Runs that are read as one line. */
export interface Stack {
  readonly runs: readonly number[]
  readonly fractions: readonly Fraction[]
}

export function stack(runs: readonly Run[], drawings: readonly Drawing[]): Stack[] {
  const sets = new DisjointSets(runs.length)
  const near = new Neighbourhood(runs)
  joinPieces(runs, near, sets)
  joinScripts(runs, near, sets)
  joinLimitsAndAccents(runs, near, sets)
  const fractions = joinFractions(runs, drawings, near, sets)
  joinAlongAxis(runs, fractions, sets)
  return sets.groups().map((members) => {
    const own = new Set(members)
    return { runs: members, fractions: fractions.filter((fraction) => [...fraction.over].every((index) => own.has(index))) }
  })
}

class DisjointSets {
  private readonly parent: number[]

  constructor(size: number) {
    this.parent = Array.from({ length: size }, (_, index) => index)
  }

  find(index: number): number {
    const parent = this.parent[index] ?? index
    if (parent === index) return index
    const root = this.find(parent)
    this.parent[index] = root
    return root
  }

  join(a: number, b: number): void {
    this.parent[this.find(a)] = this.find(b)
  }

  /** All members of the sets that these belong to. */
  membersOf(indices: readonly number[]): Set<number> {
    const roots = new Set(indices.map((index) => this.find(index)))
    const found = new Set<number>()
    for (let index = 0; index < this.parent.length; index++) if (roots.has(this.find(index))) found.add(index)
    return found
  }

  groups(): number[][] {
    const found = new Map<number, number[]>()
    for (let index = 0; index < this.parent.length; index++) {
      const root = this.find(index)
      const group = found.get(root)
      if (group) group.push(index)
      else found.set(root, [index])
    }
    return [...found.values()]
  }
}

/** Runs by height on the page, so that nobody looks at all pairs. */
class Neighbourhood {
  private readonly sorted: { index: number; run: Run }[]
  private readonly tallest: number

  constructor(runs: readonly Run[]) {
    this.sorted = runs.map((run, index) => ({ index, run })).sort((a, b) => a.run.box.top - b.run.box.top)
    this.tallest = Math.max(0, ...runs.map((run) => run.box.bottom - run.box.top))
  }

  /** Runs whose ink meets the stripe between two heights. */
  *between(top: number, bottom: number): Generator<{ index: number; run: Run }> {
    let low = 0
    let high = this.sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.sorted[middle]?.run.box.top ?? 0) < top - this.tallest) low = middle + 1
      else high = middle
    }
    for (let at = low; at < this.sorted.length; at++) {
      const entry = this.sorted[at]
      if (!entry || entry.run.box.top > bottom) return
      if (entry.run.box.bottom >= top) yield entry
    }
  }
}

const axis = (run: Run): number => run.baseline - AXIS * run.size

/** Its origin says nothing about the line it stands in: enlarged symbols, and radical signs, which hang from their bar. */
const isTall = (run: Run): boolean =>
  run.box.bottom - run.box.top > TALL * run.size ||
  run.box.top > run.baseline - 0.05 * run.size ||
  (run.glyphs.length === 1 && run.glyphs[0]?.text === '√')

/** Parts of one large brace or bracket: same place, one under the other. */
function joinPieces(runs: readonly Run[], near: Neighbourhood, sets: DisjointSets): void {
  runs.forEach((run, index) => {
    if (run.glyphs.length > 1 || !isTall(run)) return
    for (const { index: other, run: lower } of near.between(run.box.bottom - 0.3 * run.size, run.box.bottom + 0.3 * run.size)) {
      if (other === index || lower.glyphs.length > 1 || !isTall(lower)) continue
      if (overlapX(run.box, lower.box) > 0 && Math.abs(lower.box.top - run.box.bottom) < 0.3 * run.size) sets.join(index, other)
    }
  })
}

function joinScripts(runs: readonly Run[], near: Neighbourhood, sets: DisjointSets): void {
  runs.forEach((script, index) => {
    const em = script.size / SCRIPT_SIZE
    let best: { index: number; cost: number } | undefined
    let follower: { index: number; cost: number } | undefined
    for (const { index: other, run: base } of near.between(script.baseline - 2.5 * em, script.baseline + 2 * em)) {
      if (other === index || script.size > SCRIPT_SIZE * base.size) continue
      if (isTall(base)) {
        if (isScriptOfTall(script, base) && !best) best = { index: other, cost: script.size }
        continue
      }
      const shift = Math.abs(script.baseline - base.baseline)
      if (shift > SCRIPT_SHIFT * base.size || !meetsEmBox(script, base)) continue
      const after = whiteBetween(base, script)
      if (after !== undefined && after <= SCRIPT_GAP * base.size) {
        const cost = shift + 2 * Math.max(0, after)
        if (!best || cost < best.cost) best = { index: other, cost }
      }
      const before = script.box.right <= base.box.left + 0.1 * base.size ? base.box.left - script.box.right : undefined
      if (before !== undefined && before <= NEIGHBOUR_GAP * base.size && (!follower || shift < follower.cost))
        follower = { index: other, cost: shift }
    }
    if (best) {
      sets.join(index, best.index)
      const host = runs[best.index]
      const next = follower && runs[follower.index]
      if (follower && host && next && Math.abs(host.baseline - next.baseline) < 0.1 * host.size) sets.join(index, follower.index)
    } else if (follower && isLikelyPrescript(script, runs[follower.index])) sets.join(index, follower.index)
  })
}

/** Limits beside an integral, or a power of a large bracket: at its right edge, near its top or bottom. */
const isScriptOfTall = (script: Run, tall: Run): boolean =>
  script.box.left > (tall.box.left + tall.box.right) / 2 &&
  script.box.left - tall.box.right < SCRIPT_GAP * tall.size &&
  script.box.bottom > tall.box.top - 0.5 * script.size &&
  script.box.top < tall.box.bottom + 0.5 * script.size

/** A note mark or isotope number touches what follows it. */
const isLikelyPrescript = (script: Run, base: Run | undefined): boolean =>
  base !== undefined && script.glyphs.length <= 3 && base.box.left - script.box.right < 0.2 * base.size

const meetsEmBox = (script: Run, base: Run): boolean =>
  script.box.bottom > base.baseline - 1.1 * base.size && script.box.top < base.baseline + 0.4 * base.size

/** Points between the last glyph of `base` left of the script and the script; undefined if `base` starts right of it or runs through it. */
function whiteBetween(base: Run, script: Run): number | undefined {
  if (script.box.left < base.box.left || script.box.left > base.box.right + 2 * base.size) return undefined
  let white: number | undefined
  for (const glyph of base.glyphs) {
    const centre = (glyph.ink.left + glyph.ink.right) / 2
    if (centre < script.box.left) white = script.box.left - glyph.ink.right
    else if (glyph.ink.left < script.box.right - 0.2 * script.size && glyph.ink.right > script.box.left + 0.2 * script.size)
      return undefined
  }
  return white
}

/** Inner bars first, so that an outer fraction finds its parts complete. */
function joinFractions(runs: readonly Run[], drawings: readonly Drawing[], near: Neighbourhood, sets: DisjointSets): Fraction[] {
  const bars = drawings
    .filter((drawing) => drawing.shape === 'horizontal' && drawing.box.bottom - drawing.box.top <= MAX_BAR)
    .map((drawing) => drawing.box)
  bars.sort((a, b) => a.right - a.left - (b.right - b.left))
  const found: Fraction[] = []
  for (const bar of bars) {
    const over: number[] = []
    const under: number[] = []
    for (const { index, run } of near.between(bar.top - 12, bar.bottom + 12)) {
      const slack = 0.15 * run.size
      if (run.box.left < bar.left - slack || run.box.right > bar.right + slack) continue
      const above = bar.top - run.box.bottom
      const below = run.box.top - bar.bottom
      if (above > -slack && above < BAR_GAP * run.size) over.push(index)
      else if (below > -slack && below < BAR_GAP * run.size) under.push(index)
    }
    if (
      !isFraction(
        bar,
        over.map((i) => runs[i]),
        under.map((i) => runs[i]),
      )
    )
      continue
    const fraction = { bar, over: sets.membersOf(over), under: sets.membersOf(under) }
    if ([...fraction.over].some((index) => fraction.under.has(index))) continue // one line already, struck through
    found.push(fraction)
    for (const part of [...over, ...under]) sets.join(part, over[0] ?? part)
  }
  return found
}

/** Both sides are filled, at least one about as wide as the bar, and neither is a row of cells. */
function isFraction(bar: Box, over: readonly (Run | undefined)[], under: readonly (Run | undefined)[]): boolean {
  if (over.length === 0 || under.length === 0) return false
  const filled = (side: readonly (Run | undefined)[]): number => {
    const boxes = side.flatMap((run) => (run ? [run.box] : []))
    return (Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))) / (bar.right - bar.left)
  }
  if (Math.max(filled(over), filled(under)) < 0.5) return false
  return !isRowOfCells(over) && !isRowOfCells(under)
}

/** Several level runs, far apart: a table row. */
function isRowOfCells(side: readonly (Run | undefined)[]): boolean {
  const runs = side.flatMap((run) => (run ? [run] : [])).sort((a, b) => a.box.left - b.box.left)
  return runs.some((run, at) => {
    const next = runs[at + 1]
    return (
      next !== undefined &&
      Math.abs(next.baseline - run.baseline) < 0.1 * run.size &&
      next.box.left - run.box.right > RUN_OF_CELLS * run.size
    )
  })
}
const RUN_OF_CELLS = 1.2

/** Part of a line that its axis holds together: plain runs, a fraction, an operator or delimiter. */
interface Atom {
  readonly member: number
  readonly box: Box
  readonly axis: number
  readonly em: number
  /** Plain runs alone never join: the white between them was found too wide. */
  readonly isMaths: boolean
}

/** Fractions, big operators, radicals and enlarged delimiters join what stands beside them on the same axis. */
function joinAlongAxis(runs: readonly Run[], fractions: readonly Fraction[], sets: DisjointSets): void {
  const inner = new Set(fractions.flatMap((fraction) => [...fraction.over, ...fraction.under]))
  const outer = fractions.filter(
    (fraction) =>
      !fractions.some((other) => other !== fraction && [...fraction.over].every((i) => other.over.has(i) || other.under.has(i))),
  )
  const atoms: Atom[] = [...outer, ...fractions.filter((fraction) => !outer.includes(fraction))].map((fraction) =>
    fractionAtom(fraction, runs),
  )
  runs.forEach((run, member) => {
    const isSmall = inner.has(member) && !isTall(run)
    if (isTall(run)) atoms.push({ member, box: run.box, axis: (run.box.top + run.box.bottom) / 2, em: run.size, isMaths: true })
    else if (!isSmall || run.glyphs.length > 0)
      atoms.push({ member, box: withScripts(member, runs, sets), axis: axis(run), em: run.size, isMaths: false })
  })
  atoms.sort((a, b) => a.axis - b.axis)
  atoms.forEach((atom, at) => {
    const reach = Math.max(0.25 * atom.em, 0.18 * (atom.box.bottom - atom.box.top))
    for (let next = at + 1; next < atoms.length; next++) {
      const other = atoms[next]
      if (!other || other.axis - atom.axis > Math.max(reach, 6)) break
      if (areNeighbours(atom, other)) sets.join(atom.member, other.member)
    }
  })
}

function fractionAtom(fraction: Fraction, runs: readonly Run[]): Atom {
  const members = [...fraction.over, ...fraction.under]
  const parts = members.flatMap((index) => runs[index] ?? [])
  const boxes = [fraction.bar, ...parts.map((run) => run.box)]
  return {
    member: members[0] ?? 0,
    box: boxes.reduce(union),
    axis: (fraction.bar.top + fraction.bar.bottom) / 2,
    em: Math.max(...parts.map((run) => run.size)),
    isMaths: true,
  }
}

/** A run with the scripts and limits that already belong to it, but not beyond it. */
function withScripts(member: number, runs: readonly Run[], sets: DisjointSets): Box {
  const run = runs[member]
  if (!run) throw new Error(`There is no run ${member}.`)
  let box = run.box
  for (const index of sets.membersOf([member])) {
    const script = runs[index]
    if (script && script.size < SCRIPT_SIZE * run.size) box = union(box, script.box)
  }
  return box
}

function areNeighbours(a: Atom, b: Atom): boolean {
  if (!a.isMaths && !b.isMaths) return false
  const em = Math.max(a.em, b.em)
  if (Math.min(a.em, b.em) < 0.65 * em) return false
  const tall = Math.max(a.isMaths ? a.box.bottom - a.box.top : 0, b.isMaths ? b.box.bottom - b.box.top : 0)
  if (Math.abs(a.axis - b.axis) > Math.max(0.15 * em, a.isMaths && b.isMaths ? 0.12 * tall : Math.min(0.1 * tall, 0.3 * em))) return false
  const gap = -overlapX(a.box, b.box)
  return gap < NEIGHBOUR_GAP * em
}

/** Small type right over or under an operator or word ("lim"), and accents that float over their letter. */
function joinLimitsAndAccents(runs: readonly Run[], near: Neighbourhood, sets: DisjointSets): void {
  runs.forEach((small, index) => {
    const isAccent =
      small.glyphs.length <= 2 &&
      small.box.bottom - small.box.top < 0.45 * small.size &&
      small.box.bottom < small.baseline - 0.35 * small.size
    for (const { index: other, run } of near.between(small.box.top - 0.5 * small.size, small.box.bottom + 0.5 * small.size)) {
      if (other === index || sets.find(other) === sets.find(index)) continue
      // A script that has found its base is no limit of the line that happens to stand above or below.
      if (!isAccent && [...sets.membersOf([index])].some((member) => (runs[member]?.size ?? 0) > small.size / SCRIPT_SIZE)) continue
      if (isAccent ? isUnderAccent(small, run) : small.size < SCRIPT_SIZE * run.size && isLimitOf(small, run)) sets.join(index, other)
    }
  })
}

const isUnderAccent = (accent: Run, run: Run): boolean =>
  Math.abs(accent.baseline - run.baseline) < 0.75 * run.size &&
  run.glyphs.some((glyph) => {
    const middle = (accent.box.left + accent.box.right) / 2
    return (
      middle > glyph.ink.left - 0.15 * run.size &&
      middle < glyph.ink.right + 0.25 * run.size &&
      Math.abs(glyph.ink.top - accent.box.bottom) < 0.3 * run.size
    )
  })

function isLimitOf(small: Run, run: Run): boolean {
  if (overlapX(small.box, run.box) < 0.5 * Math.min(small.box.right - small.box.left, run.box.right - run.box.left)) return false
  const white = Math.max(small.box.top - run.box.bottom, run.box.top - small.box.bottom)
  if (isTall(run)) return white > -0.35 * run.size && white < 0.4 * run.size
  const isWord = run.glyphs.length >= 3 && Math.abs(small.baseline - run.baseline) < 0.9 * run.size
  return (
    isWord &&
    small.box.top > run.baseline - 0.1 * run.size &&
    white < 0.2 * run.size &&
    small.box.left >= run.box.left - 0.5 * run.size &&
    small.box.right <= run.box.right + 0.5 * run.size
  )
}
