import type { Box } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { LineKind } from './page-text.ts'

/** Lines of running text on each side that make the white between them a gutter. */
const MIN_LINES = 3

/** White between two columns of running text. */
export interface Gutter {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The gutters of a page, by the columns that `layout` gave its running text. */
export function findGutters(page: PageLayout, kinds: readonly LineKind[]): Gutter[] {
  const columns = new Map<string, { band: number; column: number; boxes: Box[] }>()
  page.lines.forEach((line, index) => {
    if (kinds[index] !== 'text') return
    const key = `${line.band}.${line.column}`
    const entry = columns.get(key) ?? { band: line.band, column: line.column, boxes: [] }
    entry.boxes.push(line.box)
    columns.set(key, entry)
  })
  const full = [...columns.values()].filter(({ boxes }) => boxes.length >= MIN_LINES)
  return full.flatMap((left) => {
    const right = full.find((other) => other.band === left.band && other.column === left.column + 1)
    if (!right) return []
    const gutter = {
      left: Math.max(...left.boxes.map((box) => box.right)),
      right: Math.min(...right.boxes.map((box) => box.left)),
      top: Math.min(...[...left.boxes, ...right.boxes].map((box) => box.top)),
      bottom: Math.max(...[...left.boxes, ...right.boxes].map((box) => box.bottom)),
    }
    return gutter.left < gutter.right ? [gutter] : []
  })
}

/** Whether a gutter of the page passes between two boxes. Columns go on past the text that shows them. */
export const isBetweenColumns = (gutters: readonly Gutter[], a: Box, b: Box): boolean =>
  gutters.some(({ left, right }) => {
    const [first, second] = a.left < b.left ? [a, b] : [b, a]
    const middle = (left + right) / 2
    return first.right <= middle && second.left >= middle
  })
