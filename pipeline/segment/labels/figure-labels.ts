import { grouped } from '../../grouped.ts'
import type { LineFact } from '../facts.ts'
import type { Heading } from '../headings.ts'
import type { Candidate } from './labels.ts'

/** Labels of one shape between a problem and its figure, at most: a figure floats past a few problems, a section of answers begins after all. */
const NEAR = 6

/**
 * Leaves out numbers that stand alone over or under a drawing: "P5.2" where another "P5.2" near by opens a text. A word before the number
 * tells nothing here, for "Problem 2" alone on its line opens a solution, too.
 */
export function withoutFigureLabels(
  candidates: readonly Candidate[],
  lines: readonly LineFact[],
  headings: readonly Heading[],
): readonly Candidate[] {
  const alone = new Set(candidates.filter((label) => label.word === '' && standsAlone(label, lines)))
  if (alone.size === 0) return candidates
  const answers = headings.filter(({ kind }) => kind === 'solutions').map(({ at }) => at)
  const areApart = (a: Candidate, b: Candidate): boolean => answers.some((at) => at > Math.min(a.at, b.at) && at < Math.max(a.at, b.at))
  const repeats = new Set<Candidate>()
  for (const alike of grouped(candidates, ({ shape }) => shape).values())
    alike.forEach((label, at) => {
      if (!alone.has(label)) return
      const near = alike.slice(Math.max(0, at - NEAR), at + NEAR + 1)
      if (near.some((other) => !alone.has(other) && other.number === label.number && !areApart(label, other))) repeats.add(label)
    })
  return candidates.filter((candidate) => !repeats.has(candidate))
}

/** Nothing follows on its line, nor beside it: numbers that hang in the margin have their text on the same row. */
function standsAlone({ at, end }: Candidate, lines: readonly LineFact[]): boolean {
  const line = lines[at]
  if (line?.text.slice(line.offsets[end] ?? line.text.length).trim() !== '') return false
  return [lines[at - 1], lines[at + 1]].every(
    (other) => other === undefined || other.page !== line.page || Math.abs(other.baseline - line.baseline) > 0.3 * line.size,
  )
}
