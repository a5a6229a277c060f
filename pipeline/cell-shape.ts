/** The form of a printed sign, whatever its size: how dark each cell of its box is, and how wide the box is. */
export interface CellShape {
  /** Row by row, 0 for white to 3 for black. */
  readonly cells: readonly number[]
  /** Natural logarithm of width over height. */
  readonly ratio: number
}

/** A shape of a table, with the sign that it prints. */
export interface KnownShape extends CellShape {
  readonly text: string
}

/** Shades of a cell, white and black included. */
export const SHADES = 4

/**
 * How unlike two shapes of equally many cells are: the share of black that differs, and `ratioWeight` for each factor of e between their
 * ratios of width to height.
 */
export function shapeDistance(a: CellShape, b: CellShape, ratioWeight: number): number {
  let differing = 0
  for (let at = 0; at < a.cells.length; at++) differing += Math.abs((a.cells[at] ?? 0) - (b.cells[at] ?? 0))
  return differing / a.cells.length / (SHADES - 1) + ratioWeight * Math.abs(a.ratio - b.ratio)
}

/** Two cells to a hexadecimal digit. */
export const writtenCells = ({ cells }: CellShape): string =>
  Array.from({ length: cells.length / 2 }, (_, at) => (SHADES * (cells[2 * at] ?? 0) + (cells[2 * at + 1] ?? 0)).toString(16)).join('')

const readCells = (written: string): number[] =>
  [...written].map((digit) => Number.parseInt(digit, 16)).flatMap((pair) => [Math.floor(pair / SHADES), pair % SHADES])

/** Reads a table of shapes. A line for each sign: the sign, then of each form a hundred times its ratio and its cells. */
export const readShapes = (table: string): KnownShape[] =>
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [text = '', ...forms] = line.split(' ')
      return Array.from({ length: forms.length / 2 }, (_, at) => ({
        text,
        ratio: Number(forms[2 * at]) / 100,
        cells: readCells(forms[2 * at + 1] ?? ''),
      }))
    })
