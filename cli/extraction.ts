import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { documentIdOf, toPageList } from '../corpus/documents.ts'
import type { Store } from '../corpus/store.ts'
import type { Workspace } from '../corpus/workspace.ts'
import { createPool, type Pool } from '../pipeline/pool.ts'
import { type DocumentJob, type DocumentResult, runDocuments } from '../pipeline/run.ts'
import { stages } from '../pipeline/stages.ts'
import type { TextEngine } from '../pipeline/text-engine.ts'
import type { DocumentEntry } from '../schemas/document.ts'
import type { RenderPage } from '../schemas/render.ts'
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
  readonly password?: string | undefined
  /** Lines at which a model sees problems begin. */
  readonly starts?: readonly string[] | undefined
}

/** A document of a workspace as the pipeline takes it. */
export function toJob(workspace: Workspace, entry: DocumentEntry, { pages, items, password, starts }: JobOverrides = {}): DocumentJob {
  const wanted = pages ?? entry.hints?.pages
  return {
    id: entry.id,
    file: resolve(workspace.folder, entry.file),
    subject: entry.subject,
    licence: entry.licence,
    items: items ?? entry.hints?.items ?? 'problems',
    pages: wanted === undefined ? undefined : toPageList(wanted),
    solutions: entry.solutions === undefined ? undefined : resolve(workspace.folder, entry.solutions),
    password: password ?? entry.password,
    sha256: entry.sha256,
    starts,
  }
}

/** Draws pages of the documents of a run. */
export const pageRenderer =
  (pool: Pool, jobs: readonly DocumentJob[], signal: AbortSignal): RenderPage =>
  async (document, page, dpi) => {
    const job = jobs.find(({ id }) => id === document)
    if (!job) throw new Error(`No document ${document} in this run.`)
    const file = { path: job.file, name: documentIdOf(job.file), password: job.password }
    return (await pool.run('drawPage', { file, page, dpi }, signal)).png
  }
