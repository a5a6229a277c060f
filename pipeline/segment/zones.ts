import type { LineFact } from './facts.ts'
import type { Heading } from './headings.ts'
import type { Patterns } from './language/patterns.ts'

/** A stretch of the document under one heading. */
export interface Zone {
  /** Lines [from, to) of the document. */
  readonly from: number
  readonly to: number
  readonly kind: 'problems' | 'solutions' | 'contents' | 'text'
  readonly heading: Heading | undefined
  /** Number of the chapter it stands in, where one was seen. */
  readonly chapter: string | undefined
}

/**
 * Cuts the document at its headings. What a heading says holds until one of the same or a higher rank; smaller headings below it
 * inherit it unless they say otherwise themselves.
 */
export function toZones(lines: readonly LineFact[], headings: readonly Heading[], patterns: Patterns): Zone[] {
  const zones: Zone[] = []
  let open: { rank: number; kind: Zone['kind'] }[] = []
  let chapter: { rank: number; number: string } | undefined
  const chapters = new Set<string>()
  // Solutions at a book's end stand under short heads, "Chapter 2", far smaller than those that open the chapters.
  const inSolutions = (): boolean => open.at(-1)?.kind === 'solutions'
  const first = headings[0]?.at ?? lines.length
  if (first > 0) zones.push({ from: 0, to: first, kind: 'text', heading: undefined, chapter: undefined })
  headings.forEach((heading, at) => {
    const number = patterns.chapter.exec(heading.text)?.[1]
    // A chapter that is named again below "Answers", in whatever type, is what they answer.
    const isAnswered = number !== undefined && chapters.has(number) && inSolutions()
    if (!isAnswered && !goesOn(heading, headings[at - 1], lines)) open = open.filter((one) => one.rank > heading.rank)
    // "Problems" below "Answers" says which of them are answered.
    if (heading.kind === 'problems' || heading.kind === 'solutions' || heading.kind === 'contents')
      open.push({ rank: heading.rank, kind: open.some(({ kind }) => kind === 'solutions') ? 'solutions' : heading.kind })
    if (number !== undefined) chapters.add(number)
    const rank = Math.max(heading.rank, inSolutions() ? (chapter?.rank ?? 0) : 0)
    if (number !== undefined && (chapter === undefined || rank >= chapter.rank - 3)) chapter = { rank, number }
    zones.push({
      from: heading.at,
      to: headings[at + 1]?.at ?? lines.length,
      kind: open.at(-1)?.kind ?? 'text',
      heading,
      chapter: chapter?.number,
    })
  })
  return zones
}

/** Em between the baselines of a heading's lines, at most. */
const TIGHT = 1.5

/** The second line of a heading: what the first one says holds on. */
function goesOn(heading: Heading, before: Heading | undefined, lines: readonly LineFact[]): boolean {
  const line = lines[heading.at]
  const isNext = before !== undefined && before.at === heading.at - 1 && before.rank === heading.rank
  return isNext && heading.kind === 'other' && line !== undefined && line.above < TIGHT * line.size
}

/** The zone that a line stands in. */
export function zoneAt(zones: readonly Zone[], at: number): Zone | undefined {
  let low = 0
  let high = zones.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((zones[middle]?.from ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return zones[low]
}
