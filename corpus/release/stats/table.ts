import type { Interval, ReleaseStats, SubjectStats } from '../../../schemas/stats.ts'

const HEAD = [
  'subject',
  'questions',
  'topics per question [95 % interval]',
  'topics in list',
  'topics used',
  'diagrams',
  'diagram types',
  'solutions',
]

/** Diagram types that a line names; all of them are in the JSON. */
const SHOWN_TYPES = 3

/** The table as text for a terminal. */
export function statsTable(stats: ReleaseStats): string {
  const rows = [HEAD, ...lines(stats)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const text = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join('  ')
      .trimEnd(),
  )
  return [text[0], widths.map((width) => '─'.repeat(width)).join('  '), ...text.slice(1)].join('\n')
}

/** The table as Markdown. */
export function statsMarkdown(stats: ReleaseStats): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const align = HEAD.map((_, column) => (isText(column) ? '---' : '---:'))
  return `${[row(HEAD), `| ${align.join(' | ')} |`, ...lines(stats).map(row)].join('\n')}\n`
}

const lines = ({ subjects, total }: ReleaseStats): string[][] => [...subjects, total].map(cells)

const cells = (stats: SubjectStats): string[] => [
  stats.subject,
  String(stats.questions),
  withInterval(stats.topicsPerQuestion),
  stats.topicsListed === null ? '–' : String(stats.topicsListed),
  String(stats.topicsUsed),
  String(stats.diagrams),
  stats.diagramTypes
    .slice(0, SHOWN_TYPES)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ') || '–',
  String(stats.solutions),
]

const withInterval = (interval: Interval | null): string =>
  interval === null ? '–' : `${interval.mean.toFixed(2)} [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`

/** Columns of words; the others are numbers and stand right. */
const isText = (column: number): boolean => column === 0 || column === 6

const pad = (cell: string, width: number, column: number): string => (isText(column) ? cell.padEnd(width) : cell.padStart(width))
