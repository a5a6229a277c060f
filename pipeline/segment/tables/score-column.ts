import type { LineFact } from '../facts.ts'
import type { Patterns } from '../language/patterns.ts'

/** Em between the middles of a number and of the head of its column. */
const UNDER = 2
/** Em between the baselines of heads of one row. */
const LEVEL = 0.5
/** "5", "(10)", "[12]". */
const SCORE = /^[[(]?\d{1,3}[\])]?$/u

/** Leaves out the numbers of a column that is headed "Marks" or the like beside others, and the head itself: exams are set in such tables. */
export function withoutScoreColumn(lines: readonly LineFact[], { words }: Patterns): readonly LineFact[] {
  const isNamed = ({ text }: LineFact): boolean => words.points.includes(text.toLowerCase()) && text.length > 1
  const heads = lines.filter((line) => isNamed(line) && lines.some((other) => isLeftOn(other, line)))
  if (heads.length === 0) return lines
  const isScore = (line: LineFact): boolean =>
    SCORE.test(line.text) && heads.some((head) => isBelow(line, head) && Math.abs(middle(line) - middle(head)) < UNDER * head.size)
  return lines.filter((line) => !heads.includes(line) && !isScore(line))
}

/** Another head of the row: set like it, in a column of its own to the left. */
const isLeftOn = (other: LineFact, head: LineFact): boolean =>
  other.page === head.page &&
  other.column !== head.column &&
  other.bold === head.bold &&
  other.box.right < head.box.left &&
  Math.abs(other.baseline - head.baseline) < LEVEL * head.size

const isBelow = (line: LineFact, head: LineFact): boolean =>
  line.page > head.page || (line.page === head.page && line.baseline > head.baseline)

const middle = ({ box }: LineFact): number => (box.left + box.right) / 2
