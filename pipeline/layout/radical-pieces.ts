import type { PlacedGlyph } from './glyphs.ts'

/** The lower ends of radicals and bars that are built of parts: the one part of each that has a character of its own. */
const LOWER_ENDS = /^[⎷|∣‖]$/

/** What an upper part is by its shape alone: the stroke that lengthens a radical, and its top, which is a small radical's. */
const UPPER_SHAPES = /^[|√]$/

/** Em. Parts of one symbol start at one place. */
const SAME_ORIGIN = 0.05
/** Em. They overlap or leave hardly any white. */
const MEETING = 0.2

/**
 * Some producers name a glyph only where its font gives it a character, which the upper parts of a tall radical or bar do not have. What is not
 * known, or only by its shape, and stands right on top of its lower end, in the same font, is another part of it.
 */
export function nameRadicalPieces(glyphs: readonly PlacedGlyph[]): PlacedGlyph[] {
  const unknown = new Set(glyphs.filter(({ text, code }) => text === '\uFFFD' || (code !== undefined && UPPER_SHAPES.test(text))))
  if (unknown.size === 0) return [...glyphs]
  const named = new Map<PlacedGlyph, string>()
  const ends = glyphs.filter(({ text }) => LOWER_ENDS.test(text))
  // what the file names tells what the strokes on it are; those on nothing are bars
  for (const end of [...ends.filter((glyph) => !unknown.has(glyph)), ...ends.filter((glyph) => unknown.has(glyph))]) {
    if (named.has(end)) continue
    for (let part: PlacedGlyph | undefined = end; part; ) {
      const lower: PlacedGlyph = part
      part = [...unknown].find((glyph) => standsOn(glyph, lower))
      if (!part) break
      unknown.delete(part)
      named.set(part, end.text)
    }
  }
  return glyphs.map((glyph) => {
    const text = named.get(glyph)
    return text === undefined ? glyph : { ...glyph, text }
  })
}

const standsOn = (upper: PlacedGlyph, lower: PlacedGlyph): boolean =>
  upper.font === lower.font &&
  Math.abs(upper.x - lower.x) < SAME_ORIGIN * lower.size &&
  upper.ink.top < lower.ink.top &&
  Math.abs(lower.ink.top - upper.ink.bottom) < MEETING * lower.size
