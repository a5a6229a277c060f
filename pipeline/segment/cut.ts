import { type Box, union } from '../../schemas/geometry.ts'
import { columnKey } from '../../schemas/layout.ts'
import type { Fragment, Passage } from '../../schemas/segment.ts'
import { type LineFact, positionAt, textIn } from './facts.ts'
import { type Candidate, isContinuation, parseNumber } from './labels/labels.ts'
import { isScore, type Patterns } from './language/patterns.ts'
import { type Mark, type MarkKind, markAt, shortMark } from './marks.ts'
import { Resumption } from './resumption.ts'

/** Lines that a title set like its label may run on. */
const TITLE_LINES = 3
/** Share of its column from which on a line stands at the right. */
const FAR_RIGHT = 0.6
/** Says that a problem is hard, needs calculus, or can be checked. */
const SIGN = /^[√∫⋆★☆*†‡]$/u
/** Characters of a run-in title, at most: longer ones are emphasis. */
const MAX_TITLE = 90

/** A labelled stretch of the document, before it is known what its parts are. */
export interface Chunk {
  readonly label: Candidate
  /** Lines [label.at, to). */
  readonly to: number
  readonly title: Passage
  readonly labelPassage: Passage
  /** Text up to the first mark. */
  readonly question: Passage
  /** What follows each "Solution", "Answer", "Hint" mark. */
  readonly marked: readonly { kind: MarkKind; label: Passage; text: Passage }[]
}

/** The second half of a heading whose number stands apart: same baseline, or the next line in the same setting. */
export const isTitleOf = (label: LineFact, line: LineFact | undefined): boolean =>
  line !== undefined && line.page === label.page && Math.abs(line.baseline - label.baseline) < 0.3 * label.size

export function toChunk(
  label: Candidate,
  to: number,
  lines: readonly LineFact[],
  patterns: Patterns,
  headings: ReadonlySet<number>,
): Chunk {
  const first = lines[label.at]
  if (!first) throw new Error('A label stands on a line.')
  const { title, labelEnd, from } = titleOf(label, first, lines, to, headings, patterns)
  const chunk = { label, to, title, labelPassage: labelEnd > 0 ? [fragment(first, 0, labelEnd)] : [] }
  const question: Fragment[] = []
  const marked: { kind: MarkKind; label: Fragment[]; text: Fragment[] }[] = []
  let current: Fragment[] = question
  const resumption = new Resumption(lines.slice(label.at, to), patterns)
  const push = (line: LineFact, start: number, end: number): void => {
    if (end > start) current.push(fragment(line, start, end))
  }
  for (let at = from.at; at < to; at++) {
    const line = lines[at]
    if (!line) break
    const isPoints = isMarginScore(line, lines[at - 1], patterns) || (at === label.at + 1 && isLabelScore(line, first))
    if (isPoints || isContinuation(line, patterns)) continue
    const start = at === from.at ? from.position : 0
    const end = line.offsets.length
    const mark = markAt(line, patterns) ?? numberedMark(line, label, patterns)
    if (mark && isTrailing(mark, line, lines[at - 1])) continue
    if (current !== question && resumption.isAt(line)) current = question
    if (!mark || mark.from < start) {
      push(line, start, end)
      continue
    }
    push(line, start, mark.from)
    if (current === question) resumption.leave(question)
    const next = { kind: mark.kind, label: [fragment(line, mark.from, mark.to)], text: [] as Fragment[] }
    marked.push(next)
    current = next.text
    push(line, mark.to, mark.closes ? end - 1 : end)
    if (mark.closes) current = question
  }
  return { ...chunk, question, marked }
}

interface Opening {
  readonly title: Passage
  readonly labelEnd: number
  readonly from: { at: number; position: number }
}

/** The printed title: the rest of a heading line, or words after the label set unlike the text and closed by a full stop. */
function titleOf(
  label: Candidate,
  first: LineFact,
  lines: readonly LineFact[],
  to: number,
  headings: ReadonlySet<number>,
  patterns: Patterns,
): Opening {
  const named = label.end + repeatedLabel(label, first, patterns)
  const rest = first.text.slice(first.offsets[named] ?? first.text.length)
  const points = patterns.points.exec(rest)?.[0]
  const afterPoints = points === undefined ? named : positionAfter(first, named, points)
  const hasTitleBeside = rest.trim() === '' && isTitleOf(first, lines[label.at + 1]) && headings.has(label.at + 1)
  const standsAlone = headings.has(label.at) || hasTitleBeside
  if (standsAlone) return headingTitle(label, first, lines, to, afterPoints, patterns)
  const runIn = label.end > 0 ? runInTitle(first, afterPoints, lines[label.at + 1]) : undefined
  if (runIn) return { title: runIn.title, labelEnd: afterPoints, from: { at: label.at + runIn.lines, position: runIn.position } }
  return { title: [], labelEnd: afterPoints, from: { at: label.at, position: afterPoints } }
}

/** Glyphs of a label said twice: the list's number, then "Problem 1." in words; or "Problem" alone on the line, which names nothing. */
function repeatedLabel({ end, values, word }: Candidate, line: LineFact, patterns: Patterns): number {
  const start = line.offsets[end]
  if (word !== '' || start === undefined) return 0
  const rest = line.text.slice(start)
  const blank = rest.length - rest.trimStart().length
  const alone = rest.trim().replace(/[.:]$/, '').toLowerCase()
  if (patterns.words.problem.includes(alone)) return line.offsets.length - end
  const [all = '', , again, , , number] = patterns.label.exec(rest.trimStart()) ?? []
  if (!again || parseNumber(number ?? '')?.values.join() !== values.join()) return 0
  return positionAfter(line, end, rest.slice(0, blank + all.length)) - end
}

/** "Solution 7-24." below the question that the manual says again under 7-24: a mark with a number. */
export function numberedMark(line: LineFact, asked: Candidate, { label, words }: Patterns): Mark | undefined {
  const short = shortMark(line, asked)
  if (short) return short
  const { values, word } = asked
  const [all = '', , own = '', , , number = ''] = label.exec(line.text) ?? []
  const isSolution = word !== own.toLowerCase() && [...words.solution, ...words.answer].includes(own.toLowerCase())
  if (!isSolution || parseNumber(number)?.values.join() !== values.join()) return undefined
  return { kind: 'solution', from: 0, to: positionAfter(line, 0, all), closes: false }
}

const positionAfter = (line: LineFact, from: number, text: string): number => positionAt(line, (line.offsets[from] ?? 0) + text.length)

function headingTitle(
  label: Candidate,
  first: LineFact,
  lines: readonly LineFact[],
  to: number,
  start: number,
  patterns: Patterns,
): Opening {
  const title: Fragment[] = []
  let at = label.at
  const add = (line: LineFact, from: number): void => {
    const points = [...line.text.matchAll(/[[(][^[\]()]*[\])]\s*$/gu)].find((match) => patterns.points.test(match[0]))
    if (from === 0 && isScore(line.text, patterns)) return
    const end = points ? positionAfter(line, 0, line.text.slice(0, points.index)) : line.offsets.length
    if (end > from) title.push(fragment(line, from, end))
  }
  add(first, start)
  for (let next = label.at + 1; next < Math.min(to, label.at + TITLE_LINES); next++) {
    const line = lines[next]
    const isBeside = line !== undefined && isTitleOf(first, line) && (line.bold === first.bold || isScore(line.text, patterns))
    if (!line || !(isBeside || (isSameSetting(first, line) && line.above < 1.4 * line.size))) break
    add(line, 0)
    at = next
  }
  const text = lines[label.at]
  return { title, labelEnd: text ? start : label.end, from: { at: at + 1, position: 0 } }
}

/** A score by itself: "(12 points)", "/4 p.", or a number in square brackets or a sign at the right of the text, where no formula stands; or "OR" between two problems. */
const isMarginScore = (line: LineFact, before: LineFact | undefined, patterns: Patterns): boolean =>
  isScore(line.text, patterns) ||
  patterns.alternative.test(line.text) ||
  (SIGN.test(line.text) && isAtEdge(line) && isAtRight(line, before)) ||
  (/^\[\d{1,3}\]$/.test(line.text) && isAtRight(line, before))

/** "(10)" at the right edge on the row of a label: no formula stands there that it could number. */
const isLabelScore = (line: LineFact, label: LineFact): boolean =>
  /^\(\d{1,3}\)$/.test(line.text) && isAtRight(line, label) && isAtEdge(line)

/** "Ans." at the right edge, behind the value that it points out: it opens nothing, unless a colon says so. */
const isTrailing = (mark: Mark, line: LineFact, before: LineFact | undefined): boolean =>
  mark.from === 0 && mark.to >= line.offsets.length - 1 && !line.text.endsWith(':') && isTitleOf(line, before) && isAtEdge(line)

const isAtEdge = (line: LineFact): boolean => line.columnRight - line.box.right < line.size

/** Behind text on its row, or on a row of its own at the column's right edge. */
const isAtRight = (line: LineFact, before: LineFact | undefined): boolean =>
  before !== undefined && isTitleOf(before, line)
    ? before.settings.every(({ math }) => !math)
    : isAtEdge(line) && line.indent > FAR_RIGHT * (line.columnRight - line.box.left + line.indent)

export const isSameSetting = (a: LineFact, b: LineFact): boolean =>
  a.bold === b.bold && a.italic === b.italic && Math.abs(a.size - b.size) < 0.3

function runInTitle(
  line: LineFact,
  start: number,
  next: LineFact | undefined,
): { title: Passage; lines: number; position: number } | undefined {
  const opening = line.settings.findLast((setting) => setting.from <= start)
  if (!opening || !(opening.italic || opening.bold) || opening.math) return undefined
  const end = line.settings.find((setting) => setting.from > start && (setting.italic !== opening.italic || setting.bold !== opening.bold))
  if (!end) {
    const more = next?.settings[1]
    const head = next?.settings[0]
    if (!next || !more || head?.italic !== opening.italic || head.bold !== opening.bold || next.bold || next.italic) return undefined
    if (!/[.:]$/.test(textIn(next, { from: 0, to: more.from }).trim())) return undefined
    return { title: [fragment(line, start, line.offsets.length), fragment(next, 0, more.from)], lines: 1, position: more.from }
  }
  const text = textIn(line, { from: start, to: end.from }).trim()
  if (!/[.:]$/.test(text) || text.length > MAX_TITLE || text.length < 4) return undefined
  return { title: [fragment(line, start, end.from)], lines: 0, position: end.from }
}

export const fragment = (line: LineFact, from: number, to: number): Fragment => ({ page: line.page, line: line.line, from, to })

/** One box a column and page around a stretch of lines. */
export function regionOf(lines: readonly Pick<LineFact, 'page' | 'band' | 'column' | 'box'>[]): { page: number; box: Box }[] {
  const boxes = new Map<string, { page: number; box: Box }>()
  for (const line of lines) {
    const key = `${line.page}.${columnKey(line)}`
    const found = boxes.get(key)
    boxes.set(key, { page: line.page, box: found ? union(found.box, line.box) : line.box })
  }
  return [...boxes.values()]
}
