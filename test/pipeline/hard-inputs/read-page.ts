import { readLayout } from '../../../pipeline/layout/scanned.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import type { Problem } from '../../../schemas/problem.ts'

/** What comes of the first page of a file: its layout, its lines as text, and the codes of what was noted. */
export async function readPage(bytes: Uint8Array): Promise<{ layout: PageLayout; lines: string[]; codes: Problem['code'][] }> {
  const pdf = openPdf(bytes, { file: 'hard.pdf' })
  try {
    const codes: Problem['code'][] = []
    const layout = await readLayout(pdf, 1, ({ code }) => codes.push(code))
    return { layout, lines: layout.lines.map((line) => lineText(layout, line)), codes }
  } finally {
    pdf.close()
  }
}
