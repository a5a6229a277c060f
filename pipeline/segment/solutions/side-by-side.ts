import { grouped } from '../../grouped.ts'
import type { LineFact } from '../facts.ts'
import { candidateAt } from '../labels/labels.ts'
import type { Patterns } from '../language/patterns.ts'
import { openingMark } from '../marks.ts'

/** Em between the baselines of a label and the "Solution" level with it: a tall sign in one of them pushes it down. */
const LEVEL = 0.5
/** Em of white between the number of a heading and its words, at most. */
const NEAR = 3
/** Em by which a line may begin left of the column of solutions and still be one of its lines. */
const INTO_MARGIN = 1
/** Marks that must stand level with a label, and their share of all marks: in two columns of text some do by chance. */
const MIN_ROWS = 2
const MIN_SHARE = 0.8

/** A label and the mark right of it. */
interface Row {
  readonly label: LineFact
  readonly mark: LineFact
}

/**
 * Work sheets set each solution to the right of its question. Read in columns, all questions of a page come before all solutions; where
 * "Solution" stands level with labels throughout, the lines are put in order row by row.
 */
export function inRows(lines: readonly LineFact[], patterns: Patterns, bodySize: number): readonly LineFact[] {
  const marks = lines.filter((line) => openingMark(line, patterns) !== undefined)
  if (marks.length < MIN_ROWS) return lines
  const pages = grouped(lines, ({ page }) => page)
  const rows = marks.flatMap((mark) => {
    const label = (pages.get(mark.page) ?? []).find(
      (line) => isLeftOf(line, mark) && !isNumberOf(line, mark) && candidateAt(line, 0, patterns, bodySize) !== undefined,
    )
    return label ? [{ label, mark }] : []
  })
  if (rows.length < MIN_ROWS || rows.length < MIN_SHARE * marks.length) return lines
  const edge = Math.min(...rows.map(({ mark }) => mark.box.left)) - INTO_MARGIN * bodySize
  return [...pages].flatMap(([page, own]) =>
    byRows(
      own,
      rows.filter(({ mark }) => mark.page === page),
      edge,
    ),
  )
}

const isLeftOf = (line: LineFact, mark: LineFact): boolean =>
  line.box.right < mark.box.left && Math.abs(line.baseline - mark.baseline) < LEVEL * mark.size

/** "1.1" before the heading "Solution": a number that counts the heading itself. */
export const isNumberOf = (line: LineFact, mark: LineFact): boolean =>
  /^\d+(?:\.\d+){0,3}\.?$/.test(line.text) &&
  isLeftOf(line, mark) &&
  line.bold && // a light number may end the sentence before a mark on its row
  mark.bold &&
  Math.abs(line.size - mark.size) < 0.3 &&
  mark.box.left - line.box.right < NEAR * mark.size

function byRows(lines: readonly LineFact[], rows: readonly Row[], edge: number): LineFact[] {
  const tops = rows.map(({ label, mark }) => Math.min(label.box.top, mark.box.top))
  const rowOf = ({ box, size }: LineFact): number => tops.filter((top) => top <= box.top + LEVEL * size).length
  const sideOf = ({ box }: LineFact): number => (box.left < edge ? 0 : 1)
  return [...lines].sort((a, b) => rowOf(a) - rowOf(b) || sideOf(a) - sideOf(b))
}
