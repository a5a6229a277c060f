import * as mupdf from 'mupdf'
import { type Box, height } from '../../schemas/geometry.ts'
import { type CellShape, type KnownShape, readShapes, SHADES, shapeDistance } from '../cell-shape.ts'
import { SIGN_SHAPES } from './fonts/sign-shapes.ts'

/** Pixels to the em: thin strokes are 0.04 em and must show. */
const EM = 30
/** Pixels. The largest delimiters that fonts hold as one glyph are 6 em tall, the widest radicals and operators 2 em wide. */
const CANVAS = { width: 180, height: 540, x: 60, y: 270 }
/** Where rows of cells begin, as shares of the height. What tells brackets from one another is at their ends. */
const ROWS = [0, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1]
const COLUMNS = 12
/** What a factor of e between two ratios of width to height weighs against the share of cells that differ. */
const RATIO_WEIGHT = 0.08
/** Share of black that differs between signs of one kind in two fonts; two kinds differ by more. Both measured over 16 mathematical fonts. */
const ALIKE = 0.13
/** By how much the second kind must be further off. */
const MARGIN = 0.012
/** Em. Smaller signs are dots, dashes and accents, which have no shape of their own. */
const LEAST = 0.5

/**
 * The sign that an unnamed glyph of a mathematical font shows: files made by XeTeX and browsers name only characters, and the larger forms of
 * brackets, radicals and operators have none of their own. Undefined when it looks like none, or like two.
 */
export function signOfShape(font: mupdf.Font, gid: number): string | undefined {
  const shape = shapeOf(font, gid)
  if (!shape) return undefined
  const distances = new Map<string, number>()
  for (const known of knownShapes()) {
    distances.set(known.text, Math.min(distances.get(known.text) ?? 1, distanceOf(known, shape)))
  }
  const [first, second] = [...distances].sort((a, b) => a[1] - b[1])
  return first && second && first[1] < ALIKE && second[1] - first[1] > MARGIN ? first[0] : undefined
}

export const distanceOf = (a: CellShape, b: CellShape): number => shapeDistance(a, b, RATIO_WEIGHT)

/** A font file by itself, outside any document. */
export const openFont = (name: string, bytes: Uint8Array): mupdf.Font => new mupdf.Font(name, bytes)

/** Draws one glyph and measures it; undefined for small marks. */
export function shapeOf(font: mupdf.Font, gid: number): CellShape | undefined {
  const drawn = drawnGlyph(font, gid, EM)
  return drawn && height(drawn.box) >= LEAST * EM ? measured(drawn) : undefined
}

/** A glyph drawn black on white. */
export interface DrawnGlyph {
  /** One byte a pixel, 255 is white. */
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  /** Of the ink, in pixels. */
  readonly box: Box
}

/** Draws one glyph, `em` pixels to the em; undefined where nothing shows. */
export function drawnGlyph(font: mupdf.Font, gid: number, em: number): DrawnGlyph | undefined {
  const { width, height: high, x, y } = CANVAS
  const text = new mupdf.Text()
  text.showGlyph(font, [em, 0, 0, -em, x, y], gid, 0xfffd)
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceGray, [0, 0, width, high], false)
  pixmap.clear(255)
  const device = new mupdf.DrawDevice(mupdf.Matrix.identity, pixmap)
  try {
    device.fillText(text, mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, [0], 1)
    device.close()
    return withBox({ pixels: Uint8Array.from(pixmap.getPixels()), width, height: high })
  } finally {
    for (const held of [device, pixmap, text]) held.destroy()
  }
}

function withBox({ pixels, width, height: high }: Omit<DrawnGlyph, 'box'>): DrawnGlyph | undefined {
  const isInk = (x: number, y: number): boolean => (pixels[y * width + x] ?? 255) < 128
  const rows = Array.from({ length: high }, (_, y) => y).filter((y) => Array.from({ length: width }).some((_, x) => isInk(x, y)))
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => rows.some((y) => isInk(x, y)))
  const [top, left, last, end] = [rows[0], columns[0], rows.at(-1), columns.at(-1)]
  if (top === undefined || left === undefined || last === undefined || end === undefined) return undefined
  return { pixels, width, height: high, box: { left, top, right: end + 1, bottom: last + 1 } }
}

function measured({ pixels, width, box }: DrawnGlyph): CellShape {
  const { left, top } = box
  const [wide, high] = [box.right - left, box.bottom - top]
  const cells = ROWS.slice(1).flatMap((end, row) =>
    Array.from({ length: COLUMNS }, (_, column) => {
      const from = { x: left + (column * wide) / COLUMNS, y: top + (ROWS[row] ?? 0) * high }
      const to = { x: left + ((column + 1) * wide) / COLUMNS, y: top + end * high }
      return Math.round(darkness(pixels, width, from, to) * (SHADES - 1))
    }),
  )
  return { cells, ratio: Math.log(wide / high) }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Mean over the pixels that a cell touches, 0 to 1. */
function darkness(pixels: Uint8Array, width: number, from: Point, to: Point): number {
  const [left, top] = [Math.floor(from.x), Math.floor(from.y)]
  const [right, bottom] = [Math.max(left + 1, Math.ceil(to.x)), Math.max(top + 1, Math.ceil(to.y))]
  let sum = 0
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += 255 - (pixels[y * width + x] ?? 255)
  return sum / 255 / ((right - left) * (bottom - top))
}

let known: readonly KnownShape[] | undefined

function knownShapes(): readonly KnownShape[] {
  known ??= readShapes(SIGN_SHAPES)
  return known
}
