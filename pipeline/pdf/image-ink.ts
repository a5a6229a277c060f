import { area, type Box } from '../../schemas/geometry.ts'
import type { PageImage } from '../../schemas/layout.ts'
import type { OpenPdf } from './open.ts'
import { rasterise } from './render.ts'

/** Dots an inch at which margins are looked for: one pixel a point, finer than any label stands from a margin. */
const PROBE_DPI = 72
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
  return images.map((image) => {
    if (image.background || area(image.box) < MIN_AREA) return image
    const ink = inkOf(pdf, page, image.box)
    return ink ? { ...image, ink } : image
  })
}

/** What differs from the paper at a picture's edge; undefined when it is blank or reaches all edges. */
function inkOf(pdf: OpenPdf, page: number, box: Box): Box | undefined {
  const raster = rasterise(pdf, page, box, PROBE_DPI)
  const paper = paperColour(raster)
  if (paper.some((level) => level < PAPER_LEVEL)) return undefined
  const isInk = inkMap(raster, paper)
  const rows = profile(raster.height, raster.width, (row, at) => isInk[row * raster.width + at] === 1)
  const columns = profile(raster.width, raster.height, (column, at) => isInk[at * raster.width + column] === 1)
  const [top, bottom] = ends(rows)
  const [left, right] = ends(columns)
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return undefined
  const scale = 72 / PROBE_DPI
  const originX = Math.floor(box.left / scale) * scale
  const originY = Math.floor(box.top / scale) * scale
  const ink = {
    left: Math.max(box.left, originX + left * scale),
    top: Math.max(box.top, originY + top * scale),
    right: Math.min(box.right, originX + (right + 1) * scale),
    bottom: Math.min(box.bottom, originY + (bottom + 1) * scale),
  }
  const margin = Math.max(ink.left - box.left, ink.top - box.top, box.right - ink.right, box.bottom - ink.bottom)
  return margin < MIN_MARGIN || ink.left >= ink.right || ink.top >= ink.bottom ? undefined : ink
}

interface Raster {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** 1 where a pixel differs from the paper, which is the most frequent colour around the edge. */
function inkMap({ pixels, width, height }: Raster, paper: readonly number[]): Uint8Array {
  const map = new Uint8Array(width * height)
  for (let at = 0; at < map.length; at++) {
    const differs = [0, 1, 2].some((channel) => Math.abs((pixels[at * 3 + channel] ?? 0) - (paper[channel] ?? 0)) > INK_CONTRAST)
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
