import type { SegmentedProblem, SegmentedSolution } from '../../schemas/segment.ts'
import { grouped } from '../grouped.ts'
import { plainNumber } from './labels.ts'

/** A solution's place in the reading order of its document. */
const placeOf = (passages: {
  label: readonly { page: number; line: number }[]
  text: readonly { page: number; line: number }[]
}): number => {
  const first = passages.label[0] ?? passages.text[0]
  return first ? first.page * 10_000 + first.line : Number.POSITIVE_INFINITY
}

/**
 * Problem → its solutions, in reading order. Inline ones follow their problem; those in a section or a file are matched by chapter
 * and number, and by number alone where chapters are not told apart.
 */
export function matchSolutions(problems: readonly SegmentedProblem[], solutions: readonly SegmentedSolution[]): SegmentedSolution[][] {
  const found: SegmentedSolution[][] = problems.map(() => [])
  const byNumber = grouped(problems.keys(), (index) => plainNumber(problems[index]?.number ?? ''))
  const taken = new Map<string, number>()
  for (const solution of solutions) {
    const candidates = byNumber.get(plainNumber(solution.number)) ?? []
    const index =
      solution.where === 'inline' ? lastBefore(candidates, problems, solution) : byChapter(candidates, problems, solution, taken)
    if (index !== undefined) found[index]?.push(solution)
  }
  return found
}

const lastBefore = (
  candidates: readonly number[],
  problems: readonly SegmentedProblem[],
  solution: SegmentedSolution,
): number | undefined =>
  candidates.findLast((index) => {
    const problem = problems[index]
    return problem !== undefined && placeOf(problem) <= placeOf(solution)
  })

function byChapter(
  candidates: readonly number[],
  problems: readonly SegmentedProblem[],
  solution: SegmentedSolution,
  taken: Map<string, number>,
): number | undefined {
  if (candidates.length <= 1) return candidates[0]
  const same = candidates.filter((index) => problems[index]?.chapter === solution.chapter)
  if (same.length === 1 && solution.chapter !== undefined) return same[0]
  // Without chapters, the first "1" of the answers belongs to the first "1" of the problems, and so on.
  const key = plainNumber(solution.number)
  const nth = taken.get(key) ?? 0
  taken.set(key, nth + 1)
  return (same.length > 0 ? same : candidates)[nth]
}
