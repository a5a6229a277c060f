import type { DisjointSets } from '../../disjoint-sets.ts'
import type { Run } from '../segments.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import { isTall } from './tall.ts'

/** A script is set at 0.5 (Word, second order) to 0.83 of its base's size. */
export const SCRIPT_SIZE = 0.88
/** Em. Scripts are shifted by up to 0.45 in text and 0.6 in displays. */
const SCRIPT_SHIFT = 0.65
/** Em of white between base and script: italic correction and script space stay under a third. */
const SCRIPT_GAP = 0.35
/** Em of white between a prescript and the letter that it belongs to. */
const PRESCRIPT_GAP = 0.2
/** Em of white between a script and what follows it in the line: more ended the run. */
const FOLLOWING = 1.2

/** Sub- and superscripts join their base, and with it what follows them in the line. */
export function joinScripts(runs: readonly Run[], near: Neighbourhood, sets: DisjointSets, sideOf: (run: number) => number): void {
  runs.forEach((script, index) => {
    const { base, follower } = candidates(script, index, near, sideOf)
    const next = follower === undefined ? undefined : runs[follower]
    if (base !== undefined) {
      sets.join(index, base)
      const host = runs[base]
      if (follower !== undefined && host && next && Math.abs(host.baseline - next.baseline) < 0.1 * host.size) sets.join(index, follower)
    } else if (follower !== undefined && next && isPrescript(script, next)) sets.join(index, follower)
  })
}

function candidates(
  script: Run,
  index: number,
  near: Neighbourhood,
  sideOf: (run: number) => number,
): { base?: number; follower?: number } {
  const em = script.size / SCRIPT_SIZE
  const found: { base?: number; follower?: number } = {}
  let baseCost = Number.POSITIVE_INFINITY
  let followerCost = Number.POSITIVE_INFINITY
  for (const { index: other, run: base } of near.between(script.baseline - 2.5 * em, script.baseline + 2 * em)) {
    if (other === index || script.size > SCRIPT_SIZE * base.size || sideOf(other) !== sideOf(index)) continue
    if (isTall(base)) {
      if (isScriptOfTall(script, base) && baseCost > script.size) {
        found.base = other
        baseCost = script.size
      }
      continue
    }
    const shift = Math.abs(script.baseline - base.baseline)
    if (shift > SCRIPT_SHIFT * base.size || !meetsEmBox(script, base)) continue
    const white = whiteAround(base, script)
    if (white && belongs(white, script, base) && shift + 2 * Math.max(0, white.before) < baseCost) {
      found.base = other
      baseCost = shift + 2 * Math.max(0, white.before)
    }
    const before = base.box.left - script.box.right
    if (before >= -0.1 * base.size && before <= FOLLOWING * base.size && shift < followerCost) {
      found.follower = other
      followerCost = shift
    }
  }
  return found
}

/** Limits beside an integral, or a power of a large bracket: at its right edge, near its top or bottom. */
const isScriptOfTall = (script: Run, tall: Run): boolean =>
  script.box.left > (tall.box.left + tall.box.right) / 2 &&
  script.box.left - tall.box.right < SCRIPT_GAP * tall.size &&
  script.box.bottom > tall.box.top - 0.5 * script.size &&
  script.box.top < tall.box.bottom + 0.5 * script.size

/** A note mark, isotope number or degree sign touches what follows it. */
const isPrescript = (script: Run, base: Run): boolean => touches(base.box.left - script.box.right, script, base)

const touches = (white: number, script: Run, base: Run): boolean => script.glyphs.length <= 3 && white < PRESCRIPT_GAP * base.size

const belongs = (white: White, script: Run, base: Run): boolean =>
  white.before <= SCRIPT_GAP * base.size || (white.after > -PRESCRIPT_GAP * base.size && touches(white.after, script, base))

const meetsEmBox = (script: Run, base: Run): boolean =>
  script.box.bottom > base.baseline - 1.1 * base.size && script.box.top < base.baseline + 0.4 * base.size

/** Points between a script and the glyphs of its line on both sides; infinite where there is none. */
interface White {
  readonly before: number
  readonly after: number
}

/** Undefined if `base` starts right of the script, ends far left of it, or runs through it. */
function whiteAround(base: Run, script: Run): White | undefined {
  if (script.box.left < base.box.left || script.box.left > base.box.right + 2 * base.size) return undefined
  let before = Number.POSITIVE_INFINITY
  let after = Number.POSITIVE_INFINITY
  for (const glyph of base.glyphs) {
    const centre = (glyph.ink.left + glyph.ink.right) / 2
    if (centre < script.box.left) before = script.box.left - glyph.ink.right
    else if (glyph.ink.left < script.box.right - 0.2 * script.size && glyph.ink.right > script.box.left + 0.2 * script.size)
      return undefined
    else after = Math.min(after, glyph.ink.left - script.box.right)
  }
  return { before, after }
}
