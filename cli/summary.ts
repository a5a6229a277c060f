import type { DocumentResult } from '../pipeline/run.ts'
import type { Item } from '../schemas/item.ts'
import type { Problem } from '../schemas/problem.ts'
import { figures, table, words } from './table.ts'

const COLUMNS = [
  words('document'),
  figures('pages'),
  figures('problems'),
  figures('diagrams'),
  figures('equations'),
  figures('solutions'),
  figures('to look at'),
  figures('seconds'),
]

/** One row of the summary, as numbers. */
export interface SummaryRow {
  readonly document: string
  readonly pages: number
  readonly problems: number
  readonly diagrams: number
  readonly equations: number
  readonly solutions: number
  /** Items with a doubt, each once, and doubts about the document that belong to none of them. */
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
    toLookAt: countToLookAt(items, problems),
    seconds,
    unchanged: stages.length > 0 && stages.every(({ reused }) => reused),
  }))
}

/** A doubt that stands in its item and among the document's problems is one thing to look at, and so are several of one item. */
function countToLookAt(items: readonly Item[], problems: readonly Problem[]): number {
  const doubted = items.filter(({ provenance }) => provenance.problems.some(isDoubt))
  const own = new Set(doubted.flatMap(({ provenance }) => provenance.problems.map(sameness)))
  const ids = new Map(items.flatMap(({ id, source }) => [[source.number, id] as const, [id, id] as const]))
  const seen = new Set(doubted.map(({ id }) => id))
  for (const problem of problems.filter((other) => isDoubt(other) && !own.has(sameness(other)))) {
    const { item } = problem.place
    seen.add((item !== undefined && (ids.get(item) ?? item)) || JSON.stringify(problem))
  }
  return seen.size
}

const isDoubt = ({ severity }: Problem): boolean => severity !== 'notice'

/** What stays of a problem when the runner fills in its place. */
const sameness = ({ code, message, place }: Problem): string => JSON.stringify([code, message, place.page, place.item])

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
