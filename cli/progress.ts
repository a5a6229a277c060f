import cliProgress from 'cli-progress'
import type { Progress } from '../pipeline/chain-run.ts'
import type { Session } from './session.ts'

/** Progress of a run for people. */
export interface ProgressView {
  readonly update: (progress: Progress) => void
  readonly finish: (document: string) => void
  readonly close: () => void
}

const SILENT: ProgressView = { update: () => undefined, finish: () => undefined, close: () => undefined }

/** One bar a document and stage, on a terminal only: a log file full of bars helps nobody. */
export function progressView(session: Session): ProgressView {
  if (!session.terminal || session.quiet || session.json) return SILENT
  const bars = new cliProgress.MultiBar(
    { format: '{document} {stage} {bar} {value}/{total}', clearOnComplete: true, hideCursor: true, stream: process.stderr, barsize: 30 },
    cliProgress.Presets.shades_classic,
  )
  const open = new Map<string, cliProgress.SingleBar>()
  return {
    update: ({ document, stage, done, total }) => {
      const bar = open.get(document) ?? bars.create(total, done, { document: document.padEnd(24), stage: stage.padEnd(9) })
      open.set(document, bar)
      bar.setTotal(total)
      bar.update(done, { stage: stage.padEnd(9) })
    },
    finish: (document) => {
      const bar = open.get(document)
      if (bar) bars.remove(bar)
      open.delete(document)
    },
    close: () => bars.stop(),
  }
}
