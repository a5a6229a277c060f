import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../corpus/store.ts'
import { createPool } from '../pipeline/pool.ts'
import { type DocumentJob, type DocumentResult, runDocuments } from '../pipeline/run.ts'
import type { LayerName, PlacedStage } from '../pipeline/stage.ts'
import { stages } from '../pipeline/stages.ts'

/** Resolution of crops, as the command line has it by default. */
const DPI = 200

/**
 * Runs documents from nothing: with a store of their own, thrown away afterwards.
 *
 * @param onStage told of every stage that begins
 */
export async function runFresh(
  jobs: readonly DocumentJob[],
  onStage: (stage: LayerName) => void = () => undefined,
): Promise<DocumentResult[]> {
  const chain = { stages: stages.stages.map((stage) => announced(stage, onStage)) }
  const folder = await mkdtemp(join(tmpdir(), 'engvqa-bench-'))
  const pool = createPool()
  try {
    const store = await openStore(folder)
    return await runDocuments(jobs, { chain, store, pool, dpi: DPI, signal: new AbortController().signal })
  } finally {
    await pool.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const announced = (stage: PlacedStage, onStage: (stage: LayerName) => void): PlacedStage => ({
  ...stage,
  run: (known, context) => {
    onStage(stage.adds)
    return stage.run(known, context)
  },
})
