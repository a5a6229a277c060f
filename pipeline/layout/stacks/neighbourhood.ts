import type { Run } from '../segments.ts'

/** Runs by height on the page, so that nobody looks at all pairs. */
export class Neighbourhood {
  private readonly sorted: { index: number; run: Run }[]
  private readonly tallest: number

  constructor(runs: readonly Run[]) {
    this.sorted = runs.map((run, index) => ({ index, run })).sort((a, b) => a.run.box.top - b.run.box.top)
    this.tallest = runs.reduce((most, run) => Math.max(most, run.box.bottom - run.box.top), 0)
  }

  /** Runs whose ink meets the stripe between two heights. */
  *between(top: number, bottom: number): Generator<{ index: number; run: Run }> {
    let low = 0
    let high = this.sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.sorted[middle]?.run.box.top ?? 0) < top - this.tallest) low = middle + 1
      else high = middle
    }
    for (let at = low; at < this.sorted.length; at++) {
      const entry = this.sorted[at]
      if (!entry || entry.run.box.top > bottom) return
      if (entry.run.box.bottom >= top) yield entry
    }
  }
}
