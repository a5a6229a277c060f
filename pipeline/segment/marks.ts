import { type LineFact, positionAt, settingAt } from './facts.ts'
import type { Candidate } from './labels/labels.ts'
import type { Patterns } from './language/patterns.ts'

export type MarkKind = 'solution' | 'answer' | 'hint'

/** Within a line "Ans." opens an answer without a colon. */
const ABBREVIATION = /^\p{Lu}\p{Ll}{1,3}\./u
/** "3.5 m/s": "Answer 3.5 m/s" states it, where "Answer 3 of the questions" asks. */
const QUANTITY = /^[−+±-]?\d[\d.,]*(?:\s?[^\s\d]{1,6}){0,3}$/u

/** What is told after "R:", which else may say what a letter of a formula means: a value, or the label of a part. */
const TOLD = /^(?:\(?[a-h]\)|[−+±≈~(-]?\s?\d|\S{1,6}\s?[=≈])/u

/** A word that ends a question: "Solution", "Answer:". */
export interface Mark {
  readonly kind: MarkKind
  /** Positions of the word and its colon in the line. */
  readonly from: number
  readonly to: number
  /** Whether the line's last sign closes a bracket that opened before the word: "[Ans: 3 m/s]". The question goes on after it. */
  readonly closes: boolean
}

/** A word that opens a solution at a line's start. */
export const openingMark = (line: LineFact, patterns: Patterns): Mark | undefined => read(line, 0, patterns)

/**
 * A word that opens a solution at a line's start, or after a full stop within it. The word alone is no mark ("The solution …",
 * "Solution of 2 g salt …"): it stands by itself, is set apart from the text after it by its type or by white, is a sentence at
 * a line's start, or has a colon.
 */
export function markAt(line: LineFact, patterns: Patterns): Mark | undefined {
  const opening = openingMark(line, patterns)
  if (opening) return opening
  for (const stop of line.text.matchAll(/[.?!)]\s+(?=\p{Lu})/gu)) {
    const mark = read(line, stop.index + stop[0].length, patterns)
    const from = stop.index + stop[0].length
    const isSaid = /:/.test(line.text.slice(stop.index, stop.index + 40)) || ABBREVIATION.test(line.text.slice(from))
    if (mark && (isSaid || endsInBold(line, mark))) return mark
  }
  return undefined
}

/** "… of the block? **Solution**": a bold word that closes a line of other type, for the solution begins on the next. */
const endsInBold = (line: LineFact, { from, to }: Mark): boolean =>
  to >= line.offsets.length && settingAt(line, from).bold && !settingAt(line, from - 1).bold

function read(line: LineFact, offset: number, patterns: Patterns): Mark | undefined {
  const text = line.text.slice(offset)
  const plural = patterns.solutionsStart.exec(text)
  const match = plural && /^\s*:\s*\S/.test(text.slice(plural[0].length)) ? plural : patterns.solutionStart.exec(text)
  if (!match || /^\p{Ll}/u.test(match[0])) return undefined
  const after = text.slice(match[0].length)
  if (patterns.solutionPlace.test(text)) return undefined
  const colon = /^\s*[:.—–]/.exec(after)?.[0] ?? ''
  const from = positionAt(line, offset)
  const end = positionAt(line, offset + match[0].length)
  const rest = after.slice(colon.length).trim()
  if (/^\W*\p{L}:$/u.test(match[0]) && !TOLD.test(rest)) return undefined
  const own = settingAt(line, from)
  const next = end < line.offsets.length ? settingAt(line, positionAt(line, offset + match[0].length + colon.length)) : undefined
  const isApart = next !== undefined && (next.bold !== own.bold || (next.italic !== own.italic && own.italic) || next.colour !== own.colour)
  const isCapitals = /^\P{Ll}+$/u.test(match[0]) && match[0].length > 3
  const isAbbreviated = /[.:]$/.test(match[0])
  // "Solution. The block …", "Solution. a = …": a sentence of one word, where a line begins. No other sentence ends so without a small word.
  const isSentence = offset === 0 && /^\s?\.$/.test(colon) && (next?.math === true || /^(?:[^\p{Ll}]|\p{Ll}(?!\p{L}))/u.test(rest))
  const isQuantity = offset === 0 && QUANTITY.test(rest)
  const isMarked =
    isQuantity ||
    isApart ||
    isSetOff(line, offset, end, rest) ||
    isCapitals ||
    isAbbreviated ||
    isSentence ||
    colon.includes(':') ||
    (colon !== '' && own.bold)
  if (rest !== '' && !isMarked) return undefined
  const word = match[0].replace(/^\W+/, '').toLowerCase()
  const kind = patterns.words.answer.includes(word) && !patterns.words.solution.includes(word) ? 'answer' : 'solution'
  const opened = /^\W*([[(])/.exec(match[0])?.[1]
  const closes = opened !== undefined && line.text.trimEnd().endsWith(opened === '[' ? ']' : ')')
  return { kind, from, to: positionAt(line, offset + match[0].length + colon.length), closes }
}

/** "A1." below "Q1.", "A:" below "Q:". Elsewhere such a letter is the label of a choice. */
export function shortMark(line: LineFact, { number, word }: Pick<Candidate, 'number' | 'word'>): Mark | undefined {
  const asked = word === 'q' ? '' : /^Q(\d+)$/.exec(number)?.[1]
  const [all = '', told] = /^A\.?\s?(\d*)\s?(?:[.:)]|(?<=\d)(?=\s))/.exec(line.text) ?? []
  return asked === undefined || told !== asked ? undefined : { kind: 'answer', from: 0, to: positionAt(line, all.length), closes: false }
}

/** At a line's start, before wide white and a new beginning, or before the label of its first part: "Solution   The block …", "Solution (a) …". */
const isSetOff = (line: LineFact, offset: number, end: number, rest: string): boolean =>
  offset === 0 && ((line.wide.includes(end) && /^[^\p{Ll}]/u.test(rest)) || /^\(?[ai1]\)\s/.test(rest))
