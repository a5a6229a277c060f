import type { Source } from '../schemas/document.ts'
import type { Box, Turn } from '../schemas/geometry.ts'
import type { Problem } from '../schemas/problem.ts'

/** Which file a worker thread shall open. */
export interface PdfFile {
  /** Absolute path. */
  readonly path: string
  /** Base name, for messages. */
  readonly name: string
  readonly password?: string | undefined
}

/** A page, packed by `packPage`, with the doubts that were noted while it was read. */
export interface ReadPage {
  readonly bytes: Uint8Array
  readonly problems: readonly Problem[]
}

export interface CutPng {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

/** What came of cutting one box. */
export type Cut = CutPng | 'blank' | { readonly problem: Problem }

/** What worker threads can do: name → request and value. All of it must survive being copied between threads. */
export interface Tasks {
  inspect: { request: { readonly file: PdfFile }; value: Source }
  readPage: { request: { readonly file: PdfFile; readonly page: number }; value: ReadPage }
  cutPage: {
    request: {
      readonly file: PdfFile
      readonly page: number
      /** On the page as shown. */
      readonly boxes: readonly Box[]
      readonly dpi: number
      /** Degrees clockwise that set the page upright, and so the pictures. */
      readonly turned?: Turn | undefined
    }
    value: readonly Cut[]
  }
  /** Pages as a PDF of their own. */
  cutOut: { request: { readonly file: PdfFile; readonly from: number; readonly to: number }; value: Uint8Array }
  /** A box of a page, in points on the page as shown, as an SVG; 'raster' where pixels are painted in it. */
  drawSvg: { request: { readonly file: PdfFile; readonly page: number; readonly box: Box }; value: string }
  drawPage: { request: { readonly file: PdfFile; readonly page: number; readonly dpi: number }; value: CutPng }
}
export type TaskName = keyof Tasks

/** An expected failure is an answer, not an exception: errors lose their class between threads. */
export type Reply<T> = { readonly value: T } | { readonly problem: Problem }
