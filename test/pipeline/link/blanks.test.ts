import { expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { isBlankBefore } from '../../../pipeline/link/blanks.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { tinyPdf } from '../tiny-pdf.ts'

/** Whether a blank stands behind the first line's last glyph, where a rule begins level with its baseline. */
function blankBehind(sign: string): boolean {
  const content = `BT /S 14 Tf 40 300 Td (${sign}) Tj ET 48 300 m 110 300 l S`
  const pdf = openPdf(tinyPdf([{ content, width: 320, height: 400 }]), { file: 'tiny.pdf' })
  const page = layoutPage(pdf, 1, () => undefined)
  pdf.close()
  const [line] = page.lines
  return line !== undefined && isBlankBefore(page, line, line.glyphs.length)
}

it('A rule behind a sign is a blank, but the bar of a root is none, though the sign hangs from the line that it lies on', () => {
  expect(blankBehind('=')).toBe(true)
  expect(blankBehind('\\326')).toBe(false)
})
