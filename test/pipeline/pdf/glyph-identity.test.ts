import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { extraObject, tinyPdf } from '../tiny-pdf.ts'

/** The text of a string of signs, named by code, in a font of this name whose map has these rows. */
function readMapped(name: string, codes: string, rows: readonly string[]): string[] {
  const map = {
    dictionary: '',
    data: `begincmap /CMapName /Own def 1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar endcmap`,
  }
  const font = `<</Type/Font/Subtype/Type1/BaseFont/${name}/ToUnicode ${extraObject(1)} 0 R>>`
  const content = `BT /M 10 Tf 20 100 Td <${codes}> Tj ET`
  const pdf = openPdf(tinyPdf([{ content, fonts: `/M ${extraObject()} 0 R` }], [font, map]), { file: 'tiny.pdf' })
  const page = layoutPage(pdf, 1, () => undefined)
  pdf.close()
  return page.lines.map((line) => lineText(page, line))
}

/** The text of "(1)" in a font of this name, whose map calls the parentheses as the Adobe Glyph List reads `lparen` and `rparen`. */
const read = (name: string): string[] => readMapped(name, '283129', ['<28> <24a7>', '<31> <0031>', '<29> <24ad>'])

describe('a parenthesis that is called a letter in brackets', () => {
  it('is a parenthesis in a mathematical font, and stays a letter in others', () => {
    expect(read('Tiny-Math')).toEqual(['(1)'])
    expect(read('Tiny-Regular')).toEqual(['⒧1⒭'])
  })
})

describe('letters that a table has one byte off', () => {
  it('are the letters of a ligature, and the likeliest of the mathematical letters with that lower byte', () => {
    const rows = ['<46> <d8353539>', '<66> <66006900>', '<67> <6600cf00>', '<61> <d83535fc>', '<30> <d83535d1>']
    expect(readMapped('Tiny-Math', '46', rows)).toEqual(['𝐹'])
    expect(readMapped('Tiny-Regular', '6667', rows)).toEqual(['fiffi'])
    expect(readMapped('Tiny-Math', '6130', rows)).toEqual(['𝛼𝟑'])
  })

  it('are Greek where they are as low as lower case, and bold where they stand as high as capitals', () => {
    const rows = ['<65> <d8353500>', '<41> <d8353500>', '<44> <d8353503>', '<74> <d8353503>']
    expect(readMapped('Tiny-Math', '6541', rows)).toEqual(['𝜀𝐀'])
    expect(readMapped('Tiny-Math', '4474', rows)).toEqual(['𝐃𝜃'])
  })

  it('are themselves in a text of such signs', () => {
    expect(readMapped('Tiny-Regular', '4142', ['<41> <4e00>', '<42> <66004e01>'])).toEqual(['一昀丁'])
  })
})

describe('an icon whose name a damaged table has in part', () => {
  it('is no letter of the text that it stands before', () => {
    expect(readMapped('Tiny-Icons', '4131', ['<41> <012b2b45>', '<31> <0031>'])).toEqual(['\uFFFD1'])
  })
})

describe('a sign that the map gives as the letter of its code', () => {
  it('is the sign in a font that holds no letters', () => {
    expect(readMapped('CMEX10', '58', ['<58> <0058>'])).toEqual(['∑'])
    expect(readMapped('CMMI10', '58', ['<58> <0058>'])).toEqual(['X'])
  })
})

describe('the stroke through a relation that KaTeX sets', () => {
  it('is known by its code in that font only', () => {
    expect(readMapped('KaTeX_Main-Regular', '41', ['<41> <e020>'])).toEqual(['\u0338'])
    expect(readMapped('Tiny-Icons', '41', ['<41> <e020>'])).toEqual(['\uFFFD'])
  })
})
