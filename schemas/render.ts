import type { Box, Turn } from './geometry.ts'

/**
 * Draws a page of a source document as PNG, at `dpi` dots an inch, as shown (CropBox, rotation applied).
 * Handed in by cli/, because only pipeline/pdf/ can open a PDF. Throws ProblemError.
 */
export type RenderPage = (document: string, page: number, dpi: number) => Promise<Uint8Array>

/** Cuts a region out of a page of a file as PNG on white; "blank" when nothing is drawn there. Throws ProblemError. */
export type CutFromFile = (request: {
  /** Path of the user's own PDF. */
  readonly file: string
  readonly page: number
  /** Points from the top left of the page as shown. */
  readonly box: Box
  readonly dpi: number
  /** Degrees clockwise by which the picture is set upright. */
  readonly turned?: Turn | undefined
}) => Promise<Uint8Array | 'blank'>

/** The bytes of a stored picture by its sha256, or undefined when there is none. */
export type ReadImage = (sha256: string) => Promise<Uint8Array | undefined>
