import type { DocumentResult } from '../pipeline/run.ts'
import type { Item } from '../schemas/item.ts'
import { type Column, table } from './table.ts'

const COLUMNS: readonly Column[] = [
  { title: 'document', align: 'left' },
  { title: 'pages', align: 'right' },
  { title: 'problems', align: 'right' },
  { title: 'diagrams', align: 'right' },
  { title: 'equations', align: 'right' },
  { title: 'solutions', align: 'right' },
  { title: 'to look at', align: 'right' },
  { title: 'seconds', align: 'right' },
]

/** One row of the summary, as numbers. */
export interface SummaryRow {
  readonly document: string
  readonly pages: number
  readonly problems: number
  readonly diagrams: number
  readonly equations: number
  readonly solutions: number
  /** Items with a noted doubt, and problems of the document beside them. */
  readonly toLookAt: number
  readonly seconds: number
  /** Whether nothing had to be done. */
  readonly unchanged: boolean
}

/** What came of each document, counted. */
export function summaryRows(results: readonly DocumentResult[]): SummaryRow[] {
  return results.map(({ document, pages, items, problems, seconds, stages }) => ({
    document,
    pages,
    problems: items.length,
    diagrams: sum(items, ({ diagrams }) => diagrams.length),
    equations: sum(items, ({ equations }) => equations.filter(({ display }) => display).length),
    solutions: items.filter(({ solution }) => solution !== null).length,
    toLookAt:
      items.filter(({ provenance }) => provenance.problems.some(({ severity }) => severity !== 'notice')).length +
      problems.filter(({ severity }) => severity !== 'notice').length,
    seconds,
    unchanged: stages.length > 0 && stages.every(({ reused }) => reused),
  }))
}

const sum = (items: readonly Item[], count: (item: Item) => number): number => items.reduce((total, item) => total + count(item), 0)

/** The summary as people read it. */
export function summaryTable(rows: readonly SummaryRow[]): string {
  const cells = rows.map((row) => [
    row.document,
    ...[row.pages, row.problems, row.diagrams, row.equations, row.solutions, row.toLookAt].map(String),
    row.unchanged ? 'unchanged' : row.seconds.toFixed(1),
  ])
  const add = (pick: (row: SummaryRow) => number) => String(rows.reduce((total, row) => total + pick(row), 0))
  const total = [
    'total',
    add((row) => row.pages),
    add((row) => row.problems),
    add((row) => row.diagrams),
    add((row) => row.equations),
    add((row) => row.solutions),
    add((row) => row.toLookAt),
    '',
  ]
  return table(COLUMNS, cells, rows.length > 1 ? total : undefined)
}
