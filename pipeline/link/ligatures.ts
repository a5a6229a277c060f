import { fontOf, type Glyph, type PageLayout } from '../../schemas/layout.ts'
import { isEnglish } from '../dictionary.ts'
import type { Vocabulary } from './words.ts'

/** Times the width of a font's narrowest f: what is wider and still called "f" is a ligature that lost its other letters. */
const WIDE = 1.35
/** Em. No text face has an f as wide as this; its ligatures are. */
const HALF_EM = 0.5
/** What a lost ligature may have been, likeliest first. */
const LIGATURES = ['fi', 'fl', 'ff', 'ffi', 'ffl', 'ft'] as const

/** Stands for a lost ligature while text is under way. */
export const LOST = '\uE002'

/** Widths of each font's f, gathered over the document. */
export class LigatureWidths {
  private readonly narrowest = new Map<string, number>()

  add(page: PageLayout): void {
    for (const glyph of page.glyphs) {
      if (glyph.text !== 'f' || glyph.size <= 0) continue
      const { name } = fontOf(page, glyph)
      const own = glyph.advance / glyph.size
      if (own > 0 && own < (this.narrowest.get(name) ?? Number.POSITIVE_INFINITY)) this.narrowest.set(name, own)
    }
  }

  /** An f too wide to be one. Where a font only shows wide ones, half an em is the limit. */
  isLost(page: PageLayout, glyph: Glyph): boolean {
    // Recognised letters are as wide as their ink, which says nothing about a font.
    if (page.source !== 'text' || glyph.text !== 'f' || glyph.size <= 0) return false
    const font = fontOf(page, glyph)
    if (font.mono || font.math || font.italic) return false
    const own = glyph.advance / glyph.size
    const narrowest = this.narrowest.get(font.name) ?? own
    return own > WIDE * narrowest || (own === narrowest && own > HALF_EM)
  }
}
/** Puts back what ligatures lost: the reading that makes a word of this document, or else an English one. */
export const restoreLigatures = (text: string, vocabulary: Vocabulary): string =>
  text.includes(LOST) ? text.replace(WORD, (word) => (word.includes(LOST) ? restore(word, vocabulary) : word)) : text

const WORD = new RegExp(`[\\p{L}${LOST}]+`, 'gu')

function restore(word: string, vocabulary: Vocabulary): string {
  const readings = LIGATURES.map((ligature) => word.replaceAll(LOST, ligature))
  return (
    readings.find((reading) => vocabulary.count(reading) > 0) ??
    readings.find((reading) => isEnglish(reading)) ??
    word.replaceAll(LOST, 'f')
  )
}
