import { width } from '../../schemas/geometry.ts'
import type { Fragment } from '../../schemas/segment.ts'
import { fragment } from './cut.ts'
import type { LineFact } from './facts.ts'
import { asks } from './labels/choose.ts'
import { type Candidate, parseNumber } from './labels/labels.ts'
import type { Patterns } from './language/patterns.ts'
import { countNamed } from './language/words.ts'
import { openingMark } from './marks.ts'
import { openingPart } from './parts.ts'

/** Problems that one text introduces, at most; a longer range is the heading of a chapter's set. */
const MAX_SHARING = 12
/** Problems that follow one instruction, at most. */
const MAX_FOLLOWING = 40
/** Leadings between baselines from which on a line begins a paragraph. */
const APART = 1.2
/** Em between baselines from which on text is not set with single spacing. */
const LOOSE = 1.5
/** White right of a line that ends its paragraph, as a share of the line. */
const UNFILLED = 0.15
/** Em by which the first line of a paragraph begins further right than the line above. */
const INDENT = 0.8
/** Words before the range where a line begins with it, at most: "For the problems 5–7, …". */
const MAX_WORDS_BEFORE = 2

/** A text for several problems: "Problems 5–7 refer to …", "Use the figure for Problems 5 and 6." */
export interface Stem {
  /** Lines [from, to). */
  readonly from: number
  readonly to: number
  readonly text: Fragment[]
  readonly labels: readonly Candidate[]
}

/** What is known about the document that stems are looked for in. */
interface Known {
  readonly lines: readonly LineFact[]
  /** Labels of the problems, in order. */
  readonly labels: readonly Candidate[]
  /** Lines that are headings. */
  readonly headings: ReadonlySet<number>
  readonly leading: number
  readonly patterns: Patterns
  /** Whether the text of labels is set in from them. */
  readonly hangs: boolean
}

/** Texts that introduce several problems; each stands right before the first of them. */
export function findStems(printed: Omit<Known, 'hangs'>): Stem[] {
  const { lines, labels } = printed
  const known = { ...printed, hangs: areHanging(labels, lines) }
  return labels.flatMap((label, at) => {
    const before = labels[at - 1]
    const found = announcementOf(label, before?.at ?? -1, labels.slice(at), known) ?? instructionOf(label, before, labels.slice(at), known)
    if (!found) return []
    const text = lines.slice(found.from, label.at).map((own) => fragment(own, 0, own.offsets.length))
    return [{ from: found.from, to: label.at, text, labels: found.sharing }]
  })
}

interface Announcement {
  readonly from: number
  readonly sharing: readonly Candidate[]
}

/** The text between two labels that says which problems it is for: those from the second label on. */
function announcementOf(label: Candidate, before: number, following: readonly Candidate[], known: Known): Announcement | undefined {
  for (const place of placesBetween(before + 1, label.at, known)) {
    const sharing = place.count === undefined ? sharingIn(place, label, following) : following.slice(0, place.count)
    if (sharing.length < 2) continue
    const from = paragraphStart(place.at, before, known)
    // Within the text of the problem before, a range at a line's start announces all the same; one within a sentence refers.
    if (from === before) {
      if (place.opensLine) return { from: place.at, sharing }
      continue
    }
    if (!place.opensLine && !isAnnouncement(from, label.at, known)) continue
    return { from, sharing }
  }
  return undefined
}

/**
 * A paragraph out of the text of the problem before, which tells what to do with the next ones: "Find the moment about the origin." They ask
 * nothing themselves, "7. F = 3i N at (0, 2) m", or it speaks of the following problems.
 */
function instructionOf(
  label: Candidate,
  before: Candidate | undefined,
  following: readonly Candidate[],
  known: Known,
): Announcement | undefined {
  const { lines, headings, patterns } = known
  const from = paragraphStart(label.at - 1, before?.at ?? -1, known)
  const line = lines[from]
  if (!line || from === before?.at || label.at === from || headings.has(label.at - 1)) return undefined
  if (before && !headings.has(from - 1) && !isAtMargin(line, [label], known)) return undefined
  const text = lines.slice(from, label.at).map((one) => one.text)
  const isForAll = patterns.sharedByFollowing.test(text.join(' '))
  if (!isForAll && !patterns.asks.test(text.join(' '))) return undefined
  const sharing: Candidate[] = []
  for (const [at, one] of following.slice(0, MAX_FOLLOWING).entries()) {
    const next = following[at + 1]
    const end = endOfText(one, next, known)
    if (!isForAll && asksIn(one, end, known)) break
    sharing.push(one)
    if (end < (next?.at ?? lines.length)) break
  }
  return sharing.length < 2 ? undefined : { from: isTitle(lines[from - 1], line) && !headings.has(from - 1) ? from - 1 : from, sharing }
}

/** Begins where labels do, in a document that sets their text in. */
const isAtMargin = ({ box, size, page, column }: LineFact, labels: readonly (Candidate | undefined)[], { lines, hangs }: Known): boolean =>
  hangs &&
  labels.some((label) => {
    const own = label && lines[label.at]
    return own !== undefined && own.page === page && own.column === column && Math.abs(box.left - own.box.left) < 0.5 * size
  })

/** Where the text of a label ends: at the next one, or before at a heading or a paragraph at the margin of the labels. */
function endOfText(label: Candidate, next: Candidate | undefined, known: Known): number {
  const { lines, headings } = known
  const to = next?.at ?? lines.length
  for (let at = label.at + 1; at < to; at++) {
    const line = lines[at]
    if (line && (headings.has(at) || isAtMargin(line, [label, next], known))) return at
  }
  return to
}

/** Whether most labels whose text has a second line stand left of it. */
function areHanging(labels: readonly Candidate[], lines: readonly LineFact[]): boolean {
  const starts = new Set(labels.map(({ at }) => at))
  const hung = labels.flatMap(({ at }) => {
    const [first, second] = [lines[at], lines[at + 1]]
    const isSecond = first && second && !starts.has(at + 1) && second.page === first.page && second.column === first.column
    return isSecond ? [second.box.left - first.box.left > INDENT * first.size] : []
  })
  return hung.filter(Boolean).length > hung.length / 2
}

/** A few words in bold right above a paragraph. */
const isTitle = (line: LineFact | undefined, below: LineFact): boolean =>
  line?.bold === true && !below.bold && line.page === below.page && /^\p{Lu}[^.?!]{2,40}[.:]?$/u.test(line.text)

/** Whether what a label opens asks something, before its solution. */
function asksIn(label: Candidate, to: number, { lines, patterns }: Known): boolean {
  const solution = lines.slice(label.at + 1, to).findIndex((line) => openingMark(line, patterns))
  return asks(lines, label, solution < 0 ? to : label.at + 1 + solution, patterns)
}

/** Where a text speaks of problems to come: by their first and last number, or by how many they are. */
interface Place {
  /** Line that the words begin on. */
  readonly at: number
  readonly opensLine: boolean
  readonly first?: string
  readonly last?: string
  readonly count?: number | undefined
}

/** The last place first: what stands nearest to a label is about it. */
function placesBetween(from: number, to: number, { lines, patterns }: Known): Place[] {
  const starts: number[] = []
  let text = ''
  for (const line of lines.slice(from, to)) {
    starts.push(text.length)
    text += `${line.text} `
  }
  const placeAt = (index: number): Pick<Place, 'at' | 'opensLine'> => {
    const row = starts.findLastIndex((start) => start <= index)
    const words = text.slice(starts[row], index).split(/\s+/).filter(Boolean)
    return { at: from + row, opensLine: words.length <= MAX_WORDS_BEFORE && words.every((word) => /^\p{L}+$/u.test(word)) }
  }
  const ranges = [...text.matchAll(patterns.shared)].map(({ index, 1: first = '', 2: last = '' }) => ({ ...placeAt(index), first, last }))
  const counts = [...text.matchAll(patterns.sharedByNext)].map(({ index, 1: before, 2: after }) => ({
    ...placeAt(index),
    opensLine: false,
    count: countNamed(before ?? after ?? ''),
  }))
  return [...ranges, ...counts].sort((a, b) => b.at - a.at)
}

/** First line of the paragraph that a line stands in; `before`, the label above, where it belongs to that one's text. */
function paragraphStart(at: number, before: number, { lines, leading, headings }: Known): number {
  for (let from = at; from > before; from--) {
    const [above, line] = [lines[from - 1], lines[from]]
    if (!line || !above || headings.has(from - 1)) return from
    const isSetOtherwise = above.bold !== line.bold || above.italic !== line.italic || above.frame !== line.frame
    const isApart = line.above > APART * leading && line.above < Number.POSITIVE_INFINITY
    if (isSetOtherwise || isApart || (/[.?!:)\]]$/.test(above.text) && (isIndented(line, above) || isAfterShort(line, above)))) return from
  }
  return before
}

const isIndented = (line: LineFact, above: LineFact): boolean =>
  above.column === line.column && line.box.left - above.box.left > INDENT * line.size

/** Below a line that was not filled, with more white than single spacing leaves: of short paragraphs alone no leading can be measured. */
const isAfterShort = (line: LineFact, above: LineFact): boolean =>
  line.above > LOOSE * line.size &&
  line.above < Number.POSITIVE_INFINITY &&
  above.columnRight - above.box.right > UNFILLED * width(above.box)

/** A text of its own, with no heading and no part of a problem up to the label. */
const isAnnouncement = (from: number, to: number, { lines, headings, patterns }: Known): boolean =>
  lines.slice(from + 1, to).every((line, at) => !headings.has(from + 1 + at) && openingPart(line, patterns) === undefined)

/** Labels of a printed range that begins at this one. */
function sharingIn({ first = '', last = '' }: Place, label: Candidate, following: readonly Candidate[]): Candidate[] {
  const start = parseNumber(first)
  const end = parseNumber(last)
  // Labels may carry a letter that the text leaves out: "Problems 5–7" before "Q5".
  const isFirst =
    start?.prefix === '' ? start.values.join() === label.values.join() : start?.printed.toUpperCase() === label.number.toUpperCase()
  if (!start || !end || !isFirst) return []
  const from = start.values.at(-1) ?? 0
  const to = end.values.at(-1) ?? 0
  if (to <= from || to - from >= MAX_SHARING) return []
  return following.slice(0, MAX_SHARING).filter((one) => {
    const value = one.values.at(-1) ?? 0
    return one.values.slice(0, -1).join() === label.values.slice(0, -1).join() && value >= from && value <= to
  })
}
