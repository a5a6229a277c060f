import type { LRUCache } from 'lru-cache'
import type { PageLayout } from '../schemas/layout.ts'
import type { Keep } from './keep.ts'
import type { Pool } from './pool.ts'
import type { PdfFile } from './tasks.ts'
import type { EngineReader } from './text-engine.ts'

export type PageCache = LRUCache<string, PageLayout>

/** One file in one run: what reading it takes. */
export interface FileSetup {
  readonly file: PdfFile
  /** Of the file's bytes. */
  readonly sha256: string
  /** Resolution of crops, dots an inch. */
  readonly dpi: number
  /** Version of the stage that reads pages. */
  readonly layoutVersion: number
  /** Pages under way at once: enough to keep the threads busy, few enough to bound memory. */
  readonly ahead: number
  readonly pool: Pool
  readonly keep: Keep
  readonly cache: PageCache
  readonly signal: AbortSignal
  /** Reads the text in place of the local engine; absent for that one. */
  readonly engine?: EngineReader | undefined
}
