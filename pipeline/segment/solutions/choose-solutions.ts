import { toSequences } from '../labels/choose.ts'
import type { Evidence } from '../labels/evidence.ts'
import { bareCandidateAt, type Candidate } from '../labels/labels.ts'
import { zoneAt } from '../zones.ts'

/** Labels of solutions: the style that names most of the problems, or where they are unknown the longest sequence. */
export function chooseSolutions(known: Evidence, problems: readonly Candidate[] | undefined): Candidate[] {
  const best = toSequences({ ...known, zones: [] }, [], 1)
    .map((sequence) => ({
      sequence,
      value: problems ? namedBy(sequence.labels, problems) : sequence.score * (sequence.labels[0]?.setting.bold ? 1.5 : 1),
    }))
    .sort((a, b) => b.value - a.value)[0]
  return best && best.value > 0 ? [...best.sequence.labels] : []
}

/** Solutions of a section that labels them with nothing but the number. */
export function bareSolutions(known: Evidence, problems: readonly Candidate[]): Candidate[] {
  const candidates = known.lines.flatMap((line, at) =>
    zoneAt(known.zones, at)?.kind === 'solutions' && !line.inTable ? (bareCandidateAt(line, at, known.patterns) ?? []) : [],
  )
  return chooseSolutions({ ...known, candidates }, problems)
}

/** The bare numbers only if no words name the solutions, if they name more problems, and not one alone: two do not count on by chance. */
export const moreNamed = (marked: Candidate[], bare: Candidate[], problems: readonly Candidate[]): Candidate[] => {
  const named = namedBy(bare, problems)
  const isWorded = marked.some(({ word }) => word !== '')
  return !isWorded && named >= 2 && named > namedBy(marked, problems) ? bare : marked
}

/** How many problems labels name, each once; written like the problems' own, they win over steps that bear the same numbers. */
function namedBy(labels: readonly Candidate[], problems: readonly Candidate[]): number {
  const left = new Map<string, number>()
  for (const { number } of problems) left.set(number, (left.get(number) ?? 0) + 1)
  const named = labels.filter(({ number }) => {
    const count = left.get(number) ?? 0
    left.set(number, count - 1)
    return count > 0
  }).length
  return named > 0 && labels[0]?.shape === problems[0]?.shape ? named + 0.5 : named
}
