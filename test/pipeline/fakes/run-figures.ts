import { figures } from '../../../pipeline/figures/stage.ts'
import { DocumentSummary } from '../../../pipeline/layout/document.ts'
import { readLayout } from '../../../pipeline/layout/scanned.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { cropPng } from '../../../pipeline/pdf/render.ts'
import type { StageContext } from '../../../pipeline/stage.ts'
import type { Figure } from '../../../schemas/figure.ts'
import { asShown } from '../../../schemas/geometry.ts'
import type { PageLayout } from '../../../schemas/layout.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { Segmentation } from '../../../schemas/segment.ts'

const NOTHING: Segmentation = { items: 'problems', numbering: '', problems: [], solutions: [], tables: [], notes: [] }

/** Runs the stage on a PDF in memory. Text of ten points with twelve points of leading is the body unless the PDF shows otherwise. */
export async function runFigures(
  bytes: Uint8Array,
  segment: Partial<Segmentation> = {},
): Promise<{ figures: Figure[]; pages: PageLayout[]; problems: Problem[] }> {
  const pdf = openPdf(bytes, { file: 'tiny.pdf' })
  try {
    const problems: Problem[] = []
    const note = (problem: Problem): void => void problems.push(problem)
    const summary = new DocumentSummary()
    const pages: PageLayout[] = []
    for (const { page } of pdf.source.pages) {
      const layout = await readLayout(pdf, page, note)
      summary.add(layout)
      pages.push(layout)
    }
    const at = (number: number): PageLayout => {
      const page = pages[number - 1]
      if (!page) throw new RangeError(`There is no page ${number}.`)
      return page
    }
    const context: StageContext = {
      options: { document: 'tiny', subject: 'dynamics', licence: 'CC0-1.0', items: 'problems', pages: undefined, dpi: 72 },
      pages: {
        page: async (number) => at(number),
        crop: (requests) =>
          Promise.all(
            requests.map(async ({ page, box }) => {
              const cut = await cropPng(pdf, page, asShown(box, at(page)), 72, at(page).turned)
              return cut === 'blank' ? null : { sha256: '0'.repeat(64), width: cut.width, height: cut.height }
            }),
          ),
      },
      solutions: undefined,
      note,
      progress: () => undefined,
      signal: new AbortController().signal,
    }
    const layer = await figures.run({ layout: summary.toLayout(), segment: { ...NOTHING, ...segment } }, context)
    return { figures: layer, pages, problems }
  } finally {
    pdf.close()
  }
}
