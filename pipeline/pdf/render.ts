import * as mupdf from 'mupdf'
import sharp from 'sharp'
import { type Box, intersection, type Turn } from '../../schemas/geometry.ts'
import type { OpenPdf } from './open.ts'

/** Points an inch, by definition. */
const POINTS_PER_INCH = 72

/** Lightest grey level that counts as ink when a crop is checked for being blank: lighter is paper of a scan. */
const PAPER = 245
/** Steps by which the darkest and the lightest pixel of a crop differ if there is something to see in it. */
const CONTRAST = 8

/**
 * zlib's usual level. The highest takes six times as long, a quarter of the time of a whole extraction where figures are many, and makes
 * grey pictures smaller by 3 %, coloured ones by 15 %.
 */
const COMPRESSION = 6

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
 * @param box on the page as shown
 * @param turned degrees clockwise that set the page upright, and so the picture
 * @returns 'blank' when nothing can be seen in the box
 */
export async function cropPng(pdf: OpenPdf, page: number, box: Box, dpi: number, turned?: Turn): Promise<Picture | 'blank'> {
  const { pixels, width, height } = rasterise(pdf, page, box, dpi)
  if (isBlank(pixels)) return 'blank'
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  const righted = turned === undefined ? picture : picture.rotate(turned)
  const png = await (isGrey(pixels) ? righted.toColourspace('b-w') : righted)
    .png({ compressionLevel: COMPRESSION, adaptiveFiltering: false })
    .toBuffer()
  return turned === 90 || turned === 270 ? { png, width: height, height: width } : { png, width, height }
}

// Plain loops: a crop has millions of values, and a call for each would cost more than drawing it.

/** Whether there is nothing but paper, or but one colour, as where a picture could not be decoded. */
function isBlank(pixels: Uint8Array): boolean {
  const low = [255, 255, 255]
  const high = [0, 0, 0]
  for (let at = 0; at < pixels.length; at++) {
    const value = pixels[at] ?? 0
    const channel = at % 3
    if (value < (low[channel] ?? 0)) low[channel] = value
    if (value > (high[channel] ?? 0)) high[channel] = value
    if ((low[channel] ?? 0) < PAPER && (high[channel] ?? 0) - (low[channel] ?? 0) > CONTRAST) return false
  }
  return true
}

function isGrey(pixels: Uint8Array): boolean {
  for (let at = 0; at < pixels.length; at += 3) {
    const red = pixels[at]
    if (red !== pixels[at + 1] || red !== pixels[at + 2]) return false
  }
  return true
}

function pageFacts(pdf: OpenPdf, page: number): { width: number; height: number } {
  const facts = pdf.source.pages[page - 1]
  if (!facts) throw new RangeError(`There is no page ${page}.`)
  return facts
}

/** The whole page as a PNG, for review and `engvqa show`. */
export async function pagePng(pdf: OpenPdf, page: number, dpi: number): Promise<Picture> {
  const facts = pageFacts(pdf, page)
  const { pixels, width, height } = rasterise(pdf, page, { left: 0, top: 0, right: facts.width, bottom: facts.height }, dpi)
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: COMPRESSION })
    .toBuffer()
  return { png, width, height }
}

/** RGB pixels of a box on white, whole pixels outward. Only this part of the page is drawn. */
export function rasterise(pdf: OpenPdf, page: number, box: Box, dpi: number): { pixels: Uint8Array; width: number; height: number } {
  const { bounds, list } = recorded(pdf, page)
  const [left, top, right, bottom] = bounds
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
  list.run(device, [scale, 0, 0, scale, -left * scale, -top * scale])
  device.close()
  device.destroy()
  const result = { pixels: packed(pixmap), width: pixmap.getWidth(), height: pixmap.getHeight() }
  pixmap.destroy()
  return result
}

interface Recording {
  readonly page: number
  readonly bounds: mupdf.Rect
  readonly list: mupdf.DisplayList
}

/** The page that was drawn last from each file. */
const lastDrawn = new WeakMap<OpenPdf, Recording>()

/**
 * What a page paints, as the engine's list of it. Several pictures are cut from one page, and to read the page anew for each takes three times as
 * long as to draw them. Every picture is drawn from such a list, a single one too: curves come out a shade different straight from the page,
 * and a picture that is cut again must be the same to the byte.
 */
function recorded(pdf: OpenPdf, page: number): Recording {
  const last = lastDrawn.get(pdf)
  if (last?.page === page) return last
  lastDrawn.delete(pdf)
  last?.list.destroy()
  const loaded = pdf.document.loadPage(page - 1)
  try {
    const recording = { page, bounds: loaded.getBounds(), list: loaded.toDisplayList() }
    lastDrawn.set(pdf, recording)
    return recording
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

/** A whole page in grey, for reading scans: one byte a pixel, white paper where nothing is painted. */
export function greyRaster(pdf: OpenPdf, page: number, dpi: number): { pixels: Uint8Array; width: number; height: number } {
  const facts = pageFacts(pdf, page)
  const { pixels, width, height } = rasterise(pdf, page, { left: 0, top: 0, right: facts.width, bottom: facts.height }, dpi)
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at++) {
    grey[at] = 0.299 * (pixels[at * 3] ?? 255) + 0.587 * (pixels[at * 3 + 1] ?? 255) + 0.114 * (pixels[at * 3 + 2] ?? 255)
  }
  return { pixels: grey, width, height }
}
