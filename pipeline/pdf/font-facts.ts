import type * as mupdf from 'mupdf'
import type { Font } from '../../schemas/layout.ts'
import type { FontDescriptor } from './fonts/descriptor.ts'

/**
 * PostScript names of fonts that set formulas and nothing else, by the habits of their makers: most say "Math"; TeX's own families end in
 * MI (italic), SY (symbols) or EX (extension); the rest are symbol fonts of word processors.
 */
const MATH_NAME = new RegExp(
  [
    'math',
    '^(?:cm|lcm|px|tx|ntx|npx|nxl|newtx|newpx|rtx|zpl|fut|hfbr|mt|rmt|lm)(?:b?mi|b?sy|b?ex)',
    '^(?:msam|msbm|eu[frs][mb]|rsfs|wasy|stmary|esint|mnsymbol|dsrom|bbm|bbold|eulervm)',
    '^kp-+m-',
    '^(?:katex|mathjax|mjx)', // web typesetters bring fonts of their own for formulas, upright letters and figures included
    '^(?:line|lcircle)\\d*$',
    '^(?:mt-?extra|euclid|symbol|standardsym|opensymbol|starsymbol|universal.*pi)',
  ].join('|'),
  'i',
)

/** Names of bold faces: most say so; TeX's end in BX, and the sans ones of Computer Modern in SSBX, SSDC (demibold) or SX. */
const BOLD_NAME = /bold|black|heavy|demi|-bd|cmbx|cmb\d|sf(?:s|t|b)?bx|ecbx|ssdc|ssbx|sfsx|medi$/i

export const isBoldName = (name: string): boolean => BOLD_NAME.test(name)

const SUBSET_TAG = /^[A-Z]{6}\+/

export const plainFontName = (name: string): string => name.replace(SUBSET_TAG, '')

/** What the font program, its descriptor where there is no program, and its name say about a typeface. */
export function fontFacts(font: mupdf.Font, descriptor?: FontDescriptor): Font {
  const name = plainFontName(descriptor?.name ?? font.getName())
  return {
    name,
    bold: font.isBold() || descriptor?.bold === true || isBoldName(name),
    italic: font.isItalic() || descriptor?.italic === true || /ital|oblique|slant|-it$|cmti|cmsl|cmmi|ecti|ecsl|sfti|mathit/i.test(name),
    serif: descriptor?.serif ?? font.isSerif(),
    mono: descriptor?.mono ?? font.isMono(),
    math: MATH_NAME.test(name.replace(/\s/g, '')),
  }
}

const MEDIUM = /^(.+?)-?medium(?:ita\w*|it|obl\w*)?$/i
const LIGHTER = /^-?(?:regular|light|book|roman)/i

/** A medium face is the bold one of a page whose text is set in a lighter face of the family: Kp-Medium beside Kp-Regular. */
export const weighed = (fonts: readonly Font[]): Font[] =>
  fonts.map((font) => {
    const family = MEDIUM.exec(font.name)?.[1]
    const isBold = family !== undefined && fonts.some(({ name }) => name.startsWith(family) && LIGHTER.test(name.slice(family.length)))
    return isBold ? { ...font, bold: true } : font
  })
