import { z } from 'zod'
import { Source } from '../schemas/document.ts'
import { Formula } from '../schemas/equation.ts'
import { Figure, type Overlay } from '../schemas/figure.ts'
import { Item } from '../schemas/item.ts'
import { Layout } from '../schemas/layout.ts'
import { type Note, type Problem, ProblemError } from '../schemas/problem.ts'
import { Segmentation } from '../schemas/segment.ts'
import type { FileReader, Furniture } from './file-reader.ts'
import { overlaysInPlace, problemsInPlace } from './in-place.ts'
import { blobsIn, endsRun, type Keep, keepJson, recallJson } from './keep.ts'
import { UnsettledError } from './pool.ts'
import type { Companion, LayerName, Layers, PageReader, PlacedStage, StageContext, StageOptions } from './stage.ts'

/** What a run says while it works. */
export interface Progress {
  readonly document: string
  readonly stage: LayerName
  readonly done: number
  readonly total: number
}

/** How a stage went. */
export interface StageReport {
  readonly stage: LayerName
  readonly version: number
  readonly seconds: number
  /** Its result was there already. */
  readonly reused: boolean
  readonly failed: boolean
}

/** One file on its way through stages. */
export interface ChainSetup {
  readonly options: StageOptions
  /** Identifies the file: its hash and what opened it. */
  readonly root: string
  readonly reader: FileReader
  readonly keep: Keep
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** The shape of each layer is part of its key: results of an older shape are not seen. */
const SHAPES: Readonly<Record<LayerName, z.ZodType>> = {
  ingest: Source,
  layout: Layout,
  segment: Segmentation,
  figures: z.array(Figure),
  equations: z.array(Formula),
  link: z.array(Item),
  refine: z.array(Item),
}

/** A stage whose failure leaves something to go on with: items without diagrams are better than no items. */
const EMPTY: Partial<Layers> = { figures: [], equations: [] }

interface KeptStage {
  readonly problems: readonly Problem[]
  /** Pictures that the layer names; results of older versions do not list them. */
  readonly blobs?: readonly string[]
}

/** State of one file in one run: which layers there are, under which keys, and what was noted on the way. */
export class ChainRun {
  readonly problems: Problem[] = []
  readonly reports: StageReport[] = []
  private readonly keys = new Map<LayerName, string | undefined>()
  private readonly made = new Map<LayerName, unknown>()
  private readonly setup: ChainSetup
  private readonly fingerprints = new Map<LayerName, string>()
  /** Pictures that were found whole; several stages name the same ones. */
  private readonly whole = new Set<string>()

  constructor(setup: ChainSetup) {
    this.setup = setup
  }

  /** Whether a layer can be had. */
  has(name: LayerName): boolean {
    return this.keys.has(name)
  }

  /** Keys of all layers; undefined among them when a result is not settled and must not be kept. */
  private get identity(): (string | undefined)[] {
    return [...this.keys.values()]
  }

  /** A layer that has been made or is kept. */
  async layer<Name extends LayerName>(name: Name): Promise<Layers[Name]> {
    if (!this.made.has(name)) {
      const key = this.keys.get(name)
      const kept = key && (await recallJson<{ layer: Layers[Name] }>(this.setup.keep, this.layerKey(key)))
      if (!kept) throw new Error(`The layer ${name} is not there.`)
      this.made.set(name, kept.layer)
    }
    return this.made.get(name) as Layers[Name] // `run` and the lines above put it there under its own name
  }

  /**
   * Runs a stage, or recalls its result. Expected failures and bugs become problems; only what ends the whole run is thrown.
   * Gives whether the chain can go on.
   */
  async run(stage: PlacedStage, companion?: ChainRun): Promise<boolean> {
    const started = performance.now()
    const key = this.keyFor(stage, companion?.identity)
    const kept = key && (await this.recall(key))
    let failed = false
    if (kept) {
      this.problems.push(...kept.problems)
      this.keys.set(stage.adds, key)
    } else failed = !(await this.make(stage, key, companion))
    this.reports.push({
      stage: stage.adds,
      version: stage.version,
      seconds: (performance.now() - started) / 1000,
      reused: Boolean(kept),
      failed,
    })
    return this.has(stage.adds)
  }

  /** What a stage saw; drawn when it ran, or now. */
  async overlays(stage: PlacedStage): Promise<Overlay[]> {
    const key = this.keys.get(stage.adds)
    const kept = key && (await recallJson<Overlay[]>(this.setup.keep, this.overlayKey(key)))
    return kept || this.draw(stage, key)
  }

  /** Pages as a stage sees them. */
  async pages(note: Note = () => undefined, unsettled: () => void = () => undefined): Promise<PageReader> {
    const layout = await this.layer('layout')
    const furniture: Furniture = new Map((layout.furniture ?? []).map(({ page, lines }) => [page, new Set(lines)]))
    const known = new Set(layout.pages)
    const reader = this.setup.reader.pages(note, unsettled, furniture)
    return {
      page: (page) =>
        known.has(page) ? reader.page(page) : Promise.reject(new Error(`Page ${page} is not among the pages that were read.`)),
      crop: (requests) => reader.crop(requests),
    }
  }

  private async asCompanion(): Promise<Companion> {
    const [ingest, layout, segment, figures, equations] = await Promise.all([
      this.layer('ingest'),
      this.layer('layout'),
      this.layer('segment'),
      this.layer('figures'),
      this.layer('equations'),
    ])
    return { layers: { ingest, layout, segment, figures, equations }, pages: await this.pages() }
  }

  /** Undefined when something that the stage needs was not settled: then its result must not be kept either. */
  private keyFor(stage: PlacedStage, companion: readonly (string | undefined)[] | undefined): string | undefined {
    const needs = stage.needs.map((name) => this.keys.get(name))
    const inputs = [...needs, ...(companion ?? [])]
    if (inputs.includes(undefined)) return undefined
    return this.setup.keep.key({
      stage: stage.adds,
      version: stage.version,
      settings: stage.settings ?? null,
      shape: this.fingerprint(stage.adds),
      options: chosen(this.setup.options, stage),
      root: stage.needs.length === 0 ? this.setup.root : null,
      inputs,
    })
  }

  private fingerprint(name: LayerName): string {
    const known = this.fingerprints.get(name) ?? fingerprintOf(this.setup.keep, name)
    this.fingerprints.set(name, known)
    return known
  }

  /** A result counts as kept only with every picture that it names: a damaged one is made again by the stage that cut it. */
  private async recall(key: string): Promise<KeptStage | undefined> {
    const { keep } = this.setup
    const kept = (await keep.result(this.layerKey(key))) && (await recallJson<KeptStage>(keep, key))
    if (!kept) return undefined
    const named = kept.blobs ?? blobsIn(await recallJson(keep, this.layerKey(key)))
    for (const digest of named) {
      if (!this.whole.has(digest) && !(await keep.hasBlob(digest))) return undefined
      this.whole.add(digest)
    }
    return kept
  }

  private readonly layerKey = (key: string): string => this.setup.keep.key({ layer: key })
  private readonly overlayKey = (key: string): string => this.setup.keep.key({ overlays: key })

  private async make(stage: PlacedStage, key: string | undefined, companion: ChainRun | undefined): Promise<boolean> {
    let problems: Problem[] = []
    const note: Note = (problem) => problems.push(this.placed(problem, stage.adds))
    let settled = true
    const unsettled = () => {
      settled = false
    }
    try {
      const layer = await this.perform(stage, note, unsettled, companion)
      if (stage.needs.includes('layout')) problems = await problemsInPlace(problems, await this.pages())
      this.made.set(stage.adds, layer)
      const keptKey = settled ? key : undefined
      this.keys.set(stage.adds, keptKey)
      if (keptKey) {
        await keepJson(this.setup.keep, this.layerKey(keptKey), { layer })
        await keepJson(this.setup.keep, keptKey, { problems, blobs: blobsIn(layer) } satisfies KeptStage)
      }
      if (stage.draw && stage.adds !== 'layout') await this.draw(stage, keptKey)
      return true
    } catch (error) {
      if (endsRun(error)) throw error
      note(failure(error))
      if (stage.adds in EMPTY && !(error instanceof UnsettledError)) this.standIn(stage.adds)
      return false
    } finally {
      this.problems.push(...problems)
    }
  }

  private standIn(name: LayerName): void {
    this.made.set(name, EMPTY[name])
    this.keys.set(name, undefined)
  }

  private async perform(stage: PlacedStage, note: Note, unsettled: () => void, companion: ChainRun | undefined): Promise<unknown> {
    const { options, signal, onProgress, reader } = this.setup
    const known: Partial<Record<LayerName, unknown>> = {}
    for (const name of stage.needs) known[name] = await this.layer(name)
    const context: StageContext = {
      options: guarded(options, stage),
      pages: stage.needs.includes('layout') ? await this.pages(note, unsettled) : NO_PAGES,
      solutions: companion && (await companion.asCompanion()),
      note,
      progress: (done, total) => onProgress({ document: options.document, stage: stage.adds, done, total }),
      signal,
      ...(stage.adds === 'ingest' || stage.adds === 'layout' ? { file: reader.work(note, unsettled) } : {}),
    }
    return stage.run(known as never, context) // `Chain.add` has checked that the needs are met; the loop above hands over exactly those
  }

  private async draw(stage: PlacedStage, key: string | undefined): Promise<Overlay[]> {
    if (!stage.draw) return []
    const pages = await this.pages()
    const overlays = await overlaysInPlace(await stage.draw((await this.layer(stage.adds)) as never, pages), pages) // the layer of the stage's own name
    if (key) await keepJson(this.setup.keep, this.overlayKey(key), overlays)
    return overlays
  }

  private placed(problem: Problem, stage: LayerName): Problem {
    return { ...problem, place: { ...problem.place, document: this.setup.options.document, stage } }
  }
}

const fingerprintOf = (keep: Keep, name: LayerName): string => keep.key(z.toJSONSchema(SHAPES[name], { unrepresentable: 'any' }))

/** The options that a stage declares, as part of its key. */
function chosen(options: StageOptions, { uses }: PlacedStage): Partial<StageOptions> {
  return uses ? Object.fromEntries(uses.map((name) => [name, options[name] ?? null])) : options
}

/** The options, with a trap for those that the stage does not declare: its result would be reused where it must not be. */
function guarded(options: StageOptions, { uses, adds }: PlacedStage): StageOptions {
  if (!uses) return options
  const declared = new Set<string | symbol>(uses)
  return new Proxy(options, {
    get: (target, name, receiver) => {
      if (name in target && !declared.has(name))
        throw new Error(`The stage ${adds} reads the option ${String(name)} but does not declare it in \`uses\`.`)
      return Reflect.get(target, name, receiver)
    },
  })
}

const NO_PAGES: PageReader = {
  page: () => Promise.reject(new Error('A stage that reads pages needs `layout`.')),
  crop: () => Promise.reject(new Error('A stage that cuts pictures needs `layout`.')),
}

/** What a failed stage means for its document. A bug keeps its stack in the message's cause line, for the report. */
function failure(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  const [first, at] = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n')
  return {
    code: 'stage-failed',
    severity: 'error',
    message: `This is a bug in the pipeline: ${first}${at ? ` (${at.trim()})` : ''}`,
    hint: 'Please report it with the file; other documents are not affected.',
    place: {},
  }
}
