import { relative } from 'node:path'
import { Option } from 'commander'
import { readCandidates } from '../../corpus/candidates.ts'
import type { SourceFacts } from '../../corpus/release/facts.ts'
import { writeRelease } from '../../corpus/release/write.ts'
import { openStore } from '../../corpus/store.ts'
import type { Workspace } from '../../corpus/workspace.ts'
import { reviewedItems } from '../../review/exchange.ts'
import type { Item } from '../../schemas/item.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import type { Bump } from '../../schemas/release.ts'
import type { DefineCommand } from '../define.ts'
import { pageRenderer, toJob, withPool } from '../extraction.ts'
import { packageVersion } from '../package.ts'
import { withReview } from '../review-queue.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { currentWorkspace } from '../workspace.ts'

interface ReleaseOptions {
  readonly bump?: Bump
  readonly includeUnreviewed?: boolean
  readonly date?: string
}

export const releaseCommand: DefineCommand = (parent, does) => {
  parent
    .command('release')
    .description('write a new version of the dataset from what the review approved')
    .addOption(new Option('--bump <part>', 'refuse unless the changes ask for just this').choices(['major', 'minor', 'patch']))
    .option('--include-unreviewed', 'take items that nobody approved too; the dataset card says so')
    .option('--date <iso>', 'date of the release; SOURCE_DATE_EPOCH or now when left out')
    .addHelpText('after', '\nExample:\n  engvqa release --bump minor')
    .action(does<[ReleaseOptions]>((session, options) => release(session, options)))
}

async function release(session: Session, options: ReleaseOptions): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const store = await openStore(workspace.storeFolder)
  const items = await withReview(session, workspace, async (review) => {
    const all: Item[] = []
    for await (const item of reviewedItems(review)) all.push(item)
    return all
  })
  const problems: Problem[] = []
  const { config } = workspace
  const jobs = workspace.documents.map((entry) => toJob(workspace, entry))
  const written = await withPool(config.extraction.jobs, async (pool) =>
    writeRelease({
      releases: workspace.releasesFolder,
      name: config.name,
      title: config.title,
      ...config.release,
      dpi: config.extraction.dpi,
      items,
      sources: await sourcesOf(workspace),
      image: (digest) => store.blob(digest),
      renderPage: pageRenderer(pool, jobs, session.signal),
      bump: options.bump,
      date: dateOf(session, options.date),
      code: packageVersion(),
      includeUnreviewed: options.includeUnreviewed,
      note: (problem) => problems.push(problem),
    }),
  )
  tell(session, problems, written.folder)
  const where = relative(session.cwd, written.folder)
  show(
    session,
    `${config.name} ${written.manifest.version}: ${items.length - written.heldBack.length} items in ${where}, ${written.heldBack.length} held back.\nLook at ${where}/preview.html`,
    {
      folder: written.folder,
      version: written.manifest.version,
      items: items.length - written.heldBack.length,
      heldBack: written.heldBack,
      problems,
    },
  )
  return exitCodeOf(problems)
}

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
