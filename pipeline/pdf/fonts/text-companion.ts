/**
 * TeX's text companion encoding (TS1) below its Latin-1 half, by character code. Bitmap fonts in this encoding name their glyphs by code
 * only; the bullets of lists are set in it.
 */
const TEXT_COMPANION: ReadonlyMap<number, string> = new Map([
  [0x84, '†'],
  [0x85, '‡'],
  [0x86, '‖'],
  [0x87, '‰'],
  [0x88, '•'],
  [0x89, '℃'],
  [0x97, '™'],
  [0x99, '¶'],
  [0x9b, '№'],
  [0x9e, '◦'],
])

/** First code that is no letter of a text encoding's common half. */
const UPPER_HALF = 0x80

/**
 * The sign of the companion encoding, for a font without names that shows none but codes of the upper half: a text font would show plain
 * letters, too.
 *
 * @param codes all codes that the font's encoding speaks of
 */
export const companionSign = (code: number, codes: Iterable<number>): string | undefined => {
  const all = [...codes]
  return all.length > 0 && all.every((one) => one >= UPPER_HALF) ? TEXT_COMPANION.get(code) : undefined
}
