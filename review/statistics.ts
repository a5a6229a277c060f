import type { BBox } from '../schemas/geometry.ts'

/** Resamples for an interval; more would not change the second digit. */
const RESAMPLES = 1000

/** A share of agreement above chance between two readers, from pairs of categories; null where chance alone explains everything. */
export function kappa(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length === 0) return null
  const [left, right] = [new Map<string, number>(), new Map<string, number>()]
  let same = 0
  for (const [a, b] of pairs) {
    left.set(a, (left.get(a) ?? 0) + 1)
    right.set(b, (right.get(b) ?? 0) + 1)
    if (a === b) same += 1
  }
  const observed = same / pairs.length
  let chance = 0
  for (const [category, count] of left) chance += (count * (right.get(category) ?? 0)) / pairs.length ** 2
  return chance === 1 ? null : (observed - chance) / (1 - chance)
}

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Middle value; the mean of the two middle ones where there is no one in the middle. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return mean(sorted.length % 2 === 0 ? sorted.slice(half - 1, half + 1) : sorted.slice(Math.floor(half), Math.ceil(half)))
}

/** The 95 % percentile bootstrap interval of a statistic over resampled units; null where it is not defined. Seeded: same input, same answer. */
export function interval<Unit>(
  units: readonly Unit[],
  statistic: (sample: readonly Unit[]) => number | null,
): { low: number | null; high: number | null } {
  if (units.length < 2) return { low: null, high: null }
  const random = generator(units.length)
  const values: number[] = []
  for (let round = 0; round < RESAMPLES; round++) {
    const sample = units.map(() => units[Math.floor(random() * units.length)] as Unit) // the index is below the length
    const value = statistic(sample)
    if (value !== null) values.push(value)
  }
  values.sort((a, b) => a - b)
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? null
  return { low: at(0.025), high: at(0.975) }
}

/** Edits between two texts over the length of the longer one; 0 for two empty texts. */
export function characterErrorRate(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 0 : editDistance(a, b) / longer
}

/** Insertions, deletions and replacements of UTF-16 units that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[b.length] ?? 0
}

export interface Placed {
  readonly page: number
  readonly bbox: BBox
}

/** Common area over joint area; 0 on different pages. */
export function iou(a: Placed, b: Placed): number {
  if (a.page !== b.page) return 0
  const across = Math.min(a.bbox[2], b.bbox[2]) - Math.max(a.bbox[0], b.bbox[0])
  const down = Math.min(a.bbox[3], b.bbox[3]) - Math.max(a.bbox[1], b.bbox[1])
  const common = Math.max(0, across) * Math.max(0, down)
  const size = ({ bbox: [left, top, right, bottom] }: Placed) => (right - left) * (bottom - top)
  return common / (size(a) + size(b) - common)
}

/** Pairs boxes one to one, best overlap first; what finds no partner is left over. */
export function pairBoxes<Box extends Placed>(
  left: readonly Box[],
  right: readonly Box[],
): { pairs: [Box, Box, number][]; unpaired: number } {
  const candidates = left.flatMap((a) => right.map((b): [Box, Box, number] => [a, b, iou(a, b)])).filter(([, , overlap]) => overlap > 0)
  const used = new Set<Box>()
  const pairs = candidates
    .toSorted((a, b) => b[2] - a[2])
    .filter(([a, b]) => {
      if (used.has(a) || used.has(b)) return false
      used.add(a).add(b)
      return true
    })
  return { pairs, unpaired: left.length + right.length - 2 * pairs.length }
}

/** Mulberry32: small, fast and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
