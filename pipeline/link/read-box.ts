import { asRighted, type Box, contains } from '../../schemas/geometry.ts'
import { glyphAt, type PageLayout } from '../../schemas/layout.ts'
import type { Fragment, PartMark, Passage } from '../../schemas/segment.ts'
import { bareFacts } from '../segment/facts.ts'
import { findParts } from '../segment/parts.ts'
import { assemble } from './assemble.ts'
import type { Book } from './book.ts'

/**
 * What stands in a box of a page, written as questions are: Markdown, formulas as $LaTeX$, the labels of diagrams left out. A glyph belongs
 * when its middle lies in the box, which is of the page as shown. Where a diagram was seen and nothing but its labels is there, those are the text.
 */
export async function readBox(book: Book, page: number, box: Box): Promise<string> {
  const sheet = (await book.sheets([page])).get(page)
  if (!sheet) return ''
  const passage = fragmentsIn(sheet.page, asRighted(box, sheet.page))
  const outside = passage.filter(({ line }) => !sheet.drawn.has(line))
  const source = { passage, parts: partsIn(outside, sheet.page, book), notes: new Map() }
  if (outside.length > 0) return (await assemble(source, book)).text
  const bare: Book = {
    ...book,
    sheets: async (pages) =>
      new Map([...(await book.sheets(pages))].map(([number, own]) => [number, { ...own, drawn: new Set<number>() }])),
  }
  return (await assemble(source, bare)).text
}

/** Stretches of lines, in reading order. Running heads and page numbers are no text. */
const fragmentsIn = (page: PageLayout, box: Box): Passage =>
  page.lines.flatMap(({ glyphs, furniture }, line): Fragment[] => {
    if (furniture) return []
    const isIn = glyphs.map((index) => {
      const { left, top, right, bottom } = glyphAt(page, index).ink
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return contains(box, { left: x, top: y, right: x, bottom: y })
    })
    const from = isIn.indexOf(true)
    return from < 0 ? [] : [{ page: page.page, line, from, to: isIn.lastIndexOf(true) + 1 }]
  })

function partsIn(passage: Passage, page: PageLayout, book: Book): PartMark[] {
  const facts = new Map(bareFacts(page, book.em).map((fact) => [fact.line, fact]))
  return findParts(passage, (_, line) => facts.get(line), book.patterns)
}
