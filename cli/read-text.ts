import { LRUCache } from 'lru-cache'
import { documentIdOf } from '../corpus/documents.ts'
import type { Store } from '../corpus/store.ts'
import type { Workspace } from '../corpus/workspace.ts'
import { type Book, openBook } from '../pipeline/link/book.ts'
import { readBox } from '../pipeline/link/read-box.ts'
import type { Pool } from '../pipeline/pool.ts'
import { type DocumentJob, type Inspection, inspectDocument } from '../pipeline/run.ts'
import { stages } from '../pipeline/stages.ts'
import type { Turn } from '../schemas/geometry.ts'
import type { ReviewSources, SourceFile } from '../schemas/review.ts'
import type { Session } from './session.ts'

/** Documents kept open: people mostly work on one, and its vocabulary has to be gathered from all its pages. */
const KEPT = 4

/** Milliseconds after which a document is looked at anew: somebody may have extracted it again. */
const AGE = 300_000

/** Which pages were read, and how to write what stands on them. */
interface Opened {
  readonly pages: ReadonlySet<number>
  readonly book: Book
}

export interface TextSetup {
  readonly workspace: Workspace
  readonly pool: Pool
  readonly store: Store
  /** A document of the workspace, or its solution manual, as the pipeline takes it. Throws ProblemError `document-unknown`. */
  readonly job: (document: string, file: SourceFile) => DocumentJob
}

/** Reads boxes of pages as extraction does, from its stored results; what was never extracted is read now. */
export function textReader(session: Session, { workspace, pool, store, job }: TextSetup): NonNullable<ReviewSources['readText']> {
  const open = async (document: string, file: SourceFile): Promise<Opened> => {
    const setup = { chain: stages, store, pool, dpi: workspace.config.extraction.dpi, signal: session.signal }
    const found = await inspectDocument(job(document, file), 'equations', setup)
    const layout = await found.layer('layout')
    const known = {
      layout,
      segment: await found.layer('segment'),
      figures: await found.layer('figures'),
      equations: await found.layer('equations'),
    }
    const book = await openBook(known, await found.pages(() => undefined)) // what there is to note was noted by the extraction
    return { pages: new Set(layout.pages), book }
  }
  const opened = new LRUCache<string, Opened, { document: string; file: SourceFile }>({
    max: KEPT,
    ttl: AGE,
    fetchMethod: (_key, _old, { context: { document, file } }) => open(document, file),
  })
  return async (document, page, box, file) => {
    const { pages, book } = await opened.forceFetch(`${document} ${file}`, { context: { document, file } })
    return pages.has(page) ? readBox(book, page, box) : ''
  }
}

/** Degrees clockwise that set a page upright which was scanned sideways or upside down, as extraction has found out. */
export function turnReader(session: Session, { workspace, pool, store, job }: TextSetup) {
  const opened = new LRUCache<string, Inspection, { document: string; file: SourceFile }>({
    max: KEPT,
    ttl: AGE,
    fetchMethod: (_key, _old, { context: { document, file } }) =>
      inspectDocument(job(document, file), 'layout', {
        chain: stages,
        store,
        pool,
        dpi: workspace.config.extraction.dpi,
        signal: session.signal,
      }),
  })
  return async (document: string, page: number, file: SourceFile): Promise<Turn | undefined> => {
    const found = await opened.forceFetch(`${document} ${file}`, { context: { document, file } })
    const { pages } = await found.layer('layout')
    return pages.includes(page) ? (await (await found.pages(() => undefined)).page(page)).turned : undefined
  }
}

/** A solution manual as the pipeline takes it beside its document. */
export const manualJob = (job: DocumentJob, solutions: string): DocumentJob => ({
  id: documentIdOf(solutions),
  file: solutions,
  subject: job.subject,
  licence: job.licence,
  items: 'solutions',
  password: job.solutionsPassword ?? job.password,
})
