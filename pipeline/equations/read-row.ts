import { isBullet } from '../bullets.ts'
import type { Row } from './model.ts'
import type { TextRow } from './row-joins.ts'
import { CLOSE, isOperator, kindInContext } from './seeds.ts'
import { type Token, toTokens } from './tokens.ts'

/** Share of a row’s symbols that may be words; "for", "where" and conditions are, a sentence is more. */
const MAX_WORDS = 0.3
/** Em. White after the mark of a list item. */
const BULLET_GAP = 0.3

/** A row of a passage, read. */
export interface ReadRow {
  readonly row: TextRow
  readonly items: Row
  readonly tokens: readonly Token[]
}

export const readRow = (row: TextRow, items: Row, index: number): ReadRow => ({ row, items, tokens: toTokens(items, index) })

/** Hardly any words, and something that only a formula has. */
export function isFormulaOnly(read: ReadRow, share = MAX_WORDS): boolean {
  const known = share === MAX_WORDS ? knownOnly.get(read) : undefined
  if (known !== undefined) return known
  const isOnly = holdsHardlyWords(read, share)
  if (share === MAX_WORDS) knownOnly.set(read, isOnly)
  return isOnly
}

/** Each row is asked about for all of its neighbours. */
const knownOnly = new WeakMap<ReadRow, boolean>()

function holdsHardlyWords({ tokens, items }: ReadRow, share: number): boolean {
  if (items.length === 0) return false
  const words = tokens.filter((token, at) => token.text.length > 1 && kindInContext(tokens, at) === 'word' && !isNamedArgument(tokens, at))
  const letters = words.reduce((sum, token) => sum + token.items.length, 0)
  if (letters > share * items.length) return false
  if (share === MAX_WORDS && words.length > 1 && startsWithWord(tokens)) return false
  return tokens.some((token) => token.kind === 'math' || token.kind === 'relation' || token.kind === 'binary')
}

/** What a quantity is of, in brackets that touch it: ΔH(products). */
function isNamedArgument(tokens: readonly Token[], at: number): boolean {
  const [symbol, open, token, close] = [-2, -1, 0, 1].map((offset) => tokens[at + offset])
  return (
    symbol?.kind === 'math' && open?.text === '(' && close?.text === ')' && [open, token, close].every((one) => (one?.gap ?? 1) < CLOSE)
  )
}

/** A row of text may hold little but formulas; it begins with a word or a label all the same. */
export const startsWithWord = (tokens: readonly Token[]): boolean => {
  const [first, second, third] = tokens
  if (first?.kind === 'mark' && first.text === '(' && third?.text === ')') return true
  if (opensItem(tokens)) return true
  const kind = kindInContext(tokens, 0) // a product may look like a word
  return first !== undefined && (kind === 'word' || kind === 'unit') && !(second && isOperator(second))
}

/** The item of a list may be a formula; it is no display. */
const opensItem = ([first, second]: readonly Token[]): boolean =>
  first !== undefined && (isBullet(first.text) || /^[·⋅–—*∗]$/.test(first.text)) && (second?.gap ?? 0) > BULLET_GAP
