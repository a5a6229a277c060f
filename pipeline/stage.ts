import type { Source } from '../schemas/document.ts'
import type { Formula } from '../schemas/equation.ts'
import type { Crop, Figure, Overlay } from '../schemas/figure.ts'
import type { Box } from '../schemas/geometry.ts'
import type { Item } from '../schemas/item.ts'
import type { Layout, PageLayout } from '../schemas/layout.ts'
import type { Note } from '../schemas/problem.ts'
import type { Segmentation } from '../schemas/segment.ts'

/** Everything that can be known about one document. Each key is written by the stage of that name. */
export interface Layers {
  ingest: Source
  layout: Layout
  segment: Segmentation
  figures: Figure[]
  equations: Formula[]
  link: Item[]
  refine: Item[]
}
export type LayerName = keyof Layers

/** What a curator chose for this document; part of the key under which results are stored. */
export interface StageOptions {
  /** Name of the document in the workspace; part of every item id. */
  readonly document: string
  readonly subject: string
  readonly licence: string
  readonly items: 'problems' | 'examples' | 'solutions'
  /** Pages to read; undefined means all. */
  readonly pages: readonly number[] | undefined
  /** Resolution of crops, dots an inch. */
  readonly dpi: number
  /** Lines at which a problem begins though the numbering does not say so: "12.3" is line 3 of page 12. Only printed numbers count. */
  readonly starts?: readonly string[] | undefined
}

/** The document's pages, read one at a time so that memory is bounded by pages in flight, not by the size of the book. */
export interface PageReader {
  /** Layout of one page, furniture marked. Throws if the page is not among `Layout.pages`. */
  page(page: number): Promise<PageLayout>
  /** Cuts pictures out of the PDF, PNG on white, in worker threads; null where one came out blank or failed (noted). */
  crop(requests: readonly CropRequest[]): Promise<(Crop | null)[]>
}

export interface CropRequest {
  readonly page: number
  readonly box: Box
}

/** A separate solution manual, taken through the same stages up to `equations`. */
export interface Companion {
  readonly layers: Pick<Layers, 'ingest' | 'layout' | 'segment' | 'figures' | 'equations'>
  readonly pages: PageReader
}

/** The file itself, as `ingest` and `layout` alone see it. All work on it happens in worker threads. */
export interface FileWork {
  /** Opens and checks the file. Throws ProblemError. */
  inspect(): Promise<Source>
  /** Reads pages in parallel, keeps each as soon as it is done, and hands them over in order. A page that fails is noted and left out. */
  readPages(pages: readonly number[]): AsyncIterable<PageLayout>
}

/** What a stage may use besides the layers it needs. */
export interface StageContext {
  /** Only `ingest` and `layout` have it. */
  readonly file?: FileWork
  readonly options: StageOptions
  readonly pages: PageReader
  readonly solutions: Companion | undefined
  readonly note: Note
  /** Reports `done` of `total` pages or things. */
  readonly progress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** One step from PDF to items: asks for the layers it needs and adds one. A pure function of those and the options. */
export interface Stage<Needs extends LayerName, Adds extends LayerName> {
  readonly adds: Adds
  readonly needs: readonly Needs[]
  /** Raise when the same input gives different output; stored results are then made again. */
  readonly version: number
  /** The options that the result depends on; all when left out. Others may not be read. */
  readonly uses?: readonly (keyof StageOptions)[]
  /** What this stage was made with (a model, a prompt): part of the key under which its result is kept. */
  readonly settings?: unknown
  run(known: Pick<Layers, Needs>, context: StageContext): Promise<Layers[Adds]> | Layers[Adds]
  /** Boxes to draw over the pages: what this stage saw. */
  draw?(layer: Layers[Adds], pages: PageReader): Promise<Overlay[]> | Overlay[]
}

/** A stage whose needs are known to be met; only `Chain.add` makes one. */
export type PlacedStage = Stage<never, LayerName> & { readonly needs: readonly LayerName[] }

/** Stages in order. A stage placed before something it needs does not compile. */
export class Chain<Done extends LayerName = never> {
  readonly stages: readonly PlacedStage[]

  constructor(stages: readonly PlacedStage[] = []) {
    this.stages = stages
  }

  add<Needs extends Done, Adds extends Exclude<LayerName, Done>>(stage: Stage<Needs, Adds>): Chain<Done | Adds> {
    return new Chain<Done | Adds>([...this.stages, stage as unknown as PlacedStage]) // the cast forgets needs that the signature has just checked
  }
}
