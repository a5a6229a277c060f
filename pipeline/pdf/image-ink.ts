import { area, type Box, unionAll } from '../../schemas/geometry.ts'
import type { PageImage } from '../../schemas/layout.ts'
import type { OpenPdf } from './open.ts'
import { rasterise } from './render.ts'

/** Dots an inch at which margins are looked for: one pixel a point, finer than any label stands from a margin. */
const PROBE_DPI = 72
const PIXELS = PROBE_DPI / 72
/** Steps of a colour channel by which ink differs from its paper: grain and compression stay under a tenth of the range. */
const INK_CONTRAST = 24
/** Lightest level of each channel from which a picture's edge counts as paper; tinted grounds are part of the picture. */
const PAPER_LEVEL = 232
/** Pixels in a row that a stroke lasts; specks of a scan are smaller. */
const SPECK = 2
/** Square points. Smaller pictures are icons, whose margins do not matter. */
const MIN_AREA = 900
/** Points. A margin narrower than this is left as it is. */
const MIN_MARGIN = 2

/** Pictures with their empty margins told apart: what a reader sees as the drawing is the ink, not the paper around it. */
export function withInk(pdf: OpenPdf, page: number, images: readonly PageImage[]): PageImage[] {
  const drawings = images.filter((image) => !image.background && area(image.box) >= MIN_AREA)
  const frame = unionAll(drawings.map(({ box }) => box))
  if (!frame) return [...images]
  const origin = { x: Math.floor(frame.left * PIXELS), y: Math.floor(frame.top * PIXELS) }
  const raster = drawn(pdf, page, frame) // once a page: some pictures come in hundreds of strips
  if (!raster) return [...images]
  return images.map((image) => {
    const ink = drawings.includes(image) ? inkOf(raster, origin, image.box) : undefined
    return ink ? { ...image, ink } : image
  })
}

/** The page as drawn; undefined where that fails: margins do not matter then, and the crop will say what is wrong. */
function drawn(pdf: OpenPdf, page: number, frame: Box): Raster | undefined {
  try {
    return rasterise(pdf, page, frame, PROBE_DPI)
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError) throw cause // the engine's memory is in doubt
    return undefined
  }
}

/** What differs from the paper at a picture's edge; undefined when it is blank or reaches all edges. */
function inkOf(page: Raster, origin: { x: number; y: number }, box: Box): Box | undefined {
  const x = Math.floor(box.left * PIXELS)
  const y = Math.floor(box.top * PIXELS)
  const raster = slice(page, x - origin.x, y - origin.y, Math.ceil(box.right * PIXELS) - x, Math.ceil(box.bottom * PIXELS) - y)
  const paper = paperColour(raster)
  if (paper.some((level) => level < PAPER_LEVEL)) return undefined
  const isInk = inkMap(raster, paper)
  const rows = profile(raster.height, raster.width, (row, at) => isInk[row * raster.width + at] === 1)
  const columns = profile(raster.width, raster.height, (column, at) => isInk[at * raster.width + column] === 1)
  const [top, bottom] = ends(rows)
  const [left, right] = ends(columns)
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return undefined
  const ink = {
    left: Math.max(box.left, (x + left) / PIXELS),
    top: Math.max(box.top, (y + top) / PIXELS),
    right: Math.min(box.right, (x + right + 1) / PIXELS),
    bottom: Math.min(box.bottom, (y + bottom + 1) / PIXELS),
  }
  const margin = Math.max(ink.left - box.left, ink.top - box.top, box.right - ink.right, box.bottom - ink.bottom)
  return margin < MIN_MARGIN || ink.left >= ink.right || ink.top >= ink.bottom ? undefined : ink
}

/** Part of a raster, clipped to it. */
function slice({ pixels, width, height }: Raster, left: number, top: number, wide: number, high: number): Raster {
  const [from, to] = [Math.max(0, left), Math.min(width, left + wide)]
  const [first, last] = [Math.max(0, top), Math.min(height, top + high)]
  const part = new Uint8Array(Math.max(0, to - from) * Math.max(0, last - first) * 3)
  for (let row = first; row < last; row++) {
    part.set(pixels.subarray((row * width + from) * 3, (row * width + to) * 3), (row - first) * (to - from) * 3)
  }
  return { pixels: part, width: Math.max(0, to - from), height: Math.max(0, last - first) }
}

interface Raster {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** 1 where a pixel differs from the paper, which is the most frequent colour around the edge. */
function inkMap({ pixels, width, height }: Raster, paper: readonly number[]): Uint8Array {
  const map = new Uint8Array(width * height)
  const [red = 0, green = 0, blue = 0] = paper
  for (let at = 0, from = 0; at < map.length; at++, from += 3) {
    const differs =
      Math.abs((pixels[from] ?? 0) - red) > INK_CONTRAST ||
      Math.abs((pixels[from + 1] ?? 0) - green) > INK_CONTRAST ||
      Math.abs((pixels[from + 2] ?? 0) - blue) > INK_CONTRAST
    map[at] = differs ? 1 : 0
  }
  return map
}

function paperColour({ pixels, width, height }: Raster): readonly number[] {
  const counts = new Map<number, { count: number; at: number }>()
  const look = (x: number, y: number): void => {
    const at = (y * width + x) * 3
    const key = ((pixels[at] ?? 0) >> 4) * 256 + ((pixels[at + 1] ?? 0) >> 4) * 16 + ((pixels[at + 2] ?? 0) >> 4)
    const entry = counts.get(key) ?? { count: 0, at }
    entry.count++
    counts.set(key, entry)
  }
  for (let x = 0; x < width; x++) for (const y of [0, 1, height - 2, height - 1]) if (y >= 0) look(x, y)
  for (let y = 0; y < height; y++) for (const x of [0, 1, width - 2, width - 1]) if (x >= 0) look(x, y)
  const usual = [...counts.values()].reduce((best, entry) => (entry.count > best.count ? entry : best), { count: 0, at: 0 })
  return [0, 1, 2].map((channel) => pixels[usual.at + channel] ?? 255)
}

/** Whether each row (or column) holds ink. */
function profile(count: number, length: number, isInk: (row: number, at: number) => boolean): boolean[] {
  return Array.from({ length: count }, (_, row) => {
    for (let at = 0; at < length; at++) if (isInk(row, at)) return true
    return false
  })
}

/** First and last row of ink that goes on for more than a speck. */
function ends(rows: readonly boolean[]): [number | undefined, number | undefined] {
  const isStroke = (at: number, step: 1 | -1): boolean => {
    for (let more = 0; more <= SPECK; more++) if (!rows[at + more * step]) return false
    return true
  }
  let first: number | undefined
  let last: number | undefined
  for (let at = 0; at < rows.length && first === undefined; at++) if (isStroke(at, 1)) first = at
  for (let at = rows.length - 1; at >= 0 && last === undefined; at--) if (isStroke(at, -1)) last = at
  return [first, last]
}
