import type { Bitmap } from './raster.ts'

/** Degrees. Pages lie askew on a scanner by less than this; more is a page laid sideways. */
const MAX_SKEW = 6
/** Degrees of the coarse and the fine search. The fine step moves the end of a line by a fifth of a point. */
const COARSE = 0.5
const FINE = 0.05
/** Ink pixels looked at; more do not sharpen the result. */
const SAMPLE = 60_000
/** How much sharper columns of ink must be than rows for text to run up or down the page. */
const SIDEWAYS = 1.4

export interface Skew {
  /** Degrees that text lines rise to the right, counter-clockwise positive. */
  readonly degrees: number
  /** Whether lines of text run up or down the page. */
  readonly sideways: boolean
}

/** How a page's lines of text lie, by the angle under which rows of ink and white between them stand out most. */
export function skewOf(page: Bitmap): Skew {
  const { xs, ys } = inkPoints(page)
  if (xs.length === 0) return { degrees: 0, sideways: false }
  const level = sharpest(xs, ys)
  const upright = sharpest(ys, xs)
  const sideways = upright.sharpness > SIDEWAYS * level.sharpness
  return { degrees: sideways ? -upright.degrees : level.degrees, sideways }
}

function inkPoints({ ink, width, height }: Bitmap): { xs: Float32Array; ys: Float32Array } {
  let total = 0
  for (const pixel of ink) total += pixel
  const step = Math.max(1, Math.ceil(total / SAMPLE))
  const xs = new Float32Array(Math.ceil(total / step))
  const ys = new Float32Array(xs.length)
  let seen = 0
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x] !== 1 || seen++ % step !== 0) continue
      xs[at] = x
      ys[at++] = y
    }
  }
  return { xs, ys }
}

function sharpest(along: Float32Array, across: Float32Array): { degrees: number; sharpness: number } {
  const search = (from: number, to: number, step: number): { degrees: number; sharpness: number } => {
    let best = { degrees: 0, sharpness: -1 }
    for (let degrees = from; degrees <= to + 1e-9; degrees += step) {
      const sharpness = sharpnessAt(along, across, degrees)
      if (sharpness > best.sharpness) best = { degrees, sharpness }
    }
    return best
  }
  const coarse = search(-MAX_SKEW, MAX_SKEW, COARSE)
  return search(coarse.degrees - COARSE, coarse.degrees + COARSE, FINE)
}

/** Sum of squared differences between neighbouring rows of ink, seen under an angle. */
function sharpnessAt(along: Float32Array, across: Float32Array, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const rows = new Float32Array(across.length)
  for (let at = 0; at < rows.length; at++) {
    // A line that rises to the right has its later letters further up.
    const row = (across[at] ?? 0) + slope * (along[at] ?? 0)
    rows[at] = row
    if (row < low) low = row
    if (row > high) high = row
  }
  const counts = new Float64Array(Math.ceil(high - low) + 2)
  for (const row of rows) {
    const at = Math.round(row - low)
    counts[at] = (counts[at] ?? 0) + 1
  }
  let sum = 0
  for (let at = 1; at < counts.length; at++) sum += ((counts[at] ?? 0) - (counts[at - 1] ?? 0)) ** 2
  return sum
}
