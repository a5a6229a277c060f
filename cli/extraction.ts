import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { documentIdOf, toPageList } from '../corpus/documents.ts'
import type { Store } from '../corpus/store.ts'
import type { Workspace } from '../corpus/workspace.ts'
import { createPool, type Pool } from '../pipeline/pool.ts'
import { type DocumentJob, type DocumentResult, runDocuments } from '../pipeline/run.ts'
import { stages } from '../pipeline/stages.ts'
import type { PdfFile } from '../pipeline/tasks.ts'
import type { TextEngine } from '../pipeline/text-engine.ts'
import type { DocumentEntry } from '../schemas/document.ts'
import type { Box } from '../schemas/geometry.ts'
import type { RenderPage } from '../schemas/render.ts'
import { type Locked, Passwords } from './passwords.ts'
import { progressView } from './progress.ts'
import type { Session } from './session.ts'

/** How an extraction is run. */
export interface ExtractionSettings {
  readonly store: Store
  readonly pool: Pool
  readonly dpi: number
  /** Reads text in place of the local engine. */
  readonly engine?: TextEngine | undefined
}

/** Runs the pipeline over documents, with progress on a terminal. Throws ProblemError for what ends the run. */
export async function extractAll(session: Session, jobs: readonly DocumentJob[], settings: ExtractionSettings): Promise<DocumentResult[]> {
  const view = progressView(session)
  try {
    return await runDocuments(jobs, {
      chain: stages,
      ...settings,
      signal: session.signal,
      onProgress: view.update,
      onDone: ({ document }) => view.finish(document),
    })
  } finally {
    view.close()
  }
}

/** Runs work with a pool of threads, and ends them whatever happens. */
export async function withPool<T>(threads: number | undefined, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool({ threads: threads ?? availableParallelism() })
  try {
    return await work(pool)
  } finally {
    await pool.close()
  }
}

/** What the command line may say about every document of a run. */
export interface JobOverrides {
  readonly pages?: string | undefined
  readonly items?: 'problems' | 'examples' | undefined
  /** Values of --password. */
  readonly password?: readonly string[] | undefined
  /** Lines at which a model sees problems begin. */
  readonly starts?: readonly string[] | undefined
}

/** A document of a workspace as the pipeline takes it. */
export function toJob(
  session: Pick<Session, 'env'>,
  workspace: Workspace,
  entry: DocumentEntry,
  overrides: JobOverrides = {},
): DocumentJob {
  const { pages, items, password, starts } = overrides
  const wanted = pages ?? entry.hints?.pages
  const passwords = new Passwords(session, password, workspace.documents.flatMap(filesOf))
  const own = passwords.of(entry, entry.password)
  return {
    id: entry.id,
    file: resolve(workspace.folder, entry.file),
    subject: entry.subject,
    licence: entry.licence,
    items: items ?? entry.hints?.items ?? 'problems',
    pages: wanted === undefined ? undefined : toPageList(wanted),
    solutions: entry.solutions === undefined ? undefined : resolve(workspace.folder, entry.solutions),
    password: own,
    solutionsPassword: entry.solutions === undefined ? undefined : passwords.of({ file: entry.solutions }, entry.solutionsPassword ?? own),
    sha256: entry.sha256,
    starts,
  }
}

/** What of a document may ask for a password. */
const filesOf = ({ id, file, solutions }: Pick<DocumentEntry, 'id' | 'file' | 'solutions'>): Locked[] => [
  { id, file },
  ...(solutions === undefined ? [] : [{ file: solutions }]),
]

/** Draws pages of the documents of a run. */
export const pageRenderer =
  (pool: Pool, jobs: readonly DocumentJob[], signal: AbortSignal): RenderPage =>
  async (document, page, dpi) =>
    (await pool.run('drawPage', { file: fileOf(document, jobs), page, dpi }, signal)).png

/** The SVG of a box of a page, in points; undefined where pixels are painted in it. */
export type DrawSvg = (document: string, page: number, box: Box) => Promise<string | undefined>

/** Cuts vector drawings out of the documents of a run. */
export const svgCutter =
  (pool: Pool, jobs: readonly DocumentJob[], signal: AbortSignal): DrawSvg =>
  async (document, page, box) => {
    const svg = await pool.run('drawSvg', { file: fileOf(document, jobs), page, box }, signal)
    return svg === 'raster' ? undefined : svg
  }

function fileOf(document: string, jobs: readonly DocumentJob[]): PdfFile {
  const job = jobs.find(({ id }) => id === document)
  if (!job) throw new Error(`No document ${document} in this run.`)
  return { path: job.file, name: documentIdOf(job.file), password: job.password }
}
