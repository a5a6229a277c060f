import { width } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'

/** Share of the column's width that a line fills when the paragraph goes on below it. */
const FULL = 0.85
/** Em. Baselines further apart are not of one paragraph. */
const MAX_STEP = 2.6
/** Points, to which distances are rounded before the most frequent is taken. */
const STEP = 0.5
/** Distances needed before they are believed. */
const MIN_COUNT = 8

/** Measures the distance between lines of one paragraph: below a full line stands, more often than not, its continuation. */
export class LeadingCount {
  private readonly counts = new Map<number, number>()
  private total = 0

  add(page: PageLayout): void {
    page.lines.forEach((line, at) => {
      const next = page.lines[at + 1]
      if (!next || line.furniture || next.column !== line.column || next.band !== line.band) return
      const step = next.baseline - line.baseline
      if (step < 0.6 * line.size || step > MAX_STEP * line.size || Math.abs(next.size - line.size) > 0.5) return
      if (width(line.box) < FULL * this.columnWidth(page, at)) return
      const rounded = Math.round(step / STEP) * STEP
      this.counts.set(rounded, (this.counts.get(rounded) ?? 0) + 1)
      this.total++
    })
  }

  /** Points; `fallback` when too little was seen. */
  result(fallback: number): number {
    if (this.total < MIN_COUNT) return fallback
    return [...this.counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
  }

  private columnWidth(page: PageLayout, at: number): number {
    const line = page.lines[at]
    if (!line) return 0
    let widest = 0
    // Neighbours tell how wide the column is; a whole page would be looked at once a line.
    for (let near = Math.max(0, at - 4); near <= at + 4; near++) {
      const other = page.lines[near]
      if (other && other.column === line.column && other.band === line.band) widest = Math.max(widest, width(other.box))
    }
    return widest
  }
}
