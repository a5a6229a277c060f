import type { Face, Item, Row, Sign } from './model.ts'
import { FUNCTIONS, OTHER_FUNCTIONS } from './symbols.ts'
import { isUnit } from './units.ts'

/** Em. White inside a word or number stays under this. */
const WORD_GAP = 0.13

/**
 * What a stretch of a row is on its own:
 * `math` can only be a formula; `variable` is a letter that is one unless it stands in a sentence in italics; `number`, `mark` (brackets,
 * slashes, commas, signs) and `function` belong to the formula next to them; `unit` and `word` stay outside unless a formula needs them.
 */
export type TokenKind = 'math' | 'relation' | 'binary' | 'variable' | 'number' | 'mark' | 'function' | 'unit' | 'word'

export interface Token {
  readonly kind: TokenKind
  readonly items: Row
  readonly text: string
  /** White before it, em. */
  readonly gap: number
  /** White between words of its row, em; rows are stretched and shrunk to be equally long. */
  readonly wordGap: number
  /** Set in a font that the row’s words are not set in, or one for formulas only. */
  readonly isForeign: boolean
  /** Which row of the passage it stands in. */
  readonly row: number
}

/** A token before its row is known as a whole. */
type Draft = Omit<Token, 'wordGap' | 'isForeign'>

export function toTokens(row: Row, index: number): Token[] {
  const tokens: Draft[] = []
  for (let at = 0; at < row.length; ) {
    const items = stretch(row, at)
    const [first] = items
    if (!first) break
    const text = items.map((item) => sign(item)?.text ?? '\ufffc').join('')
    tokens.push({ kind: kindOf(items, text), items, text, gap: first.gap, row: index })
    at += items.length
  }
  const wordGap = usualGap(tokens)
  const fonts = wordFonts(tokens)
  return tokens.map(({ kind, items, text, gap, row: own }, at) => ({
    kind: isPreposition(tokens, at) ? 'word' : kind,
    items,
    text,
    gap,
    wordGap,
    isForeign: items.some((item) => isForeign(item, fonts)),
    row: own,
  }))
}

/** Fonts of the row’s words. */
const wordFonts = (tokens: readonly Draft[]): ReadonlySet<number> =>
  new Set(
    tokens.flatMap(({ kind, text, items }) => (kind === 'word' && text.length > 1 ? items.flatMap((item) => sign(item)?.font ?? []) : [])),
  )

const isForeign = (item: Item, fonts: ReadonlySet<number>): boolean => {
  const one = sign(item)
  return one !== undefined && (one.isMath || (fonts.size > 0 && !fonts.has(one.font)))
}

/** Em. White between words where a row has too few of them to tell. */
const WORD_SPACE = 0.3

/** Median of the white between two words. */
function usualGap(tokens: readonly Draft[]): number {
  const isWord = (token: Draft | undefined): boolean => token?.kind === 'word' && token.text.length > 1
  const gaps = tokens.flatMap((token, at) => (isWord(token) && isWord(tokens[at - 1]) && token.gap > WORD_GAP ? [token.gap] : []))
  gaps.sort((a, b) => a - b)
  return gaps.length < 2 ? WORD_SPACE : (gaps[gaps.length >> 1] ?? WORD_SPACE)
}

const sign = (item: Item | undefined): Sign | undefined => (item?.base?.kind === 'sign' ? item.base : undefined)

const isBare = (item: Item): boolean => item.sup.length + item.sub.length + item.over.length + item.under.length === 0

/** "in" is an inch at the end of a clause or with an exponent, a preposition before anything that goes on after a space. */
function isPreposition(tokens: readonly Draft[], at: number): boolean {
  const next = tokens[at + 1]
  return (
    tokens[at]?.text === 'in' &&
    tokens[at]?.kind === 'unit' &&
    !tokens[at]?.items.some(({ sup }) => sup.length > 0) &&
    (!next || (next.gap > 0.15 && next.kind !== 'mark'))
  )
}

/** Letters of one face, or digits with their points, that follow one another without white. Scripts end the stretch. */
function stretch(row: Row, from: number): Row {
  const first = row[from]
  const start = sign(first)
  if (!first || !start) return row.slice(from, from + 1)
  const isNumber = /^\d+$/.test(start.text)
  const isWord = isWordSign(start)
  if (!isNumber && !isWord) return [first]
  let to = from + 1
  while (to < row.length) {
    const before = row[to - 1]
    const item = row[to]
    const next = sign(item)
    if (!item || !next || !before || before.sup.length + before.sub.length > 0 || item.gap > WORD_GAP || item.under.length > 0) break
    if (isNumber ? !continuesNumber(row, to, next) : !isWordSign(next) || !sameFace(start.face, next.face) || next.isMath !== start.isMath)
      break
    to++
  }
  return row.slice(from, to)
}

/** Italic letters of formula fonts stand for themselves; letters of text fonts make words. */
const isWordSign = (one: Sign): boolean =>
  /^(\p{L}\p{M}*)+$/u.test(one.text) &&
  !(one.isMath && one.face !== 'upright' && one.face !== 'bold') &&
  !/^\p{Script=Greek}$/u.test(one.text)

const sameFace = (a: Face, b: Face): boolean => a === b

function continuesNumber(row: Row, at: number, next: Sign): boolean {
  if (/^\d+$/.test(next.text)) return true
  const after = row[at + 1]
  return /^[.,]$/.test(next.text) && after !== undefined && after.gap < WORD_GAP && /^\d/.test(sign(after)?.text ?? '')
}

function kindOf(items: Row, text: string): TokenKind {
  const [first] = items
  const last = items.at(-1)
  const start = sign(first)
  if (!first || !last) return 'mark'
  if (!start) return 'math'
  if (/^\d/.test(text)) return isBare(last) || isDegree(last) ? 'number' : 'math'
  if (/^\p{L}/u.test(text)) return letterKind(items, text, start, last)
  if (start.role === 'relation') return 'relation'
  if (start.role === 'operator' || start.role === 'radical') return 'math'
  if (start.role === 'binary') return binaryKind(start, last)
  if (start.role === 'close' && !isBare(last)) return 'math'
  if (start.isTall || (start.role === 'ordinary' && !TEXT_MARK.test(start.text))) return 'math'
  return 'mark'
}

/** Signs that text uses as well as formulas do. */
const TEXT_MARK = /^["'’‘“”ʹ%#&$!?§¶†‡@°℃℉…½¼¾⅓⅔⅛_£✓■□▪★∎\p{Pd}\p{Po}\p{Sc}]$/u

/** `20°` in whatever way the circle is raised. */
const isDegree = (item: Item): boolean => item.sub.length === 0 && item.sup.length === 1 && /^[∘°◦o]$/.test(sign(item.sup[0])?.text ?? '')

function binaryKind(start: Sign, last: Item): TokenKind {
  if (!isBare(last)) return 'math'
  if (/^[-‐‑–/∕⁄*•]$/.test(start.text)) return start.isMath && start.text !== '•' ? 'binary' : 'mark'
  return /^[·⋅∙]$/.test(start.text) ? 'mark' : 'binary'
}

function letterKind(items: Row, text: string, start: Sign, last: Item): TokenKind {
  if (OTHER_FUNCTIONS.has(text) && start.face === 'upright') return 'function'
  if (FUNCTIONS.has(text) && start.face === 'upright') return isBare(last) && text.length < 2 ? 'word' : 'function'
  if (items.length === 1 && ((start.isMath && start.face !== 'upright') || /^[ℓ℘ℏ]$/.test(text))) return 'math'
  if (/^\p{Script=Greek}/u.test(text)) return /^[µμ]$/.test(text) && !start.isMath && start.face === 'upright' ? 'unit' : 'math'
  if (!isBare(last)) {
    if (isUnit(text) && start.face === 'upright' && last.sub.length === 0) return 'unit'
    if (items.length === 1) return 'math'
    return last.sub.length > 0 || (text.length <= 3 && /^\p{Lu}/u.test(text)) || !isNoteMark(last.sup) ? 'math' : 'word'
  }
  if (items.length === 1 && (start.face === 'italic' || start.face === 'bold-italic' || start.face === 'bold')) return 'variable'
  if (isUnit(text) && start.face === 'upright') return 'unit'
  return 'word'
}

/** Raised figures, stars and daggers after a word refer to a note. */
const isNoteMark = (sup: Row): boolean => sup.every((item) => /^[\d*†‡∗,a-z]$/.test(sign(item)?.text ?? ''))

/** Whether a unit carries an exponent, which makes the quantity a formula. */
export const hasPower = (token: Token): boolean => token.kind === 'unit' && token.items.some((item) => item.sup.length > 0)
