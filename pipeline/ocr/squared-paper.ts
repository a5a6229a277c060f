import { median } from './median.ts'
import { type Bitmap, bitmap, type Grey } from './raster.ts'

/** Share of the paper's brightness below which a pixel may be of a printed grid: its lines are faint. */
const FAINT_SHARE = 0.92
/** Share of the page's width, or height, that a line of a grid takes. */
const LENGTH = 0.3
/** Pixels by which a line may lie out of level, and rows to either side of it that must be emptier. */
const SLACK = 1
const BESIDE = 6
const EMPTIER = 0.6
/** Lines each way that make a grid; tables have fewer, or cells that are no squares. */
const LINES = 8
/** Pixels at 300 dots an inch: squares of 1 mm to 12 mm. */
const SQUARE = { least: 11, most: 142 }
/** Share by which distances of lines may differ, and the two sides of a square. */
const UNEVEN = 0.06
/** Share of the lines that must be at such distances: strokes of drawings lie between. */
const REGULAR = 0.7
/** Share of a line's own darkness by which a pixel on it must be darker to be ink that crosses it. */
const DARKER = 0.4

/** A printed line: the row of its middle, or the column. */
type Lines = readonly number[]

/**
 * The picture without the grid of squared paper. It runs through all letters, and joins all drawings into one. What is drawn on it is darker, or goes
 * on at both sides of its lines.
 *
 * @param picture straightened, 300 dots an inch
 * @param half the same halved, in which grids are looked for first: most pages have none
 */
export function withoutGrid(picture: Grey, half: Grey): Grey {
  if (!gridIn(bitmap(half, FAINT_SHARE), 0.5)) return picture
  const faint = bitmap(picture, FAINT_SHARE)
  const grid = gridIn(faint, 1)
  if (!grid) return picture
  const { rows, columns } = grid
  const clean = Uint8Array.from(picture.pixels)
  const { width, height } = picture
  const tracks = [
    ...rows.map((row): Track => ({ from: row * width, step: 1, count: width, across: width })),
    ...columns.map((column): Track => ({ from: column, step: width, count: height, across: 1 })),
  ]
  const line = median(tracks.map((track) => greyOf(track, picture, faint))) ?? 255
  for (const track of tracks) wipe(clean, track, line)
  return { pixels: clean, width, height }
}

/** Squares of one size over much of a page. `scale` is 1 at 300 dots an inch. */
function gridIn(faint: Bitmap, scale: number): { rows: Lines; columns: Lines } | undefined {
  const rows = gridLines(rowCounts(faint), faint.width, scale)
  const columns = rows && gridLines(columnCounts(faint), faint.height, scale)
  if (!columns || Math.abs(rows.distance / columns.distance - 1) > UNEVEN) return undefined
  return { rows: rows.lines, columns: columns.lines }
}

/** Faint pixels of each row; one that is there in a row beside it counts. */
function rowCounts({ ink, width, height }: Bitmap): Uint32Array {
  const counts = new Uint32Array(height)
  for (let y = SLACK; y < height - SLACK; y++) {
    let count = 0
    for (let at = y * width; at < (y + 1) * width; at++) if (ink[at] || ink[at - width] || ink[at + width]) count++
    counts[y] = count
  }
  return counts
}

function columnCounts({ ink, width, height }: Bitmap): Uint32Array {
  const counts = new Uint32Array(width)
  for (let y = 0; y < height; y++) {
    for (let x = SLACK, at = y * width + SLACK; x < width - SLACK; x++, at++) {
      if (ink[at] || ink[at - 1] || ink[at + 1]) counts[x] = (counts[x] ?? 0) + 1
    }
  }
  return counts
}

/** Long thin lines at equal distances. */
function gridLines(counts: Uint32Array, length: number, scale: number): { lines: Lines; distance: number } | undefined {
  const beside = Math.round(BESIDE * scale)
  const lines: number[] = []
  for (let at = beside; at < counts.length - beside; at++) {
    const count = counts[at] ?? 0
    const isPeak = count >= LENGTH * length && Math.max(counts[at - beside] ?? 0, counts[at + beside] ?? 0) < EMPTIER * count
    if (!isPeak) continue
    const last = lines.at(-1)
    if (last === undefined || at - last > beside) lines.push(at)
    else if (count > (counts[last] ?? 0)) lines[lines.length - 1] = at
  }
  const distances = lines.slice(1).map((line, at) => line - (lines[at] ?? 0))
  const distance = median(distances) ?? 0
  const regular = distances.filter((one) => Math.abs(one - distance) <= Math.max(2, UNEVEN * distance))
  const isGrid =
    lines.length >= LINES &&
    distance >= SQUARE.least * scale &&
    distance <= SQUARE.most * scale &&
    regular.length >= REGULAR * distances.length
  if (!isGrid) return undefined
  const mean = regular.reduce((sum, one) => sum + one, 0) / regular.length
  return { lines: withMissing(lines, mean, counts), distance: mean }
}

/** The lines, and those between and beyond them that letters or drawings hide; where the paper has none, there is nothing to wipe out. */
function withMissing(lines: Lines, distance: number, counts: Uint32Array): Lines {
  const [first = 0, last = 0] = [lines[0], lines.at(-1)]
  const all = [...lines]
  const between = [first, ...lines.slice(1)].flatMap((line, at): (readonly [number, number])[] =>
    at === 0 ? [] : [[lines[at - 1] ?? 0, line]],
  )
  for (const [from, to] of between) {
    const squares = Math.round((to - from) / distance)
    for (let square = 1; square < squares; square++) all.push(peakNear(from + (square * (to - from)) / squares, counts))
  }
  for (let at = first - distance; at > BESIDE; at -= distance) all.push(peakNear(at, counts))
  for (let at = last + distance; at < counts.length - BESIDE; at += distance) all.push(peakNear(at, counts))
  return all
}

function peakNear(place: number, counts: Uint32Array): number {
  let best = Math.round(place)
  for (let at = best - 2; at <= Math.round(place) + 2; at++) if ((counts[at] ?? 0) > (counts[best] ?? 0)) best = at
  return best
}

/** Pixels along a line, as places in a picture. */
interface Track {
  readonly from: number
  readonly step: number
  readonly count: number
  /** From a pixel to the one beside it, across the line. */
  readonly across: number
}

/** Rows to either side of a line's middle that are its own, and how far off the paper beside it is looked at. */
const HALF = 3
const OUTSIDE = 5

/** How dark a line is where there is any. */
function greyOf({ from, step, count, across }: Track, { pixels }: Grey, faint: Bitmap): number {
  const greys: number[] = []
  for (let at = 0; at < count; at++) {
    const middle = from + at * step
    if (faint.ink[middle] === 1) greys.push(Math.min(pixels[middle - across] ?? 255, pixels[middle] ?? 255, pixels[middle + across] ?? 255))
  }
  return median(greys) ?? 255
}

/** Paints a line of a brightness over with the paper beside it, but for ink that crosses it. Columns come after rows: where both cross, rows are gone. */
function wipe(pixels: Uint8Array, { from, step, count, across }: Track, line: number): void {
  for (let at = 0; at < count; at++) {
    const middle = from + at * step
    const [before, after] = [pixels[middle - OUTSIDE * across] ?? 255, pixels[middle + OUTSIDE * across] ?? 255]
    const paper = Math.max(before, after)
    const limit = line - DARKER * Math.max(0, paper - line)
    if (Math.max(before, after) < limit) continue
    for (let off = -HALF; off <= HALF; off++) {
      const place = middle + off * across
      const grey = pixels[place] ?? 255
      if (grey >= limit && grey < paper) pixels[place] = paper
    }
  }
}
