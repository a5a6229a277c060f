import type { Drawing, Line } from '../../schemas/layout.ts'
import { distance, hullOf } from './clusters.ts'

/** Points. A rule begins and ends where lines do. */
const ALIGNED = 1.5
/** Lines of text that begin, and that end, where a rule does: then it is as wide as their column. */
const COLUMN_LINES = 3

/** Takes out rules as wide as a column, or as all text and wider, that nothing touches: they part a figure from the text, however near it is. */
export function withoutColumnRules(drawings: readonly Drawing[], prose: readonly Line[]): Drawing[] {
  const count = (edge: 'left' | 'right', at: number): number => prose.filter(({ box }) => Math.abs(box[edge] - at) < ALIGNED).length
  const text = prose.length < COLUMN_LINES ? undefined : hullOf(prose.map(({ box }) => box))
  const isOfColumn = ({ left, right }: Drawing['box']): boolean =>
    (count('left', left) >= COLUMN_LINES && count('right', right) >= COLUMN_LINES) ||
    (text !== undefined && left < text.left + ALIGNED && right > text.right - ALIGNED)
  return drawings.filter(
    (drawing) =>
      drawing.shape !== 'horizontal' ||
      !isOfColumn(drawing.box) ||
      drawings.some((other) => other !== drawing && distance(other.box, drawing.box) < ALIGNED),
  )
}
