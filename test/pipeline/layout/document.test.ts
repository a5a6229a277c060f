import { expect, it } from 'vitest'
import { DocumentSummary } from '../../../pipeline/layout/document.ts'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import type { Layout } from '../../../schemas/layout.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

/** What a page of these lines has in common. */
function summary(content: string): Layout {
  const pdf = openPdf(tinyPdf([{ content, width: 400, height: 400 }]), { file: 'tiny.pdf' })
  try {
    const summed = new DocumentSummary()
    summed.add(layoutPage(pdf, 1, () => undefined))
    return summed.toLayout()
  } finally {
    pdf.close()
  }
}

/** Word processors and web pages set formulas larger than the text around them. */
const formula = (y: number): string => show('a = b + c + d + e + f + g + h + k + m', 40, y, { font: 'S', size: 12 })

it('takes the size of the letters for that of the body, where formulas are larger and more', () => {
  const page = show('The force is', 40, 340) + formula(310) + formula(280) + formula(250) + show('and that is all.', 40, 220)
  expect(summary(page).bodySize).toBe(10)
})

it('takes the size of all glyphs where there is hardly a letter of text', () => {
  expect(summary(formula(310) + formula(280) + formula(250)).bodySize).toBe(12)
})

it('measures the leading between lines of text, not between displays that stand far apart', () => {
  const text = show('First line of a text', 40, 340) + show('and its second line.', 40, 326)
  const displays = [290, 255, 220, 185].map(formula).join('')
  expect(summary(text + displays).leading).toBe(14)
})

it('takes the lesser of two distances between lines where paragraphs are short', () => {
  const pairs = [0, 1, 2].map((at) => show('A paragraph begins', 40, 350 - 76 * at) + show('and has a second line.', 40, 336 - 76 * at))
  const lone = [0, 1, 2].map((at) => show('A paragraph of a line.', 40, 313 - 76 * at))
  expect(summary([...pairs, ...lone].join('')).leading).toBe(14)
})
