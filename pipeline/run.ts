import { basename, resolve } from 'node:path'
import pLimit from 'p-limit'
import { documentIdOf, fileSha256 } from '../corpus/documents.ts'
import { keyOf, type Store } from '../corpus/store.ts'
import type { Overlay } from '../schemas/figure.ts'
import type { Item } from '../schemas/item.ts'
import { type Note, type Problem, ProblemError } from '../schemas/problem.ts'
import { ChainRun, type Progress, type StageReport } from './chain-run.ts'
import { knownSha256 } from './file-hash.ts'
import { createFileReader, createPageCache } from './file-reader.ts'
import type { PageCache } from './file-setup.ts'
import { endsRun, type Keep } from './keep.ts'
import { interrupted, type Pool } from './pool.ts'
import type { LayerName, Layers, PageReader, PlacedStage, StageOptions } from './stage.ts'
import type { PdfFile } from './tasks.ts'
import { EngineReader, type TextEngine } from './text-engine.ts'

/** Stages that a separate solution manual goes through. */
const COMPANION_STAGES: ReadonlySet<LayerName> = new Set(['ingest', 'layout', 'segment', 'figures', 'equations'])

/** A document to be taken through the chain. */
export interface DocumentJob {
  /** Its name in the workspace, or the file's base name; part of every item id. */
  readonly id: string
  /** Path of the PDF. */
  readonly file: string
  readonly subject: string
  readonly licence: string
  readonly items: StageOptions['items']
  readonly pages?: readonly number[] | undefined
  /** Path of a separate solution manual. */
  readonly solutions?: string | undefined
  readonly password?: string | undefined
  /** Of the solution manual, where it is another one. */
  readonly solutionsPassword?: string | undefined
  /** Of the PDF when it was added; a changed file is refused. */
  readonly sha256?: string | undefined
  /** As in `StageOptions`. */
  readonly starts?: readonly string[] | undefined
}

export interface RunSetup {
  readonly chain: { readonly stages: readonly PlacedStage[] }
  readonly store: Store
  readonly pool: Pool
  /** Resolution of crops, dots an inch. */
  readonly dpi: number
  readonly signal: AbortSignal
  /** Reads the text of pages in place of the local engine. */
  readonly engine?: TextEngine | undefined
  readonly onProgress?: (progress: Progress) => void
  readonly onDone?: (result: DocumentResult) => void
}

/** What came of one document. `items` is empty when it failed, and `problems` says why. */
export interface DocumentResult {
  readonly document: string
  readonly file: string
  readonly sha256: string | undefined
  /** Pages that were read. */
  readonly pages: number
  /** Pages that the PDF has; 0 when it could not be opened. */
  readonly pagesOfFile: number
  /** Pages that the separate solution manual has, if it was read. */
  readonly pagesOfSolutions: number | undefined
  readonly items: readonly Item[]
  readonly problems: readonly Problem[]
  readonly stages: readonly StageReport[]
  readonly seconds: number
}

/**
 * Takes documents through the chain, several at a time. A document that fails has problems and no items; the others live.
 * Throws ProblemError only for what ends the run: `disk-full`, `store-unwritable`, `interrupted`. What was finished by then is kept.
 */
export async function runDocuments(jobs: readonly DocumentJob[], setup: RunSetup): Promise<DocumentResult[]> {
  const atOnce = pLimit(setup.pool.threads)
  const cache = createPageCache()
  const results = await Promise.allSettled(
    jobs.map((job) =>
      atOnce(async () => {
        if (setup.signal.aborted) throw interrupted()
        const result = await runDocument(job, setup, cache)
        setup.onDone?.(result)
        return result
      }),
    ),
  )
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function runDocument(job: DocumentJob, setup: RunSetup, cache: PageCache): Promise<DocumentResult> {
  const started = performance.now()
  const done = await passDocument(job, setup, cache)
  const { main, companion } = done
  const last = setup.chain.stages.some(({ adds }) => adds === 'refine') ? 'refine' : 'link'
  const items = main?.has(last) ? withStages(await main.layer(last), main.reports, setup.engine) : []
  return {
    document: job.id,
    file: job.file,
    sha256: done.sha256,
    pages: main?.has('layout') ? (await main.layer('layout')).pages.length : 0,
    pagesOfFile: (await pagesOf(main)) ?? 0,
    pagesOfSolutions: await pagesOf(companion),
    items,
    problems: [...done.problems, ...(main?.problems ?? []), ...(companion?.problems ?? [])],
    stages: main?.reports ?? [],
    seconds: (performance.now() - started) / 1000,
  }
}

const pagesOf = async (run: ChainRun | undefined): Promise<number | undefined> =>
  run?.has('ingest') ? (await run.layer('ingest')).pages.length : undefined

interface Passed {
  readonly main: ChainRun | undefined
  readonly companion: ChainRun | undefined
  readonly sha256: string | undefined
  /** What went wrong outside any stage. */
  readonly problems: Problem[]
}

async function passDocument(job: DocumentJob, given: RunSetup, cache: PageCache): Promise<Passed> {
  const setup = { ...given, chain: { stages: given.chain.stages.map((stage) => withEngine(stage, given.engine)) } }
  const problems: Problem[] = []
  const options: StageOptions = {
    document: job.id,
    subject: job.subject,
    licence: job.licence,
    items: job.items,
    pages: job.pages,
    dpi: setup.dpi,
    starts: job.starts,
  }
  const opened = await openRun(job.file, options, job.password, setup, cache).catch((error: unknown) => failed(error, problems, job.id))
  if (!opened) return { main: undefined, companion: undefined, sha256: undefined, problems }
  if (job.sha256 && job.sha256 !== opened.sha256) {
    problems.push(changed(job)) // what was made of the old file, and reviewed, would be mixed with another one's pages
    return { main: undefined, companion: undefined, sha256: opened.sha256, problems }
  }
  const [companion] = await Promise.all([
    passCompanion(job, options, setup, cache, problems),
    passStages(
      opened.run,
      setup.chain.stages.filter(({ adds }) => COMPANION_STAGES.has(adds)),
    ),
  ])
  await passRest(opened.run, companion, setup.chain.stages)
  return { main: opened.run, companion, sha256: opened.sha256, problems }
}

/** What another engine has read is kept under another name, and everything made from it. */
const withEngine = (stage: PlacedStage, engine: TextEngine | undefined): PlacedStage =>
  engine && stage.adds === 'layout' ? { ...stage, settings: { engine: engine.name, version: engine.version } } : stage

async function passCompanion(
  { id, solutions, password, solutionsPassword }: DocumentJob,
  options: StageOptions,
  setup: RunSetup,
  cache: PageCache,
  problems: Problem[],
): Promise<ChainRun | undefined> {
  if (solutions === undefined) return undefined
  const name = documentIdOf(solutions)
  const manual: StageOptions = { ...options, document: name, items: 'solutions', pages: undefined, starts: undefined }
  const opened = await openRun(solutions, manual, solutionsPassword ?? password, setup, cache).catch((error: unknown) =>
    failed(error, problems, id),
  )
  if (!opened) return undefined
  await passStages(
    opened.run,
    setup.chain.stages.filter(({ adds }) => COMPANION_STAGES.has(adds)),
  )
  return opened.run
}

/** Stages in order, until one leaves nothing to go on with. */
async function passStages(run: ChainRun, stages: readonly PlacedStage[]): Promise<void> {
  for (const stage of stages) if (!(await run.run(stage))) return
}

/** Stages that may look into the solution manual. */
async function passRest(main: ChainRun, companion: ChainRun | undefined, stages: readonly PlacedStage[]): Promise<void> {
  const before = stages.filter(({ adds }) => COMPANION_STAGES.has(adds))
  const isComplete = (run: ChainRun | undefined): boolean => run !== undefined && before.every(({ adds }) => run.has(adds))
  if (!isComplete(main)) return
  const usable = isComplete(companion) ? companion : undefined
  for (const stage of stages) {
    if (!COMPANION_STAGES.has(stage.adds) && !(await main.run(stage, usable))) return
  }
}

/** Opens the way through the chain for one file. Throws ProblemError `file-missing` or `file-empty`. */
async function openRun(
  path: string,
  options: StageOptions,
  password: string | undefined,
  setup: RunSetup,
  cache: PageCache,
): Promise<{ run: ChainRun; sha256: string }> {
  const keep = toKeep(setup.store)
  const file: PdfFile = { path: resolve(path), name: basename(path), password }
  const sha256 = await knownSha256(file.path, keep, fileSha256)
  const layoutVersion = setup.chain.stages.find(({ adds }) => adds === 'layout')?.version ?? 0
  const reader = createFileReader({
    file,
    sha256,
    dpi: setup.dpi,
    layoutVersion,
    ahead: setup.pool.threads * 2 + 1,
    pool: setup.pool,
    keep,
    cache,
    signal: setup.signal,
    engine: setup.engine && new EngineReader(setup.engine, { document: options.document, file, signal: setup.signal }),
  })
  const root = keep.key({ sha256, name: file.name, password: password ?? null })
  const run = new ChainRun({ options, root, reader, keep, signal: setup.signal, onProgress: setup.onProgress ?? (() => undefined) })
  return { run, sha256 }
}

const toKeep = (store: Store): Keep => ({
  key: keyOf,
  result: (key) => store.result(key),
  putResult: (key, bytes) => store.putResult(key, bytes),
  hasBlob: (digest) => store.hasBlob(digest),
  putBlob: (bytes) => store.putBlob(bytes),
})

const changed = ({ id, file }: DocumentJob): Problem => ({
  code: 'file-changed',
  severity: 'error',
  message: `${basename(file)} is not the file that was added: its hash differs. It is not read, and what was extracted before stays.`,
  hint: 'Put the old file back; or, if the new one is right, put its sha256 into documents.yaml, or none.',
  place: { document: id, stage: 'ingest' },
})

/** Keeps what went wrong with a file before any stage; throws only what ends the run. */
function failed(error: unknown, problems: Problem[], document: string): undefined {
  if (endsRun(error) || !(error instanceof ProblemError)) throw error
  problems.push({ ...error.problem, place: { ...error.problem.place, document } })
}

/** The runner alone knows which version of each stage and which engine was at work. */
function withStages(items: readonly Item[], reports: readonly StageReport[], engine: TextEngine | undefined): Item[] {
  const stages = Object.fromEntries(reports.map(({ stage, version }) => [stage, version]))
  return items.map((item) => ({ ...item, provenance: { ...item.provenance, stages, ...(engine ? { engine: engine.name } : {}) } }))
}

/** A document taken as far as a stage, to be looked at. */
export interface Inspection {
  has(name: LayerName): boolean
  layer<Name extends LayerName>(name: Name): Promise<Layers[Name]>
  /** What the stage saw, to be drawn over the pages. */
  overlays(): Promise<Overlay[]>
  /** The pages, for those who read after the chain has run. */
  pages(note: Note): Promise<PageReader>
  readonly sha256: string | undefined
  readonly problems: readonly Problem[]
}

/** Runs the chain up to a stage, where that has not been done yet. Throws ProblemError `usage` for a stage that does not exist. */
export async function inspectDocument(job: DocumentJob, name: LayerName, setup: RunSetup): Promise<Inspection> {
  const at = setup.chain.stages.findIndex(({ adds }) => adds === name)
  const stage = setup.chain.stages[at]
  if (!stage) {
    const names = setup.chain.stages.map(({ adds }) => adds)
    throw new ProblemError({
      code: 'usage',
      message: `There is no stage “${name}”.`,
      hint: `Stages are ${names.join(', ')}.`,
      place: { document: job.id },
    })
  }
  const chain = { stages: setup.chain.stages.slice(0, at + 1) }
  const { main, sha256, problems } = await passDocument(job, { ...setup, chain }, createPageCache())
  const all = [...problems, ...(main?.problems ?? [])]
  const lost = () => Promise.reject(new ProblemError(all.find(({ severity }) => severity === 'error') ?? nothing(job.id, name)))
  return {
    has: (layer) => main?.has(layer) ?? false,
    layer: (layer) => (main?.has(layer) ? main.layer(layer) : lost()),
    overlays: () => (main?.has(name) ? main.overlays(stage) : lost()),
    pages: (note) => (main?.has('layout') ? main.pages(note) : lost()),
    sha256,
    problems: all,
  }
}

const nothing = (document: string, stage: LayerName): Problem => ({
  code: 'stage-failed',
  severity: 'error',
  message: `The stage ${stage} left nothing.`,
  hint: 'Run `engvqa extract` to see why.',
  place: { document, stage },
})
