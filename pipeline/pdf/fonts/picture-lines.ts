/**
 * LaTeX's picture mode sets slanted lines, heads of arrows and parts of circles as glyphs of fonts of its own. In that of lines a code says
 * run and rise, each from 1 to 6, eight codes a run, from 64 on for lines that fall; codes of no slope in lowest terms are heads of arrows.
 */
const LINES = /(?:^|\+)linew?10$/i
const CIRCLES = /(?:^|\+)lcirclew?10$/i
const FALLING = 64
const STEEPEST = 6
const RISES = 8

/** The slanted line that a glyph of such a font is. */
export function slantedLine(font: string, name: string | undefined): string | undefined {
  const code = LINES.test(font) ? codeIn(name) : undefined
  if (code === undefined || !isSlope(code)) return undefined
  return code < FALLING ? '⟋' : '⟍'
}

/** Whether a glyph of such a font is a piece of a drawing other than a slanted line. */
export function isPicturePiece(font: string, name: string | undefined): boolean {
  const code = codeIn(name)
  return CIRCLES.test(font) || (LINES.test(font) && code !== undefined && !isSlope(code))
}

function codeIn(name: string | undefined): number | undefined {
  const code = /^a(\d+)$/.exec(name ?? '')?.[1]
  return code === undefined ? undefined : Number(code)
}

function isSlope(code: number): boolean {
  const [run, rise] = [Math.floor((code % FALLING) / RISES) + 1, (code % RISES) + 1]
  return run <= STEEPEST && rise <= STEEPEST && divisor(run, rise) === 1
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
