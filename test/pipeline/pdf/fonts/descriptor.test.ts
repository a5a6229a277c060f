import { expect, it } from 'vitest'
import { layoutPage } from '../../../../pipeline/layout/page.ts'
import { openPdf } from '../../../../pipeline/pdf/open.ts'
import type { Font } from '../../../../schemas/layout.ts'
import { extraObject, tinyPdf } from '../../tiny-pdf.ts'

/** The font of a letter set in a Type 3 font: a filled square that a descriptor may speak of. */
function fontWith(descriptor: string): Font | undefined {
  const font = `<</Type/Font/Subtype/Type3/FontBBox[0 0 500 700]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</g1 ${extraObject(1)} 0 R>>/Encoding<</Type/Encoding/Differences[65/g1]>>/FirstChar 65/LastChar 65/Widths[600]${descriptor}/Resources<<>>>>`
  const extras = [font, { dictionary: '', data: '600 0 0 0 500 700 d1 0 0 500 700 re f' }]
  const pdf = openPdf(tinyPdf([{ content: 'BT /G 10 Tf 20 100 Td (A) Tj ET', fonts: `/G ${extraObject()} 0 R` }], extras), {
    file: 'tiny.pdf',
  })
  try {
    const page = layoutPage(pdf, 1, () => undefined)
    return page.fonts[page.glyphs[0]?.font ?? -1]
  } finally {
    pdf.close()
  }
}

it('knows a Type 3 font by the name and the flags of its descriptor', () => {
  const descriptor = '/FontDescriptor<</Type/FontDescriptor/FontName/AAAAAA+Some_Math-Italic/Flags 68/ItalicAngle 0>>'
  expect(fontWith(descriptor)).toMatchObject({ name: 'Some_Math-Italic', italic: true, math: true, bold: false })
})

it('takes weight from the descriptor too', () => {
  const descriptor = '/FontDescriptor<</Type/FontDescriptor/FontName/Any/Flags 4/FontWeight 700>>'
  expect(fontWith(descriptor)).toMatchObject({ name: 'Any', italic: false, bold: true })
})

it('takes nothing for granted of a Type 3 font without a descriptor', () => {
  expect(fontWith('')).toMatchObject({ italic: false, bold: false, math: false })
})
