import { type Box, overlapX, unionAll } from '../../schemas/geometry.ts'
import { around, centre, levelOf, replaced } from './atoms.ts'
import { isBrace } from './braces.ts'
import { type Accented, type Atom, axisOf, type Fraction, largestEm } from './model.ts'
import { isRadicalOf, withRadical } from './radicals.ts'
import { toRow } from './rows.ts'

/** Em. How far content may stick out beyond its bar: italic overhang. */
const OVERHANG = 0.2
/** Em. The bar of a fraction is wider than that of a fraction over or under it: TeX leaves 0.12 on both sides. */
const NESTED = 0.1
/** Points. Ends that coincide. */
const SAME_EDGE = 0.3
/** Em. Numerators stand further off their bar than denominators or the other way round, by no more than this. */
const BAR_SLACK = 0.4
/** Em. White between a bar and what stands next to it: TeX leaves 0.1 to 0.3, Word up to 0.4, and over letters without ascenders 0.2 more. */
const BAR_GAP = 0.62
/** Em. White between parts of one numerator: scripts and limits leave at most this. */
const PART_GAP = 0.28
/** Em. White between neighbours of one row, inside a fraction or out. */
const RUN_ON = 0.25
/** Em. White between cells of a table; within a numerator there is less. */
const CELL_GAP = 1.8
/** Type smaller than this share of the largest is a script. */
const SCRIPT_SIZE = 0.86
/** Em. Lines stand further apart than this; delimiters and operators of one line are off its axis by less. */
const OTHER_LINE = 0.6
/** Em. Ends of an over- or underline and of the letters at it, which lean. */
const SAME_END = 0.12

/** Undefined when the rule belongs to nothing here. `rules` are those not used up by smaller parts. */
export function applyRule(atoms: readonly Atom[], rule: Box, rules: readonly Box[]): Atom[] | undefined {
  const sign = atoms.find((atom) => atom.kind === 'sign' && isRadicalOf(atom, rule))
  if (sign?.kind === 'sign') return withRadical(atoms, sign, rule, rules)
  const candidates = atoms.filter((atom) => {
    const slack = OVERHANG * atom.em
    return (
      atom.box.left > rule.left - slack &&
      atom.box.right < rule.right + slack &&
      centre(atom.box) > rule.left &&
      centre(atom.box) < rule.right &&
      belongsTo(atom, rule, rules)
    )
  })
  const y = (rule.top + rule.bottom) / 2
  const inside = isLineOf(candidates, rule) ? candidates : withoutTornWords(candidates, atoms)
  const over = reach(
    inside.filter((atom) => (atom.box.top + atom.box.bottom) / 2 < y),
    rule,
    'over',
  )
  const under = reach(
    inside.filter((atom) => (atom.box.top + atom.box.bottom) / 2 > y),
    rule,
    'under',
  )
  if (isRowOfCells(over) || isRowOfCells(under)) return undefined
  if (over.length > 0 && under.length > 0) return replaced(atoms, [...over, ...under], fraction(over, under, rule))
  if (over.length > 0 && under.length === 0 && isLevelWithFraction(rule, atoms, rules))
    return replaced(atoms, over, fraction(over, [], rule))
  if (under.length > 0 && isLine(under, rule)) return replaced(atoms, under, lined('\\overline', under, rule))
  if (over.length > 0 && isLine(over, rule) && over.every((atom) => atom.kind !== 'sign' || atom.isMath || atom.face === 'italic')) {
    return replaced(atoms, over, lined('\\underline', over, rule))
  }
  return undefined
}

/**
 * Chains of quantities and units are written as fractions side by side, some with nothing under their bar. Another bar at the same height
 * that has ink over and under it tells them from underlined words.
 */
function isLevelWithFraction(rule: Box, atoms: readonly Atom[], rules: readonly Box[]): boolean {
  const y = (rule.top + rule.bottom) / 2
  const isHalf = (atom: Atom, { left, right, top, bottom }: Box, side: 'over' | 'under'): boolean => {
    const gap = side === 'over' ? top - atom.box.bottom : atom.box.top - bottom
    return centre(atom.box) > left && centre(atom.box) < right && gap > -BAR_GAP * atom.em && gap < BAR_GAP * atom.em
  }
  const isFraction = (bar: Box): boolean =>
    atoms.some((atom) => isHalf(atom, bar, 'over') && (atom.box.top + atom.box.bottom) / 2 < y) &&
    atoms.some((atom) => isHalf(atom, bar, 'under') && (atom.box.top + atom.box.bottom) / 2 > y)
  return (
    atoms.some((atom) => atom.kind === 'fraction' && Math.abs(atom.axis - y) < SAME_EDGE) ||
    rules.some((other) => other !== rule && Math.abs((other.top + other.bottom) / 2 - y) < SAME_EDGE && isFraction(other))
  )
}

const contains = (outer: Box, inner: Box): boolean => outer.left < inner.left + SAME_EDGE && outer.right > inner.right - SAME_EDGE

/** No other bar stands between, and of two bars with the atom between them this is the nearer one. */
function belongsTo(atom: Atom, rule: Box, rules: readonly Box[]): boolean {
  const middle = (atom.box.top + atom.box.bottom) / 2
  const y = (rule.top + rule.bottom) / 2
  const distance = y > middle ? y - atom.box.bottom : atom.box.top - y
  return rules.every((other) => {
    const otherY = (other.top + other.bottom) / 2
    if (other === rule || centre(atom.box) < other.left || centre(atom.box) > other.right) return true
    const isSameSide = y > middle === otherY > middle
    if (isSameSide) return Math.abs(otherY - middle) > Math.abs(y - middle)
    const otherDistance = otherY > middle ? otherY - atom.box.bottom : atom.box.top - otherY
    const [width, otherWidth] = [rule, other].map(({ left, right }) => right - left) as [number, number] // two in, two out
    const isNested = contains(other, rule) && otherWidth > width + NESTED * atom.em && distance < otherDistance + BAR_SLACK * atom.em
    return otherDistance > distance || isNested || otherWidth > 1.5 * width
  })
}

/** A bar that ends where the ink under it does, or that over it, is theirs alone, however close the next letter stands. */
function isLineOf(candidates: readonly Atom[], rule: Box): boolean {
  const box = unionAll(candidates.map((atom) => atom.box))
  if (!box || (box.top < rule.top && box.bottom > rule.bottom)) return false
  const slack = SAME_END * largestEm(candidates)
  const meets = (left: number, right: number): boolean => Math.abs(left - rule.left) < slack && Math.abs(right - rule.right) < slack
  // TeX draws it over the pen's way, which side bearings make wider than the ink
  return meets(box.left, box.right) || meets(Math.min(...candidates.map(({ from }) => from)), Math.max(...candidates.map(({ to }) => to)))
}

/** What runs on beyond the bar's ends is a row of its own. */
function withoutTornWords(candidates: readonly Atom[], atoms: readonly Atom[]): Atom[] {
  let inside = [...candidates]
  for (let changed = true; changed; ) {
    const outside = atoms.filter((atom) => !inside.includes(atom))
    const kept = inside.filter((atom) => !outside.some((other) => areNeighbours(atom, other)))
    changed = kept.length < inside.length
    inside = kept
  }
  return inside
}

const areNeighbours = (a: Atom, b: Atom): boolean =>
  !isBrace(a) &&
  !isBrace(b) &&
  a.baseline !== undefined &&
  b.baseline !== undefined &&
  Math.abs(a.baseline - b.baseline) < 0.05 * a.em &&
  Math.abs(a.em - b.em) < 0.1 * a.em &&
  -overlapX(a.box, b.box) < RUN_ON * a.em

/** Wide white between neighbours: cells over or under the rule of a table. */
function isRowOfCells(atoms: readonly Atom[]): boolean {
  const sorted = [...atoms].sort((a, b) => a.box.left - b.box.left)
  let right = sorted[0]?.box.right ?? 0
  for (const { box, em } of sorted) {
    if (box.left - right > CELL_GAP * em) return true
    right = Math.max(right, box.right)
  }
  return false
}

/** A bar over or under symbols is about as wide as they are; text under a table rule is not. */
const isLine = (body: readonly Atom[], rule: Box): boolean => {
  const box = around(body.map((atom) => atom.box))
  return box.right - box.left > 0.6 * (rule.right - rule.left)
}

/** What stands next to the rule, and what stands on that, as long as no wide white comes between. */
function reach(candidates: readonly Atom[], rule: Box, side: 'over' | 'under'): Atom[] {
  const distance = (atom: Atom): number => (side === 'over' ? rule.top - atom.box.bottom : atom.box.top - rule.bottom)
  const far = (atom: Atom): number => (side === 'over' ? rule.top - atom.box.top : atom.box.bottom - rule.bottom)
  const found: Atom[] = []
  let edge = 0
  for (const atom of [...candidates].sort((a, b) => distance(a) - distance(b))) {
    if (distance(atom) < -0.3 * atom.em) continue
    const allowed = (found.length === 0 ? BAR_GAP : Math.max(PART_GAP, edge === 0 ? BAR_GAP : 0)) * atom.em
    if (distance(atom) - edge > allowed) break
    found.push(atom)
    edge = Math.max(edge, far(atom))
  }
  const line = oneLine(found)
  // what is no part of the line carries nothing
  return line.length < found.length ? reach(line, rule, side) : line.sort((a, b) => a.box.left - b.box.left)
}

/** Numerator and denominator are one line each: full-size type on another line is a row of its own. */
function oneLine(nearestFirst: readonly Atom[]): Atom[] {
  const largest = Math.max(0, ...nearestFirst.map((atom) => atom.em))
  const isFull = (atom: Atom): boolean => atom.em > SCRIPT_SIZE * largest
  const first = nearestFirst.find(isFull)
  return nearestFirst.filter((atom) => !first || !isFull(atom) || Math.abs(axisOf(atom) - axisOf(first)) < OTHER_LINE * atom.em)
}

function fraction(over: readonly Atom[], under: readonly Atom[], rule: Box): Fraction {
  const parts = [...over, ...under]
  return {
    kind: 'fraction',
    over: toRow(over),
    under: toRow(under),
    axis: (rule.top + rule.bottom) / 2,
    hasBar: true,
    box: around([rule, ...parts.map((atom) => atom.box)]),
    em: Math.max(...parts.map((atom) => atom.em)),
    baseline: undefined,
    glyphs: [],
    from: rule.left,
    to: rule.right,
  }
}

function lined(command: '\\overline' | '\\underline', body: readonly Atom[], rule: Box): Accented {
  const isBar = command === '\\overline' && body.length === 1 && rule.right - rule.left < 0.75 * (body[0]?.em ?? 0)
  return {
    kind: 'accented',
    command: isBar ? '\\bar' : command,
    body: toRow(body),
    box: around([rule, ...body.map((atom) => atom.box)]),
    em: Math.max(...body.map((atom) => atom.em)),
    baseline: levelOf(body),
    glyphs: [],
    from: Math.min(...body.map((atom) => atom.from)),
    to: Math.max(...body.map((atom) => atom.to)),
  }
}
