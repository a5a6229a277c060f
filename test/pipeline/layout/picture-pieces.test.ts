import { expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { isPicturePiece, slantedLine } from '../../../pipeline/pdf/fonts/picture-lines.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'

/** Words, and two glyphs of a font of this name to their right. */
function read(name: string) {
  const font = `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`
  const content = `${show('a circle', 20, 100)}BT /P 10 Tf 90 100 Td (kl) Tj ET`
  const pdf = openPdf(tinyPdf([{ content, fonts: `/P ${extraObject()} 0 R` }], [font]), { file: 'tiny.pdf' })
  const page = layoutPage(pdf, 1, () => undefined)
  pdf.close()
  return { text: page.lines.map((line) => lineText(page, line)).join(' '), drawings: page.drawings }
}

it('takes parts of circles that are set as glyphs for drawings, and letters of other fonts for letters', () => {
  const circle = read('ABCDEF+LCIRCLE10')
  expect(circle.text).toBe('a circle')
  expect(circle.drawings).toHaveLength(2)
  expect(circle.drawings[0]).toMatchObject({ kind: 'fill', shape: 'path' })
  expect(read('ABCDEF+Circular')).toEqual({ text: 'a circle kl', drawings: [] })
})

it('tells heads of arrows from slanted lines, whose run and rise are in lowest terms', () => {
  const heads = ['a27', 'a45', 'a54', 'a63']
  expect(heads.map((name) => isPicturePiece('LINE10', name))).toEqual([true, true, true, true])
  expect(heads.map((name) => slantedLine('LINE10', name))).toEqual([undefined, undefined, undefined, undefined])
  expect(['a0', 'a1', 'a64', 'a72'].map((name) => slantedLine('LINE10', name))).toEqual(['⟋', '⟋', '⟍', '⟍'])
  expect(isPicturePiece('LINE10', 'a8')).toBe(false)
  expect(isPicturePiece('Baseline-Regular', 'a45')).toBe(false)
})
