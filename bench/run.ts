import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../corpus/store.ts'
import type { Progress } from '../pipeline/chain-run.ts'
import { createPool } from '../pipeline/pool.ts'
import { type DocumentJob, type DocumentResult, runDocuments } from '../pipeline/run.ts'
import { stages } from '../pipeline/stages.ts'

/** Resolution of crops, as the command line has it by default. */
const DPI = 200

/** Runs documents from nothing: with a store of their own, thrown away afterwards. */
export async function runFresh(
  jobs: readonly DocumentJob[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<DocumentResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'engvqa-bench-'))
  const pool = createPool()
  try {
    const store = await openStore(folder)
    return await runDocuments(jobs, { chain: stages, store, pool, dpi: DPI, signal: new AbortController().signal, onProgress })
  } finally {
    await pool.close()
    await rm(folder, { recursive: true, force: true })
  }
}
