import { isBullet } from '../bullets.ts'
import { hasPower, type Token, type TokenKind } from './tokens.ts'
import { isUnit } from './units.ts'

/** Em. Symbols of one formula stand closer than this unless an operator or relation is between them; a word gap is wider. */
export const CLOSE = 0.19
/** Em. Around operators and relations white is stretched with the line, but not beyond this. */
export const AROUND = 0.75

/** Em. A thin space with the side bearings of what it parts. */
export const THIN = 0.27
/** Share of the row’s word space that white within a formula does not reach. */
export const SPACE_SHARE = 0.85

/** What can only be part of a formula. */
export function seeds(tokens: readonly Token[]): boolean[] {
  return tokens.map((token, index) => {
    if (isItemSign(tokens, index)) return false
    if (isAngle(token)) return true
    if (token.kind === 'math' || token.kind === 'relation') return true
    if (token.kind === 'variable') return !isInItalicText(tokens, index) && !isLabel(tokens, index)
    if (token.kind === 'number') return isCoordinate(tokens, index)
    if (token.kind === 'mark') return isMathMark(token) && tokens[index - 1]?.kind === 'number' && tokens[index + 1]?.kind === 'number'
    if (token.kind === 'binary') return true
    if (token.kind === 'unit') return hasPower(token)
    return false
  })
}

/** Brackets that text does not have. */
export const isAngle = ({ text }: Token): boolean => /^[⟨⟩⟦⟧⌊⌋⌈⌉]$/.test(text)

/** The sign that opens a list item is often taken from a font of formulas. */
export const isItemSign = (tokens: readonly Token[], index: number): boolean =>
  isBullet(tokens[index]?.text ?? '') && tokens[index]?.row !== tokens[index - 1]?.row

/** What a token is, its neighbours considered: italic words may be products, a raised point a sign. */
export function kindInContext(tokens: readonly Token[], index: number): TokenKind {
  const token = tokens[index]
  if (!token) return 'mark'
  if (isProduct(tokens, index)) return 'variable'
  if (isDoubleDot(tokens, index)) return 'binary'
  if (!isRaisedPoint(token) || index === 0) return token.kind
  const isSymbol = (other: Token | undefined): boolean => other?.kind === 'math' || other?.kind === 'variable'
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  const isBetween =
    before?.row === token.row && before.kind !== 'unit' && before.kind !== 'word' && after?.kind !== 'unit' && after?.kind !== 'word'
  return isBetween && (isSymbol(before) || isSymbol(after)) && token.gap < AROUND && (after?.gap ?? 1) < AROUND ? 'binary' : token.kind
}

/** A colon with as much white before as after it, between two symbols: a product of tensors or a ratio. After a sentence's words none stands before it. */
function isDoubleDot(tokens: readonly Token[], index: number): boolean {
  const [before, colon, after] = [-1, 0, 1].map((offset) => tokens[index + offset])
  if (!colon || !/^[:∶]$/.test(colon.text) || !before || !after || after.row !== before.row) return false
  const isSymbol = ({ kind, text }: Token): boolean => kind === 'math' || kind === 'variable' || /^[()[\]]$/.test(text)
  if (!isSymbol(before) || !isSymbol(after)) return false
  return colon.gap > COLON_GAP && after.gap < AROUND && Math.abs(colon.gap - after.gap) < COLON_GAP
}
/** Em. TeX sets a relation with a thick space (0.28) on both sides. */
const COLON_GAP = 0.2

/** Two or three italic letters of a text font: a product if symbols touch them or a sign is next to them, else a word. */
function isProduct(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  if (!token || token.text.length < 2) return false
  if (isBoldProduct(tokens, index)) return true
  if (!isItalicWord(token)) return false
  if (isClosedPath(token.text)) return true
  if (token.text.length > 4) return false
  if (isLongItalic(before) || isLongItalic(after)) return false
  if (/^\p{Lu}+$/u.test(token.text)) return true // segments and angles are named by their points
  if (isNoWord(token.text) && !(before?.kind === 'number' && isUnit(token.text))) return true
  if (token.text.length > 3) return false
  const touches = (other: Token | undefined, gap: number | undefined): boolean =>
    other !== undefined &&
    gap !== undefined &&
    gap < 0.1 &&
    (other.kind === 'math' || other.kind === 'number' || /^[()[\]/]$/.test(other.text))
  const isNear = (other: Token | undefined, gap: number | undefined): boolean =>
    other !== undefined && gap !== undefined && gap < AROUND && isOperator(other)
  if (isDifferential(token, before) || isBuiltUp(before, token.gap)) return true
  return touches(before, token.gap) || touches(after, after?.gap) || isNear(before, token.gap) || isNear(after, after?.gap)
}

/** Two bold letters, or a few capitals, beside a symbol or a sign: matrices and vectors. */
function isBoldProduct(tokens: readonly Token[], index: number): boolean {
  const [before, token, after] = [-1, 0, 1].map((offset) => tokens[index + offset])
  if (token?.kind !== 'word' || !/^(\p{L}{2}|\p{Lu}{3})$/u.test(token.text)) return false
  if (!token.items.every(({ base }) => base?.kind === 'sign' && base.face === 'bold')) return false
  const isBeside = (other: Token | undefined, gap: number | undefined): boolean =>
    other !== undefined && gap !== undefined && (isOperator(other) ? gap < AROUND : other.kind === 'math' && gap < THIN)
  return isBeside(before, token.gap) || isBeside(after, after?.gap)
}

/** Points in the order in which a path takes them, back to the first: ABCDA. */
const isClosedPath = (text: string): boolean => /^(\p{Lu})\p{Lu}{2,}\1$/u.test(text)

/** A capital within it, or no vowel: `pV`, `dT`, `mg`. */
const isNoWord = (text: string): boolean =>
  /\p{Ll}\p{Lu}/u.test(text) || (/^[^aeiouyAEIOUY\P{L}]{2,3}$/u.test(text) && !ABBREVIATIONS.has(text))
const ABBREVIATIONS: ReadonlySet<string> = new Set(['vs', 'cf', 'pp', 'ff', 'Mr', 'Dr', 'St', 'th', 'nd', 'rd', 'st'])

/** `dx` a thin space after a symbol: words follow one another with a word space. */
const isDifferential = (token: Token, before: Token | undefined): boolean =>
  /^d\p{L}$/u.test(token.text) &&
  (before?.kind === 'math' || before?.kind === 'variable') &&
  token.gap < Math.min(THIN, SPACE_SHARE * token.wordGap)

/** Right after a fraction or radical stands no word. */
const isBuiltUp = (before: Token | undefined, gap: number): boolean =>
  before?.kind === 'math' && gap < THIN && before.items.at(-1)?.base?.kind !== 'sign'

const isItalicWord = (token: Token | undefined): boolean =>
  token?.kind === 'word' &&
  token.items.every(({ base }) => base?.kind === 'sign' && (base.face === 'italic' || base.face === 'bold-italic'))
const isLongItalic = (token: Token | undefined): boolean => isItalicWord(token) && (token?.text.length ?? 0) > 3

/** A single italic letter between italic words is a word ("a"), between upright ones a symbol. */
function isInItalicText(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  const isLoose = (token?.gap ?? 0) > CLOSE && (tokens[index + 1]?.gap ?? 1) > CLOSE
  return isLoose && (isItalicWord(tokens[index - 1]) || isItalicWord(tokens[index + 1])) && /^[aAIyeouà]$/.test(token?.text ?? '')
}

/** "(a)" or "(ii)" set apart by white names a part. */
function isLabel(tokens: readonly Token[], index: number): boolean {
  if (!/^(?:\p{L}|[ivx]+)$/u.test(tokens[index]?.text ?? '')) return false
  const isOpen =
    tokens[index - 1]?.text === '(' &&
    (index < 2 || (tokens[index - 1]?.gap ?? 0) > CLOSE || tokens[index - 1]?.row !== tokens[index - 2]?.row)
  const close = tokens[index + 1]
  const after = tokens[index + 2]
  return (
    isOpen && close?.text === ')' && (after === undefined || after.gap > CLOSE || after.row !== close.row || /^[,.;:]$/.test(after.text))
  )
}

/** A comma set in a formula font is no comma of the sentence. */
export const isMathMark = (token: Token): boolean => token.items.some((item) => item.base?.kind === 'sign' && item.base.isMath)

/** "(2, 1)": numbers in brackets with the narrow space that formulas have after a comma. */
export function isCoordinate(tokens: readonly Token[], index: number): boolean {
  const [open, , comma, next, close] = [-1, 0, 1, 2, 3].map((offset) => tokens[index + offset])
  if (open?.text !== '(' || comma?.text !== ',' || next?.kind !== 'number' || close?.text !== ')') return false
  return next.gap > 0.1 && (next.gap < CLOSE || open.isForeign)
}

/** A sign between symbols, a mark of the text elsewhere. */
export const isRaisedPoint = ({ text }: Token): boolean => /^[·⋅∙]$/.test(text)

export const isOperator = (token: Token): boolean => token.kind === 'relation' || token.kind === 'binary'
