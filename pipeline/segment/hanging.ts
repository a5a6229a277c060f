import { width } from '../../schemas/geometry.ts'
import type { LineFact } from './facts.ts'
import type { Candidate } from './labels/labels.ts'
import type { Patterns } from './language/patterns.ts'
import { openingMark } from './marks.ts'

/** Em by which text is set in from its label where it hangs. */
const HANG = 1
/** Em by which lines that begin where labels do are off them. */
const SAME = 0.3
/** Share of the labels whose text must hang: then what begins where the labels do is no text of theirs. */
const MOST = 0.8
/** Labels by which a document shows how it is set. */
const MIN_LABELS = 2
/** Share of its column that the first line of a paragraph fills. */
const PROSE = 0.6

/**
 * Lines where running text begins at the labels' own margin, in a document that sets in what its labels open: theory goes on without any
 * heading. A solution may stand at the margin if its word does.
 */
export function outdentedStarts(labels: readonly Candidate[], lines: readonly LineFact[], patterns: Patterns): number[] {
  const opened = labels.flatMap(({ at }) => lines[at] ?? [])
  const hung = labels.flatMap(({ at }) => {
    const [label, next] = [lines[at], textAfter(at, labels, lines)]
    return label && next ? [next.box.left - label.box.left > HANG * label.size] : []
  })
  if (hung.length < MIN_LABELS || hung.filter(Boolean).length < MOST * hung.length) return []
  const isOut = (line: LineFact | undefined): boolean =>
    line !== undefined && opened.some((label) => Math.abs(label.box.left - line.box.left) < SAME * line.size)
  const isFull = (line: LineFact): boolean => width(line.box) > PROSE * (line.columnRight - line.box.left)
  return labels.flatMap(({ at: from }, index) => {
    const next = labels[index + 1]?.at ?? lines.length
    for (let at = from + 1; at + 1 < next; at++) {
      const line = lines[at]
      const isMarked = line !== undefined && openingMark(line, patterns) !== undefined
      if (!line || (isMarked && isOut(lines[at + 1]))) return []
      if (!isMarked && isFull(line) && isOut(line) && isOut(lines[at + 1])) return [at]
    }
    return []
  })
}

/** The second line of what a label opens, in its column; where the label stands alone, its text begins there. */
function textAfter(at: number, labels: readonly Candidate[], lines: readonly LineFact[]): LineFact | undefined {
  const [label, next] = [lines[at], lines[at + 1]]
  const isOwn = label && next && !labels.some((other) => other.at === at + 1) && next.page === label.page && next.column === label.column
  return isOwn && next.baseline > label.baseline + SAME * label.size ? next : undefined
}
