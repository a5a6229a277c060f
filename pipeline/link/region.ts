import type { Figure } from '../../schemas/figure.ts'
import type { SegmentedProblem } from '../../schemas/segment.ts'
import { regionOf } from '../segment/cut.ts'
import type { Book } from './book.ts'

/**
 * The problem's region without what other problems' figures hold: text that goes on beyond a figure overleaf runs past its labels and
 * caption. One box a column and page; the region as it was where nothing else is left.
 */
export async function withoutForeignFigures(
  problem: SegmentedProblem,
  own: readonly Figure[],
  book: Book,
): Promise<SegmentedProblem['region']> {
  const fragments = [...problem.label, ...problem.title, ...problem.text]
  const sheets = await book.sheets(fragments.map(({ page }) => page))
  const lines = fragments.flatMap(({ page, line: index }) => {
    const sheet = sheets.get(page)
    const line = sheet?.page.lines[index]
    const holder = sheet?.figures.find((figure) => figure.lines.includes(index) || figure.captionLines.includes(index))
    return line && (!holder || own.includes(holder)) ? [{ ...line, page }] : []
  })
  return lines.length > 0 ? regionOf(lines) : problem.region
}
