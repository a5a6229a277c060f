import * as mupdf from 'mupdf'
import sharp from 'sharp'
import { type Box, intersection } from '../../schemas/geometry.ts'
import type { OpenPdf } from './open.ts'

/** Points an inch, by definition. */
const POINTS_PER_INCH = 72

/** Lightest grey level that counts as ink when a crop is checked for being blank: lighter is paper of a scan. */
const PAPER = 245

export interface Picture {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * Cuts a box out of a page: PNG on white, everything that is painted there composed as a viewer would.
 *
 * @param page counted from 1
 * @param dpi dots an inch
 * @returns 'blank' when nothing is painted in the box
 */
export async function cropPng(pdf: OpenPdf, page: number, box: Box, dpi: number): Promise<Picture | 'blank'> {
  const { pixels, width, height } = rasterise(pdf, page, box, dpi)
  if (!pixels.some((value) => value < PAPER)) return 'blank'
  const isGrey = pixels.every((value, at) => at % 3 === 0 || value === pixels[at - (at % 3)])
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  const png = await (isGrey ? picture.toColourspace('b-w') : picture).png({ compressionLevel: 9, adaptiveFiltering: false }).toBuffer()
  return { png, width, height }
}

/** The whole page as a PNG, for review and `engvqa show`. */
export async function pagePng(pdf: OpenPdf, page: number, dpi: number): Promise<Picture> {
  const facts = pdf.source.pages[page - 1]
  if (!facts) throw new RangeError(`There is no page ${page}.`)
  const { pixels, width, height } = rasterise(pdf, page, { left: 0, top: 0, right: facts.width, bottom: facts.height }, dpi)
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { png, width, height }
}

/** RGB pixels of a box on white, whole pixels outward. Only this part of the page is drawn. */
export function rasterise(pdf: OpenPdf, page: number, box: Box, dpi: number): { pixels: Uint8Array; width: number; height: number } {
  const loaded = pdf.document.loadPage(page - 1)
  try {
    const [left, top, right, bottom] = loaded.getBounds()
    const clipped = intersection(box, { left: 0, top: 0, right: right - left, bottom: bottom - top })
    if (!clipped) throw new RangeError(`The box lies outside page ${page}.`)
    const scale = dpi / POINTS_PER_INCH
    const frame: mupdf.Rect = [
      Math.floor(clipped.left * scale),
      Math.floor(clipped.top * scale),
      Math.ceil(clipped.right * scale),
      Math.ceil(clipped.bottom * scale),
    ]
    const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, frame, false)
    pixmap.clear(255)
    const device = new mupdf.DrawDevice([1, 0, 0, 1, 0, 0], pixmap)
    loaded.run(device, [scale, 0, 0, scale, -left * scale, -top * scale])
    device.close()
    device.destroy()
    const result = { pixels: packed(pixmap), width: pixmap.getWidth(), height: pixmap.getHeight() }
    pixmap.destroy()
    return result
  } finally {
    loaded.destroy()
  }
}

/** Copies the pixels out of mupdf's memory, without padding at the ends of rows. */
function packed(pixmap: mupdf.Pixmap): Uint8Array {
  const rowBytes = pixmap.getWidth() * 3
  const stride = pixmap.getStride()
  const source = pixmap.getPixels()
  if (stride === rowBytes) return Uint8Array.from(source)
  const target = new Uint8Array(rowBytes * pixmap.getHeight())
  for (let row = 0; row < pixmap.getHeight(); row++) target.set(source.subarray(row * stride, row * stride + rowBytes), row * rowBytes)
  return target
}
