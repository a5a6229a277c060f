import { type Box, overlapY } from '../../schemas/geometry.ts'
import type { Drawing } from '../../schemas/layout.ts'
import type { RawLine } from './lines.ts'

/** Points. A shorter upright rule stands in a table, a formula or a drawing. */
const MIN_HEIGHT = 20
/** Points. Rules that begin and end together part one set of columns. */
const SAME_ENDS = 2
/** Points of white on both sides of a rule. */
const CLEAR = 2
/** Share of the text's width by which columns between rules may differ: a table's columns are as wide as their cells. */
const EVEN = 0.04

/** Share of a column's width that the lines of the last one reach at least. */
const SHORT = 0.25

/** A stretch of the page whose columns are parted by rules. */
export interface RuledStretch {
  readonly top: number
  readonly bottom: number
  /** Where the rules stand, left to right. */
  readonly rules: readonly number[]
}

/** Stretches of the page in which upright rules, free of all else, part its text into columns of one width; top to bottom. */
export function ruledStretches(lines: readonly RawLine[], drawings: readonly Drawing[]): RuledStretch[] {
  const upright = lines.filter(({ angle }) => angle === undefined)
  const groups: Box[][] = []
  for (const { box, shape } of drawings) {
    if (shape !== 'vertical' || box.bottom - box.top < MIN_HEIGHT) continue
    const group = groups.find(
      ([first]) => first && Math.abs(first.top - box.top) < SAME_ENDS && Math.abs(first.bottom - box.bottom) < SAME_ENDS,
    )
    if (group?.some((other) => isOver(other, box))) continue // browsers draw the rule once for each of its columns
    if (group) group.push(box)
    else groups.push([box])
  }
  return groups
    .map((group) => group.toSorted((a, b) => a.left - b.left))
    .filter((group) => areEven(group, upright) && group.every((rule) => parts(rule, upright, drawings)))
    .map((group) => ({ top: group[0]?.top ?? 0, bottom: group[0]?.bottom ?? 0, rules: group.map((rule) => (rule.left + rule.right) / 2) }))
    .sort((a, b) => a.top - b.top)
}

const isOver = (a: Box, b: Box): boolean => Math.abs(a.left - b.left) < CLEAR && Math.abs(a.right - b.right) < CLEAR

/** Whether the rules cut the width of the text beside them into equal columns, the last of which may hold short lines alone. */
function areEven(rules: readonly Box[], lines: readonly RawLine[]): boolean {
  const beside = lines.filter(({ box }) => rules.some((rule) => overlapY(box, rule) > 0))
  const left = Math.min(...beside.map(({ box }) => box.left))
  const right = Math.max(...beside.map(({ box }) => box.right))
  const edges = [left, ...rules.map((rule) => (rule.left + rule.right) / 2), right]
  const widths = edges.slice(1).map((edge, at) => edge - (edges[at] ?? 0))
  const slack = EVEN * (right - left)
  const wanted = widths[0] ?? 0
  return widths.every((one, at) => one < wanted + slack && (one > wanted - slack || (at === rules.length && one > SHORT * wanted)))
}

/** Whether text stands on both sides of a rule and nothing touches it. */
function parts(rule: Box, lines: readonly RawLine[], drawings: readonly Drawing[]): boolean {
  const touches = (box: Box): boolean => overlapY(box, rule) > 0 && box.left < rule.right + CLEAR && box.right > rule.left - CLEAR
  if (drawings.some(({ box }) => touches(box) && !isOver(box, rule))) return false
  const beside = lines.filter(({ box }) => overlapY(box, rule) > 0)
  return (
    !beside.some(({ box }) => touches(box)) &&
    beside.some(({ box }) => box.right < rule.left) &&
    beside.some(({ box }) => box.left > rule.right)
  )
}
