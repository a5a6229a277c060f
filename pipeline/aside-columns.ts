import type { Box } from '../schemas/geometry.ts'
import { columnKey, type Line } from '../schemas/layout.ts'
import { grouped } from './grouped.ts'

/** Share of the size of the text beside it that type in a margin has, at most, and share of its width. */
const SMALLER = 0.95
const NARROWER = 0.5

type Placed = Pick<Line, 'band' | 'column' | 'size'> & { readonly box: Box }

/** Columns of one page, by their keys, that are margins beside wider text in larger type: they hold notes and captions. */
export function asideColumns(lines: readonly Placed[]): Set<string> {
  const found = new Set<string>()
  for (const band of grouped(lines, (line) => String(line.band)).values()) {
    const columns = [...grouped(band, columnKey)].map(([key, own]) => ({
      key,
      width: Math.max(...own.map(({ box }) => box.right)) - Math.min(...own.map(({ box }) => box.left)),
      largest: Math.max(...own.map(({ size }) => size)),
      usual: own.map(({ size }) => size).sort((a, b) => a - b)[own.length >> 1] ?? 0,
    }))
    const main = columns.reduce((widest, column) => (column.width > widest.width ? column : widest), columns[0] ?? { width: 0, usual: 0 })
    for (const { key, width, largest } of columns) if (width < NARROWER * main.width && largest < SMALLER * main.usual) found.add(key)
  }
  return found
}
