import { join, resolve } from 'node:path'
import { writeAtomically } from '../../corpus/atomic.ts'
import { readCandidates } from '../../corpus/candidates.ts'
import { readRelease } from '../../corpus/release/read.ts'
import { statsPlots } from '../../corpus/release/stats/plots.ts'
import { statsReport } from '../../corpus/release/stats/report.ts'
import { releaseStats, type StatsInput } from '../../corpus/release/stats/stats.ts'
import { statsMarkdown, statsTable } from '../../corpus/release/stats/table.ts'
import { findWorkspace, readWorkspace } from '../../corpus/workspace.ts'
import { reviewedItems } from '../../review/exchange.ts'
import type { Item } from '../../schemas/item.ts'
import { type DiscardRate, discardRates } from '../../topics/statistics.ts'
import type { DefineCommand } from '../define.ts'
import { documentRows, whatIsNext } from '../documents.ts'
import { readLabelRecords } from '../label-records.ts'
import { withReview } from '../review-queue.ts'
import { type Session, show } from '../session.ts'
import { figures, table, words } from '../table.ts'
import { listsFor } from '../topic-lists.ts'
import { currentWorkspace } from '../workspace.ts'
import { releaseFolder } from './verify.ts'

export const statsCommand: DefineCommand = (parent, does) => {
  parent
    .command('stats')
    .description('count items, diagrams, solutions and topics by subject, of the workspace or of a release')
    .argument('[release]', 'folder of a release, or a version; the last extraction when left out')
    .option('--out <dir>', 'write stats.html with plots, stats.md and stats.json')
    .addHelpText('after', '\nExample:\n  engvqa stats 1.0.0 --out stats')
    .action(
      does<[string | undefined, { out?: string }]>(async (session, release, { out }) => {
        const counted = release === undefined ? await ofWorkspace(session) : await ofRelease(session, release)
        const stats = releaseStats(counted)
        if (out !== undefined) {
          const folder = resolve(session.cwd, out)
          await writeAtomically(
            join(folder, 'stats.html'),
            statsReport(stats, await statsPlots(counted.items, await reviewedOf(session, stats.name))),
          )
          await writeAtomically(join(folder, 'stats.md'), statsMarkdown(stats))
          await writeAtomically(join(folder, 'stats.json'), `${JSON.stringify(stats, null, 2)}\n`)
        }
        const labels = release === undefined ? await labelRates(session) : []
        const documents = release === undefined ? await documentRows(await currentWorkspace(session)) : []
        const next = release === undefined ? whatIsNext(documents) : undefined
        const text = [
          ...(counted.items.length > 0 || next === undefined ? [statsTable(stats)] : []),
          ...labelTable(labels),
          ...(next === undefined ? [] : [next]),
        ]
        show(session, text.join('\n\n'), { ...stats, labels, ...(release === undefined ? { documents } : {}) })
        return 0
      }),
    )
}

async function ofWorkspace(session: Session): Promise<StatsInput> {
  const { folder, config, topicsFolder } = await currentWorkspace(session)
  const items = [...(await readCandidates(folder)).values()].flatMap((found) => found.items)
  const { lists } = await listsFor(items, topicsFolder)
  const topicsListed = Object.fromEntries([...lists].map(([subject, { topics }]) => [subject, topics.length]))
  return { name: config.name, items, topicsListed }
}

async function ofRelease(session: Session, release: string): Promise<StatsInput> {
  const { manifest, items } = await readRelease(await releaseFolder(session, release))
  return { name: manifest.name, version: manifest.version, items, topicsListed: manifest.topicsListed }
}

/** What people have decided on, rejected items too, if this is the workspace of the set; a release alone does not know what was rejected. */
async function reviewedOf(session: Session, name: string): Promise<Item[] | undefined> {
  const folder = await findWorkspace(session.cwd)
  const workspace = folder === undefined ? undefined : await readWorkspace(folder)
  if (workspace?.config.name !== name) return undefined
  const decided = await withReview(session, workspace, async (database) => {
    const items: Item[] = []
    for await (const item of reviewedItems(database)) if (item.review.status !== 'pending') items.push(item)
    return items
  })
  return decided.length === 0 ? undefined : decided
}

/** How often models gave labels that are not in the list, for the items that are there now. */
async function labelRates(session: Session): Promise<DiscardRate[]> {
  const { folder } = await currentWorkspace(session)
  const ids = new Set([...(await readCandidates(folder)).values()].flatMap(({ items }) => items.map(({ id }) => id)))
  return discardRates((await readLabelRecords(folder)).filter(({ item }) => ids.has(item)))
}

const labelTable = (rates: readonly DiscardRate[]): string[] =>
  rates.length === 0
    ? []
    : [
        table(
          [words('labels by'), figures('items'), figures('kept'), figures('not in the list'), figures('rate')],
          rates.map(({ by, items, kept, discarded, rate }) => [
            by,
            String(items),
            String(kept),
            String(discarded),
            rate === null ? '–' : `${(100 * rate).toFixed(1)} %`,
          ]),
        ),
      ]
