import { expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { placeOf } from '../../../pipeline/link/figure-places.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import type { Figure } from '../../../schemas/figure.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import { triangle, typeset } from '../fakes/book.ts'

/** A problem with a score in the margin, which is read last, and a drawing under its text. */
function scoredPage(): PageLayout {
  const rows = [
    { text: 'Question 1: Sliding', font: 'B', down: 30 } as const,
    { text: '[15 points]', x: 220, down: 0 },
    'A block slides down the plane as shown.',
    triangle,
    { text: 'Find its speed at the foot of the plane.', down: 20 },
  ]
  const pdf = openPdf(typeset(rows), { file: 'tiny.pdf' })
  const page = layoutPage(pdf, 1, () => undefined)
  pdf.close()
  const isScore = (line: PageLayout['lines'][number]): boolean => lineText(page, line).startsWith('[')
  return { ...page, lines: [...page.lines.filter((line) => !isScore(line)), ...page.lines.filter(isScore)] }
}

it('A score in the margin, read after the text that it stands beside, heads no figure below that text', () => {
  const page = scoredPage()
  const [label, text] = page.lines
  const drawing = page.drawings[0]
  if (!label || !text || !drawing) throw new Error('The page holds a label, a text and a drawing.')
  const figure: Figure = { page: 1, box: drawing.box, kind: 'vector', lines: [], captionLines: [] } as unknown as Figure
  const owner = { kind: 'problem', index: 0 } as const
  const ofLine = new Map([0, 1, 2].map((line) => [`1.${line}`, owner] as const))
  const place = placeOf(figure, page, new Set(), { ofLine, starts: new Set(['1.0']) })
  expect(place).toMatchObject({ above: 'owned', owner })
})
