import { expect, it } from 'vitest'
import { layoutPage } from '../../../../pipeline/layout/page.ts'
import { openPdf } from '../../../../pipeline/pdf/open.ts'
import { lineText } from '../../../../schemas/layout.ts'
import { extraObject, tinyPdf } from '../../tiny-pdf.ts'

/** What is read of glyphs of a bitmap font that names them by their codes only. */
function readCodes(...codes: readonly number[]): string {
  const names = codes.map((code) => `${code}/a${code}`).join(' ')
  const procedures = codes.map((code) => `/a${code} ${extraObject(1)} 0 R`).join(' ')
  const [first, last] = [Math.min(...codes), Math.max(...codes)]
  const widths = Array.from({ length: last - first + 1 }, () => 600).join(' ')
  const font = `<</Type/Font/Subtype/Type3/Name/P/FontBBox[0 0 500 700]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<<${procedures}>>/Encoding<</Type/Encoding/Differences[${names}]>>/FirstChar ${first}/LastChar ${last}/Widths[${widths}]/Resources<<>>>>`
  const shown = codes.map((code) => code.toString(16).padStart(2, '0')).join('')
  const content = `BT /G 10 Tf 20 100 Td <${shown}> Tj ET`
  const pdf = openPdf(
    tinyPdf([{ content, fonts: `/G ${extraObject()} 0 R` }], [font, { dictionary: '', data: '600 0 0 0 500 700 d1 0 0 500 700 re f' }]),
    {
      file: 'tiny.pdf',
    },
  )
  try {
    const page = layoutPage(pdf, 1, () => undefined)
    return page.lines.map((line) => lineText(page, line)).join('')
  } finally {
    pdf.close()
  }
}

it('reads the bullet of a list from a bitmap font in the companion encoding', () => {
  expect(readCodes(0x88)).toBe('•')
})

it('leaves the same code unknown in a font that shows letters, too', () => {
  expect(readCodes(0x41, 0x88)).toMatch(/^.\uFFFD$/u)
})
