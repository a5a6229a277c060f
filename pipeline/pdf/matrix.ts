import type { Box } from '../../schemas/geometry.ts'

/** PDF’s six numbers: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** First `one`, then `two`. */
export const concat = (one: Matrix, two: Matrix): Matrix => [
  one[0] * two[0] + one[1] * two[2],
  one[0] * two[1] + one[1] * two[3],
  one[2] * two[0] + one[3] * two[2],
  one[2] * two[1] + one[3] * two[3],
  one[4] * two[0] + one[5] * two[2] + two[4],
  one[4] * two[1] + one[5] * two[3] + two[5],
]

export const applyX = (m: Matrix, x: number, y: number): number => m[0] * x + m[2] * y + m[4]
export const applyY = (m: Matrix, x: number, y: number): number => m[1] * x + m[3] * y + m[5]

/** How much lengths grow: the square root of how much areas do. */
export const expansion = (m: Matrix): number => Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))

/** The upright box around a transformed rectangle. May have no width or height; `Mark` makers widen it. */
export function transformBox(m: Matrix, left: number, top: number, right: number, bottom: number): Box {
  const [x1, x2, x3, x4] = [applyX(m, left, top), applyX(m, right, top), applyX(m, left, bottom), applyX(m, right, bottom)]
  const [y1, y2, y3, y4] = [applyY(m, left, top), applyY(m, right, top), applyY(m, left, bottom), applyY(m, right, bottom)]
  return {
    left: Math.min(x1, x2, x3, x4),
    top: Math.min(y1, y2, y3, y4),
    right: Math.max(x1, x2, x3, x4),
    bottom: Math.max(y1, y2, y3, y4),
  }
}
