/** A picture of a page in grey: one byte a pixel, 255 is white. */
export interface Grey {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** One byte a pixel: 1 is ink. */
export interface Bitmap {
  readonly ink: Uint8Array
  readonly width: number
  readonly height: number
}

/** Share of the paper's brightness below which a pixel is ink; faded print reaches 60 %, shading and stains stay above. */
const INK_SHARE = 0.72
/** Pixels. Side of the squares in which the paper's brightness is measured: larger than letters, smaller than shadows of a binding. */
const PAPER_CELL = 64
/** Share of a square's pixels that are darker than what counts as its paper. */
const PAPER_QUANTILE = 0.8

/** Every second pixel of every second row, the darkest of each four, so that thin strokes live. */
export function halved({ pixels, width, height }: Grey): Grey {
  const [w, h] = [width >> 1, height >> 1]
  const half = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      half[y * w + x] = Math.min(pixels[at] ?? 255, pixels[at + 1] ?? 255, pixels[at + width] ?? 255, pixels[at + width + 1] ?? 255)
    }
  }
  return { pixels: half, width: w, height: h }
}

/**
 * Tells ink from paper by the paper's brightness nearby, which falls off towards edges and bindings.
 *
 * @param share of that brightness below which a pixel is ink
 */
export function bitmap(grey: Grey, share = INK_SHARE): Bitmap {
  const { pixels, width, height } = grey
  const paper = paperLevels(grey)
  const columns = Math.ceil(width / PAPER_CELL)
  const ink = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / PAPER_CELL) * columns
    for (let x = 0; x < width; x++) {
      const level = paper[row + Math.floor(x / PAPER_CELL)] ?? 255
      if ((pixels[y * width + x] ?? 255) < share * level) ink[y * width + x] = 1
    }
  }
  return { ink, width, height }
}

/** Brightness of the paper in each square. Where a dark picture fills the square, the page's usual paper counts. */
function paperLevels({ pixels, width, height }: Grey): number[] {
  const levels: number[] = []
  for (let top = 0; top < height; top += PAPER_CELL) {
    for (let left = 0; left < width; left += PAPER_CELL) {
      const histogram = new Uint32Array(256)
      const [bottom, right] = [Math.min(height, top + PAPER_CELL), Math.min(width, left + PAPER_CELL)]
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) count(histogram, pixels[y * width + x] ?? 255)
      levels.push(quantile(histogram, (bottom - top) * (right - left)))
    }
  }
  const usual = [...levels].sort((a, b) => a - b)[Math.floor(levels.length / 2)] ?? 255
  return levels.map((level) => (level < 0.75 * usual ? usual : level))
}

const count = (histogram: Uint32Array, level: number): void => {
  histogram[level] = (histogram[level] ?? 0) + 1
}

function quantile(histogram: Uint32Array, total: number): number {
  let seen = 0
  for (let level = 0; level < 256; level++) {
    seen += histogram[level] ?? 0
    if (seen >= PAPER_QUANTILE * total) return level
  }
  return 255
}

/** The picture turned about its middle, counter-clockwise by `degrees`; what comes in from outside is white. Same size. */
export function rotated({ pixels, width, height }: Grey, degrees: number): Grey {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2]
  const turned = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sx = cx + (x - cx) * cos - (y - cy) * sin
      const sy = cy + (x - cx) * sin + (y - cy) * cos
      const [x0, y0] = [Math.floor(sx), Math.floor(sy)]
      if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) continue
      const [fx, fy] = [sx - x0, sy - y0]
      const at = y0 * width + x0
      const upper = (pixels[at] ?? 255) * (1 - fx) + (pixels[at + 1] ?? 255) * fx
      const lower = (pixels[at + width] ?? 255) * (1 - fx) + (pixels[at + width + 1] ?? 255) * fx
      turned[y * width + x] = upper * (1 - fy) + lower * fy
    }
  }
  return { pixels: turned, width, height }
}

export type QuarterTurn = 0 | 90 | 180 | 270

/** The picture turned clockwise by quarter turns. */
export function quarterTurned(grey: Grey, turn: QuarterTurn): Grey {
  if (turn === 0) return grey
  const { pixels, width, height } = grey
  const [w, h] = turn === 180 ? [width, height] : [height, width]
  const turned = new Uint8Array(w * h)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [tx, ty] = turn === 90 ? [height - 1 - y, x] : turn === 180 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x]
      turned[ty * w + tx] = pixels[y * width + x] ?? 255
    }
  }
  return { pixels: turned, width: w, height: h }
}
