import type { Box } from '../../schemas/geometry.ts'
import { type CellShape, readShapes, SHADES, shapeDistance } from '../cell-shape.ts'
import { LETTER_SHAPES } from './letter-shapes.ts'

/** Cells along each side of a letter's box. Finer ones see the noise of scans of small figures, which are 15 pixels high. */
const CELLS = 8
/** What a factor of e between two ratios of width to height weighs against the share of black that differs. */
const RATIO_WEIGHT = 0.12

/** How dark each pixel of a picture is: 0 is paper, 1 is ink. */
export interface Darkness {
  readonly values: Float32Array
  readonly width: number
  readonly height: number
}

/** A letter that a shape may be, and how far from it: 0 is the same, 1 is its negative. */
export interface Likeness {
  readonly text: string
  readonly distance: number
}

export const distanceOf = (a: CellShape, b: CellShape): number => shapeDistance(a, b, RATIO_WEIGHT)

/** The letters that look most like a shape, the likest first. */
export function likenesses({ cells, ratio }: CellShape): Likeness[] {
  const { letters, ratios, shades, texts } = knownShapes()
  const own = Uint8Array.from(cells)
  const nearest = new Float32Array(texts.length).fill(1)
  for (let at = 0; at < letters.length; at++) {
    let differing = 0
    for (let cell = 0, from = at * own.length; cell < own.length; cell++)
      differing += Math.abs((own[cell] ?? 0) - (shades[from + cell] ?? 0))
    const distance = differing / own.length / (SHADES - 1) + RATIO_WEIGHT * Math.abs(ratio - (ratios[at] ?? 0))
    const letter = letters[at] ?? 0
    if (distance < (nearest[letter] ?? 1)) nearest[letter] = distance
  }
  return texts.map((text, letter) => ({ text, distance: nearest[letter] ?? 1 })).sort((one, other) => one.distance - other.distance)
}

/** Measures what fills a box of a picture. */
export function letterShape({ values, width }: Darkness, { left, top, right, bottom }: Box): CellShape {
  const [wide, high] = [right - left, bottom - top]
  const cells: number[] = []
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      const cell = {
        left: left + (column * wide) / CELLS,
        right: left + ((column + 1) * wide) / CELLS,
        top: top + (row * high) / CELLS,
        bottom: top + ((row + 1) * high) / CELLS,
      }
      cells.push(Math.round(meanIn(values, width, cell) * (SHADES - 1)))
    }
  }
  return { cells, ratio: Math.log(wide / high) }
}

/** Mean over an area; pixels that it covers in part count in part. */
function meanIn(values: Float32Array, width: number, { left, top, right, bottom }: Box): number {
  let sum = 0
  for (let y = Math.floor(top); y < bottom; y++) {
    const high = Math.min(y + 1, bottom) - Math.max(y, top)
    for (let x = Math.floor(left); x < right; x++) {
      sum += (values[y * width + x] ?? 0) * high * (Math.min(x + 1, right) - Math.max(x, left))
    }
  }
  return sum / ((right - left) * (bottom - top))
}

/** The table, laid out for speed: hundreds of shapes are compared with all of it on each page. */
interface KnownShapes {
  readonly texts: readonly string[]
  /** For each form the number of its letter. */
  readonly letters: Uint16Array
  readonly ratios: Float32Array
  /** The cells of one form after another. */
  readonly shades: Uint8Array
}

let known: KnownShapes | undefined

function knownShapes(): KnownShapes {
  if (known) return known
  const forms = readShapes(LETTER_SHAPES)
  const texts = [...new Set(forms.map(({ text }) => text))]
  known = {
    texts,
    letters: Uint16Array.from(forms, ({ text }) => texts.indexOf(text)),
    ratios: Float32Array.from(forms, ({ ratio }) => ratio),
    shades: Uint8Array.from(forms.flatMap(({ cells }) => cells)),
  }
  return known
}
