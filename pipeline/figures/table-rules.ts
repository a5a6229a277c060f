import { grow, width } from '../../schemas/geometry.ts'
import { type Drawing, isRunningText, type Line } from '../../schemas/layout.ts'
import { distance } from './clusters.ts'

/** Em between a rule and the cells right above and below it. */
const REACH = 1
/** Em by which cells of one column begin or end apart. */
const ALIGNED = 0.5
/** Em by which baselines of one row differ: scripts in a cell raise its line. */
const SAME_ROW = 0.4
/** Em. A shorter rule is a fraction bar or part of a drawing. */
const MIN_RULE = 6
/** Points of white within which rules meet: an axis meets its ticks, a beam its supports. */
const CORNER = 1.5
/** Columns that must agree above and below. */
const MIN_COLUMNS = 2

/**
 * Level rules that part the head of a table from its body, cells aligned above and below, where the table has no other: nothing of a drawing
 * meets them.
 */
export function headRules(drawings: readonly Drawing[], lines: readonly Line[], em: number): Set<Drawing> {
  const upright = lines.filter(isRunningText)
  return new Set(
    drawings.filter((rule) => {
      if (rule.shape !== 'horizontal' || width(rule.box) < MIN_RULE * em) return false
      const own = upright.filter(({ box }) => box.left > rule.box.left - em && box.right < rule.box.right + em)
      const above = lastRow(
        own.filter(({ box }) => box.bottom < rule.box.bottom + 1 && box.bottom > rule.box.top - REACH * em),
        em,
      )
      const below = own.filter(({ box }) => box.top > rule.box.top - 1 && box.top < rule.box.bottom + REACH * em)
      const isColumn = (head: Line): boolean => below.some(({ box }) => Math.abs(box.left - head.box.left) < ALIGNED * em)
      if (above.filter(isColumn).length < MIN_COLUMNS) return false
      return drawings.every((other) => other === rule || distance(grow(rule.box, CORNER), other.box) > 0)
    }),
  )
}

/** The lowest of these lines and those level with it. */
function lastRow(lines: readonly Line[], em: number): Line[] {
  const lowest = Math.max(...lines.map(({ baseline }) => baseline))
  return lines.filter(({ baseline }) => lowest - baseline < SAME_ROW * em)
}
