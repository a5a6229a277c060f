import { type Box, unionAll } from '../../schemas/geometry.ts'
import { columnKey, type PageLayout } from '../../schemas/layout.ts'
import { grouped } from '../grouped.ts'
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
  const text = page.lines.filter((_, index) => kinds[index] === 'text')
  const columns = grouped(text, columnKey)
  return [...columns.values()].flatMap((left) => {
    const [{ band, column } = { band: 0, column: 0 }] = left
    const right = columns.get(columnKey({ band, column: column + 1 })) ?? []
    if (left.length < MIN_LINES || right.length < MIN_LINES) return []
    const both = unionAll([...left, ...right].map(({ box }) => box))
    const gutter = {
      left: Math.max(...left.map(({ box }) => box.right)),
      right: Math.min(...right.map(({ box }) => box.left)),
      top: both?.top ?? 0,
      bottom: both?.bottom ?? 0,
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
