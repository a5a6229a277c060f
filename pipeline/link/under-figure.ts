import type { Figure } from '../../schemas/figure.ts'
import { shareInside } from '../../schemas/geometry.ts'
import type { SegmentedProblem } from '../../schemas/segment.ts'
import type { Book } from './book.ts'

/** Share of a line's box inside a figure's from which it counts as under it. */
const UNDER = 0.6

/** Whether a line of the question stands inside one of its figures without being a label of it. */
export async function isUnderFigure(problem: SegmentedProblem, figures: readonly Figure[], book: Book): Promise<boolean> {
  if (figures.length === 0) return false
  const sheets = await book.sheets(figures.map(({ page }) => page))
  return figures.some((figure) => {
    const sheet = sheets.get(figure.page)
    return problem.text.some(({ page, line }) => {
      const own = sheet?.page.lines[line]
      return page === figure.page && own !== undefined && sheet?.drawn.has(line) === false && shareInside(own.box, figure.box) > UNDER
    })
  })
}
