import { type Box, overlapX, overlapY } from '../../schemas/geometry.ts'
import type { Sign } from './model.ts'
import { merged } from './overlays.ts'
import { roleOf } from './symbols.ts'

/** Em. Parts of a stretched sign run into one another or meet; signs that merely follow keep their side bearings, which are wider. */
const MEET = 0.04
/** Em. Parts of one stretched sign share an origin or a middle. */
const LEVEL = 0.06
/** Tips of TeX’s braces in pieces: the outer two bend away from what is embraced, the inner two form the point. */
const TIPS = 4
/** Em. A tip is narrower than any whole brace. */
const MAX_TIP = 0.6

/** Heads and shafts of arrows and what they make together, longest first. */
const ARROWS: readonly (readonly [parts: RegExp, whole: string])[] = [
  [/^(?:\u20d6|\u20d7)*\u20d7$/, '\u20d7'],
  [/^\u20d6(?:\u20d6|\u20d7)*$/, '\u20d6'],
  [/^[−⎯→-]+→$/, '⟶'],
  [/^←[−⎯←-]+$/, '⟵'],
  [/^←[−⎯-]*→$/, '⟷'],
  [/^[=⇒]+⇒$/, '⟹'],
  [/^⇐[=⇐]+$/, '⟸'],
  [/^⇐=*⇒$/, '⟺'],
]
const ARROW_PARTS: ReadonlySet<string> = new Set(['−', '-', '→', '←', '=', '⇒', '⇐', '\u20d6', '\u20d7'])
const BRACE_PARTS: ReadonlySet<string> = new Set(['⏟', '⏞', '⎵', '⎴'])
/** A stroke that lengthens either. */
const SHAFT = '⎯'

/** Parts that follow one another on one level as one wide sign: horizontal braces and stretched arrows. Signs come left to right. */
export function joinAcross(signs: readonly Sign[]): Sign[] {
  const isPart = ({ text }: Sign): boolean => text === SHAFT || ARROW_PARTS.has(text) || BRACE_PARTS.has(text)
  if (signs.filter(isPart).length < 2) return [...signs]
  const joined = byLevel(signs.filter(isPart)).flatMap((run) =>
    run.some(({ text }) => BRACE_PARTS.has(text)) ? asBraces(run) : asArrows(run),
  )
  return [...signs.filter((sign) => !isPart(sign)), ...joined].sort((a, b) => a.box.left - b.box.left)
}

/** A brace in TeX’s four tips is what its first tip is; parts that meet are one brace in any case. */
function asBraces(run: readonly Sign[]): Sign[] {
  const tips = run.filter(isTip)
  if (tips.length === run.length && tips.length % TIPS === 0 && areFourTips(tips)) {
    return Array.from({ length: tips.length / TIPS }, (_, at) => tips.slice(at * TIPS, (at + 1) * TIPS)).flatMap((four) => asOne(four))
  }
  return meeting(run).flatMap((group) => asOne(group, group.find(({ text }) => text === '⏟' || text === '⏞')?.text))
}

const isTip = ({ box, em }: Sign): boolean => box.right - box.left < MAX_TIP * em

/** Outer tips are of one kind, inner ones of the other. */
const areFourTips = ([a, b, c, d]: readonly Sign[]): boolean => a?.text === d?.text && b?.text === c?.text && a?.text !== b?.text

function asArrows(run: readonly Sign[]): Sign[] {
  return meeting(run).flatMap((parts) => {
    // a short arrow has its shaft within its head
    const group = [...parts].sort((a, b) => placeOf(a) - placeOf(b))
    const letters = group.map(({ text }) => text).join('')
    const whole = group.length > 1 ? ARROWS.find(([pattern]) => pattern.test(letters))?.[1] : undefined
    return whole === undefined ? group : asOne(group, whole)
  })
}

/** Where a part tells its place: a head by its tip, a shaft by its middle. */
const placeOf = ({ text, box }: Sign): number => {
  if (/^(?:→|⇒|\u20d7)$/.test(text)) return box.right
  return /^(?:←|⇐|\u20d6)$/.test(text) ? box.left : (box.left + box.right) / 2
}

/** Parts by the level that they share, each level left to right. */
function byLevel(parts: readonly Sign[]): Sign[][] {
  const levels: Sign[][] = []
  for (const part of [...parts].sort((a, b) => a.box.left - b.box.left)) {
    const level = levels.find(([first]) => first !== undefined && areLevel(first, part))
    if (level) level.push(part)
    else levels.push([part])
  }
  return levels
}

const areLevel = (a: Sign, b: Sign): boolean =>
  a.font === b.font && a.baseline !== undefined && b.baseline !== undefined
    ? Math.abs(a.baseline - b.baseline) < LEVEL * a.em
    : overlapY(a.box, b.box) > 0

/** Groups of parts each of which meets the next. */
function meeting(run: readonly Sign[]): Sign[][] {
  const groups: Sign[][] = []
  for (const part of run) {
    const last = groups.at(-1)
    if (last?.some((other) => overlapX(other.box, part.box) > -MEET * part.em)) last.push(part)
    else groups.push([part])
  }
  return groups
}

function asOne(parts: readonly Sign[], text = parts[0]?.text ?? ''): Sign[] {
  const [first, ...others] = parts
  if (!first) return []
  const whole = others.reduce((sign, part) => merged(sign, part), first)
  return [{ ...whole, text, role: roleOf(text) }]
}

/** TeX lengthens the arms of a brace with rules that touch its tips. */
export const isArmOf = (rule: Box, { box, em }: Sign): boolean =>
  -overlapX(rule, box) < 0.1 * em && rule.top > box.top - 0.1 * em && rule.bottom < box.bottom + 0.1 * em
