import { openPdf } from '../../pipeline/pdf/open.ts'
import { rasterise } from '../../pipeline/pdf/render.ts'
import { extraObject, show, type TinyStream, tinyPdf } from './tiny-pdf.ts'

/** Thousandths of an em: Courier sets every letter this wide. */
const ADVANCE = 600
/** Pixels an em of the bitmaps that glyphs are painted with, and pixels from their foot to the baseline. */
const PIXELS = 100
const DEPTH = 30
/** Grey level below which a pixel is ink. */
const INK = 128

/** A glyph of a handmade font: what a reader sees and what the file says of it are told apart. */
export interface PaintedGlyph {
  /** 1 to 255: what stands for it in content streams. */
  readonly code: number
  /** What it paints, in Courier: several letters make a ligature, none a glyph without ink. */
  readonly shows: string
  /** Glyph name; one that tells nobody anything when left out. */
  readonly name?: string
  /** What /ToUnicode says; left out of the map when undefined. */
  readonly unicode?: string
}

/** Objects of a Type 3 font, the font itself first; `base` is the index of the first among the extra objects. */
export function type3Font(glyphs: readonly PaintedGlyph[], base = 0): (TinyStream | string)[] {
  const nameOf = ({ name, code }: PaintedGlyph): string => name ?? `shape${code}x`
  const mapped = glyphs.filter(({ unicode }) => unicode !== undefined)
  const map = mapped.length > 0 ? `/ToUnicode ${extraObject(base + 1 + glyphs.length)} 0 R` : ''
  const widths = Array.from({ length: 256 }, (_, code) => ADVANCE * (glyphs.find((glyph) => glyph.code === code)?.shows.length ?? 0))
  const font = [
    '<</Type/Font/Subtype/Type3/Name/Painted/FontBBox[0 -300 2400 900]/FontMatrix[.001 0 0 .001 0 0]',
    `/CharProcs<<${glyphs.map((glyph, at) => `/${nameOf(glyph)} ${extraObject(base + 1 + at)} 0 R`).join('')}>>`,
    `/Encoding<</Type/Encoding/Differences[${glyphs.map((glyph) => `${glyph.code}/${nameOf(glyph)}`).join(' ')}]>>`,
    `/FirstChar 0/LastChar 255/Widths[${widths.join(' ')}]${map}`,
    '/Resources<<>>>>',
  ].join('')
  const paints = glyphs.map(({ shows }): TinyStream => ({ dictionary: '', data: `${ADVANCE * shows.length} 0 ${painted(shows)}` }))
  return [font, ...paints, ...(mapped.length > 0 ? [toUnicode(mapped)] : [])]
}

/** Letters as a stencil of one bit a pixel, as the bitmap fonts of TeX have it, behind the box that it is painted in. */
function painted(letters: string): string {
  if (letters === '') return NOTHING
  const page = {
    content: show(letters, 0, DEPTH, { font: 'C', size: PIXELS }),
    width: (ADVANCE / 1000) * PIXELS * letters.length,
    height: 120,
  }
  const courier = '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>'
  const pdf = openPdf(tinyPdf([{ ...page, fonts: `/C ${extraObject()} 0 R` }], [courier]), { file: 'glyph.pdf' })
  const { pixels, width, height } = rasterise(pdf, 1, { left: 0, top: 0, right: page.width, bottom: page.height }, 72)
  pdf.close()
  const isInk = (x: number, y: number): boolean => (pixels[3 * (y * width + x)] ?? 255) < INK
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y)
  const inked = { x: columns.filter((x) => rows.some((y) => isInk(x, y))), y: rows.filter((y) => columns.some((x) => isInk(x, y))) }
  const [left, right, top, bottom] = [inked.x[0], inked.x.at(-1), inked.y[0], inked.y.at(-1)]
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return NOTHING // a space
  const [wide, high] = [right - left + 1, bottom - top + 1]
  const hex = rows.slice(top, bottom + 1).map((y) => hexRow(columns.slice(left, right + 1).map((x) => isInk(x, y))))
  const em = 1000 / PIXELS
  const [x, y] = [left * em, (height - 1 - bottom - DEPTH) * em]
  return `${x} ${y} ${x + wide * em} ${y + high * em} d1 q ${wide * em} 0 0 ${high * em} ${x} ${y} cm
BI /IM true /W ${wide} /H ${high} /BPC 1 /D [1 0] /F /AHx ID ${hex.join('')}> EI Q`
}

const NOTHING = '0 0 0 0 d1'

/** A row of pixels in whole bytes. */
const hexRow = (row: readonly boolean[]): string =>
  Array.from({ length: Math.ceil(row.length / 8) }, (_, at) => {
    const byte = row.slice(8 * at, 8 * at + 8).reduce((sum, isInk, bit) => sum + (isInk ? 128 >> bit : 0), 0)
    return byte.toString(16).padStart(2, '0')
  }).join('')

/** A map from codes to letters, beyond the basic plane as surrogate pairs. */
function toUnicode(glyphs: readonly PaintedGlyph[]): TinyStream {
  const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const rows = glyphs.map(({ code, unicode = '' }) => `<${code.toString(16).padStart(2, '0')}> <${hex(unicode)}>`)
  return {
    dictionary: '',
    data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${rows.length} beginbfchar
${rows.join('\n')}
endbfchar endcmap CMapName currentdict /CMap defineresource pop end end`,
  }
}

/** The letters of a text, coded in the order of their first use from `first` on. */
export const inOrderOfUse = (text: string, first: number): PaintedGlyph[] =>
  [...new Set(text)].map((shows, at): PaintedGlyph => ({ code: first + at, shows }))

/** A text in the font's codes; the longest glyph that fits is taken. */
export function coded(text: string, glyphs: readonly PaintedGlyph[]): string {
  const longest = glyphs.filter(({ shows }) => shows !== '').sort((a, b) => b.shows.length - a.shows.length)
  let rest = text
  let codes = ''
  while (rest !== '') {
    const glyph = longest.find(({ shows }) => rest.startsWith(shows))
    if (!glyph) throw new Error(`The font has no glyph for “${rest.slice(0, 1)}”.`)
    codes += String.fromCharCode(glyph.code)
    rest = rest.slice(glyph.shows.length)
  }
  return codes
}
