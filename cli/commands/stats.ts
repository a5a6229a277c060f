import { readCandidates } from '../../corpus/candidates.ts'
import { readRelease } from '../../corpus/release/read.ts'
import type { Item } from '../../schemas/item.ts'
import type { DefineCommand } from '../define.ts'
import { show } from '../session.ts'
import { type Column, table } from '../table.ts'
import { currentWorkspace } from '../workspace.ts'
import { releaseFolder } from './verify.ts'

const COLUMNS: readonly Column[] = [
  { title: 'subject', align: 'left' },
  { title: 'documents', align: 'right' },
  { title: 'items', align: 'right' },
  { title: 'with diagram', align: 'right' },
  { title: 'with solution', align: 'right' },
  { title: 'topics an item', align: 'right' },
  { title: 'topics used', align: 'right' },
]

export const statsCommand: DefineCommand = (parent, does) => {
  parent
    .command('stats')
    .description('count items, diagrams, solutions and topics by subject, of the workspace or of a release')
    .argument('[release]', 'folder of a release, or a version; the last extraction when left out')
    .addHelpText('after', '\nExample:\n  engvqa stats 1.0.0')
    .action(
      does<[string | undefined]>(async (session, release) => {
        const items =
          release === undefined ? await candidateItems(session) : (await readRelease(await releaseFolder(session, release))).items
        const rows = statistics(items)
        show(session, table(COLUMNS, rows.map(toCells)), rows)
        return 0
      }),
    )
}

const candidateItems = async (session: Parameters<typeof currentWorkspace>[0]): Promise<Item[]> => {
  const { folder } = await currentWorkspace(session)
  return [...(await readCandidates(folder)).values()].flatMap(({ items }) => items)
}

interface SubjectStatistics {
  readonly subject: string
  readonly documents: number
  readonly items: number
  readonly withDiagram: number
  readonly withSolution: number
  readonly topicsAnItem: number
  readonly topicsUsed: number
}

function statistics(items: readonly Item[]): SubjectStatistics[] {
  const subjects = [...new Set(items.map(({ subject }) => subject))].toSorted()
  return subjects.map((subject) => {
    const mine = items.filter((item) => item.subject === subject)
    const topics = mine.flatMap((item) => item.topics.map(({ id }) => id))
    return {
      subject,
      documents: new Set(mine.map(({ source }) => source.document)).size,
      items: mine.length,
      withDiagram: mine.filter(({ diagrams }) => diagrams.length > 0).length,
      withSolution: mine.filter(({ solution }) => solution !== null).length,
      topicsAnItem: Math.round((topics.length / mine.length) * 100) / 100,
      topicsUsed: new Set(topics).size,
    }
  })
}

const toCells = (row: SubjectStatistics): string[] => [
  row.subject,
  ...[row.documents, row.items, row.withDiagram, row.withSolution].map(String),
  row.topicsAnItem.toFixed(2),
  String(row.topicsUsed),
]
