import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { extraObject, tinyPdf } from '../tiny-pdf.ts'

/** The text of "(1)" in a font of this name, whose map calls the parentheses as the Adobe Glyph List reads `lparen` and `rparen`. */
function read(name: string): string[] {
  const rows = '<28> <24a7>\n<31> <0031>\n<29> <24ad>'
  const map = {
    dictionary: '',
    data: `begincmap /CMapName /Own def 1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfchar\n${rows}\nendbfchar endcmap`,
  }
  const font = `<</Type/Font/Subtype/Type1/BaseFont/${name}/ToUnicode ${extraObject(1)} 0 R>>`
  const content = 'BT /M 10 Tf 20 100 Td (\\0501\\051) Tj ET'
  const pdf = openPdf(tinyPdf([{ content, fonts: `/M ${extraObject()} 0 R` }], [font, map]), { file: 'tiny.pdf' })
  const page = layoutPage(pdf, 1, () => undefined)
  pdf.close()
  return page.lines.map((line) => lineText(page, line))
}

describe('a parenthesis that is called a letter in brackets', () => {
  it('is a parenthesis in a mathematical font, and stays a letter in others', () => {
    expect(read('Tiny-Math')).toEqual(['(1)'])
    expect(read('Tiny-Regular')).toEqual(['⒧1⒭'])
  })
})
