/** LaTeX's picture mode sets slanted lines with a font of its own, in which the code says the slope: from 64 on lines fall. */
const FALLING = 64

/** The slanted line that a glyph of such a font is. */
export function slantedLine(font: string, name: string | undefined): string | undefined {
  const code = /(?:^|\+)linew?10$/i.test(font) ? /^a(\d+)$/.exec(name ?? '')?.[1] : undefined
  if (code === undefined) return undefined
  return Number(code) < FALLING ? '⟋' : '⟍'
}
