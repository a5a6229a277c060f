import type * as mupdf from 'mupdf'

/** What the dictionary of a Type 3 font says, by character code. */
export interface Type3Facts {
  /** Em to the next pen position. */
  readonly advances: ReadonlyMap<number, number>
  /** Em in which the font counts: a thousandth mostly, a pixel where its glyphs are bitmaps. */
  readonly unit: number
  /** Codes that its map to Unicode speaks of; undefined without a map. */
  readonly mapped: ReadonlySet<number> | undefined
}

/** Codes have one byte. */
const LAST_CODE = 255
/** Em by which an advance may differ from the engine's, which keeps them in single precision. */
const SAME_ADVANCE = 0.002

export function type3Facts(font: mupdf.PDFObject): Type3Facts {
  const scale = font.get('FontMatrix').get(0)
  const first = font.get('FirstChar')
  const advances = new Map<number, number>()
  if (scale.isNumber() && first.isNumber()) {
    font.get('Widths').forEach((width, at) => {
      if (width.isNumber()) advances.set(first.asNumber() + Number(at), width.asNumber() * scale.asNumber())
    })
  }
  return { advances, unit: scale.isNumber() ? Math.abs(scale.asNumber()) : 0, mapped: mappedCodes(font.get('ToUnicode')) }
}

/** Whether a font that the engine holds may be this one: every glyph of it is as wide. */
export const hasAdvances = ({ advances }: Type3Facts, codes: Iterable<number>, advanceOf: (code: number) => number): boolean =>
  [...codes].every((code) => Math.abs((advances.get(code) ?? 0) - advanceOf(code)) < SAME_ADVANCE)

/** Codes on the left of a map's `bfchar` and `bfrange` rows. */
function mappedCodes(map: mupdf.PDFObject): Set<number> | undefined {
  if (!map.isStream()) return undefined
  const buffer = map.readStream()
  const text = buffer.asString()
  buffer.destroy()
  const codes = new Set<number>()
  for (const [, kind, body = ''] of text.matchAll(/beginbf(char|range)([\s\S]*?)endbf/g)) {
    const row = kind === 'char' ? /<(\w+)>()\s*<[^>]*>/g : /<(\w+)>\s*<(\w+)>\s*(?:<[^>]*>|\[[^\]]*\])/g
    for (const [, from = '', to = ''] of body.matchAll(row)) {
      const first = Number.parseInt(from, 16)
      const last = to === '' ? first : Math.min(Number.parseInt(to, 16), LAST_CODE)
      for (let code = first; code <= last; code++) codes.add(code)
    }
  }
  return codes
}
