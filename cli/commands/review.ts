import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { documentIdOf } from '../../corpus/documents.ts'
import { openStore, type Store } from '../../corpus/store.ts'
import type { Workspace } from '../../corpus/workspace.ts'
import type { Pool } from '../../pipeline/pool.ts'
import type { DocumentJob } from '../../pipeline/run.ts'
import type { PdfFile } from '../../pipeline/tasks.ts'
import { serveReview } from '../../review/server/serve.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { ReviewSources, SourceFile } from '../../schemas/review.ts'
import { loadTopicList } from '../../topics/list.ts'
import type { DefineCommand } from '../define.ts'
import { toJob, withPool } from '../extraction.ts'
import { openerOf, openPage } from '../open-page.ts'
import { manualJob, textReader, turnReader } from '../read-text.ts'
import { withReview } from '../review-queue.ts'
import { type ExitCode, type Session, show } from '../session.ts'
import { currentWorkspace } from '../workspace.ts'
import { backupCommand, exportCommand, importCommand, restoreCommand } from './review-log.ts'
import { inviteCommand } from './review-people.ts'

interface ReviewOptions {
  readonly host?: string
  readonly port?: number
  readonly name?: string
  readonly team?: boolean
  readonly publicUrl?: string
  readonly behindProxy?: boolean
  readonly open: boolean
}

export const reviewCommand: DefineCommand = (parent, does) => {
  const command = parent
    .command('review')
    .description('open the review: a person approves, corrects or rejects every item')
    .option('--port <n>', 'port; a free one when left out', toPort)
    .option('--host <address>', 'address to listen on; this machine only when left out')
    .option('--name <name>', 'your name in the review log; your login name when left out')
    .option('--team', 'people sign in; set DATABASE_URL to a PostgreSQL database to share it')
    .option('--public-url <url>', 'address under which a team reaches it')
    .option('--behind-proxy', 'a proxy in front tells visitors’ addresses')
    .option('--no-open', 'only print the link, open no browser')
    .addHelpText('after', '\nExample:\n  engvqa review --name "A. Reviewer"')
    .action(does<[ReviewOptions]>((session, options) => review(session, options)))
  for (const define of [backupCommand, restoreCommand, exportCommand, importCommand, inviteCommand]) define(command, does)
}

/** The highest number that TCP has for a port. */
const MAX_PORT = 65_535

function toPort(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > MAX_PORT) throw new InvalidArgumentError(`A port is 0–${MAX_PORT}.`)
  return Number(text)
}

async function review(session: Session, options: ReviewOptions): Promise<ExitCode> {
  const workspace = await currentWorkspace(session)
  const store = await openStore(workspace.storeFolder)
  return withPool(workspace.config.extraction.jobs, (pool) =>
    withReview<ExitCode>(session, workspace, async (database) => {
      const server = await serveReview(database, sources(session, workspace, pool, store), {
        ...(options.host === undefined ? {} : { host: options.host }),
        ...(options.port === undefined ? {} : { port: options.port }),
        ...(options.team ? {} : { alone: { name: options.name ?? userInfo().username } }),
        ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
        behindProxy: options.behindProxy ?? false,
        onBug: (error) => session.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
      })
      show(session, `The review is open: ${server.start}\nCtrl-C ends it; everything is saved as you go.`, {
        url: server.url,
        start: server.start,
      })
      const opener = options.open && !session.json ? openerOf(session, process.platform) : undefined
      const page = join(dirname(workspace.reviewFile), 'open-review.html')
      const tidy = opener && (await openPage(server.start, page, opener))
      await new Promise((resolve) => session.signal.addEventListener('abort', resolve, { once: true }))
      await tidy?.()
      await server.close()
      return 0
    }),
  )
}

/** What reviewers look at: pages and crops out of the PDFs, topics from the lists. */
function sources(session: Session, workspace: Workspace, pool: Pool, store: Store): ReviewSources {
  const job = (document: string, which: SourceFile): DocumentJob => jobOf(session, workspace, document, which)
  const fileOf = (document: string, which: SourceFile): PdfFile => toPdfFile(job(document, which))
  const run: Pool['run'] = (name, request) => pool.run(name, request, session.signal)
  const turnOf = turnReader(session, { workspace, pool, store, job })
  return {
    pages: async (document, which) => (await run('inspect', { file: fileOf(document, which) }, session.signal)).pages,
    renderPage: async (document, page, dpi, which) =>
      (await run('drawPage', { file: fileOf(document, which), page, dpi }, session.signal)).png,
    cutCrop: async (document, page, box, which) => {
      const { dpi } = workspace.config.extraction
      const request = { file: fileOf(document, which), page, boxes: [box], dpi, turned: await turnOf(document, page, which) }
      const [cut] = await run('cutPage', request, session.signal)
      if (cut === undefined || cut === 'blank') throw blank(document, page)
      if ('problem' in cut) throw new ProblemError(cut.problem)
      return { crop: { sha256: await store.putBlob(cut.png), width: cut.width, height: cut.height }, png: cut.png }
    },
    image: (digest) => store.blob(digest),
    readText: textReader(session, { workspace, pool, store, job }),
    topics: async (subject) => (await loadTopicList(subject, workspace.topicsFolder)).list.topics,
  }
}

const blank = (document: string, page: number): ProblemError =>
  new ProblemError({
    code: 'crop-blank',
    message: 'There is nothing in that box.',
    hint: 'Draw it around the picture.',
    place: { document, page },
  })

const toPdfFile = ({ file, password }: DocumentJob): PdfFile => ({ path: file, name: documentIdOf(file), password })

/** A document of the workspace, or its solution manual. Throws ProblemError `document-unknown`. */
export function jobOf(session: Pick<Session, 'env'>, workspace: Workspace, document: string, which: SourceFile): DocumentJob {
  const entry = workspace.documents.find(({ id }) => id === document)
  const job = entry && toJob(session, workspace, entry)
  if (job && which === 'document') return job
  if (job?.solutions !== undefined) return manualJob(job, job.solutions)
  throw new ProblemError({
    code: 'document-unknown',
    message: `documents.yaml has no ${which === 'solutions' ? 'solution manual of' : 'document'} “${document}”.`,
    hint: 'It was there when its items were extracted; put its entry back.',
    place: { document },
  })
}
