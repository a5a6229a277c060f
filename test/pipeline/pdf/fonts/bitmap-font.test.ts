import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../../pipeline/layout/page.ts'
import { bitmapFont } from '../../../../pipeline/pdf/fonts/bitmap-font.ts'
import { openPdf } from '../../../../pipeline/pdf/open.ts'
import { fontOf, glyphAt, lineText } from '../../../../schemas/layout.ts'
import { extraObject, type TinyStream, tinyPdf } from '../../tiny-pdf.ts'

/** Em a pixel at 600 dots an inch, for type of ten points. */
const PIXEL = 0.01204
/** Widths in em by code, as TeX's metrics have them: α, ρ, full stop, slash, A, x of Computer Modern's math italic. */
const MATH_ITALIC = [
  [11, 0.64],
  [26, 0.517],
  [58, 0.278],
  [61, 0.5],
  [65, 0.75],
  [120, 0.572],
] as const
const inPixels = (widths: readonly (readonly [number, number])[]): Map<number, number> =>
  new Map(widths.map(([code, width]) => [code, Math.round(width / PIXEL) * PIXEL]))

/** A font that paints boxes of these widths and calls them by their codes, as TeX's drivers call bitmaps. */
function boxes(widths: ReadonlyMap<number, number>): (TinyStream | string)[] {
  const codes = [...widths.keys()]
  const last = Math.max(...codes)
  const pixels = Array.from({ length: last + 1 }, (_, code) => Math.round((widths.get(code) ?? 0) / PIXEL))
  const font = `<</Type/Font/Subtype/Type3/FontBBox[0 0 90 60]/FontMatrix[${PIXEL} 0 0 ${PIXEL} 0 0]/FirstChar 0/LastChar ${last}
/CharProcs<<${codes.map((code, at) => `/a${code} ${extraObject(1 + at)} 0 R`).join('')}>>
/Encoding<</Type/Encoding/Differences[${codes.map((code) => `${code}/a${code}`).join(' ')}]>>/Widths[${pixels.join(' ')}]/Resources<<>>>>`
  return [font, ...codes.map((code): TinyStream => ({ dictionary: '', data: `${pixels[code]} 0 2 0 30 36 d1 2 0 28 36 re f` }))]
}

describe('bitmap fonts of TeX', () => {
  it('are known by the widths of their characters, rounded to pixels', () => {
    const found = bitmapFont({ advances: inPixels(MATH_ITALIC), unit: PIXEL, mapped: undefined })
    expect(found).toMatchObject({ name: 'CMMI10', italic: true, bold: false })
    expect([11, 26, 58, 61].map((code) => found?.names.get(code))).toEqual(['alpha', 'rho', 'period', 'slash'])
    const bold = [65, 66, 97, 98].map((code, at): [number, number] => [code, [0.869, 0.818, 0.559, 0.639][at] ?? 0])
    expect(bitmapFont({ advances: inPixels(bold), unit: PIXEL, mapped: undefined })).toMatchObject({ name: 'CMBX10', bold: true })
  })

  it('are not taken for one whose widths differ, nor for fonts that count in em or thousandths of it', () => {
    const wider = MATH_ITALIC.map(([code, width]): [number, number] => [code, 1.1 * width])
    expect(bitmapFont({ advances: inPixels(wider), unit: PIXEL, mapped: undefined })).toBeUndefined()
    expect(bitmapFont({ advances: new Map(MATH_ITALIC), unit: 0.001, mapped: undefined })).toBeUndefined()
    expect(bitmapFont({ advances: new Map(MATH_ITALIC), unit: 1, mapped: undefined })).toBeUndefined()
  })

  it('are believed against the map of the file only by several characters', () => {
    const two = inPixels(MATH_ITALIC.slice(0, 2))
    expect(bitmapFont({ advances: two, unit: PIXEL, mapped: undefined })?.name).toBe('CMMI10')
    expect(bitmapFont({ advances: two, unit: PIXEL, mapped: new Set([11, 26]) })).toBeUndefined()
  })

  it('are read by their own encoding on a page', () => {
    const content = 'BT /M 10 Tf 20 100 Td (\\013A:x) Tj ET'
    const pdf = openPdf(tinyPdf([{ content, fonts: `/M ${extraObject()} 0 R` }], boxes(inPixels(MATH_ITALIC))), { file: 'tiny.pdf' })
    const page = layoutPage(pdf, 1, () => undefined)
    pdf.close()
    const [line] = page.lines
    expect(line && lineText(page, line)).toBe('αA.x')
    expect(fontOf(page, glyphAt(page, line?.glyphs[0] ?? 0))).toMatchObject({ name: 'CMMI10', math: true, italic: true })
  })
})
