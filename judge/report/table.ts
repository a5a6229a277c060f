import type { Estimate } from '../stats/bootstrap.ts'

export type Cell = string | number | null | Estimate

/** A table of the report: the same one goes to the page, to JSON and to CSV. */
export interface Table {
  /** File name of its CSV. */
  readonly id: string
  readonly title: string
  /** What the figures are, in what unit, and how they were made. */
  readonly note: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export const isEstimate = (cell: Cell): cell is Estimate => typeof cell === 'object' && cell !== null

/** RFC 4180. An estimate takes four columns: value, low, high, n. Text that a spreadsheet would run as a formula gets an apostrophe. */
export function toCsv({ columns, rows }: Table): string {
  const wide = columns.map((_, index) => rows.some((row) => isEstimate(row[index] ?? null)))
  const header = columns.flatMap((column, index) => (wide[index] ? [column, `${column} low`, `${column} high`, `${column} n`] : [column]))
  const lines = rows.map((row) =>
    columns.flatMap((_, index) => {
      const cell = row[index] ?? null
      if (!wide[index]) return [isEstimate(cell) ? cell.value : cell]
      return isEstimate(cell) ? [cell.value, cell.low, cell.high, cell.n] : [cell, null, null, null]
    }),
  )
  return [header, ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

function quoted(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
