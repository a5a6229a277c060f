import type { Box } from '../../../schemas/geometry.ts'

/** Em. Ink of a letter that reaches this high is a capital's, or a tall lower-case letter's; Greek letters without an ascender stay below. */
const TALL = 0.58
/** Em below the baseline: descenders reach lower, what capitals overshoot does not. */
const DESCENT = 0.08
/** Em. Bold capitals such as D, G, V and X are wider than this; θ, λ, ∂ and ϑ, tall as they are, are narrower. */
const WIDE = 0.62

const HIGH = 0xd835

/**
 * What a table of Ghostscript 10.00 means, which writes a glyph's letters one byte off wherever it stands for more than one code unit: the pair
 * D835 DC39 of an italic F as D835 3539, the letters 0066 0069 of a ligature as 6600 6900, and 0066 0066 0069 as 6600 CF00, its last two
 * added up. Text without such codes comes back as it is. `ink` is the glyph's, in em, y up.
 */
export function unshifted(text: string, ink: () => Box | undefined): string {
  if (text.length !== 2) return text
  const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)]
  if (first === HIGH && second >> 8 === (HIGH & 0xff)) return String.fromCodePoint(mathLetter(second & 0xff, ink))
  return isShifted(first) && isShifted(second) ? letters(first >> 8) + letters(second >> 8) : text
}

/** Latin letters a byte too high are ideographs and Hangul whose lower byte is nothing. */
const isShifted = (unit: number): boolean => (unit & 0xff) === 0 && /^[A-Za-z]{1,2}$/.test(letters(unit >> 8))

/** One letter, or the sum of an f and the letter after it. */
const letters = (byte: number): string => (byte < 0x80 ? String.fromCharCode(byte) : `f${String.fromCharCode(byte - 0x66)}`)

/**
 * The code point in 1D400–1D7FF whose lower byte is left. Of the four, mathematics uses one far more than the others, but for lower-case Greek
 * in italics and capitals in bold: their shapes tell.
 */
function mathLetter(low: number, ink: () => Box | undefined): number {
  if (low < 0x1c) return (isBoldLatin(low, ink()) ? 0x1d400 : 0x1d700) + low
  if (low < 0xa4) return 0x1d400 + low // bold, italic, bold italic and script
  if (low < 0xa6) return 0x1d600 + low // dotless i and j
  if (low < 0xce) return 0x1d400 + low // script
  if (low < 0xe2) return 0x1d700 + low // bold and double-struck figures
  return 0x1d600 + low // Greek in italics, capitals and the first of the others
}

/** A to Z, a and b in bold rather than ε to ω and its variants. */
function isBoldLatin(low: number, ink: Box | undefined): boolean {
  if (!ink) return false
  const [height, depth, width] = [Math.max(ink.top, ink.bottom), Math.min(ink.top, ink.bottom), ink.right - ink.left]
  const letter = String.fromCharCode(0x41 + low)
  if (letter === 'Q') return height > TALL // it reaches below the line, as υ, which is low, does not
  if (low === 0x1a) return depth > -DESCENT
  return height > TALL && depth > -DESCENT && (!/[DGVX]/.test(letter) || width > WIDE)
}
