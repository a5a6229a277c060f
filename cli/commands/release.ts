import { relative } from 'node:path'
import { Option } from 'commander'
import { readCandidates } from '../../corpus/candidates.ts'
import { readErrata } from '../../corpus/release/errata.ts'
import type { SourceFacts } from '../../corpus/release/facts.ts'
import { describeReasons } from '../../corpus/release/gate.ts'
import { releasable } from '../../corpus/release/releasable.ts'
import { type WrittenRelease, writeRelease } from '../../corpus/release/write.ts'
import { openStore } from '../../corpus/store.ts'
import type { Workspace } from '../../corpus/workspace.ts'
import { reviewedItems } from '../../review/exchange.ts'
import { reviewSummary } from '../../review/summary.ts'
import type { Item } from '../../schemas/item.ts'
import { type Note, ProblemError } from '../../schemas/problem.ts'
import type { AnnotationFacts, Bump } from '../../schemas/release.ts'
import type { ReviewSummary } from '../../schemas/review.ts'
import { counted } from '../counted.ts'
import type { DefineCommand } from '../define.ts'
import { pageRenderer, toJob, withPool } from '../extraction.ts'
import { packageVersion } from '../package.ts'
import { withReview } from '../review-queue.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { listsFor } from '../topic-lists.ts'
import { currentWorkspace } from '../workspace.ts'

interface ReleaseOptions {
  readonly bump?: Bump
  readonly includeUnreviewed?: boolean
  readonly onlyRedistributable?: boolean
  readonly keepDuplicates?: boolean
  readonly withholdSolutions?: boolean
  readonly date?: string
}

export const releaseCommand: DefineCommand = (parent, does) => {
  parent
    .command('release')
    .description('write a new version of the dataset from what the review approved')
    .addOption(
      new Option('--bump <part>', 'refuse to release if the changes ask for a higher version part').choices(['major', 'minor', 'patch']),
    )
    .option('--include-unreviewed', 'take items that nobody approved too; the dataset card says so')
    .option('--only-redistributable', 'leave items of sources out that documents.yaml does not say may be given away')
    .option('--keep-duplicates', 'keep all items of a group of duplicates')
    .option('--withhold-solutions', 'put the solutions into an archive beside the release')
    .option('--date <iso>', 'date of the release; SOURCE_DATE_EPOCH or now when left out')
    .addHelpText('after', '\nExample:\n  engvqa release --bump minor')
    .action(does<[ReleaseOptions]>((session, options) => release(session, options)))
}

async function release(session: Session, options: ReleaseOptions): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const { items: reviewed, review } = await withReview(session, workspace, async (database) => {
    const all: Item[] = []
    for await (const item of reviewedItems(database)) all.push(item)
    return { items: all, review: annotationFacts(await reviewSummary(database)) }
  })
  const { items, problems } = releasable(reviewed, workspace.documents)
  if (items.length === 0) tell(session, problems, 'the JSON that --json prints') // nothing can be written, which is told without them
  const written = await write(session, workspace, options, items, review, (problem) => problems.push(problem))
  const all = [...problems, ...written.doubts]
  tell(session, all, `${written.folder}/manifest.json`)
  const where = relative(session.cwd, written.folder)
  const { manifest, heldBack, diff, archive, doubts } = written
  const standIns = manifest.duplicates.filter(({ dropped }) => dropped.length > 0).flatMap(({ kept }) => kept)
  const originals = items.filter(({ id }) => standIns.includes(id)).map(({ source }) => source.document)
  const why = heldBack.length === 0 ? '' : `: ${describeReasons(heldBack, originals)}`
  const lines = [
    `${manifest.name} ${manifest.version}: ${counted(manifest.items, 'item')} in ${where}, ${heldBack.length} held back${why}.`,
    ...(archive ? [`Solutions: ${relative(session.cwd, archive)}`] : []),
    `Look at ${where}/preview.html`,
  ]
  show(session, lines.join('\n'), {
    folder: written.folder,
    version: manifest.version,
    items: manifest.items,
    heldBack,
    doubts,
    diff,
    archive,
    problems,
  })
  return exitCodeOf(problems)
}

async function write(
  session: Session,
  workspace: Workspace,
  { bump, includeUnreviewed, onlyRedistributable, keepDuplicates, withholdSolutions, date }: ReleaseOptions,
  items: readonly Item[],
  review: AnnotationFacts,
  note: Note,
): Promise<WrittenRelease> {
  const { config } = workspace
  const store = await openStore(workspace.storeFolder)
  const jobs = workspace.documents.map((entry) => toJob(session, workspace, entry))
  return withPool(config.extraction.jobs, async (pool) =>
    writeRelease({
      ...config.release,
      name: config.name,
      title: config.title,
      dpi: config.extraction.dpi,
      releases: workspace.releasesFolder,
      items,
      sources: await sourcesOf(workspace),
      image: (digest) => store.blob(digest),
      renderPage: pageRenderer(pool, jobs, session.signal),
      date: dateOf(session, date),
      code: packageVersion(),
      review,
      topicsListed: await topicsListed(workspace, items),
      errata: await readErrata(workspace.folder),
      bump,
      includeUnreviewed,
      onlyRedistributable,
      keepDuplicates,
      withholdSolutions,
      note,
    }),
  )
}

/** Topics in the master list of each subject. */
async function topicsListed(workspace: Workspace, items: readonly Item[]): Promise<Record<string, number>> {
  const { lists } = await listsFor(items, workspace.topicsFolder)
  return Object.fromEntries([...lists].map(([subject, { topics }]) => [subject, topics.length]))
}

/** How people checked the items, as a release tells it. */
const annotationFacts = (summary: ReviewSummary): AnnotationFacts => ({
  protocol: summary.protocol,
  reviewers: summary.readers.map(({ name, qualification }) => ({ name, qualification })),
  readTwice: summary.secondReadings.agreed + summary.secondReadings.differs + summary.secondReadings.settled,
  agreement: summary.agreement.map(toFigure),
  disagreements:
    summary.secondReadings.settled > 0
      ? `${summary.secondReadings.settled} items on which two readers differed were settled by an adjudicator.`
      : '',
})

const toFigure = ({
  field,
  measure,
  value,
  low,
  high,
  items,
}: ReviewSummary['agreement'][number]): AnnotationFacts['agreement'][number] => ({
  what: field,
  measure: measure === 'kappa' ? 'Cohen’s kappa' : measure,
  value,
  low,
  high,
  n: items,
})

/** What a release says about its sources: documents.yaml, and what only the PDFs tell. */
async function sourcesOf(workspace: Workspace): Promise<SourceFacts[]> {
  const candidates = await readCandidates(workspace.folder)
  return workspace.documents.map((entry) => {
    const found = candidates.get(entry.id)
    return { ...entry, pages: found?.pagesOfFile, solutionsPages: found?.pagesOfSolutions }
  })
}

/** The one date of a release: as given, as reproducible builds hand it over, or now. */
function dateOf(session: Session, given: string | undefined): Date {
  const epoch = session.env.SOURCE_DATE_EPOCH
  const date = given !== undefined ? new Date(given) : epoch !== undefined ? new Date(Number(epoch) * 1000) : new Date()
  if (!Number.isNaN(date.getTime())) return date
  throw new ProblemError({ code: 'usage', message: `“${given ?? epoch}” is not a date.`, hint: 'Write dates like 2026-01-31.', place: {} })
}
