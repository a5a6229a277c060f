import type { Sign } from './model.ts'
import { merged } from './overlays.ts'
import { roleOf } from './symbols.ts'

/** Em. Dots of an ellipsis are set apart by a thin space. */
const DOT_GAP = 0.4
/** Em. Dots one over another or on a slant stand this far apart; two lines of text do not come as close. */
const MIN_STEP = 0.2
const MAX_STEP = 0.75
/** Em. Dots of one column or line. */
const ALIGNED = 0.06

const ROWS: Readonly<Record<string, string>> = { '.': '…', '⋅': '⋯', '·': '⋯' }

/** Three dots in a row, a column or on a slant are one sign, whatever else stands between them from left to right. */
export function joinDots(signs: readonly Sign[]): Sign[] {
  let joined: readonly Sign[] = signs
  for (const text of Object.keys(ROWS)) {
    const dots = signs.filter((sign) => sign.text === text)
    if (dots.length < 3) continue
    for (const { parts, whole } of triples(dots)) {
      const [first, ...others] = parts
      if (!first) continue
      const sign = { ...others.reduce((sum, part) => merged(sum, part), first), text: whole, role: roleOf(whole) }
      // what is stacked is centred on the axis as a whole
      joined = [
        ...joined.filter((other) => !parts.includes(other)),
        whole === '…' || whole === '⋯' ? sign : { ...sign, baseline: undefined },
      ]
    }
  }
  return [...joined].sort((a, b) => a.box.left - b.box.left)
}

interface Triple {
  readonly parts: readonly Sign[]
  readonly whole: string
}

function triples(dots: readonly Sign[]): Triple[] {
  const found: Triple[] = []
  const used = new Set<Sign>()
  for (const first of dots) {
    for (const step of [isBeside, isBelow, isOnSlant]) {
      const free = dots.filter((dot) => !used.has(dot) && dot !== first)
      const second = used.has(first) ? undefined : free.find((dot) => step(first, dot))
      const third = second && free.find((dot) => dot !== second && step(second, dot))
      if (!second || !third) continue
      const parts = [first, second, third]
      for (const part of parts) used.add(part)
      found.push({ parts, whole: step === isBeside ? (ROWS[first.text] ?? '…') : step === isBelow ? '⋮' : '⋱' })
    }
  }
  return found
}

const across = (a: Sign, b: Sign): number => (b.box.left - a.box.left) / a.em
const down = (a: Sign, b: Sign): number => (b.box.top - a.box.top) / a.em

const isBeside = (a: Sign, b: Sign): boolean =>
  Math.abs(down(a, b)) < ALIGNED && across(a, b) > ALIGNED && (b.box.left - a.box.right) / a.em < DOT_GAP
const isBelow = (a: Sign, b: Sign): boolean => Math.abs(across(a, b)) < ALIGNED && down(a, b) > MIN_STEP && down(a, b) < MAX_STEP
const isOnSlant = (a: Sign, b: Sign): boolean =>
  across(a, b) > MIN_STEP && across(a, b) < MAX_STEP && down(a, b) > MIN_STEP && down(a, b) < MAX_STEP
