import type { LineFact } from '../facts.ts'
import { type Heading, rankOf } from '../headings.ts'
import type { Patterns } from '../language/patterns.ts'
import { markAt } from '../marks.ts'
import { zoneAt } from '../zones.ts'
import { bestChain, type ChainOf } from './chain.ts'
import type { Evidence } from './evidence.ts'
import { byStyle, type Candidate, countedOn } from './labels.ts'
import { withoutInstructions, withoutNotices } from './notices.ts'
import { isSheetTitle, numbersSections, spans } from './outline.ts'

/** Lines after a label in which a problem has asked something; sections of theory seldom do so early. */
const ASK_WITHIN = 14
/** Share of a sequence's members that must ask something, or stand under a heading that says "problems". */
const MIN_EVIDENCE = 0.4
/** Share of steps in a sequence that count on by one or two (odd numbers only). */
const MIN_STEADY = 0.6
/** Share of members that must ask something for numbers that seldom count on: problems picked out of a book, "6.1", "6.14", "6.23". */
const PICKED_EVIDENCE = 0.8
/** A sequence without any word needs this many members: two numbered lines in a row happen by chance. */
const MIN_MEMBERS = 2
/** Members of an inner list that one outer problem holds on average, at most. */
const MAX_INNER = 14
/** Share of outer labels after which an inner list begins at one, for the list to be steps of them. */
const NESTED_SHARE = 0.7
/** Points by which a heading exceeds a label's type before it is sure to end the label's text, whatever it says. */
const LARGER = 1
/** Styles that one document mixes: problems, conceptual questions, review questions, projects. */
const MAX_STYLES = 4

export interface Sequence extends ChainOf<Candidate> {
  readonly style: string
  /** 0 to 1: how sure it is that these are problems and not sections, steps or items of a list. */
  readonly evidence: number
  readonly weight: number
}

/** Finds the sequences of labels that open problems: by how they count on, what stands above them, and whether they ask something. */
export function chooseProblems(known: Evidence): Candidate[] {
  const chosen: Candidate[] = []
  let left = withoutInstructions(known)
  for (let round = 0; round < MAX_STYLES; round++) {
    const best = bestSequence({ ...known, candidates: left }, chosen)
    if (!best) break
    const filled = fillGaps([...best.labels, ...continued(best, left, known), ...goesOn(best, left, known)], left)
    chosen.push(...filled)
    const covered = new Set(filled.map((label) => label.at))
    left = left.filter((candidate) => !covered.has(candidate.at) && !isWithin(candidate, chosen, known))
  }
  return withoutNotices(
    chosen.sort((a, b) => a.at - b.at),
    known,
  )
}

function bestSequence(known: Evidence, chosen: readonly Candidate[]): Sequence | undefined {
  const isFirst = chosen.length === 0
  const taken = chosen.map(({ at }) => at).sort((a, b) => a - b)
  const all = toSequences(known, taken).filter((sequence) => sequence.evidence >= MIN_EVIDENCE && isSteady(sequence, known))
  const others = [...all, { labels: chosen }]
  const sequences = all.filter(
    (sequence) =>
      !numbersSections(sequence, others, known) &&
      !isSheetTitle(sequence, others, known) &&
      (isFirst ||
        ((sequence.labels.length > MIN_MEMBERS || hasWord(sequence, known) || isLetteredSeries(sequence)) &&
          !isTheory(sequence, chosen, known) &&
          !spans(sequence, taken, known))),
  )
  const best = sequences.sort((a, b) => b.weight - a.weight)[0]
  if (!best) return undefined
  return sequences.find((outer) => outer !== best && isOuter(outer, best, known)) ?? best
}

/** Where all problems stand under headings that say so, numbers elsewhere are those of theory's paragraphs, unless nearly all ask something. */
const isTheory = (sequence: Sequence, chosen: readonly Candidate[], known: Evidence): boolean => {
  const isAnnounced = ({ at }: Candidate): boolean => zoneAt(known.zones, at)?.kind === 'problems'
  return sequence.evidence < PICKED_EVIDENCE && !hasWord(sequence, known) && chosen.every(isAnnounced) && !sequence.labels.some(isAnnounced)
}

/** "C5.1", "C5.2", or "5.1D", "5.2D": bold numbers with a letter of their own, all of which ask something, are a series however short. */
const isLetteredSeries = ({ labels, evidence }: Sequence): boolean =>
  evidence >= PICKED_EVIDENCE &&
  labels.every(({ number, values, setting }) => /^[A-Z]|\d[A-Z]$/.test(number) && values.length > 1 && setting.bold)

/** One best chain for each style of label. */
export function toSequences(known: Evidence, taken: readonly number[] = [], least = MIN_MEMBERS): Sequence[] {
  const breaks = breaksBetween(known.headings)
  return [...byStyle(known.candidates)].flatMap(([style, candidates]) => {
    const chain = bestChain(candidates, breaks)
    if (chain.labels.length < least && !hasWord(chain, known)) return []
    const evidence = evidenceOf(chain.labels, known, taken)
    const first = chain.labels[0]
    const line = first && known.lines[first.at]
    const steadiness = chain.labels.length > 1 ? 0.4 + 0.6 * (chain.unitSteps / (chain.labels.length - 1)) : 1
    const emphasis = first?.setting.bold ? 1.3 : 1
    const multi = first && first.values.length > 1 ? 1.2 : 1
    return line ? [{ ...chain, style, evidence, weight: chain.score * steadiness * evidence * emphasis * multi }] : []
  })
}

const hasWord = (sequence: { labels: readonly Candidate[] }, { patterns }: Evidence): boolean => {
  const word = sequence.labels[0]?.word ?? ''
  return word !== '' && [...patterns.words.problem, ...patterns.words.example].includes(word)
}

/** Numbers that seldom count on are years, loads, quantities at line starts; but bold ones in two parts that ask something are picked problems. */
const isSteady = (sequence: Sequence, known: Evidence): boolean =>
  hasWord(sequence, known) ||
  sequence.steadySteps >= MIN_STEADY * (sequence.labels.length - 1) ||
  (sequence.evidence >= PICKED_EVIDENCE && sequence.labels.every(({ values, setting }) => values.length > 1 && setting.bold))

function evidenceOf(labels: readonly Candidate[], known: Evidence, taken: readonly number[]): number {
  const { lines, headings, zones, patterns } = known
  if (hasWord({ labels }, known)) return 1.5
  const heads = new Set(headings.map(({ at }) => at))
  let asking = 0
  let announced = 0
  labels.forEach((label, at) => {
    const next = Math.min(labels[at + 1]?.at ?? lines.length, taken.find((one) => one > label.at) ?? lines.length)
    const to = Math.min(next, label.at + ASK_WITHIN)
    if (asks(lines, label, to, patterns) || (!heads.has(label.at) && isSolved(lines, label, to, patterns))) asking++
    if (zoneAt(zones, label.at)?.kind === 'problems') announced++
  })
  return Math.max(asking, 0.9 * announced, 0.65 * (asking + announced)) / labels.length
}

/** Whether the lines from a label on hold a question or a request. */
export function asks(lines: readonly LineFact[], label: Candidate, to: number, patterns: Patterns): boolean {
  const first = lines[label.at]
  let text = first ? first.text.slice(first.offsets[label.end] ?? first.text.length) : ''
  for (let at = label.at + 1; at < to; at++) text += ` ${lines[at]?.text ?? ''}`
  return patterns.asks.test(text.trimStart())
}

/**
 * Whether "Solution:" or "Answer:" follows before the next label: what is solved was asked, "1. y = x²" under "Differentiate:". Of a heading
 * that says nothing, for a section may hold worked examples.
 */
const isSolved = (lines: readonly LineFact[], label: Candidate, to: number, patterns: Patterns): boolean =>
  lines.slice(label.at + 1, to).some((line) => markAt(line, patterns) !== undefined)

/** Tells whether a heading stands between two lines. */
export const breaksBetween = (headings: readonly Heading[]) => {
  const ats = headings.map(({ at }) => at)
  return (from: number, to: number): boolean => {
    let low = 0
    let high = ats.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ats[middle] ?? 0) <= from) low = middle + 1
      else high = middle
    }
    return low < ats.length && (ats[low] ?? 0) <= to
  }
}

/** Whether `inner` is a list of steps inside `outer`'s problems rather than the problems themselves. */
function isOuter(outer: Sequence, inner: Sequence, known: Evidence): boolean {
  const { lines, zones } = known
  const a = lines[outer.labels[0]?.at ?? -1]
  const b = lines[inner.labels[0]?.at ?? -1]
  if (hasWord(inner, known) && (!hasWord(outer, known) || outer.labels.length === 1)) return false
  if (!a || !b || rankOf(a) < rankOf(b) || (inner.labels[0]?.setting.bold && !outer.labels[0]?.setting.bold)) return false
  if (inner.labels.length > MAX_INNER * outer.labels.length) return false
  let holding = 0
  let restarting = 0
  outer.labels.forEach((label, at) => {
    const end = outer.labels[at + 1]?.at ?? lines.length
    const first = inner.labels.find((step) => step.at > label.at && step.at < end)
    if (!first) return
    const zone = zoneAt(zones, first.at)
    // "Examples" above a list names no theory: of old, they are what the reader works out.
    if (zone?.heading && zone.heading.at > label.at && (zone.kind !== 'text' || zone.heading.kind === 'example')) return
    holding++
    // "1." in running text, and "1.1", "1.2" below it: its parts. "1. Kinematics" is the heading of a section, whose problems these are.
    const isNumberedAfter = first.values.join() === [...label.values, 1].join() && !known.headings.some(({ at: line }) => line === label.at)
    if ((first.values.at(-1) === 1 && first.at > label.at + 1) || isNumberedAfter) restarting++
  })
  return holding > 0 && restarting >= NESTED_SHARE * holding
}

/** Labels that count on from the last one under another word for a problem: "Problem 1", "Problem 2", "Question 3". */
function continued({ labels }: Sequence, candidates: readonly Candidate[], known: Evidence): Candidate[] {
  const found: Candidate[] = []
  let last = labels.at(-1)
  if (!last || last.values.length > 1 || !hasWord({ labels }, known)) return []
  for (const candidate of candidates) {
    const isNext = candidate.at > last.at && candidate.values.join() === String((last.values[0] ?? 0) + 1)
    const { bold, size } = candidate.setting
    if (!isNext || candidate.word === last.word || !hasWord({ labels: [candidate] }, known)) continue
    if (bold !== last.setting.bold || size !== last.setting.size) continue
    found.push(candidate)
    last = candidate
  }
  return found
}

/**
 * Labels written like the last one that count on from it on a later page, set otherwise: a file put together from several sources. One
 * number more may be chance.
 */
function goesOn({ labels }: Sequence, candidates: readonly Candidate[], known: Evidence): Candidate[] {
  const last = labels.at(-1)
  if (!last) return []
  const pageOf = ({ at }: Candidate): number => known.lines[at]?.page ?? 0
  const later = candidates.filter((one) => one.shape === last.shape && one.style !== last.style && pageOf(one) > pageOf(last))
  const found = [...byStyle(later).values()].flatMap((own) => {
    const start = own.findIndex(({ values }) => values.join() === countedOn(last).join())
    const chain = start < 0 ? [] : bestChain(own.slice(start), breaksBetween(known.headings)).labels
    return chain[0] === own[start] && chain.length >= MIN_MEMBERS && evidenceOf(chain, known, []) >= MIN_EVIDENCE ? [chain] : []
  })
  return [...(found.sort((a, b) => b.length - a.length)[0] ?? [])]
}

/** Numbers that a sequence leaves out, set in another style between its neighbours: a star before them, a lost bold. */
function fillGaps(labels: readonly Candidate[], candidates: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = []
  labels.forEach((label, at) => {
    found.push(label)
    const next = labels[at + 1]
    if (!next || label.values.length !== next.values.length) return
    let last = label
    for (const candidate of candidates) {
      if (candidate.at <= last.at || candidate.at >= next.at) continue
      const isNext =
        candidate.values.length === last.values.length &&
        candidate.values.slice(0, -1).join() === last.values.slice(0, -1).join() &&
        candidate.values.at(-1) === (last.values.at(-1) ?? 0) + 1
      if (!isNext || candidate.word !== label.word || candidate.setting.size !== label.setting.size) continue
      if (Math.abs((next.values.at(-1) ?? 0) - (last.values.at(-1) ?? 0)) < 2) break
      found.push(candidate)
      last = candidate
    }
  })
  return found
}

/** A candidate between two chosen labels under one heading is part of the first one's text. */
function isWithin(candidate: Candidate, chosen: readonly Candidate[], { lines, headings }: Evidence): boolean {
  let before: Candidate | undefined
  for (const label of chosen) if (label.at <= candidate.at && (!before || label.at > before.at)) before = label
  if (!before) return false
  const start = before.at
  const size = lines[start]?.size ?? 0
  const between = headings.filter((heading) => heading.at > start && heading.at <= candidate.at)
  return !between.some(({ kind, rank }) => kind !== 'other' || rank > size + LARGER)
}
