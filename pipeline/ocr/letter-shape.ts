import type { Box } from '../../schemas/geometry.ts'
import { LETTER_SHAPES } from './letter-shapes.ts'

/** Cells along each side of a letter's box. Finer ones see the noise of scans of small figures, which are 15 pixels high. */
const CELLS = 8
/** Shades of a cell, white and black included. */
const SHADES = 4
/** What a factor of e between two ratios of width to height weighs against the share of black that differs. */
const RATIO_WEIGHT = 0.12

/** How dark each pixel of a picture is: 0 is paper, 1 is ink. */
export interface Darkness {
  readonly values: Float32Array
  readonly width: number
  readonly height: number
}

/** The form of a letter, whatever its size: how dark each cell of its box is, and how wide the box is. */
export interface LetterShape {
  /** Row by row, 0 for white to 3 for black. */
  readonly cells: readonly number[]
  /** Natural logarithm of width over height. */
  readonly ratio: number
}

/** A letter that a shape may be, and how far from it: 0 is the same, 1 is its negative. */
export interface Likeness {
  readonly text: string
  readonly distance: number
}

export const distanceOf = (a: LetterShape, b: LetterShape): number => {
  let differing = 0
  for (let at = 0; at < a.cells.length; at++) differing += Math.abs((a.cells[at] ?? 0) - (b.cells[at] ?? 0))
  return differing / a.cells.length / (SHADES - 1) + RATIO_WEIGHT * Math.abs(a.ratio - b.ratio)
}

/** The letters that look most like a shape, the likest first. */
export function likenesses({ cells, ratio }: LetterShape): Likeness[] {
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
export function letterShape({ values, width }: Darkness, { left, top, right, bottom }: Box): LetterShape {
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

/** Two cells to a hexadecimal digit. */
export const writtenCells = ({ cells }: LetterShape): string =>
  Array.from({ length: cells.length / 2 }, (_, at) => (SHADES * (cells[2 * at] ?? 0) + (cells[2 * at + 1] ?? 0)).toString(16)).join('')

const readCells = (written: string): number[] =>
  [...written].map((digit) => Number.parseInt(digit, 16)).flatMap((pair) => [Math.floor(pair / SHADES), pair % SHADES])

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

/** A line for each letter: the letter, then of each form a hundred times its ratio and its cells. */
function knownShapes(): KnownShapes {
  if (known) return known
  const lines = LETTER_SHAPES.trim()
    .split('\n')
    .map((line) => line.split(' '))
  const forms = lines.flatMap(([, ...of], letter) =>
    Array.from({ length: of.length / 2 }, (_, at) => ({ letter, ratio: Number(of[2 * at]) / 100, cells: readCells(of[2 * at + 1] ?? '') })),
  )
  known = {
    texts: lines.map(([text = '']) => text),
    letters: Uint16Array.from(forms, ({ letter }) => letter),
    ratios: Float32Array.from(forms, ({ ratio }) => ratio),
    shades: Uint8Array.from(forms.flatMap(({ cells }) => cells)),
  }
  return known
}
