import { grouped } from '../grouped.ts'
import type { Candidate } from './labels.ts'
import type { Zone } from './zones.ts'

/** Share of a section's numbers that must have been seen before it, for it to hold solutions. Noise repeats less, answers more. */
const SEEN_SHARE = 0.5

/**
 * Headings such as "Long answers" announce questions. A section holds solutions only if its numbers have been seen before it: where most
 * of them are new, it goes on with the problems.
 */
export function believedZones(zones: readonly Zone[], candidates: readonly Candidate[]): Zone[] {
  const seen = new Set<string>()
  let next = 0
  return zones.map((zone) => {
    const own: Candidate[] = []
    for (; next < candidates.length; next++) {
      const candidate = candidates[next]
      if (!candidate || candidate.at >= zone.to) break
      if (!candidate.also) own.push(candidate)
    }
    const opening = weightiest(own)
    const repeated = opening.filter(
      (candidate) => seen.has(keyOf(candidate)) || (candidate.word === '' && seen.has(candidate.number)),
    ).length
    // "Problem 4.1" is "4.1" in its solution, and the word says that no step of a problem was meant.
    for (const candidate of own) for (const key of [keyOf(candidate), ...(candidate.word === '' ? [] : [candidate.number])]) seen.add(key)
    return zone.kind === 'solutions' && opening.length > 0 && repeated < SEEN_SHARE * opening.length ? { ...zone, kind: 'problems' } : zone
  })
}

/** The labels written in one way that open something; steps in their texts have no word, fewer figures, or are fewer: each is counted once. */
function weightiest(labels: readonly Candidate[]): readonly Candidate[] {
  const distinct = [...new Map(labels.map((label) => [keyOf(label), label])).values()]
  const written = [...grouped(distinct, (label) => shapeOf(label)).values()]
  const weight = (group: readonly Candidate[]): number => {
    const [first] = group
    return (first?.word === '' ? 0 : 1e4) + 1e3 * (first?.values.length ?? 0) + group.length
  }
  return written.sort((a, b) => weight(b) - weight(a))[0] ?? []
}

/** How a label is written, its stop left out: "2.1." before a problem is "2.1" before its solution in many a book. */
const keyOf = (label: Candidate): string => `${shapeOf(label)} ${label.number}`
const shapeOf = ({ shape }: Candidate): string => shape.slice(0, shape.lastIndexOf('|'))
