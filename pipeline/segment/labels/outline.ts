import type { LineFact } from '../facts.ts'
import { type Heading, rankOf } from '../headings.ts'
import type { Patterns } from '../language/patterns.ts'
import type { Candidate } from './labels.ts'

/** Members of a sequence inside a section before the section is said to hold it. */
const MIN_HELD = 2

/** A sequence of labels, as far as the outline of a document is concerned. */
interface Numbered {
  readonly labels: readonly Candidate[]
}

/** What is known about the lines and headings around. */
interface Outline {
  readonly lines: readonly LineFact[]
  readonly headings: readonly Heading[]
  readonly patterns: Patterns
}

/** Whether labels found before stand inside this sequence's stretches: then it numbers the sections that hold them. */
export function spans({ labels }: Numbered, taken: readonly number[], outline: Outline): boolean {
  const holding = labels.filter((label, at) => {
    const end = stretchOf(label, labels[at + 1], outline)
    return taken.some((one) => one > label.at && one < end)
  })
  return holding.length > 1 && holding.length > labels.length / 3
}

/** Line before which what a label opens has ended: the next label, or a heading that outweighs its own line. */
function stretchOf(label: Candidate, next: Candidate | undefined, { lines, headings }: Outline): number {
  const end = next?.at ?? Number.POSITIVE_INFINITY
  const own = lines[label.at]
  const rank = own ? rankOf(own) : 0
  const heading = headings.find((one) => one.at > label.at + 1 && one.at < end && one.rank > rank)
  return heading?.at ?? end
}

/** Whether one of the numbered headings is called "Exercises" or the like and holds a sequence of its own: then all of them are sections. */
export function numbersSections(sequence: Numbered, all: readonly Numbered[], outline: Outline): boolean {
  const { labels } = sequence
  if (labels[0]?.word !== '') return false
  return labels.some((label, at) => {
    if (!outline.patterns.problemsHeading.test(titleOf(label, outline))) return false
    const end = stretchOf(label, labels[at + 1], outline)
    return all.some((other) => other !== sequence && other.labels.filter((one) => one.at > label.at && one.at < end).length >= MIN_HELD)
  })
}

/** What a heading says after its number, which may stand apart on the same row. */
function titleOf(label: Candidate, { lines, headings }: Outline): string {
  const line = lines[label.at]
  if (!line) return ''
  const rest = restOf(label, line).trim()
  const isHeading = headings.some(({ at }) => at === label.at)
  if (rest !== '') return isHeading ? rest : ''
  const next = lines[label.at + 1]
  const isTitle = next !== undefined && next.page === line.page && next.bold === line.bold && Math.abs(next.size - line.size) < 0.5
  return isTitle && Math.abs(next.baseline - line.baseline) < 0.3 * line.size ? next.text : ''
}

/** Whether a lone label is the sheet's own title, "Assignment 5", above the problems that the sheet holds, whose titles may be set like it. */
export function isSheetTitle(sequence: Numbered, all: readonly Numbered[], { lines, patterns }: Outline): boolean {
  const [label, ...others] = sequence.labels
  const line = label && lines[label.at]
  if (!label || !line || others.length > 0 || !patterns.words.problems.includes(label.word)) return false
  const isBelow = ({ at }: Candidate): boolean => at > label.at && rankOf(lines[at] ?? line) <= rankOf(line)
  return all.some((other) => other !== sequence && other.labels.filter(isBelow).length >= MIN_HELD)
}

/** Leaves out labels with a word that stand one below the other with nothing to read between: a table of scores, a list of contents. */
export function withoutBareLists(candidates: readonly Candidate[], lines: readonly LineFact[]): Candidate[] {
  const bare = new Set<Candidate>()
  candidates.forEach((label, at) => {
    const next = candidates.slice(at + 1).find(({ word }) => word !== '')
    const line = lines[label.at]
    if (label.word === '' || !line || next?.style !== label.style || lines[next.at]?.page !== line.page) return
    const between = lines.slice(label.at + 1, next.at).map(({ text }) => text)
    if (/\p{L}/u.test([restOf(label, line), ...between].join(' '))) return
    bare.add(label)
    if (!/\p{L}/u.test(restOf(next, lines[next.at] ?? line))) bare.add(next)
  })
  return candidates.filter((candidate) => !bare.has(candidate))
}

const restOf = (label: Candidate, line: LineFact): string => line.text.slice(line.offsets[label.end] ?? line.text.length)
