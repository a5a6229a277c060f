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
  const piece = PIECE_NAMES.get(name)
  if (piece !== undefined) return { text: piece, more: true }
  const listed = MATH_NAMES.get(name) ?? fromHex(name)
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

const basic = (name: string): Named | undefined => {
  const text = known(name)
  return text === undefined ? undefined : { text, more: false }
}

/** Text of a name without size or variant. */
const known = (name: string): string | undefined =>
  MATH_NAMES.get(name) ?? BASIC_NAMES.get(name) ?? fromHex(name) ?? (/^[A-Za-z]$/.test(name) ? name : undefined)

/** `uni` and four digits a letter, or `u` and four to six. Private codes say nothing. */
function fromHex(name: string): string | undefined {
  const digits = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1]
  if (digits) return letters(digits.match(/.{4}/g) ?? [])
  const single = /^u([0-9A-F]{4,6})$/.exec(name)?.[1]
  return single ? letters([single]) : undefined
}

function letters(codes: readonly string[]): string | undefined {
  const points = codes.map((code) => Number.parseInt(code, 16))
  if (points.some((point) => point > 0x10ffff || (point >= 0xe000 && point <= 0xf8ff) || point < 32)) return undefined
  return String.fromCodePoint(...points)
}

/** A ligature spelt out: every part must be known. */
function composite(name: string): Named | undefined {
  const parts = name.split('_').map(known)
  return parts.every((part) => part !== undefined) ? { text: parts.join(''), more: false } : undefined
}
