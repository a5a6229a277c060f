import { describe, expect, it } from 'vitest'
import { pagesFromAdobe } from '../../../pipeline/adobe/pages.ts'
import { joinParts, StructuredData } from '../../../pipeline/adobe/structured-data.ts'
import { transformBox } from '../../../pipeline/pdf/matrix.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { toPageSpace } from '../../../pipeline/pdf/page-space.ts'
import { cutPages } from '../../../pipeline/pdf/split.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { tinyPdf } from '../tiny-pdf.ts'

const NOTHING = { width: 200, height: 300, drawings: [], images: [] }

/** A run of text as Adobe tells it: 10 pt, every character 5 pt wide, in PDF space. */
const run = (text: string, left: number, bottom: number, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  Path: '//Document/P',
  Page: 0,
  Text: `${text} `,
  TextSize: 10,
  Font: { name: 'ABCDEF+TimesNewRomanPS-BoldMT', family_name: 'Times New Roman', weight: 700 },
  Bounds: [left, bottom, left + 5 * text.length, bottom + 12],
  CharBounds: [...text].map((_, at) => [left + 5 * at, bottom, left + 5 * at + 5, bottom + 12]),
  ...changes,
})
const data = (elements: unknown[], page: Record<string, unknown> = {}): StructuredData =>
  StructuredData.parse({
    version: { schema: '1.1.0' },
    elements,
    pages: [{ page_number: 0, width: 200, height: 300, boxes: { CropBox: [0, 0, 200, 300] }, ...page }],
  })
const read = (told: StructuredData): { lines: string[]; problems: Problem[]; page: PageLayout } => {
  const problems: Problem[] = []
  const page = pagesFromAdobe(told)(1, NOTHING, (problem) => problems.push(problem))
  if (!page) throw new Error('There is no page.')
  return { lines: page.lines.map((line) => lineText(page, line)), problems, page }
}

describe('pagesFromAdobe', () => {
  it('makes lines in reading order, in our space, with fonts as they are', () => {
    const { lines, problems, page } = read(data([run('The lower line.', 20, 100), run('The upper line.', 20, 200)]))
    expect(lines).toEqual(['The upper line.', 'The lower line.'])
    expect(problems).toEqual([])
    expect(page.source).toBe('text')
    expect(page.fonts).toEqual([{ name: 'TimesNewRomanPS-BoldMT', bold: true, italic: false, serif: true, mono: false, math: false }])
    expect(page.lines[0]?.box).toMatchObject({ left: 20, right: 95 })
    expect(page.lines[0]?.baseline).toBeCloseTo(300 - 200 - 2.1, 5)
  })

  it('reads the pieces of an element that is set in several fonts', () => {
    const kids = [run('Find', 20, 200), run('p', 45, 200, { Font: { name: 'CMMI10', italic: true } })]
    const { lines, page } = read(data([{ Path: '//Document/P', Page: 0, Kids: kids }]))
    expect(lines).toEqual(['Find p'])
    expect(page.fonts[1]).toMatchObject({ name: 'CMMI10', math: true, italic: true })
  })

  it('takes a crop box that does not start at zero into account', () => {
    const { page } = read(data([run('Here', 120, 520)], { boxes: { CropBox: [100, 400, 300, 700] } }))
    expect(page.lines[0]?.box.left).toBeCloseTo(20, 5)
    expect(page.lines[0]?.baseline).toBeCloseTo(700 - 520 - 2.1, 5)
  })

  it('spreads letters evenly where Adobe gives no place for them, and says so', () => {
    const { lines, problems } = read(data([run('Evenly spread', 20, 200, { CharBounds: [[20, 200, 25, 212]] })]))
    expect(lines).toEqual(['Evenly spread'])
    expect(problems).toMatchObject([{ code: 'page-garbled', place: { page: 1 } }])
  })

  it('tells a page without text from one that was read by OCR', () => {
    expect(read(data([])).page).toMatchObject({ source: 'none', glyphs: [] })
    expect(read(data([run('Scanned', 20, 200)], { is_scanned: true })).page.source).toBe('ocr')
  })
})

describe('toPageSpace', () => {
  // A box at the lower left corner of a 200 × 300 page, as it is seen after /Rotate.
  it.each([
    [0, { left: 0, top: 290, right: 20, bottom: 300 }],
    [90, { left: 0, top: 0, right: 10, bottom: 20 }],
    [180, { left: 180, top: 0, right: 200, bottom: 10 }],
    [270, { left: 290, top: 180, right: 300, bottom: 200 }],
    [-90, { left: 290, top: 180, right: 300, bottom: 200 }],
  ])('turned by %i', (rotation, box) => {
    expect(transformBox(toPageSpace([50, 60, 250, 360], rotation), 50, 60, 70, 70)).toEqual(box)
  })
})

describe('parts of a book', () => {
  it('are cut out whole and joined again with their page numbers', () => {
    const book = openPdf(tinyPdf([1, 2, 3].map((page) => `BT /F 10 Tf 20 100 Td (Page ${page}) Tj ET`)), { file: 'book.pdf' })
    const part = openPdf(cutPages(book, 2, 3), { file: 'part.pdf' })
    expect(part.source.pages).toHaveLength(2)
    part.close()
    book.close()
    const joined = joinParts([
      { data: data([run('one', 20, 200)]), pagesBefore: 0 },
      { data: data([{ Path: 'P', Page: 0, Kids: [run('two', 20, 200)] }]), pagesBefore: 1 },
    ])
    const pages = pagesFromAdobe(joined)
    const linesOf = (number: number) => {
      const page = pages(number, NOTHING, () => undefined)
      return page?.lines.map((line) => lineText(page, line))
    }
    expect([1, 2, 3].map(linesOf)).toEqual([['one'], ['two'], undefined])
  })
})
