import { glyphAt, type PageLayout } from '../../../schemas/layout.ts'
import type { Passage } from '../../../schemas/segment.ts'

/** The text of a table's cell, word gaps and ends of lines as spaces. */
export const cellText = (cell: Passage, page: PageLayout): string =>
  cell
    .map(({ line, from, to }) =>
      (page.lines[line]?.glyphs ?? [])
        .slice(from, to)
        .map((index, at) => `${glyphAt(page, index).space && at > 0 ? ' ' : ''}${glyphAt(page, index).text}`)
        .join(''),
    )
    .join(' ')
