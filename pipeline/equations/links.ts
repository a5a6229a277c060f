import { AROUND, CLOSE, isAngle, isCoordinate, isItemSign, isMathMark, isOperator, SPACE_SHARE, THIN } from './seeds.ts'
import { hasPower, type Token } from './tokens.ts'

/** Em. Fractions, functions and capitals that lean over take a little more. */
const LOOSE = 0.42
/** Em. Symbols that touch: script space after an index is 0.05. */
export const TOUCHING = 0.09
/** Em. Between a number and its unit: a thin space to a word space. */
const UNIT_GAP = 0.42
/** Em. A unit after a bracket or a vector: a word space and the room that delimiters take. */
const AFTER_FORMULA = 0.55
/** Em. Between a bracket of a formula font and what it holds or follows: a medium space (5/18) and a hair. */
const AROUND_BRACKET = 0.3
/** Em. The s of a plural touches its symbol; the unit of seconds follows with a space. */
const PLURAL_GAP = 0.09
/** Em. Around the point of a compound unit. */
const INNER_GAP = 0.4
/** Letters of a word that may stand before a relation or a sign of a formula as a symbol: Re, Nu, COP, NTU, CO. */
const SYMBOL_WORD = 4

/** Whether a token continues the formula that the one before it is part of. */
export function areLinked(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  const token = tokens[index]
  if (!before || !token) return false
  const isBreak = token.row !== before.row
  if (isItemSign(tokens, index - 1) || opensWord(tokens, index)) return false
  const gap = isBreak ? 0 : token.gap
  if (gap > TOUCHING && !isOperator(token) && endsLabel(tokens, index - 1)) return false
  if (isBreak && /^[([{]$/.test(before.text)) return isJoinedTo(tokens[index - 2]) && token.kind !== 'word'
  if (isOperator(before)) return canBeOperand(token, before, tokens, index) && (isBreak || gap < around(token))
  if (isOperator(token)) return (canPrecede(before, token) || opensSigned(tokens, index)) && !isBreak && gap < around(token)
  if (isBreak) return false
  if (token.text === 's' && isSymbol(before) && gap < PLURAL_GAP) return false // two g’s
  if (token.kind === 'unit' || before.kind === 'unit') return unitLink(tokens, index, gap)
  if (before.kind === 'mark' && /^[,;]$/.test(before.text))
    return (
      gap <
        (isMathMark(before) || isCoordinate(tokens, index - 2)
          ? commaGap(token)
          : isInBrackets(tokens, index - 1)
            ? thinSpace(token)
            : CLOSE) &&
      gap > 0.05 &&
      token.kind !== 'word'
    )
  if (isArgument(tokens, index) || isArgument(tokens, index - 1)) return true
  if (isSetOff(before, token)) return gap < AROUND_BRACKET
  if (isRoomy(before) || isRoomy(token)) return gap < LOOSE && isPartOfFormula(before) && isPartOfFormula(token)
  if (/^[)\]]$/.test(before.text) && (token.kind === 'math' || token.kind === 'variable')) return gap < SURE
  if (before.kind === 'math' && /^[([]$/.test(token.text)) return gap < thinSpace(token) // the room for a letter’s slant
  if (gap >= (isSure(before) && isSure(token) ? Math.max(SURE, SURE_SHARE * token.wordGap) + scriptSpace(before) : CLOSE)) return false
  if (token.kind === 'word' || before.kind === 'word') return !holdsWord(before, token) && wordLink(before, token, gap)
  return true
}

/** A dimensionless number between brackets that touch it and the symbol before them: C(Re). */
function isArgument(tokens: readonly Token[], index: number): boolean {
  const [symbol, open, token, close] = [-2, -1, 0, 1].map((offset) => tokens[index + offset])
  if (token?.kind !== 'word' || token.text.length > SYMBOL_WORD || !/^\p{Lu}/u.test(token.text)) return false
  if (open?.text !== '(' || close?.text !== ')' || (symbol?.kind !== 'math' && symbol?.kind !== 'variable')) return false
  return [open, token, close].every((one) => one.row === symbol.row && one.gap < CLOSE)
}

/** The sign of what stands first in brackets that a formula has: 0.25(−1.67). */
function opensSigned(tokens: readonly Token[], index: number): boolean {
  const [factor, open, sign] = [-2, -1, 0].map((offset) => tokens[index + offset])
  if (!factor || !open || !/^[([{]$/.test(open.text) || !/^[−+±∓]$/.test(sign?.text ?? '')) return false
  return open.row === factor.row && open.gap < CLOSE && (isJoinedTo(factor) || factor.kind === 'number')
}

/** A bracket at the end of a row goes on in the next where it is one of a formula. */
const isJoinedTo = (token: Token | undefined): boolean =>
  token !== undefined && (isOperator(token) || token.kind === 'math' || /^[)\]}]$/.test(token.text))

/** "(d)" in upright type at the start of a row names a part, however narrow the white after it. */
function endsLabel(tokens: readonly Token[], index: number): boolean {
  const [before, open, letter, close] = [-3, -2, -1, 0].map((offset) => tokens[index + offset])
  if (open?.text !== '(' || close?.text !== ')' || !letter || open.row === before?.row || close.row !== open.row) return false
  return /^(?:[a-h]|[ivx]+)$/.test(letter.text) && letter.items.every(({ base }) => base?.kind === 'sign' && base.face === 'upright')
}

/** Angle brackets may hold a word of the sentence; then they stand alone. */
const holdsWord = (before: Token, token: Token): boolean =>
  (isAngle(before) && token.text.length > SYMBOL_WORD) || (isAngle(token) && before.text.length > SYMBOL_WORD)

/** A sign before such a bracket is not one of its formula. */
const opensWord = (tokens: readonly Token[], index: number): boolean => {
  const [token, next] = [tokens[index], tokens[index + 1]]
  return token !== undefined && next?.kind === 'word' && isAngle(token) && holdsWord(token, next)
}

/** Browsers set white around the brackets of a formula, as they do around signs. */
const isSetOff = (before: Token, token: Token): boolean =>
  [before, token].some(isBracket) && [before, token].every((one) => isBracket(one) || isSure(one) || one.kind === 'function')

const isBracket = (token: Token): boolean => /^[()[\]{}|]$/.test(token.text) && isMathMark(token)

/** Tokens back to the bracket that a comma may stand in: coordinates and sets are short. */
const BRACKET_REACH = 4

const isInBrackets = (tokens: readonly Token[], index: number): boolean => {
  for (let at = index - 1; at >= Math.max(0, index - BRACKET_REACH); at--) {
    const text = tokens[at]?.text ?? ''
    if (/^[([{]$/.test(text)) return true
    if (/^[)\]}]$/.test(text) || tokens[at]?.kind === 'word') return false
  }
  return false
}

/** Em. Narrower than the row’s word spaces. */
const thinSpace = (token: Token): number => Math.max(CLOSE, Math.min(THIN, SPACE_SHARE * token.wordGap))

/** White around a sign grows with the row’s word space. */
const around = (token: Token): number => Math.max(AROUND, 2.4 * token.wordGap)

/** Two symbols of formula fonts side by side are one formula: sentences do not set two without a word or comma between. */
const isSure = (token: Token): boolean => token.kind === 'math' || token.kind === 'number' || token.kind === 'variable'
/** Em. White that setting adds after scripts. */
const scriptSpace = (token: Token): number => (token.items.at(-1)?.sub.length || token.items.at(-1)?.sup.length ? 0.05 : 0)
/** Em. A thin space, the room for a slant, and a hair. */
const SURE = THIN
const SURE_SHARE = 0.75

const isSymbol = (token: Token): boolean => token.kind === 'math' || token.kind === 'variable'

/** Built-up symbols and function names bring white of their own. */
const isRoomy = (token: Token): boolean =>
  token.kind === 'function' ||
  (token.kind === 'math' &&
    token.items.some(({ base }) => base !== undefined && (base.kind === 'sign' ? base.role === 'operator' : base.kind !== 'accented')))

const isPartOfFormula = (token: Token): boolean => token.kind !== 'word' && token.kind !== 'unit' && !/^[,;:.]$/.test(token.text)

/** Em. After a comma of a formula font: coordinates are often spaced by hand, lists of symbols are not. */
const commaGap = (token: Token): number => (token.kind === 'number' ? AROUND : 0.3)

/** After a relation or sign comes an operand; a word may be one. */
function canBeOperand(token: Token, operator: Token, tokens: readonly Token[], index: number): boolean {
  if (token.kind === 'mark') return /^[([{|‖⟨⌊⌈.…−–-]$/.test(token.text)
  if (token.kind === 'word' && operator.text === '/') return token.gap < TOUCHING
  if (token.kind === 'word' && /^[⇒→⟹⟶]$/.test(operator.text) && tokens[index + 1]?.kind === 'word') return false // a sentence follows
  if (token.kind === 'word') return operator.kind === 'relation' && !isOperator(tokens[index - 2] ?? operator) && token.gap < around(token)
  return true
}

function canPrecede(before: Token, operator: Token): boolean {
  if (before.kind === 'mark') return /^[)\]}|‖⟩⌋⌉%!'’′.…]$/.test(before.text)
  if (before.kind === 'word')
    return (operator.kind === 'relation' || isMathMark(operator)) && before.text.length <= SYMBOL_WORD && /^[A-Z]/.test(before.text)
  return true
}

/** Units hang on the number before them and on one another. */
function unitLink(tokens: readonly Token[], index: number, gap: number): boolean {
  const before = tokens[index - 1]
  const token = tokens[index]
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
