import type { Box } from '../../schemas/geometry.ts'
import type { Drawing } from '../../schemas/layout.ts'
import type { PlacedGlyph } from './glyphs.ts'
import { cutRun, type Run } from './segments.ts'

/** Em. No letter is narrower with its bearings. */
const MIN_BASE = 0.2
/** A script is at most this large a share of its base. */
const MAX_SCRIPT = 0.88
/** Em. Scripts are shifted by no more. */
const MAX_SHIFT = 0.65
/** Points. Fraction bars are thinner. */
const MAX_BAR = 1.3
/** Em above the baseline at which the bar of a fraction in a line lies, and how far off it may be. */
const AXIS = 0.25
const AXIS_SLACK = 0.15
/** Em of white between a bar and what stands over or under it. */
const BAR_GAP = 0.5
/** Points. Bars of fractions in one line lie at one height. */
const LEVEL = 1
/** Em between a bar and the line that it stands in. */
const REACH = 3

/**
 * Parts what stands at one height by accident: numerators of two fractions side by side; and of small type "0" and "gen" in T₀S_gen, where a
 * larger glyph stands between, and the exponent and numerator in 10⁶ lb/in², where a fraction bar begins between.
 */
export function partRuns(runs: readonly Run[], drawings: readonly Drawing[]): Run[] {
  const bars = drawings.filter(({ shape, box }) => shape === 'horizontal' && box.bottom - box.top <= MAX_BAR).map(({ box }) => box)
  const byBaseline = [...runs].sort((a, b) => a.baseline - b.baseline)
  return runs.flatMap((run) => {
    if (run.glyphs.length < 2) return [run]
    const larger = near(byBaseline, run).filter(({ size }) => size * MAX_SCRIPT > run.size)
    const own = bars.filter((bar) => isNext(bar, run))
    if (larger.length === 0 && own.length < 2) return [run]
    const cuts = run.glyphs.flatMap((glyph, at) => {
      const before = run.glyphs[at - 1]
      if (!before) return []
      const isApart =
        standOnTwo(before, glyph, own) || hasBaseBetween(before, glyph, run, larger) || hasBarEdgeBetween(before, glyph, larger, own)
      return isApart ? [at] : []
    })
    return cutRun(run, cuts)
  })
}

/** Whether a run stands right over or under a bar. */
function isNext(bar: Box, { box, size }: Run): boolean {
  const white = Math.max(bar.top - box.bottom, box.top - bar.bottom)
  return box.left < bar.right && box.right > bar.left && white > -AXIS_SLACK * size && white < BAR_GAP * size
}

const isOn = (glyph: PlacedGlyph, bar: Box): boolean => centre(glyph) > bar.left && centre(glyph) < bar.right

/** Whether two neighbours stand on two bars of one height. */
const standOnTwo = (before: PlacedGlyph, glyph: PlacedGlyph, bars: readonly Box[]): boolean =>
  bars.some(
    (one) =>
      isOn(before, one) &&
      !isOn(glyph, one) &&
      bars.some((other) => isOn(glyph, other) && other.left > one.right && Math.abs(other.top - one.top) < LEVEL),
  )

/** Runs whose baselines are within two em. */
function near(sorted: readonly Run[], run: Run): Run[] {
  const reach = 2 * run.size
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.baseline ?? 0) < run.baseline - reach) low = middle + 1
    else high = middle
  }
  const found: Run[] = []
  for (let at = low; at < sorted.length; at++) {
    const other = sorted[at]
    if (!other || other.baseline > run.baseline + reach) break
    if (other !== run) found.push(other)
  }
  return found
}

const centre = ({ ink }: PlacedGlyph): number => (ink.left + ink.right) / 2

function hasBaseBetween(before: PlacedGlyph, glyph: PlacedGlyph, run: Run, larger: readonly Run[]): boolean {
  if (glyph.ink.left - before.ink.right < MIN_BASE * run.size) return false
  const left = before.ink.right - 0.05 * run.size
  const right = glyph.ink.left + 0.05 * run.size
  return larger.some(
    (base) =>
      base.box.left < right &&
      base.box.right > left &&
      Math.abs(base.baseline - run.baseline) < MAX_SHIFT * base.size &&
      base.glyphs.some((one) => centre(one) > left && centre(one) < right),
  )
}

/** Whether one of two neighbours stands on a fraction bar of a larger line and the other does not. */
const hasBarEdgeBetween = (before: PlacedGlyph, glyph: PlacedGlyph, larger: readonly Run[], bars: readonly Box[]): boolean =>
  bars.some((bar) => {
    if (isOn(before, bar) === isOn(glyph, bar)) return false
    return larger.some(({ baseline, size, box }) => {
      const isLevel = Math.abs(baseline - AXIS * size - (bar.top + bar.bottom) / 2) < AXIS_SLACK * size
      return isLevel && box.left < bar.right + REACH * size && box.right > bar.left - REACH * size
    })
  })
