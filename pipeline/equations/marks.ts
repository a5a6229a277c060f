/**
 * A symbol as the page shows it or as it is set again. Lengths are in em of the formula’s main type; y grows downward. What has no place of
 * its own that fonts agree on (accents, bars, radical signs) has none here.
 */
export interface Mark {
  /** In the form in which symbols that print alike are equal. */
  readonly text: string
  readonly place?: { readonly left: number; readonly right: number; readonly axis: number; readonly size: number }
}

/** Symbols that are set as several. Parts of a fraction come as it is set: denominator, bar, numerator. */
const SPELT: Readonly<Record<string, string>> = {
  '½': `2${'\u2015'}1`,
  '¼': `4${'\u2015'}1`,
  '¾': `4${'\u2015'}3`,
  '⅓': `3${'\u2015'}1`,
  '⅔': `3${'\u2015'}2`,
  '⅛': `8${'\u2015'}1`,
  '″': "''",
  '‴': "'''",
  '℃': '°C',
  '℉': '°F',
  '≔': ':=',
  '⟦': '[[',
  '⟧': ']]',
  '"': "''",
  Å: 'A°',
}

/** The bar of a fraction among the symbols. */
export const BAR = '\u2015'
/** The line over or under a body. */
export const LINE = '‾'

/** Symbols that a sign is set as. */
export const spelt = (text: string): string[] => [...(SPELT[text] ?? text)].map(plain).filter((symbol) => symbol !== '')

/** Characters that print alike count as one; spaces and invisible operators as none. */
const ALIKE: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '‐': '-',
  '‑': '-',
  '∣': '|',
  '⏐': '|',
  '∥': '‖',
  '⋅': '·',
  '∙': '·',
  '•': '·',
  '∗': '*',
  '′': "'",
  '’': "'",
  ʹ: "'",
  '∘': '°',
  '◦': '°',
  '∆': 'Δ',
  Ω: 'Ω',
  µ: 'μ',
  ϵ: 'ε',
  ϕ: 'φ',
  ϑ: 'θ',
  '˙': '.',
  '˜': '~',
  '∼': '~',
  ˆ: '^',
  '¯': '‾',
  ˉ: '‾',
  '‾': '‾',
  '\u0304': '‾',
  '\u0305': '‾',
  ˊ: '´',
  ˋ: '`',
  '˚': '°',
  '\u20d7': '→',
  '\u20d6': '←',
  '⟶': '→',
  '⟵': '←',
  '⟷': '↔',
  '〈': '⟨',
  '〉': '⟩',
  '∕': '/',
  '⁄': '/',
  '∶': ':',
  '⧵': '∖',
  '\\': '∖',
  '⎵': '⏟',
  ı: 'i',
  ȷ: 'j',
  ...Object.fromEntries(
    [
      'ΑA',
      'ΒB',
      'ΕE',
      'ΖZ',
      'ΗH',
      'ΙI',
      'ΚK',
      'ΜM',
      'ΝN',
      'ΟO',
      'ΡP',
      'ΤT',
      'ΧX',
      'οo',
      'Ϝϝ',
      '◻□',
      '▪■',
      '∎■',
      '⌀∅',
      '◁◃',
      '▷▹',
      '≇≆',
    ].map((pair) => [...pair]),
  ),
  '∯': '∫∫',
  '∰': '∫∫∫',
  '⎯': '‾',
  '\ue131': 'i',
  '\ue237': 'j',
}

/** Strokes that negate the sign they cross; they have codes of their own in some fonts. */
const STROKES = /[\u0338\ue020\s\u200b\u2061-\u2064\u00a0]/gu

export function plain(symbol: string): string {
  const direct = ALIKE[symbol]
  if (direct !== undefined) return direct
  const letter = symbol.normalize('NFD').replace(STROKES, '').normalize('NFKC').replace(STROKES, '')
  return ALIKE[letter] ?? letter
}
