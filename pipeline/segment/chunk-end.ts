import { isSameSetting, numberedMark } from './cut.ts'
import type { LineFact } from './facts.ts'
import { type Heading, rankOf } from './headings.ts'
import type { Candidate } from './labels/labels.ts'
import type { Patterns } from './language/patterns.ts'
import { isOnRow } from './margin-signs.ts'
import { openingMark } from './marks.ts'
import { openingPart } from './parts.ts'

/** Points by which a bold heading exceeds a run-in label's type before it is sure to end the problem. */
const LARGER = 1

/** Where a label's text ends: at the next label, at a heading that weighs as much, or where another kind of thing begins. */
export function endOf(
  label: Candidate,
  nextLabel: number,
  lines: readonly LineFact[],
  headings: readonly Heading[],
  stops: ReadonlySet<number>,
  patterns: Patterns,
): number {
  const line = lines[label.at]
  if (!line) return label.at
  const isStandalone = headings.some((heading) => heading.at === label.at)
  const rank = isStandalone ? rankOf(line.recognised ? label.setting : line) : 0
  const isBar = isStandalone && framesHeadingOnly(line, lines.slice(label.at + 1, nextLabel))
  const limit = firstStop(label, line, nextLabel, lines, stops, patterns, isBar ? undefined : line.frame)
  for (const heading of headings) {
    if (heading.at <= label.at || heading.at >= limit) continue
    if (isOnRow(line, lines[heading.at]) || isWithinBox(line, lines[heading.at], heading, isBar)) continue
    if (heading.kind === 'appendix') return heading.at
    if (heading.rank >= rank && (rank > 0 || isStop(heading, nextLabel, line, lines))) return heading.at
    if (heading.kind !== 'other' && heading.kind !== 'chapter' && heading.rank >= rank) return heading.at
  }
  const isBeforeLabel = limit === nextLabel && limit < lines.length && limit - 1 > label.at
  const [last, next] = [lines[limit - 1], lines[limit]]
  return isBeforeLabel && (isTightHeading(last, lines[limit - 2]) || countsSection(last, next)) ? limit - 1 : limit
}

/** "2. Rigid bodies" before "Exercise 2.1", however it is set: the heading of the section that the label counts within. */
function countsSection(line: LineFact | undefined, next: LineFact | undefined): boolean {
  const section = /(?<![\d.-])(\d{1,2})[.-]1(?!\d)/.exec(next?.text.slice(0, 24) ?? '')?.[1]
  return section !== undefined && new RegExp(`^(?:§\\s?)?${section}\\.?\\s+\\p{Lu}[^.?!:;]{2,80}$`, 'u').test(line?.text ?? '')
}

/** Under the label in one box: "Strategy", "Discussion" of a worked example, as large as its title. */
const isWithinBox = (label: LineFact, line: LineFact | undefined, { kind }: Heading, isBar: boolean): boolean =>
  kind === 'other' && !isBar && label.frame !== undefined && line?.page === label.page && line.frame === label.frame

/** A line in bold right before the next label, set tight under the text: the heading of a group of problems. */
const isTightHeading = (line: LineFact | undefined, before: LineFact | undefined): boolean =>
  line !== undefined &&
  before !== undefined &&
  line.bold &&
  !before.bold &&
  line.indent < 3 * line.size &&
  /^[\p{Lu}\d][^:]{3,80}[\p{L}\d]$/u.test(line.text)

/** The first line that is no text of the label's: an example begins, or its frame ends and no solution follows the frame at once. */
function firstStop(
  label: Candidate,
  line: LineFact,
  nextLabel: number,
  lines: readonly LineFact[],
  stops: ReadonlySet<number>,
  patterns: Patterns,
  frame: number | undefined,
): number {
  let framed = frame !== undefined
  let box: LineFact | undefined
  for (let at = label.at + 1; at < nextLabel; at++) {
    const other = lines[at]
    if (stops.has(at) || (other?.landscape && !line.landscape)) return at
    if (!other) continue
    if (other.frame !== undefined && (openingMark(other, patterns) || (box && other.page > box.page))) box = other
    if (box && isBelowBox(other, box, lines.slice(label.at, nextLabel), patterns)) return at
    if (!framed || !isPastFrame(line, other, lines[at - 1], lines.slice(at + 1, nextLabel))) continue
    // Only the question may be framed: "Solution" right below the frame, or at the head of the next page, goes on with the same problem.
    const isSolved = openingMark(other, patterns) || opensBox(lines.slice(at, nextLabel), patterns)
    if (!isSolved && numberedMark(other, label, patterns)?.from !== 0) return at
    framed = false
  }
  return nextLabel
}

/**
 * Below the box of a solution, which holds more than its word, and no text of the problem: in a box of its own, or with neither a part nor
 * a solution to come.
 */
function isBelowBox(line: LineFact, box: LineFact, chunk: readonly LineFact[], patterns: Patterns): boolean {
  if (line.page !== box.page || line.frame === box.frame) return false
  const inBox = chunk.filter((other) => other.page === box.page && other.frame === box.frame)
  if (inBox.length < 2 || inBox.some((other) => other.baseline > line.baseline)) return false
  const following = chunk.slice(chunk.indexOf(line))
  return line.frame !== undefined || !following.some((other) => openingPart(other, patterns) ?? openingMark(other, patterns))
}

/** Whether "Solution" is the first line of a box to come: what stands before it is the figure of the problem. */
const opensBox = (lines: readonly LineFact[], patterns: Patterns): boolean =>
  lines.some((line, at) => {
    const before = lines[at - 1]
    const isFirst = line.frame !== undefined && (before?.frame !== line.frame || before.page !== line.page)
    return isFirst && openingMark(line, patterns) !== undefined
  })

/** A bar of colour or a box around a heading alone: what the heading opens stands below it. */
const framesHeadingOnly = (line: LineFact, below: readonly LineFact[]): boolean => {
  const next = below.find((other) => !(isOnRow(line, other) && isSameSetting(line, other)))
  return next !== undefined && next.page === line.page && next.frame === undefined
}

/** Past the frame that the label stands in. A display may stick out of the frame between lines in it. */
const isPastFrame = (label: LineFact, line: LineFact, before: LineFact | undefined, following: readonly LineFact[]): boolean =>
  line.frame === undefined &&
  (line.page === label.page || before?.frame === undefined || line.page > before.page) &&
  !(before?.frame !== undefined && following.some((other) => other.page === before.page && other.frame === before.frame))

/** Set in body size, a heading between two problems is one for sure only if the next label follows at once. */
const isStop = (heading: Heading, nextLabel: number, label: LineFact, lines: readonly LineFact[]): boolean => {
  const line = lines[heading.at]
  return (
    heading.kind !== 'other' || heading.at === nextLabel - 1 || (line !== undefined && !line.bold) || heading.rank > label.size + LARGER
  )
}
