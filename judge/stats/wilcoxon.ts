import { ranks } from './moments.ts'

/** Pairs. Up to here, and without ties, the exact distribution is counted out. */
const EXACT_UP_TO = 50

export interface WilcoxonResult {
  /** Sum of the ranks of positive differences. */
  readonly statistic: number
  /** Pairs that differ; equal pairs say nothing. */
  readonly n: number
  /** Two-sided; null when no pair differs. */
  readonly p: number | null
  readonly exact: boolean
}

/**
 * Wilcoxon’s signed-rank test of paired differences, two-sided, zeros dropped. Exact where there are no ties and few pairs, else the normal
 * approximation with continuity and tie correction (Hollander and Wolfe, Nonparametric Statistical Methods, section 3.1).
 */
export function wilcoxon(differences: readonly number[]): WilcoxonResult {
  const left = differences.filter((difference) => difference !== 0)
  const sizes = left.map(Math.abs)
  const rank = ranks(sizes)
  const statistic = left.reduce((sum, difference, index) => sum + (difference > 0 ? (rank[index] ?? 0) : 0), 0)
  const n = left.length
  if (n === 0) return { statistic: 0, n, p: null, exact: true }
  const tied = new Set(sizes).size < n
  const exact = !tied && n <= EXACT_UP_TO
  return { statistic, n, p: exact ? exactP(statistic, n) : normalP(statistic, n, sizes), exact }
}

/** Counts in how many of the 2ⁿ sign patterns the positive ranks add up to at most the rarer side. */
function exactP(statistic: number, n: number): number {
  const total = (n * (n + 1)) / 2
  const ways = new Array<number>(total + 1).fill(0)
  ways[0] = 1
  for (let rank = 1; rank <= n; rank++) for (let sum = total; sum >= rank; sum--) ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0)
  const rarer = Math.min(statistic, total - statistic)
  const count = ways.slice(0, rarer + 1).reduce((sum, way) => sum + way, 0)
  return Math.min(1, (2 * count) / 2 ** n)
}

function normalP(statistic: number, n: number, sizes: readonly number[]): number {
  const center = (n * (n + 1)) / 4
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  const ties = [...counts.values()].reduce((sum, t) => sum + (t ** 3 - t), 0)
  const spread = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48)
  const off = Math.max(0, Math.abs(statistic - center) - 0.5)
  return spread === 0 ? 1 : Math.min(1, 2 * upperTail(off / spread))
}

/** P(Z > z) by the continued fraction of Mills’ ratio, or by its series near 0 (Abramowitz and Stegun 26.2.10 and 26.2.14). */
function upperTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z > 3) {
    let fraction = 0
    for (let k = 60; k >= 1; k--) fraction = k / (z + fraction)
    return density / (z + fraction)
  }
  let [term, sum] = [z, z]
  for (let k = 1; k < 100; k++) {
    term *= (z * z) / (2 * k + 1)
    sum += term
  }
  return 0.5 - density * sum
}
