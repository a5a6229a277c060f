import { width } from '../../../schemas/geometry.ts'
import { grouped } from '../../grouped.ts'
import { type LineFact, positionAt, type Setting, settingAt } from '../facts.ts'
import type { Patterns } from '../language/patterns.ts'
import { countNamed } from '../language/words.ts'
import { type JointNumbers, numbersAfter, numbersOfRange } from './joint-numbers.ts'

/** Share of the body size: smaller type is a note, a script, a label in a figure. */
const SMALLEST = 0.85
/** The same where problems or solutions are announced: they are set as small as footnotes. */
const SMALLEST_ANSWER = 0.72
/** Em between baselines from which a line stands apart from the one above it. */
const APART = 1.3
/** Type this much larger than the body makes a lone number the number of a heading. */
const LARGER = 1.12

/** Integers of one number, at most: "5.15–5.17" is a range. */
const MAX_VALUES = 3
/** Two figures with a dash between, among the first characters of a line: without them no range opens it. */
const RANGED = /^.{0,16}?\d\s?[-‐‑‒–—−]\s?\d/u
/** Em between a number in the margin and its text, at most. */
const MAX_HANG = 4
/** Em between the baselines of a number and its text in two cells of a row: paragraphs keep white over them. */
const CELL_LEVEL = 0.8
/** Share of its column that a paragraph's first line fills: cells of a table are narrower. */
const PROSE = 0.7

/** A line that may open a numbered thing. */
export interface Candidate {
  /** Position in the document's list of lines. */
  readonly at: number
  /** As printed, any dash written "-". */
  readonly number: string
  /** Its integers, outermost first: [5, 131] for "5-131". */
  readonly values: readonly number[]
  readonly suffix: string
  /** The word before it, lower case, or "". */
  readonly word: string
  /** Further numbers that the same text is for: "5.12 and 5.13", "5.12–5.14". */
  readonly also?: readonly string[]
  /** Positions in the line: the label is [0, end), icons included. */
  readonly numberFrom: number
  readonly end: number
  readonly setting: Setting
  /** How it is written: words, brackets, joints. */
  readonly shape: string
  /** How it is written and set: only labels of one style make a sequence. */
  readonly style: string
  /** In type so small that it opens an answer, or a problem below a heading that announces it. */
  readonly isSmall: boolean
}

/** Labels of one style together: only they make a sequence. */
export const byStyle = (candidates: readonly Candidate[]): Map<string, Candidate[]> => grouped(candidates, ({ style }) => style)

/** The number after a label's. */
export const countedOn = ({ values }: Pick<Candidate, 'values'>): number[] => [...values.slice(0, -1), (values.at(-1) ?? 0) + 1]

/** What a bare number opens is told in words; a figure before letters of a formula, "3 bh" over a fraction bar, opens nothing. */
const HAS_WORD = /\p{L}{3}|\p{Script=Han}/u

/**
 * Reads a label off the beginning of a line, or finds none.
 *
 * @param reading whether "12-14" is one number, or the range from 12 to 14
 */
export function candidateAt(
  line: LineFact,
  at: number,
  patterns: Patterns,
  bodySize: number,
  next?: LineFact,
  reading: 'whole' | 'range' = 'whole',
): Candidate | undefined {
  if (reading === 'range' && !RANGED.test(line.text)) return undefined
  const match = patterns.label.exec(line.text)
  if (!match) return undefined
  const [first = '', lead = '', word = '', sign = '', open = '', printed = '', close = '', written = ''] = untied(match)
  if ((open === '') !== (close === '') && !(open === '' && close === ')')) return undefined
  const numberFrom = positionAt(line, first.lastIndexOf(printed))
  const setting = settingAt(line, Math.min(numberFrom, line.offsets.length - 1))
  if (setting.math && word === '') return undefined
  const read = numbersOf(line, { from: first.length, printed, isMarked: open + close + written !== '' }, setting, reading)
  if (!read || (reading === 'range' && word !== '')) return undefined
  const { parsed, also } = read
  const all = line.text.slice(0, read.end)
  const stop = read.stop ?? written.replace(/[*∗⋆★\s]/gu, '') // "3*." is harder than "3."
  const end = positionAt(line, all.length)
  const rest = line.text.slice(all.length)
  if (word !== '' && patterns.continued.test(rest)) return undefined
  if (open !== '' && close !== '' && rest.trim() === '' && !isInMarginOf(line, next)) return undefined // the number of an equation
  const after = end < line.offsets.length ? settingAt(line, end) : undefined
  const differs = after !== undefined && isSetApart(setting, after)
  const isAlone = rest.trim() === '' && (setting.bold || setting.size >= LARGER * bodySize || hangs(line, next))
  const marked =
    [stop, close, word, sign].some((one) => one !== '') ||
    (parsed.prefix !== '' && !setting.italic) ||
    (differs && HAS_WORD.test(rest)) ||
    isAlone ||
    setting.bold ||
    opensSentence(line, parsed, end, rest, bodySize)
  if (!marked || isMeasure(rest, stop, close) || setting.size < SMALLEST_ANSWER * bodySize) return undefined
  // Bold words and number tell a label enough: its stop may stand behind a title, "Exercise 1.2." beside "Exercise 1.3 (Circuit)."
  const ownStop = (word === '' || !setting.bold) && (stop === ':' || stop === '.') ? stop : ''
  const shape = [word.toLowerCase().replace(/\s+/g, ' '), sign, open, parsed.shape, close, ownStop].join('|')
  return toCandidate(at, parsed, {
    word: word.toLowerCase().replace(/\s+/g, ' '),
    ...(also.length > 0 ? { also } : {}),
    numberFrom: lead === '' ? 0 : positionAt(line, lead.length),
    end,
    shape,
    setting,
    isSmall: Math.max(setting.size, line.size) < SMALLEST * bodySize, // a small number may stand before text of full size
  })
}

interface Numbers {
  readonly parsed: ParsedNumber
  readonly also: readonly string[]
  /** Characters of the line up to the end of the label. */
  readonly end: number
  /** The stop behind the last number; undefined where there is but one. */
  readonly stop?: string
}

/** What a label counts: the number as printed, the first of a range, or the first of several. */
function numbersOf(
  line: LineFact,
  { from, printed, isMarked }: { from: number; printed: string; isMarked: boolean },
  setting: Setting,
  reading: 'whole' | 'range',
): Numbers | undefined {
  const whole = parseNumber(printed)
  const isRange = reading === 'range' || (whole !== undefined && whole.values.length > MAX_VALUES)
  const range = whole && isRange ? numbersOfRange(whole.printed) : undefined
  const first = range ? parseNumber(range[0] ?? '') : undefined
  if (range && first) return { parsed: first, also: range.slice(1), end: from }
  if (!whole || reading === 'range') return undefined
  const joint = isMarked ? undefined : jointOf(line, from, whole, setting)
  return joint
    ? { parsed: whole, also: joint.numbers.slice(1), end: from + joint.length, stop: joint.stop }
    : { parsed: whole, also: [], end: from }
}

/** Further numbers of a label, set like the first, or with a stop behind them: others are part of a sentence. */
function jointOf(line: LineFact, from: number, { printed }: ParsedNumber, setting: Setting): JointNumbers | undefined {
  const joint = numbersAfter(printed, line.text.slice(from))
  if (!joint) return undefined
  const last = settingAt(line, positionAt(line, from + joint.length) - 1)
  const isSetLike = last.bold === setting.bold && last.colour === setting.colour && last.size === setting.size
  const after = positionAt(line, from + joint.length)
  const isEnd = after >= line.offsets.length || isSetApart(setting, settingAt(line, after))
  return isSetLike && (joint.stop !== '' || isEnd) ? joint : undefined
}

/**
 * A bare number before the text it labels, "3 Let p be …", or alone on its line. Only where answers are announced: elsewhere such a line
 * is a quantity that a sentence was broken before.
 */
export function bareCandidateAt(line: LineFact, at: number, patterns: Patterns): Candidate | undefined {
  const [all = '', lead = '', word = '', sign = '', open = '', number = '', close = '', stop = ''] = patterns.label.exec(line.text) ?? []
  const parsed = parseNumber(number)
  const isAtMargin = line.indent < MAX_HANG * line.size // a page's number stands in the middle
  if (!parsed || !isAtMargin || [lead, word, sign, open, close, stop].some((one) => one !== '')) return undefined
  if (!/^$|^\s+(?:[\p{Lu}\p{N}(]|\p{Ll}\)\s)/u.test(line.text.slice(number.length).trimEnd()) || settingAt(line, 0).math) return undefined
  const shape = `bare|${parsed.shape}`
  return toCandidate(at, parsed, {
    word,
    numberFrom: 0,
    end: positionAt(line, all.length),
    shape,
    setting: settingAt(line, 0),
    isSmall: false,
  })
}

function toCandidate(
  at: number,
  { printed, values, suffix }: ParsedNumber,
  rest: Omit<Candidate, 'at' | 'number' | 'values' | 'suffix' | 'style'>,
): Candidate {
  return { at, number: printed, values, suffix, style: styleOf(rest), ...rest }
}

/** Writes down how a label is written and set. */
export const styleOf = ({ shape, setting: { bold, italic, size } }: Pick<Candidate, 'shape' | 'setting'>): string =>
  `${shape}|${bold ? 'bold' : ''}|${italic ? 'italic' : ''}|${size}`

/** "Problem 2 (continued)": a label that opens nothing, and is no text of the problem that goes on. */
export function isContinuation({ text }: LineFact, { label, continued }: Patterns): boolean {
  const [all = '', , word = ''] = label.exec(text) ?? []
  return word !== '' && continued.test(text.slice(all.length))
}

/** "Problem 1 – 25 points": behind a word, a dash with white on both sides parts the number from what follows. */
function untied(match: RegExpExecArray): readonly (string | undefined)[] {
  const [all, lead, word, sign, open, number = ''] = match
  const dash = word ? /\s[-‐‑‒–—−]\s/.exec(number) : null
  if (!dash) return match
  const short = number.slice(0, dash.index)
  return [all.slice(0, all.lastIndexOf(number) + short.length), lead, word, sign, open, short]
}

/** Weight, colour or face tell a label from the text; so does a title in italics after it, but no italic letter of a formula. */
export const isSetApart = (label: Setting, text: Setting): boolean =>
  text.bold !== label.bold || text.colour !== label.colour || text.face !== label.face || (text.italic && !label.italic && !text.math)

/** Five words at least and a full stop or question mark: a short question, and no cell of a table. */
const SENTENCE = /(?:\S+\s+){4}\S+[.?]$/u

/** Words of a line that is told; a display has fewer, "sin" and "max" counted. */
const MIN_WORDS = 3

const isTold = ({ text }: LineFact): boolean => (text.match(/\p{L}{3,}/gu)?.length ?? 0) >= MIN_WORDS || /\p{Script=Han}/u.test(text)

/** Whether the next line stands right of it as text does: a display whose number is at the left stands further off, and has no words. */
const isInMarginOf = (line: LineFact, next: LineFact | undefined): boolean =>
  next !== undefined && isBeside(line, next) && (next.box.left - line.box.right < MAX_HANG * line.size || isTold(next))

/** Whether it stands in the margin, beside the first line of a paragraph. */
const hangs = (line: LineFact, next: LineFact | undefined): boolean =>
  isBeside(line, next) &&
  next !== undefined &&
  next.box.left - line.box.right < MAX_HANG * line.size &&
  (width(next.box) > PROSE * (next.columnRight - next.box.left) || SENTENCE.test(next.text)) &&
  /^[\p{Lu}“"(]/u.test(next.text)

/** What a sentence begins with, or an answer: "A block", "“Lifting”", "(a)", "a)". */
const OPENING = /^\s*(?:[\p{Lu}\p{Script=Han}“"(]|\p{Ll}\)\s)/u

/** A number in two parts set like the text, or with wide white after it, at a paragraph's start and before a capital: "4-12 A block …". */
const opensSentence = (line: LineFact, { values }: ParsedNumber, end: number, rest: string, bodySize: number): boolean =>
  (values.length > 1 || line.wide.includes(end)) && OPENING.test(rest) && (line.above > APART * bodySize || line.indent > 0.5 * bodySize)

/** Whether the next line stands right of this one on its baseline: a number in the margin of its text. */
const isBeside = (line: LineFact, next: LineFact | undefined): boolean =>
  next !== undefined &&
  next.page === line.page &&
  Math.abs(next.baseline - line.baseline) < (next.column === line.column ? 0.3 : CELL_LEVEL) * line.size &&
  next.box.left > line.box.right

/** "3 m above …", "0.5 kg of": a quantity at a line's start, not a label. */
const isMeasure = (rest: string, stop: string, close: string): boolean => stop === '' && close === '' && /^\s?[°%±×=<>+/]/.test(rest)

interface ParsedNumber {
  readonly printed: string
  readonly prefix: string
  readonly values: readonly number[]
  readonly suffix: string
  readonly shape: string
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV']

const romanValue = (text: string): number | undefined => (ROMAN.includes(text) ? 1 + ROMAN.indexOf(text) : undefined)

export function parseNumber(text: string): ParsedNumber | undefined {
  const printed = text
    .replace(/\s/g, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/·/g, '.')
    .replace(/^Q\.(?=\d)/, 'Q') // "Q.1" and "Q 1" are "Q1": it stands for "question"
  const lettered = /^(\d{1,4})([A-Z])([.-])(\d{1,4})$/.exec(printed)
  if (lettered) {
    const [, outer, letter = '', joint = '', inner] = lettered
    return { printed, prefix: '', values: [Number(outer), letter.charCodeAt(0), Number(inner)], suffix: '', shape: `nA${joint}n` }
  }
  const inGroup = /^(\d{1,3})([.-])([a-z])(\d{1,3})$/.exec(printed)
  if (inGroup) {
    const [, outer, joint = '', letter = '', inner] = inGroup
    return { printed, prefix: '', values: [Number(outer), letter.charCodeAt(0), Number(inner)], suffix: '', shape: `n${joint}an` }
  }
  const roman = romanValue(printed)
  if (roman !== undefined) return { printed, prefix: '', values: [roman], suffix: '', shape: 'I' }
  const named = /^\p{L}+$/u.test(printed) ? countNamed(printed) : undefined
  if (named !== undefined) return { printed, prefix: '', values: [named], suffix: '', shape: 'word' }
  const match = /^((?:[A-Z]{1,2}[.-]?)?)(\d{1,4}(?:[-./:]\d{1,4})*)([A-Za-z]?)$/.exec(printed)
  if (!match) return undefined
  const [, prefix = '', digits = '', suffix = ''] = match
  const values = digits.split(/[-./:]/).map(Number)
  const joints = digits.replace(/\d+/g, 'n')
  return { printed, prefix, values, suffix, shape: `${prefix}${joints}` }
}
