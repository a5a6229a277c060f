import { areLinked, TOUCHING } from './links.ts'
import type { Row } from './model.ts'
import { isAngle, isCoordinate, isMathMark, isOperator, kindInContext, seeds } from './seeds.ts'
import { hasPower, type Token } from './tokens.ts'
import { takesPoint } from './units.ts'

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
  if (token.kind !== 'mark' || (from === to - 1 && isAngle(token))) return false
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
  if (token.kind !== 'mark' || (from === to - 1 && isAngle(token))) return false
  if (/^[)\]}]$/.test(token.text)) return opening(tokens, from, to - 1) === undefined
  if (token.text === '!') return !token.isForeign
  if (token.text === '.' && isAbbreviation(tokens, to - 1)) return false
  return !/^[|‖⟩⌋⌉%'’′…°]$/.test(token.text)
}

/** The point of an abbreviated unit carries its power, or has the sentence's own point after it. */
const isAbbreviation = (tokens: readonly Token[], index: number): boolean => {
  const [unit, point, next] = [-1, 0, 1].map((offset) => tokens[index + offset])
  if (unit?.kind !== 'unit' || !takesPoint(unit.text) || !point || point.gap > TOUCHING) return false
  return point.items.some(({ sup }) => sup.length > 0) || (next?.text === '.' && next.row === point.row)
}

/** Brackets around the whole belong to the sentence, unless they are set in a font that its words are not set in. */
function isWrapped(tokens: readonly Token[], from: number, to: number): boolean {
  const first = at(tokens, from)
  const last = at(tokens, to - 1)
  if (first?.text !== '(' || first.kind !== 'mark' || last?.kind !== 'mark' || matching(tokens, from, to) !== to - 1) return false
  if (first.isForeign && last.isForeign) return false
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

/** "e.g", "i.e", "a.k.a": whatever letters look like, points between them are no sign of a formula. */
const ABBREVIATION = /^\p{L}(?:\.\p{L})+$/u

/** A quantity with a plain unit, a bare number, abbreviations and lone marks are text. */
function isFormula(tokens: readonly Token[]): boolean {
  if (ABBREVIATION.test(tokens.map(({ text }) => text).join(''))) return false
  if (tokens.some(hasPower) || isCoordinate(tokens, 1) || tokens.slice(1, -1).some((token) => token.text === ',' && isMathMark(token)))
    return true
  return (
    tokens.some((token) => token.kind === 'math' || token.kind === 'variable' || token.kind === 'relation' || token.kind === 'function') ||
    tokens.some((token) => /^[±∓]$/.test(token.text) || isAngle(token)) ||
    (tokens.filter((token) => token.kind === 'binary').length > 0 && tokens.filter((token) => token.kind === 'number').length > 1)
  )
}

export const spanRow = (tokens: readonly Token[], { from, to }: Span): Row => tokens.slice(from, to).flatMap((token) => token.items)
