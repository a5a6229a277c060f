import type { Fragment, PartMark } from '../../../schemas/segment.ts'
import { fragment, regionOf } from '../cut.ts'
import { type LineFact, positionAt } from '../facts.ts'
import type { Candidate } from './labels.ts'

/** Share of labels with a letter, for a numbering that prints "1a", "1b", "2a" and never "1". */
const LETTERED = 0.7
/** Leadings of white that end the paragraph which a label opens. */
const PARAGRAPH_GAP = 1.8

/** Sub-questions of one problem, labelled "1a", "1b" … */
export interface LetteredProblem {
  readonly number: string
  readonly first: Candidate
  /** Lines [from, to), the text before "1a" that they share included. */
  readonly from: number
  readonly to: number
  readonly label: Fragment[]
  readonly text: Fragment[]
  readonly parts: PartMark[]
  readonly region: ReturnType<typeof regionOf>
}

/** Whether numbers always carry the letter of a part, and letters begin again with each number. */
export function isLettered(labels: readonly Candidate[]): boolean {
  const lettered = labels.filter(({ suffix }) => /^[a-z]$/.test(suffix))
  if (lettered.length < 2 || lettered.length < LETTERED * labels.length) return false
  const groups = groupByNumber(labels)
  return groups.some((group) => group.length > 1) && groups.every(([first]) => first?.suffix === '' || first?.suffix === 'a')
}

function groupByNumber(labels: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = []
  for (const label of labels) {
    const last = groups.at(-1)
    if (last?.[0]?.values.join() === label.values.join()) last.push(label)
    else groups.push([label])
  }
  return groups
}

/** Problems from lettered labels. What stands before "1a" on its page, after the paragraph of the label before, is theirs too. */
export function letteredProblems(
  labels: readonly Candidate[],
  lines: readonly LineFact[],
  leading: number,
  endOf: (label: Candidate, next: number) => number,
): LetteredProblem[] {
  const groups = groupByNumber(labels)
  const starts = groups.map((group, at) => startOf(group[0], groups[at - 1]?.at(-1), lines, leading))
  return groups.flatMap((group, at) => {
    const [first] = group
    const last = group.at(-1)
    const from = starts[at]
    if (!first || !last || from === undefined) return []
    return [toProblem(group, first, from, endOf(last, starts[at + 1] ?? lines.length), lines)]
  })
}

function startOf(first: Candidate | undefined, before: Candidate | undefined, lines: readonly LineFact[], leading: number): number {
  if (!first) return 0
  const page = lines[first.at]?.page
  let from = first.at
  const stop = before ? paragraphEnd(before, lines, leading) : 0
  while (from > stop && lines[from - 1]?.page === page) from--
  return from
}

/** Line after the paragraph that a label opens. */
function paragraphEnd(label: Candidate, lines: readonly LineFact[], leading: number): number {
  let at = label.at + 1
  while (at < lines.length && (lines[at]?.above ?? Number.POSITIVE_INFINITY) < PARAGRAPH_GAP * leading) at++
  return at
}

function toProblem(group: readonly Candidate[], first: Candidate, from: number, to: number, lines: readonly LineFact[]): LetteredProblem {
  const label: Fragment[] = []
  const text: Fragment[] = []
  const parts: PartMark[] = []
  for (let at = from; at < to; at++) {
    const line = lines[at]
    if (!line) break
    const own = group.find((one) => one.at === at)
    if (!own) {
      text.push(fragment(line, 0, line.offsets.length))
      continue
    }
    const letter = own.suffix === '' ? own.end : letterPosition(line, own)
    label.push(fragment(line, 0, letter))
    text.push(fragment(line, letter, line.offsets.length))
    if (own.suffix !== '') parts.push({ label: own.suffix, depth: 0, page: line.page, line: line.line, from: letter, to: own.end })
  }
  const region = regionOf(lines.slice(from, to))
  return { number: first.suffix === '' ? first.number : first.number.slice(0, -1), first, from, to, label, text, parts, region }
}

/** Position of the letter after the digits. */
function letterPosition(line: LineFact, label: Candidate): number {
  const start = line.offsets[label.numberFrom] ?? 0
  const digits = /^[^\p{Ll}]*/u.exec(line.text.slice(start))?.[0].length ?? 0
  return positionAt(line, start + digits)
}
