import { isBullet } from '../bullets.ts'
import { hasPower, type Token, type TokenKind } from './tokens.ts'

/** Em. Symbols of one formula stand closer than this unless an operator or relation is between them; a word gap is wider. */
export const CLOSE = 0.19
/** Em. Around operators and relations white is stretched with the line, but not beyond this. */
export const AROUND = 0.75

/** What can only be part of a formula. */
export function seeds(tokens: readonly Token[]): boolean[] {
  return tokens.map((token, index) => {
    if (isItemSign(tokens, index)) return false
    if (token.kind === 'math' || token.kind === 'relation') return true
    if (token.kind === 'variable') return !isInItalicText(tokens, index) && !isLabel(tokens, index)
    if (token.kind === 'number') return isCoordinate(tokens, index)
    if (token.kind === 'mark') return isMathMark(token) && tokens[index - 1]?.kind === 'number' && tokens[index + 1]?.kind === 'number'
    if (token.kind === 'binary') return true
    if (token.kind === 'unit') return hasPower(token)
    return false
  })
}

/** The sign that opens a list item is often taken from a font of formulas. */
export const isItemSign = (tokens: readonly Token[], index: number): boolean =>
  isBullet(tokens[index]?.text ?? '') && tokens[index]?.row !== tokens[index - 1]?.row

/** What a token is, its neighbours considered: italic words may be products, a raised point a sign. */
export function kindInContext(tokens: readonly Token[], index: number): TokenKind {
  const token = tokens[index]
  if (!token) return 'mark'
  if (isProduct(tokens, index)) return 'variable'
  if (!/^[·⋅∙]$/.test(token.text) || index === 0) return token.kind
  const isSymbol = (other: Token | undefined): boolean => other?.kind === 'math' || other?.kind === 'variable'
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  const isBetween =
    before?.row === token.row && before.kind !== 'unit' && before.kind !== 'word' && after?.kind !== 'unit' && after?.kind !== 'word'
  return isBetween && (isSymbol(before) || isSymbol(after)) && token.gap < AROUND && (after?.gap ?? 1) < AROUND ? 'binary' : token.kind
}

/** Two or three italic letters of a text font: a product if symbols touch them or a sign is next to them, else a word. */
function isProduct(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  if (!token || token.text.length > 4 || token.text.length < 2 || !isItalicWord(token)) return false
  if (isLongItalic(before) || isLongItalic(after)) return false
  if (/^\p{Lu}+$/u.test(token.text)) return true // segments and angles are named by their points
  if (token.text.length > 3) return false
  const touches = (other: Token | undefined, gap: number | undefined): boolean =>
    other !== undefined &&
    gap !== undefined &&
    gap < 0.1 &&
    (other.kind === 'math' || other.kind === 'number' || /^[()[\]/]$/.test(other.text))
  const isNear = (other: Token | undefined, gap: number | undefined): boolean =>
    other !== undefined && gap !== undefined && gap < AROUND && isOperator(other)
  return touches(before, token.gap) || touches(after, after?.gap) || isNear(before, token.gap) || isNear(after, after?.gap)
}

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

/** "(a)" set apart by white names a part. */
function isLabel(tokens: readonly Token[], index: number): boolean {
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

export const isOperator = (token: Token): boolean => token.kind === 'relation' || token.kind === 'binary'
