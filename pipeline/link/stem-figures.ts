import type { SegmentedProblem } from '../../schemas/segment.ts'
import { grouped } from '../grouped.ts'

/** What is known about problems and the figures that they were given. */
export interface Sharing {
  readonly problems: readonly SegmentedProblem[]
  /** Figures that a text names by number, or a caption or label gives to problems: their place is no guess. */
  readonly named: ReadonlySet<number>
  /** Whether the text that a problem shares with others speaks of something drawn, and whether its own text does. */
  readonly stemSpeaks: (problem: number) => boolean
  readonly speaks: (problem: number) => boolean
}

/**
 * Gives the figure that a shared text announces to all problems of that text. It may stand below the first of them, or behind the last:
 * then its place says that it is that one's alone.
 *
 * @param byProblem the figures of each problem; added to
 */
export function shareFigures(byProblem: readonly Set<number>[], { problems, named, stemSpeaks, speaks }: Sharing): void {
  for (const group of groupsOf(problems)) {
    const [first] = group
    if (first === undefined || !stemSpeaks(first)) continue
    const own = group.flatMap((problem) => [...(byProblem[problem] ?? [])].map((figure) => ({ problem, figure })))
    const isShared = own.some(({ figure }) => own.filter((one) => one.figure === figure).length > 1)
    const [lone, ...others] = own.filter(({ problem, figure }) => !named.has(figure) && !speaks(problem))
    if (isShared || !lone || others.length > 0) continue
    for (const problem of group) byProblem[problem]?.add(lone.figure)
  }
}

/** Problems that one text introduces, group by group. */
function groupsOf(problems: readonly SegmentedProblem[]): number[][] {
  const stemmed = [...problems.keys()].filter((index) => (problems[index]?.stem.length ?? 0) > 0)
  const groups = grouped(stemmed, (index) => {
    const [first] = problems[index]?.stem ?? []
    return `${first?.page}.${first?.line}`
  })
  return [...groups.values()].filter((group) => group.length > 1)
}
