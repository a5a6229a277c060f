import type * as mupdf from 'mupdf'
import type { Font } from '../../schemas/layout.ts'

/** PostScript names of families that set formulas and nothing else, by the maker's naming habit. */
const MATH_NAME =
  /^(cmmi|cmmib|cmsy|cmbsy|cmex|lcmmi|msam|msbm|eufm|eufb|eurm|eusm|rsfs|wasy|stmary|line|lcircle|esint|mnsymbol|txmi|txsy|txex|txex|ntxmi|ntxsy|ntxex|ntxexx|nxlmi|newtxmi|newpx|npxmi|rtxmi|zplm|pxmi|pxsy|pxex|pazo|kpmath|kp-?math|fourier-?math|futmi|stix.*math|xits.*math|latinmodernmath|lmmath|lmmathi|lmmathsymbols|lmmathextension|cambria-?math|asana-?math|libertinus-?math|texgyre.*math|euclid|mtextra|mt-extra|mtsy|mtmi|mtex|symbol|opensymbol|starsymbol|mathematica|math[a-z]*pi|universal.*pi|lucidanewmath|mathtime|rmtmi|hvmath|eulervm|dsrom|bbm|bbold|cmbras)/i

const SUBSET_TAG = /^[A-Z]{6}\+/

export const plainFontName = (name: string): string => name.replace(SUBSET_TAG, '')

/** What the font program and its name say about a typeface. */
export function fontFacts(font: mupdf.Font): Font {
  const name = plainFontName(font.getName())
  return {
    name,
    bold: font.isBold() || /bold|black|heavy|demi|-bd|cmbx|cmb\d|sfbx|ecbx/i.test(name),
    italic: font.isItalic() || /ital|oblique|slant|-it$|cmti|cmsl|cmmi|ecti|ecsl|sfti|mathit/i.test(name),
    serif: font.isSerif(),
    mono: font.isMono(),
    math: MATH_NAME.test(name.replace(/[\s_]/g, '')),
  }
}
