import type { Box } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'

/** Pages on which a mark must stand at the same place to be furniture: twice may be chance or a repeated question. */
const MIN_PAGES = 3
/** Share of all pages from which a repeated mark is furniture wherever it stands: forms, answer grids, page frames. */
const EVERYWHERE = 0.25
/** The same in the margin of a short sheet: left and right pages are not printed at the same place. */
const EVERY_SIDE = 0.4
/** Share of the page's height or width in which running heads, rules and side marks stand. */
const MARGIN = 0.14

/** Marks that stand at the same place on page after page: header rules, logos, crop marks, grids to write on. */
export class RecurringMarks {
  private readonly counts = new Map<string, number>()
  private pages = 0

  add(page: PageLayout): void {
    this.pages++
    const keys = new Set([...page.drawings, ...page.images].map(({ box }) => keyOf(box)))
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  has(page: PageLayout, box: Box): boolean {
    const count = this.counts.get(keyOf(box)) ?? 0
    if (count < MIN_PAGES) return count > 1 && count >= EVERY_SIDE * this.pages && isInMargin(page, box)
    return count >= EVERYWHERE * this.pages || isInMargin(page, box)
  }
}

const keyOf = (box: Box): string => `${Math.round(box.left)},${Math.round(box.top)},${Math.round(box.right)},${Math.round(box.bottom)}`

const isInMargin = ({ width, height }: PageLayout, box: Box): boolean =>
  box.bottom < MARGIN * height || box.top > (1 - MARGIN) * height || box.right < MARGIN * width || box.left > (1 - MARGIN) * width
