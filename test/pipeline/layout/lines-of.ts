import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { tinyPdf } from '../tiny-pdf.ts'

/** The lines of a handmade page, 320 by 400 points, in reading order. */
export const linesOf = (content: string): string[] => linesIn(tinyPdf([{ content, width: 320, height: 400 }]))

/** The lines of a handmade file's first page, in reading order. */
export function linesIn(file: Uint8Array): string[] {
  const pdf = openPdf(file, { file: 'tiny.pdf' })
  try {
    const page = layoutPage(pdf, 1, () => undefined)
    return page.lines.map((line) => lineText(page, line).trim())
  } finally {
    pdf.close()
  }
}
