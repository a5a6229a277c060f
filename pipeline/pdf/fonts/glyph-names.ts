import { BASIC_NAMES, MATH_NAMES, PIECE_NAMES } from './math-names.ts'

/** What a glyph name stands for. */
export interface Named {
  readonly text: string
  /** The name tells more than the text: a size, a piece, a set of variants. */
  readonly more: boolean
}

/** Endings by which fonts tell the sizes of a symbol apart, TeX's and St Mary's habits. */
const SIZE =
  /(?:big|Big|bigg|Bigg|bbig|BBig|Biggg|Bigggg|Biggggg|text|display|wide|wider|widest|morewidest|ultime|up|updsp|dsp|sm|upsm)\d*$/

/** Parts that repeat to make a symbol as long as it has to be. */
const EXTENSION = /vertex|barex|bardblex|vextend|bracehtip|bracehext|arrow(dbl)?(tp|bt)$/

/** Reads a glyph name: listed ones, `uni221A`, `u1D465`, `f_f_i`, and any of these with a size or `.variant` at the end. */
export function readGlyphName(name: string): Named | undefined {
  const piece = PIECE_NAMES.get(name) ?? PIECE_NAMES.get(name.replace(/A$/, '')) ?? pieceOf(name)
  if (piece !== undefined) return { text: piece, more: true }
  const listed = MATH_NAMES.get(name) ?? fromHex(name) ?? alphabetLetter(name)
  if (listed !== undefined) return { text: listed, more: EXTENSION.test(name) }
  const dot = name.indexOf('.', 1)
  if (dot > 0) {
    const stem = readGlyphName(name.slice(0, dot)) ?? basic(name.slice(0, dot))
    return stem && { text: stem.text, more: stem.more || !/^[\p{L}\d]/u.test(stem.text) }
  }
  const sized = SIZE.exec(name)
  if (sized) {
    const stem = known(name.slice(0, sized.index))
    if (stem !== undefined) return { text: stem, more: true }
  }
  return name.includes('_') ? composite(name) : undefined
}

/** Reads the name of a letter, digit or usual sign, which a PDF's own tables mostly say better. */
export const readPlainName = (name: string): string | undefined => known(name)

const basic = (name: string): Named | undefined => {
  const text = known(name)
  return text === undefined ? undefined : { text, more: false }
}

/** Text of a name without size or variant. */
const known = (name: string): string | undefined =>
  MATH_NAMES.get(name) ?? BASIC_NAMES.get(name) ?? fromHex(name) ?? accented(name) ?? (/^[A-Za-z]$/.test(name) ? name : undefined)

/** Combining marks by the names that letters with them bear: `adieresis`, `Ccaron`. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0327',
  cedilla: '\u0327',
  ogonek: '\u0328',
}

/** A letter with an accent, where Unicode has one; others are left to say nothing. */
function accented(name: string): string | undefined {
  const [, letter = '', accent = ''] = /^([A-Za-z])([a-z]{4,})$/.exec(name) ?? []
  const mark = ACCENTS[accent]
  const text = mark === undefined ? '' : `${letter}${mark}`.normalize('NFC')
  return text.length === 1 ? text : undefined
}

/** `uni` and four digits a letter, or `u` and four to six. Private codes say nothing. */
function fromHex(name: string): string | undefined {
  const digits = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1]
  const alternate = /^uniEB(A[1-9A-F]|[B-E][0-9A-F]|F[0-9A-E])$/.exec(name)?.[1]
  if (alternate) return String.fromCharCode(Number.parseInt(alternate, 16) - AREV_ALTERNATES)
  if (digits) return letters(digits.match(/.{4}/g) ?? [])
  const single = /^u([0-9A-F]{4,6})$/.exec(name)?.[1]
  return single ? letters([single]) : undefined
}

/** Arev keeps further forms of the ASCII letters, as formulas want them, in private codes from EB80 on. */
const AREV_ALTERNATES = 0x80

function letters(codes: readonly string[]): string | undefined {
  const points = codes.map((code) => Number.parseInt(code, 16))
  if (points.some((point) => point > 0x10ffff || (point >= 0xe000 && point <= 0xf8ff) || point < 32)) return undefined
  return String.fromCodePoint(...points)
}

/** Parts of what is built up, as makers of OpenType fonts number them: upper, lower and middle part, extension. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '(': { tp: '⎛', ex: '⎜', bt: '⎝' },
  ')': { tp: '⎞', ex: '⎟', bt: '⎠' },
  '[': { tp: '⎡', ex: '⎢', bt: '⎣' },
  ']': { tp: '⎤', ex: '⎥', bt: '⎦' },
  '{': { tp: '⎧', ex: '⎪', md: '⎨', bt: '⎩' },
  '}': { tp: '⎫', ex: '⎪', md: '⎬', bt: '⎭' },
  '∫': { tp: '⌠', ex: '⎮', bt: '⌡' },
  '√': { tp: '⎷', ex: '⎷', md: '⎷', bt: '⎷' },
}
const PART_ENDINGS: Readonly<Record<string, string>> = { top: 'tp', t: 'tp', ext: 'ex', x: 'ex', mid: 'md', m: 'md', bot: 'bt', b: 'bt' }

function pieceOf(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  if (dot < 1) return undefined
  const ending = name.slice(dot + 1)
  const stem = known(name.slice(0, dot))
  return stem === undefined ? undefined : PARTS[stem]?.[PART_ENDINGS[ending] ?? ending]
}

/** Capitals of further alphabets by their letter and what it is cut as, `Lcal` and `Rbbb`; by private code in old STIX fonts. */
function alphabetLetter(name: string): string | undefined {
  const named = /^([A-Z])(cal|bbb)$/.exec(name.replace(/^bb([A-Z])$/, '$1bbb'))
  const code = /^uni(E2[0-9A-F]{2})$/.exec(name)?.[1]
  const index = named?.[1] ? named[1].charCodeAt(0) - 65 : code ? Number.parseInt(code, 16) - STIX_CALLIGRAPHIC : -1
  if (index < 0 || index > 25) return undefined
  const start = named?.[2] === 'bbb' ? DOUBLE_STRUCK : SCRIPT
  return OLDER_LETTERS.get(start + index) ?? String.fromCodePoint(start + index)
}

const STIX_CALLIGRAPHIC = 0xe22d
const SCRIPT = 0x1d49c
const DOUBLE_STRUCK = 0x1d538
/** Letters that Unicode had before these alphabets; their places are empty. */
const OLDER_LETTERS: ReadonlyMap<number, string> = new Map([
  ...[...'BEFHILMR'].map((letter, at): [number, string] => [SCRIPT + letter.charCodeAt(0) - 65, [...'ℬℰℱℋℐℒℳℛ'][at] ?? letter]),
  ...[...'CHNPQRZ'].map((letter, at): [number, string] => [DOUBLE_STRUCK + letter.charCodeAt(0) - 65, [...'ℂℍℕℙℚℝℤ'][at] ?? letter]),
])

/** A ligature spelt out: every part must be known. */
function composite(name: string): Named | undefined {
  const parts = name.split('_').map(known)
  return parts.every((part) => part !== undefined) ? { text: parts.join(''), more: false } : undefined
}
