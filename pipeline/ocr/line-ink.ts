import type { CellShape } from '../cell-shape.ts'
import { type Component, type LabelledPart, labelledIn } from './components.ts'
import type { OcrLine } from './engine.ts'
import { letterShape } from './letter-shape.ts'
import type { LineMeasure } from './line-measure.ts'
import type { Bitmap, Grey } from './raster.ts'

/** The ink of one line, with what stands above and below it. */
export interface LineInk {
  readonly part: LabelledPart
  readonly picture: Grey
  readonly measure: LineMeasure
}

/** Connected ink, or several pieces of it that make one sign. */
export interface Piece extends Component {
  /** Of its components, if it has several. */
  readonly labels?: readonly number[]
}

/** Heights of figures above and below a line's foot in which its exponents and indices stand. */
const BAND = { above: 1.55, below: 0.6 }
/** Heights of figures after the last word of a line in which the recogniser may have passed over small figures. */
const BEYOND = 1.5

/** @param page the ink of `picture` */
export function lineInk({ words }: OcrLine, measure: LineMeasure, page: Bitmap, picture: Grey): LineInk {
  const { foot, high } = measure
  const symbols = words.flatMap((word) => word.symbols)
  const part = labelledIn(page, {
    left: Math.min(...symbols.map(({ left }) => left)),
    right: Math.round(Math.max(...symbols.map(({ right }) => right)) + BEYOND * high),
    top: Math.round(foot - BAND.above * high),
    bottom: Math.round(foot + BAND.below * high),
  })
  return { part, picture, measure }
}

/** Pieces that lie whole in the line's band, from left to right: what its edges cut belongs to other lines. */
export function wholePieces({ components, top, labels, width }: LabelledPart): Component[] {
  const bottom = top + labels.length / Math.max(1, width)
  return components.filter((one) => one.top > top && one.bottom < bottom).sort((a, b) => a.left - b.left)
}

/** Pixels around a piece that hold the soft edge of its strokes. */
const EDGE = 1
/** Share of a piece's pixels that are as dark as its ink. */
const DARKEST = 0.05
/** The same of those that are darker than its paper. */
const PAPER = 0.95

/** The shape of one piece of ink; its neighbours do not count. */
export function shapeOf(piece: Piece, { part, picture }: LineInk): CellShape {
  const { labels, left, top, width } = part
  const [wide, high] = [piece.right - piece.left + 2 * EDGE, piece.bottom - piece.top + 2 * EDGE]
  const greys = new Uint8Array(wide * high).fill(255)
  const inked: number[] = []
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [px, py] = [piece.left + x - EDGE, piece.top + y - EDGE]
      const label = labels[(py - top) * width + px - left] ?? 0
      if (label !== 0 && label !== piece.label && !piece.labels?.includes(label)) continue
      const grey = picture.pixels[py * picture.width + px] ?? 255
      greys[y * wide + x] = grey
      inked.push(grey)
    }
  }
  inked.sort((a, b) => a - b)
  const ink = inked[Math.floor(DARKEST * inked.length)] ?? 0
  const paper = Math.max(ink + 1, inked[Math.floor(PAPER * inked.length)] ?? 255)
  const values = Float32Array.from(greys, (grey) => Math.min(1, Math.max(0, (paper - grey) / (paper - ink))))
  return letterShape({ values, width: wide, height: high }, { left: EDGE, top: EDGE, right: wide - EDGE, bottom: high - EDGE })
}
