import { texNames } from './bitmap-font.ts'

/** Names of fonts in TeX's extension encoding and of those in its symbol encoding, by the habits of their makers. */
const EXTENSION_FONT = /^(?:\w{2,4}ex[as]{0,2}\d*|.*math.*extension\d*.*)$/i
const SYMBOL_FONT = /^(?:\w{2,4}sy[as]{0,2}\d*|.*math.*symbols\d*.*)$/i
/** Fonts of integrals whose program calls its glyphs by the accents that the same codes have in a font of text. */
const INTEGRAL_FONT = /^esint\d*$/i
const INTEGRALS: Readonly<Record<string, string>> = {
  acute: 'integraltext',
  circumflex: 'integraldisplay',
  tilde: 'uni222C',
  dieresis: 'uni222C',
  hungarumlaut: 'uni222D',
  ring: 'uni222D',
  cedilla: 'contintegraltext',
  ogonek: 'contintegraldisplay',
  quotesinglbase: 'uni222F',
  guilsinglleft: 'uni222F',
}
/** Codes above are the maker's own. */
const LAST_CODE = 0x7f

/**
 * TeX's name for a sign that a file calls by its code: a maker of files that knows no letter for a sum, which stands at 88, writes the 88th,
 * "X". Extension fonts hold no letters, figures and marks of text at all, symbol fonts no small letters. `undefined` for other fonts and signs;
 * `''` where the code means nothing.
 *
 * @param font without the tag of a subset
 * @param name what the font program calls the glyph, where it has names
 */
export function codedName(font: string, text: string, name: string | undefined): string | undefined {
  if (name !== undefined && INTEGRAL_FONT.test(font)) return INTEGRALS[name] ?? ''
  const code = text.codePointAt(0) ?? 0
  if (text.length !== 1 || code <= 0x20 || code > 0xff) return undefined
  if (SYMBOL_FONT.test(font) && /^[a-z]$/.test(text) && (name ?? text) === text) return texNames('OMS').get(code)
  const isOfText = name === undefined ? /^[A-Za-z\d]$/.test(text) : !SIZED.test(name)
  if (!EXTENSION_FONT.test(font) || !isOfText) return undefined
  return code > LAST_CODE ? '' : (texNames('OMX').get(code) ?? '')
}

/** What names in extension fonts end in: the size of the sign, or which part of one it is. */
const SIZED = /(?:big{1,2}|text|display|tp|bt|mid|ex|wid\w*|single|double|low|vertex|barex|small|sl|up|hip|hext)\d*$/i

/** KaTeX's own code for the stroke through a relation, which stands for nothing in other fonts. */
export const webSign = (font: string, text: string): string | undefined =>
  text === '\ue020' && /^katex_main/i.test(font) ? '\u0338' : undefined
