import type { Figure } from '../../schemas/figure.ts'
import { type Box, union } from '../../schemas/geometry.ts'
import type { SegmentedProblem } from '../../schemas/segment.ts'
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
  const boxes = new Map<string, { page: number; box: Box }>()
  for (const { page, line: index } of fragments) {
    const sheet = sheets.get(page)
    const line = sheet?.page.lines[index]
    const holder = sheet?.figures.find(({ lines, captionLines }) => lines.includes(index) || captionLines.includes(index))
    if (!line || (holder && !own.includes(holder))) continue
    const key = `${page}.${line.band}.${line.column}`
    const found = boxes.get(key)
    boxes.set(key, { page, box: found ? union(found.box, line.box) : line.box })
  }
  return boxes.size > 0 ? [...boxes.values()] : problem.region
}
