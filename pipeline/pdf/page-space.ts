import type { Matrix } from './matrix.ts'

/** left, bottom, right, top in PDF user space: origin somewhere at the bottom left, y up. */
export type PdfRect = readonly [left: number, bottom: number, right: number, top: number]

/** From PDF user space to the page as shown: origin at the top left of the CropBox after rotation, y down. */
export function toPageSpace([left, bottom, right, top]: PdfRect, rotation: number): Matrix {
  const turned = ((rotation % 360) + 360) % 360
  if (turned === 90) return [0, 1, 1, 0, -bottom, -left]
  if (turned === 180) return [-1, 0, 0, 1, right, -bottom]
  if (turned === 270) return [0, -1, -1, 0, top, right]
  return [1, 0, 0, -1, -left, top]
}
