import { grouped } from '../grouped.ts'
import type { Candidate } from './labels/labels.ts'
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
  return sections(zones).flatMap((section) => {
    const own: Candidate[] = []
    for (; next < candidates.length; next++) {
      const candidate = candidates[next]
      if (!candidate || candidate.at >= (section.at(-1)?.to ?? 0)) break
      if (!candidate.also) own.push(candidate)
    }
    const opening = weightiest(own)
    const repeated = opening.filter(
      (candidate) => seen.has(keyOf(candidate)) || (candidate.word === '' && seen.has(candidate.number)),
    ).length
    // "Problem 4.1" is "4.1" in its solution, and the word says that no step of a problem was meant.
    for (const candidate of own) for (const key of [keyOf(candidate), ...(candidate.word === '' ? [] : [candidate.number])]) seen.add(key)
    const isNew = section[0]?.kind === 'solutions' && opening.length > 0 && repeated < SEEN_SHARE * opening.length
    return isNew ? section.map((zone) => ({ ...zone, kind: 'problems' as const })) : section
  })
}

/** Zones that announce something, each with those below it that only inherit what it says: a title among solutions begins no section. */
function sections(zones: readonly Zone[]): Zone[][] {
  const found: Zone[][] = []
  for (const zone of zones) {
    const last = found.at(-1)
    if (last?.[0]?.kind === zone.kind && zone.heading?.kind === 'other') last.push(zone)
    else found.push([zone])
  }
  return found
}

/**
 * The labels written in one way that open something; steps in their texts have no word, fewer figures, or are fewer: each is counted once. A
 * number whose like is not seen again is one of a text.
 */
function weightiest(labels: readonly Candidate[]): readonly Candidate[] {
  const distinct = [...new Map(labels.map((label) => [keyOf(label), label])).values()]
  const [heaviest = []] = [...grouped(distinct, shapeOf).values()].sort(
    (a, b) =>
      Number(hasWord(b)) - Number(hasWord(a)) ||
      Number(b.length > 1) - Number(a.length > 1) ||
      figuresOf(b) - figuresOf(a) ||
      b.length - a.length,
  )
  return heaviest
}

const hasWord = ([first]: readonly Candidate[]): boolean => first !== undefined && first.word !== ''
const figuresOf = ([first]: readonly Candidate[]): number => first?.values.length ?? 0

/** How a label is written, its stop left out: "2.1." before a problem is "2.1" before its solution in many a book. */
const keyOf = (label: Candidate): string => `${shapeOf(label)} ${label.number}`
const shapeOf = ({ shape }: Candidate): string => shape.slice(0, shape.lastIndexOf('|'))
