import { type Box, overlapX, overlapY, unionAll } from '../../schemas/geometry.ts'
import type { Sign } from './model.ts'
import { roleOf } from './symbols.ts'

/** Signs painted into or onto one another: a stroke that negates, a bar that lengthens an arrow. */
const NEGATED: Readonly<Record<string, string>> = {
  '=': '≠',
  '∈': '∉',
  '≡': '≢',
  '⊂': '⊄',
  '∼': '≁',
  '<': '≮',
  '>': '≯',
  '∥': '∦',
  '|': '∤',
}
/** Letters with a stroke of their own across the stem. */
const BARRED: Readonly<Record<string, string>> = { h: 'ħ' }
const LENGTHENED: Readonly<Record<string, string>> = {
  '↦→': '↦',
  '∣→': '↦',
}
/** Integral signs that are kerned into one another. */
const INTEGRALS: Readonly<Record<string, string>> = { '∫∫': '∬', '∬∫': '∭' }
/** Em. Of one multiple integral; signs that follow one another are pulled together by less. */
const INTEGRAL_KERN = 0.25
/** Share of their height by which the ink of its signs overlaps where their width leaves out the lean; by hand they are drawn near, not over. */
const INTEGRAL_LEAN = 0.035
/** Em. Parts of a long arrow run into one another by at least this much. */
const RUN_IN = 0.05

export function joinOverlaid(signs: readonly Sign[]): Sign[] {
  const joined: Sign[] = []
  for (const sign of negated(signs)) {
    const before = joined.at(-1)
    const text = before && overlaid(before, sign)
    if (before && text) {
      const baseline =
        text === STACKED[before.text + sign.text] || text === STACKED[sign.text + before.text] ? undefined : merged(before, sign).baseline
      joined[joined.length - 1] = { ...merged(before, sign), text, role: roleOf(text), baseline }
    } else joined.push(sign)
  }
  return joined
}

/** Browsers cross "∈" with a slash. */
const isStroke = ({ text }: Sign): boolean => text === '\u0338' || text === '/' || text === SHORT_STROKE
const SHORT_STROKE = '\u0335'

/** A stroke negates the sign that it crosses, or bars the letter, whatever stands next to it from left to right. */
function negated(signs: readonly Sign[]): Sign[] {
  let result = [...signs]
  for (const stroke of signs.filter(isStroke)) {
    const wholes = stroke.text === SHORT_STROKE ? BARRED : NEGATED
    const isCrossed = (sign: Sign): boolean =>
      wholes[sign.text] !== undefined &&
      overlapX(sign.box, stroke.box) > 0.3 * Math.min(width(sign.box), width(stroke.box)) &&
      overlapY(sign.box, stroke.box) > 0
    const crossed = result.find(isCrossed)
    const text = crossed && wholes[crossed.text]
    if (!crossed || !text) continue
    const whole = { ...merged(stroke, crossed), text, role: roleOf(text), baseline: crossed.baseline }
    result = result.filter((sign) => sign !== stroke).map((sign) => (sign === crossed ? whole : sign))
  }
  return result
}

function overlaid(before: Sign, sign: Sign): string | undefined {
  const common = overlapX(before.box, sign.box)
  if (common > 0.7 * width(sign.box) && isStackedOn(before, sign))
    return STACKED[before.text + sign.text] ?? STACKED[sign.text + before.text]
  if (INTEGRALS[before.text + sign.text]) return areKerned(before, sign) ? INTEGRALS[before.text + sign.text] : undefined
  return common > RUN_IN * sign.em && level(before, sign) ? LENGTHENED[before.text + sign.text] : undefined
}

/** Side by side and into one another; halves of a fraction may begin with an integral each. */
const areKerned = (a: Sign, b: Sign): boolean => {
  const height = b.box.bottom - b.box.top
  if (overlapY(a.box, b.box) < 0.5 * height) return false
  return a.to - b.from > INTEGRAL_KERN * b.em || overlapX(a.box, b.box) > INTEGRAL_LEAN * height
}

/** Signs that are built of two, one right over the other. */
const STACKED: Readonly<Record<string, string>> = { '∼=': '≅', '.=': '≐', '˙=': '≐' }
/** Em. White between the two. */
const STACK_GAP = 0.12

const isStackedOn = (a: Sign, b: Sign): boolean => {
  const gap = -overlapY(a.box, b.box)
  return Math.abs(a.em - b.em) < 0.05 * a.em && gap > -0.05 * a.em && gap < STACK_GAP * a.em
}

/** Em. White on both sides of a relation or an operation, side bearings included; a delimiter stands close to what it holds. */
const LOOSE = 0.22

/** One glyph may be a bar that holds something and a sign between two things, a stroke or a set difference: white on both sides tells. */
const BETWEEN: Readonly<Record<string, string>> = { '|': '∣', '∥': '∥', '‖': '∥', '\\': '∖' }
const HOLDING: Readonly<Record<string, string>> = { '∣': '|', '∥': '‖' }

/** Em. White before a bar that closes an open one: its bearing, the lean of a letter and the space after an index. */
const CLOSING = 0.3

export function asDelimiters(signs: readonly Sign[]): Sign[] {
  let open: string | undefined
  return signs.map((sign, at) => {
    if (sign.isTall && HOLDING[sign.text]) return { ...sign, text: HOLDING[sign.text] ?? sign.text, role: 'fence' as const }
    if (!sign.isMath || sign.isTall || (!BETWEEN[sign.text] && !HOLDING[sign.text])) return sign
    const [before = 0, after = 0] = [signs[at - 1], signs[at + 1]].map((other) => (other ? -overlapX(other.box, sign.box) / sign.em : 0))
    const holding = HOLDING[sign.text] ?? sign.text
    const closes = open === holding && before < CLOSING
    const isLoose = !closes && before > LOOSE && after > LOOSE
    const text = isLoose ? (BETWEEN[sign.text] ?? sign.text) : holding
    if (!isLoose) open = closes ? undefined : text
    return { ...sign, text, role: roleOf(text) }
  })
}

const width = (box: Box): number => box.right - box.left

const level = (a: Sign, b: Sign): boolean =>
  a.baseline !== undefined && b.baseline !== undefined && Math.abs(a.baseline - b.baseline) < 0.05 * a.em

export const merged = (a: Sign, b: Sign): Sign => ({
  ...(a.role === 'relation' || b.text === '\u0338' ? a : b),
  box: unionAll([a.box, b.box]) ?? a.box,
  glyphs: [...a.glyphs, ...b.glyphs],
  from: Math.min(a.from, b.from),
  to: Math.max(a.to, b.to),
})
