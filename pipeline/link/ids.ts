import type { SegmentedProblem } from '../../schemas/segment.ts'

const segmentOf = (text: string): string => text.replace(/[^\p{L}\p{N}._-]+/gu, '-')

/**
 * Ids from content and place: subject / document / number. A number that repeats gets its chapter in between, and where that does not
 * tell them apart either, its page.
 */
export function itemIds(subject: string, document: string, problems: readonly SegmentedProblem[]): string[] {
  const base = (problem: SegmentedProblem): string => `${subject}/${document}/${segmentOf(problem.number)}`
  const withChapter = (problem: SegmentedProblem): string =>
    `${subject}/${document}/${segmentOf(problem.chapter ?? `p${pageOf(problem)}`)}/${segmentOf(problem.number)}`
  const withPage = (problem: SegmentedProblem): string => `${subject}/${document}/p${pageOf(problem)}/${segmentOf(problem.number)}`
  const candidates = [base, withChapter, withPage].map((make) => problems.map(make))
  const counts = candidates.map((ids) => countEach(ids))
  const chosen = problems.map((problem, index) => {
    const unique = candidates.find((ids, at) => counts[at]?.get(ids[index] ?? '') === 1)
    return unique?.[index] ?? withPage(problem)
  })
  const seen = new Map<string, number>()
  return chosen.map((id) => {
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    return times === 1 ? id : `${id}-${times}`
  })
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const pageOf = (problem: SegmentedProblem): number => problem.region[0]?.page ?? problem.label[0]?.page ?? 1
