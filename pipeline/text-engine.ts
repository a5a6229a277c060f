import type { PageLayout } from '../schemas/layout.ts'
import { type Note, ProblemError } from '../schemas/problem.ts'
import type { PdfFile } from './tasks.ts'

/** A service that reads the text of pages in place of the local engine; handed in by whoever runs the pipeline. */
export interface TextEngine {
  /** As it stands in an item's provenance. */
  readonly name: string
  /** Raise when the same answer gives other pages; pages that are kept are then made again. */
  readonly version: number
  /** Has pages of a file read, before the first of them is asked for. Throws ProblemError. */
  open(request: EngineRequest): Promise<ReadText>
}

export interface EngineRequest {
  readonly document: string
  readonly file: PdfFile
  /** Counted from 1, ascending. */
  readonly pages: readonly number[]
  readonly signal: AbortSignal
}

/** A page with the engine's text; drawings and pictures are those that the local engine has found. */
export type ReadText = (own: PageLayout, note: Note) => PageLayout

/** The engine cannot be had at all: no page of the document can be read, which is told once. */
export class EngineError extends ProblemError {}

/** One file at an engine: opened when the first page is wanted that is not kept, with all pages of the run. */
export class EngineReader {
  private readonly engine: TextEngine
  private readonly request: Omit<EngineRequest, 'pages'>
  private wanted: readonly number[] = []
  private opened: Promise<ReadText> | undefined

  constructor(engine: TextEngine, request: Omit<EngineRequest, 'pages'>) {
    this.engine = engine
    this.request = request
  }

  /** Part of the key of a page. */
  get key(): string {
    return `${this.engine.name}/${this.engine.version}`
  }

  want(pages: readonly number[]): void {
    this.wanted = pages.toSorted((a, b) => a - b)
  }

  async read(own: PageLayout, note: Note): Promise<PageLayout> {
    this.opened ??= this.engine.open({ ...this.request, pages: this.wanted.includes(own.page) ? this.wanted : [own.page] })
    const text = await this.opened.catch((error: unknown) => {
      throw error instanceof ProblemError ? new EngineError(error.problem, { cause: error }) : error
    })
    return text(own, note)
  }
}
