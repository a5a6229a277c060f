import type { Item, Row, Sign } from './model.ts'
import { SIGNS } from './symbols.ts'
import { isUnit } from './units.ts'

/** Em. White inside a word stays under this; a thin space (0.167) ends it. */
export const WORD_GAP = 0.12
/** Em. White inside a compound unit: "kJ/kg · K". */
const UNIT_GAP = 0.4

/** Length of the unit that follows a number here: upright letters that are units, with strokes, points, hyphens, brackets and exponents. */
export function unitAt(row: Row, from: number): number {
  const before = row[from - 1]?.base
  if (before?.kind !== 'sign' || !/^[\d%]$/.test(before.text)) return 0
  let at = from
  let end = from
  let depth = 0
  while (at < row.length && (at === from || (row[at]?.gap ?? 0) < UNIT_GAP)) {
    const text = signBase(row[at])
    const word = /^[\p{L}°]/u.test(text) ? letters(row, at) : ''
    if (word !== '' && isUnit(word)) {
      at += [...word].length
      if (isAbbreviated(row, at)) at++
      if (depth === 0) end = at
      if ((row[at]?.gap ?? 1) > UNIT_GAP) break
    } else if ((/^[/·⋅∙(]$/.test(text) && at > from) || isHyphen(row, at)) {
      if (text === '(') depth++
      at++
    } else if (text === ')' && depth > 0) {
      depth--
      at++
      if (depth === 0) end = at
    } else break
  }
  return end - from
}

/** The point of "in." and "lb."; a sentence's point at the end of a formula has been taken off before. */
const isAbbreviated = (row: Row, at: number): boolean => signBase(row[at]) === '.' && (row[at]?.gap ?? 1) < WORD_GAP

/** A hyphen between two units or before one, as in kg-m² and 3-m: it touches both, a minus stands apart. */
const isHyphen = (row: Row, at: number): boolean =>
  /^[-‐‑]$/.test(signBase(row[at])) && (row[at]?.gap ?? 1) < WORD_GAP && (row[at + 1]?.gap ?? 1) < WORD_GAP && isUnit(letters(row, at + 1))

const signBase = (item: Item | undefined): string => (item?.base?.kind === 'sign' ? item.base.text : '')

/** Upright letters from here on that stand together, the last with its exponent. */
function letters(row: Row, from: number): string {
  let word = ''
  for (let at = from; at < row.length; at++) {
    const item = row[at]
    const sign = item?.base?.kind === 'sign' ? item.base : undefined
    if (!item || !sign || sign.face !== 'upright' || !/^[\p{L}°]$/u.test(sign.text) || (at > from && item.gap > WORD_GAP)) break
    word += sign.text
    if (item.sup.length + item.sub.length > 0) break
  }
  return word
}

interface Word {
  readonly text: string
  readonly length: number
}

/** Em. White between the two words of one operator’s name: a thin space. */
const NAME_GAP = 0.25

/** Upright letters that follow one another without white; figures may hang on any of them (CO₂, C₈H₁₈), other scripts on the last. */
export function wordAt(row: Row, from: number): Word | undefined {
  let text = ''
  let at = from
  for (; at < row.length; at++) {
    const item = row[at]
    const sign = item?.base?.kind === 'sign' ? item.base : undefined
    if (!item || !sign || !isWordLetter(sign) || (at > from && (item.gap > WORD_GAP || item.under.length > 0))) break
    text += sign.text
    if (item.sup.length + item.sub.length > 0 && !isCount(item)) {
      at++
      break
    }
  }
  if (at === from) return undefined
  const next = /^lim$/.test(text) && (row[at]?.gap ?? 1) < NAME_GAP ? wordAt(row, at) : undefined
  return next && /^(sup|inf)$/.test(next.text) ? { text: text + next.text, length: at - from + next.length } : { text, length: at - from }
}

const isWordLetter = (sign: Sign): boolean => sign.face === 'upright' && /^\p{L}+$/u.test(sign.text) && !SIGNS.has(sign.text)

/** Figures and charges alone hang on the letter, as in chemistry. */
export const isCount = (item: Item): boolean => [...item.sub, ...item.sup].every((part) => /^[\d+−]$/.test(signText(part)))

export const signText = (item: Item | undefined): string =>
  item?.base?.kind === 'sign' && item.sup.length + item.sub.length === 0 ? item.base.text : ''
