import { type Box, union } from '../../schemas/geometry.ts'
import { columnKey } from '../../schemas/layout.ts'
import type { Fragment, Passage } from '../../schemas/segment.ts'
import { type LineFact, positionAt, textIn } from './facts.ts'
import { type Candidate, isContinuation, parseNumber } from './labels/labels.ts'
import { isScore, type Patterns } from './language/patterns.ts'
import { isLabelScore, isMarginScore, isOnRow, isTrailing, textEnd } from './margin-signs.ts'
import { type Mark, type MarkKind, markAt, shortMark } from './marks.ts'
import { Resumption } from './resumption.ts'
import { isNumberOf } from './solutions/side-by-side.ts'

/** Lines that a title set like its label may run on. */
const TITLE_LINES = 3
/** After the number of a solution: the title of its problem. */
const TITLED = /^\s*\([^()]{2,60}\)\s*$/u
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
    const end = textEnd(line, patterns)
    const isWhole = end === line.offsets.length
    const mark = isWhole
      ? (headMark(at, line, label, headings, patterns) ?? markAt(line, patterns) ?? numberedMark(line, label, patterns))
      : undefined
    if (mark && isTrailing(mark, line, lines[at - 1])) continue
    if (current !== question && resumption.isAt(line)) current = question
    if (!mark || mark.from < start) {
      push(line, start, end)
      continue
    }
    push(line, start, mark.from)
    const before = lines[at - 1]
    if (before && mark.from === 0 && at - 1 > label.at && isNumberOf(before, line)) current.pop()
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
  const isSolution = [...patterns.words.solution, ...patterns.words.answer].includes(label.word)
  if (isSolution && TITLED.test(rest)) return { title: [], labelEnd: first.offsets.length, from: { at: label.at + 1, position: 0 } }
  // "Problem 3 (25 points) – Multiple choice": the dash is none of the title's.
  const score = patterns.points.exec(rest)?.[0]
  const points = score === undefined ? undefined : score + (/^\s*[-–—:](?=\s)/.exec(rest.slice(score.length))?.[0] ?? '')
  const afterPoints = points === undefined ? named : positionAfter(first, named, points)
  const hasTitleBeside = rest.trim() === '' && isOnRow(first, lines[label.at + 1]) && headings.has(label.at + 1)
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

/** "Solutions", or "1.2 Solution", a heading among those within one problem that has a heading itself: they are its own. */
function headMark(
  at: number,
  line: LineFact,
  label: Candidate,
  headings: ReadonlySet<number>,
  { solutionsLine, solutionStart }: Patterns,
): Mark | undefined {
  const counted = line.text.replace(/^\d+(?:\.\d+){1,3}\.?\s+/, '')
  const isMark = solutionsLine.test(counted) || (counted !== line.text && solutionStart.exec(counted)?.[0] === counted)
  const isOwn = at > label.at && headings.has(at) && headings.has(label.at) && isMark
  return isOwn ? { kind: 'solution', from: 0, to: line.offsets.length, closes: false } : undefined
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
    if (from === 0 && (isScore(line.text, patterns) || patterns.bareScore.test(line.text))) return
    const end = points ? positionAfter(line, 0, line.text.slice(0, points.index)) : line.offsets.length
    if (end > from) title.push(fragment(line, from, end))
  }
  add(first, start)
  for (let next = label.at + 1; next < Math.min(to, label.at + TITLE_LINES); next++) {
    const line = lines[next]
    const isBeside = line !== undefined && isOnRow(first, line) && (line.bold === first.bold || isScore(line.text, patterns))
    if (!line || !(isBeside || (isSameSetting(first, line) && line.above < 1.4 * line.size))) break
    add(line, 0)
    at = next
  }
  const text = lines[label.at]
  return { title, labelEnd: text ? start : label.end, from: { at: at + 1, position: 0 } }
}

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
