import type { Font } from '../../schemas/layout.ts'
import type { PlacedGlyph } from './glyphs.ts'

/** Spacing accents that old TeX encodings paint as a glyph of their own over a letter, and the combining mark each stands for. */
const COMBINING: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
}

/** Letters that give up their dot to an accent: Unicode composes the dotted ones only. */
const DOTTED: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }

/**
 * Joins an accent and the letter of the same text font that it floats over into one accented letter, and a relation with the slash through it
 * into its negation, and a relation built up of two into one. Formulas keep their accents apart.
 */
export function mergeAccents(glyphs: readonly PlacedGlyph[], fonts: readonly Font[]): PlacedGlyph[] {
  const merged: PlacedGlyph[] = []
  for (let at = 0; at < glyphs.length; at++) {
    const accent = glyphs[at]
    const letter = glyphs[at + 1]
    const mark = accent && COMBINING[accent.text]
    if (accent && letter && mark && !fonts[accent.font]?.math && isOver(accent, letter)) {
      const composed = ((DOTTED[letter.text] ?? letter.text) + mark).normalize('NFC')
      if ([...composed].length === 1) {
        merged.push({ ...letter, text: composed, ink: around(accent, letter) })
        at++
        continue
      }
    }
    const built = accent && letter && (struckOut(accent, letter) ?? struckOut(letter, accent) ?? builtUp(accent, letter))
    const glyph = built ?? accent
    if (built) at++
    if (glyph) merged.push(glyph)
  }
  return merged
}

/** Share of the narrower of two glyphs that lies over the other when one is a stroke through it. */
const THROUGH = 0.8

/** A relation with a slash painted over it, as one sign: "∉", "≠", "≮". */
function struckOut(relation: PlacedGlyph, slash: PlacedGlyph): PlacedGlyph | undefined {
  if (slash.text !== '/' || relation.y !== slash.y || !/^\p{Sm}$/u.test(relation.text)) return undefined
  const negated = `${relation.text}\u0338`.normalize('NFC')
  const [a, b] = [relation.ink, slash.ink]
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const isThrough = common > THROUGH * Math.min(a.right - a.left, b.right - b.left)
  return isThrough && [...negated].length === 1 ? { ...relation, text: negated, ink: around(relation, slash) } : undefined
}

/** Relations that TeX builds of a sign over an equals sign. */
const BUILT_UP: Readonly<Record<string, string>> = { '∼': '≅', '.': '≐', '˙': '≐' }
/** Em of white at most between the two. */
const CLOSE = 0.25

function builtUp(over: PlacedGlyph, under: PlacedGlyph): PlacedGlyph | undefined {
  const text = under.text === '=' ? BUILT_UP[over.text] : undefined
  const white = under.ink.top - over.ink.bottom
  const middle = (over.ink.left + over.ink.right) / 2
  const isOn = Math.abs(middle - (under.ink.left + under.ink.right) / 2) < 0.1 * under.size && white > -0.05 * under.size
  return text !== undefined && isOn && white < CLOSE * under.size ? { ...under, text, ink: around(over, under) } : undefined
}

const isOver = (accent: PlacedGlyph, letter: PlacedGlyph): boolean =>
  letter.font === accent.font &&
  /^\p{L}$/u.test(letter.text) &&
  Math.abs(accent.size - letter.size) < 0.01 &&
  Math.min(accent.ink.right, letter.ink.right) - Math.max(accent.ink.left, letter.ink.left) >
    0.5 * Math.min(accent.ink.right - accent.ink.left, letter.ink.right - letter.ink.left)

const around = (a: PlacedGlyph, b: PlacedGlyph): PlacedGlyph['ink'] => ({
  left: Math.min(a.ink.left, b.ink.left),
  top: Math.min(a.ink.top, b.ink.top),
  right: Math.max(a.ink.right, b.ink.right),
  bottom: Math.max(a.ink.bottom, b.ink.bottom),
})
