import { isBullet } from '../bullets.ts'
import type { Row } from './model.ts'
import { hasPower, type Token, type TokenKind } from './tokens.ts'

/** Em. Symbols of one formula stand closer than this unless an operator or relation is between them; a word gap is wider. */
const CLOSE = 0.19
/** Em. Fractions, functions and capitals that lean over take a little more. */
const LOOSE = 0.42
/** Em. Around operators and relations white is stretched with the line, but not beyond this. */
const AROUND = 0.75
/** Em. Symbols that touch: script space after an index is 0.05. */
const TOUCHING = 0.09
/** Em. Between a number and its unit: a thin space to a word space. */
const UNIT_GAP = 0.42
/** Em. A unit after a bracket or a vector: a word space and the room that delimiters take. */
const AFTER_FORMULA = 0.55
/** Em. Around the point of a compound unit. */
const INNER_GAP = 0.4
/** Letters of a word that may stand before a relation as a symbol: Re, Nu, COP, NTU. */
const SYMBOL_WORD = 4

/** A stretch of tokens, end excluded. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Finds the formulas among a paragraph's tokens: grows from what can only be one, then trims what belongs to the sentence. */
export function inlineSpans(all: readonly Token[]): Span[] {
  const tokens = all.map((token, index): Token => ({ ...token, kind: kindInContext(all, index) }))
  const member = seeds(tokens)
  const links = tokens.map((_, at) => at > 0 && areLinked(tokens, at))
  const spans: Span[] = []
  for (let at = 0; at < tokens.length; ) {
    let to = at + 1
    while (to < tokens.length && links[to]) to++
    if (tokens.slice(at, to).some((_, offset) => member[at + offset])) {
      const span = trimmed(tokens, at, to)
      if (span && isFormula(tokens.slice(span.from, span.to))) spans.push(span)
    }
    at = to
  }
  return spans
}

const at = (tokens: readonly Token[], index: number): Token | undefined => tokens[index]

/** What can only be part of a formula. */
function seeds(tokens: readonly Token[]): boolean[] {
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
const isItemSign = (tokens: readonly Token[], index: number): boolean =>
  isBullet(tokens[index]?.text ?? '') && tokens[index]?.row !== tokens[index - 1]?.row

/** What a token is, its neighbours considered: italic words may be products, a raised point a sign. */
function kindInContext(tokens: readonly Token[], index: number): TokenKind {
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
const isMathMark = (token: Token): boolean => token.items.some((item) => item.base?.kind === 'sign' && item.base.isMath)

/** "(2, 1)": numbers in brackets with the narrow space that formulas have after a comma. */
function isCoordinate(tokens: readonly Token[], index: number): boolean {
  const [open, , comma, next, close] = [-1, 0, 1, 2, 3].map((offset) => tokens[index + offset])
  if (open?.text !== '(' || comma?.text !== ',' || next?.kind !== 'number' || close?.text !== ')') return false
  return next.gap > 0.1 && (next.gap < CLOSE || open.isForeign)
}

/** Whether a token continues the formula that the one before it is part of. */
function areLinked(tokens: readonly Token[], index: number): boolean {
  const before = at(tokens, index - 1)
  const token = at(tokens, index)
  if (!before || !token) return false
  const isBreak = token.row !== before.row
  if (isItemSign(tokens, index - 1)) return false
  const gap = isBreak ? 0 : token.gap
  if (isOperator(before)) return canBeOperand(token, before, tokens, index) && (isBreak || gap < around(token))
  if (isOperator(token)) return canPrecede(before, token) && !isBreak && gap < around(token)
  if (isBreak) return false
  if (token.kind === 'unit' || before.kind === 'unit') return unitLink(tokens, index, gap)
  if (before.kind === 'mark' && /^[,;]$/.test(before.text))
    return gap < (isMathMark(before) || isCoordinate(tokens, index - 2) ? commaGap(token) : CLOSE) && gap > 0.05 && token.kind !== 'word'
  if (isRoomy(before) || isRoomy(token)) return gap < LOOSE && isPartOfFormula(before) && isPartOfFormula(token)
  if (/^[)\]]$/.test(before.text) && (token.kind === 'math' || token.kind === 'variable')) return gap < SURE
  if (gap >= (isSure(before) && isSure(token) ? Math.max(SURE, SURE_SHARE * token.wordGap) + scriptSpace(before) : CLOSE)) return false
  if (token.kind === 'word' || before.kind === 'word') return wordLink(before, token, gap)
  return true
}

/** White around a sign grows with the row’s word space. */
const around = (token: Token): number => Math.max(AROUND, 2.4 * token.wordGap)

/** Two symbols of formula fonts side by side are one formula: sentences do not set two without a word or comma between. */
const isSure = (token: Token): boolean => token.kind === 'math' || token.kind === 'number' || token.kind === 'variable'
/** Em. White that setting adds after scripts. */
const scriptSpace = (token: Token): number => (token.items.at(-1)?.sub.length || token.items.at(-1)?.sup.length ? 0.05 : 0)
/** Em. A thin space, the room for a slant, and a hair. */
const SURE = 0.25
const SURE_SHARE = 0.75

/** Built-up symbols and function names bring white of their own. */
const isRoomy = (token: Token): boolean =>
  token.kind === 'function' ||
  (token.kind === 'math' &&
    token.items.some(({ base }) => base !== undefined && (base.kind === 'sign' ? base.role === 'operator' : base.kind !== 'accented')))

const isPartOfFormula = (token: Token): boolean => token.kind !== 'word' && token.kind !== 'unit' && !/^[,;:.]$/.test(token.text)

/** Em. After a comma of a formula font: coordinates are often spaced by hand, lists of symbols are not. */
const commaGap = (token: Token): number => (token.kind === 'number' ? AROUND : 0.3)

const isOperator = (token: Token): boolean => token.kind === 'relation' || token.kind === 'binary'

/** After a relation or sign comes an operand; a word may be one. */
function canBeOperand(token: Token, operator: Token, tokens: readonly Token[], index: number): boolean {
  if (token.kind === 'mark') return /^[([{|‖⟨⌊⌈.…−–-]$/.test(token.text)
  if (token.kind === 'word' && operator.text === '/') return token.gap < TOUCHING
  if (token.kind === 'word')
    return operator.kind === 'relation' && !isOperator(at(tokens, index - 2) ?? operator) && token.gap < around(token)
  return true
}

function canPrecede(before: Token, operator: Token): boolean {
  if (before.kind === 'mark') return /^[)\]}|‖⟩⌋⌉%!'’′.…]$/.test(before.text)
  if (before.kind === 'word') return operator.kind === 'relation' && before.text.length <= SYMBOL_WORD && /^[A-Z]/.test(before.text)
  return true
}

/** Units hang on the number before them and on one another. */
function unitLink(tokens: readonly Token[], index: number, gap: number): boolean {
  const before = at(tokens, index - 1)
  const token = at(tokens, index)
  if (!before || !token) return false
  if (token.kind === 'unit') {
    if (before.kind === 'unit') return gap < INNER_GAP
    if (/^\d/.test(before.text)) return gap < UNIT_GAP
    if (before.kind === 'mark') return /^[/·⋅∙(]$/.test(before.text) ? gap < INNER_GAP : gap < CLOSE && !/^[,;:.]$/.test(before.text)
    return (
      gap < CLOSE ||
      (gap < AFTER_FORMULA &&
        (unitHasPower(tokens, index) || (before.kind === 'math' && /[)\]}\ufffc]$/.test(before.text) && token.text.length > 1)))
    )
  }
  if (token.kind === 'mark') return gap < INNER_GAP && (token.text !== '(' || gap < CLOSE)
  return gap < CLOSE
}

/** The compound unit that starts here has an exponent, so that it is no text in any case. */
function unitHasPower(tokens: readonly Token[], from: number): boolean {
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index]
    if (!token || (index > from && token.gap > UNIT_GAP) || (token.kind !== 'unit' && token.kind !== 'mark' && token.kind !== 'binary'))
      return false
    if (hasPower(token)) return true
  }
  return false
}

/** A word takes part where it touches a symbol, or opens a bracket as functions do. */
const wordLink = (before: Token, token: Token, gap: number): boolean =>
  (gap < TOUCHING && before.kind === 'word' && token.text === '(' && before.text.length <= SYMBOL_WORD) ||
  (gap < 0.05 &&
    (before.kind === 'math' || token.kind === 'math' || (before.kind === 'mark' && before.text !== '.' && before.text !== ',')))

/** Takes sentence marks, lone brackets and words off both ends. */
function trimmed(tokens: readonly Token[], start: number, end: number): Span | undefined {
  let from = start
  let to = end
  for (let changed = true; changed && from < to; ) {
    changed = false
    const first = at(tokens, from)
    const last = at(tokens, to - 1)
    if (!first || !last) break
    if (isLeadingWaste(tokens, from, to)) {
      from++
      changed = true
    } else if (isTrailingWaste(tokens, from, to)) {
      to--
      changed = true
    } else if (isWrapped(tokens, from, to)) {
      from++
      to--
      changed = true
    }
  }
  return from < to ? { from, to } : undefined
}

function isLeadingWaste(tokens: readonly Token[], from: number, to: number): boolean {
  const token = at(tokens, from)
  if (!token) return false
  if (token.kind === 'word') return !isOperator(at(tokens, from + 1) ?? token) && at(tokens, from + 1)?.text !== '('
  if (token.kind !== 'mark') return false
  if (/^[([{]$/.test(token.text)) return matching(tokens, from, to) === undefined
  return !/^[|‖⟨⌊⌈−–+-]$/.test(token.text)
}

function isTrailingWaste(tokens: readonly Token[], from: number, to: number): boolean {
  const token = at(tokens, to - 1)
  if (!token) return false
  if (token.kind === 'word') {
    const before = at(tokens, to - 2)
    return !(
      before &&
      (isOperator(before) || before.text === '/' || (before.kind === 'math' && token.gap < TOUCHING && token.text.length <= 2))
    )
  }
  if (token.kind !== 'mark') return false
  if (/^[)\]}]$/.test(token.text)) return opening(tokens, from, to - 1) === undefined
  if (token.text === '!') return !token.isForeign
  return !/^[|‖⟩⌋⌉%'’′…°]$/.test(token.text)
}

/** Brackets around the whole with white outside belong to the sentence. */
function isWrapped(tokens: readonly Token[], from: number, to: number): boolean {
  const first = at(tokens, from)
  if (first?.text !== '(' || first.kind !== 'mark' || at(tokens, to - 1)?.kind !== 'mark' || matching(tokens, from, to) !== to - 1)
    return false
  return (
    tokens.slice(from, to).some((token) => token.kind === 'relation') ||
    tokens.slice(from, to).every((token) => token.kind !== 'mark' || /^[()]$/.test(token.text))
  )
}

function matching(tokens: readonly Token[], from: number, to: number): number | undefined {
  let depth = 0
  for (let index = from; index < to; index++) {
    const text = at(tokens, index)?.text ?? ''
    if (/^[([{]$/.test(text)) depth++
    if (/^[)\]}]$/.test(text) && --depth === 0) return index
  }
  return undefined
}

function opening(tokens: readonly Token[], from: number, close: number): number | undefined {
  let depth = 0
  for (let index = close; index >= from; index--) {
    const text = at(tokens, index)?.text ?? ''
    if (/^[)\]}]$/.test(text)) depth++
    if (/^[([{]$/.test(text) && --depth === 0) return index
  }
  return undefined
}

/** A quantity with a plain unit, a bare number and lone marks are text. */
function isFormula(tokens: readonly Token[]): boolean {
  if (tokens.some(hasPower) || isCoordinate(tokens, 1) || tokens.slice(1, -1).some((token) => token.text === ',' && isMathMark(token)))
    return true
  return (
    tokens.some((token) => token.kind === 'math' || token.kind === 'variable' || token.kind === 'relation' || token.kind === 'function') ||
    tokens.some((token) => /^[±∓]$/.test(token.text)) ||
    (tokens.filter((token) => token.kind === 'binary').length > 0 && tokens.filter((token) => token.kind === 'number').length > 1)
  )
}

export const spanRow = (tokens: readonly Token[], { from, to }: Span): Row => tokens.slice(from, to).flatMap((token) => token.items)
