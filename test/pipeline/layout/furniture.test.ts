import { describe, expect, it } from 'vitest'
import { DocumentSummary } from '../../../pipeline/layout/document.ts'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import { scanned } from '../fakes/book.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const BODY = [
  'Water flows through a pipe at a steady rate and',
  'leaves it through a nozzle whose exit has half',
  'the area of the pipe so that it speeds up there',
]

/** Texts of the lines that count as furniture, page by page. */
function furniture(pages: readonly string[], asRead = (sheet: PageLayout): PageLayout => sheet): string[][] {
  const pdf = openPdf(tinyPdf(pages.map((content) => ({ content, width: 300, height: 400 }))), { file: 'a.pdf' })
  const summary = new DocumentSummary()
  const layouts: PageLayout[] = pages.map((_, at) => asRead(layoutPage(pdf, at + 1, () => undefined)))
  for (const layout of layouts) summary.add(layout)
  pdf.close()
  const marked = new Map(summary.toLayout().furniture?.map(({ page, lines }) => [page, lines]))
  return layouts.map((layout) =>
    (marked.get(layout.page) ?? []).flatMap((index) => (layout.lines[index] ? [lineText(layout, layout.lines[index])] : [])),
  )
}

const body = (first: string): string[] => [first, ...BODY].map((text, row) => show(text, 20, 330 - 14 * row))
const page = (...parts: string[]): string => parts.join('\n')

describe('furniture', () => {
  it('is a running head that repeats, with its page number, on every page', () => {
    const heads = [1, 2, 3, 4].map((n) =>
      page(show('Chapter 5', 20, 375), show(`${210 + n}`, 260, 375), ...body(`Page ${n} starts with text of its own.`)),
    )
    expect(furniture(heads)).toEqual([1, 2, 3, 4].map((n) => ['Chapter 5', `${210 + n}`]))
  })

  it('is the head of a left and of a right page that holds the page number, each of them seen once', () => {
    const heads = ['246  CHAPTER 5', 'Problems  247'].map((head) => page(show(head, 20, 375), ...body('Text of its own.')))
    expect(furniture(heads)).toEqual([['246 CHAPTER 5'], ['Problems 247']])
    const labels = ['Problem 1', 'Problem 2'].map((label) => page(show(label, 20, 375), ...body('Text of its own.')))
    expect(furniture(labels)).toEqual([[], []])
  })

  it('is no word for a solution that two pages happen to begin with', () => {
    const pages = ['The first page.', 'The second page.'].map((text) => page(show('Answer', 20, 375), ...body(text)))
    expect(furniture(pages)).toEqual([[], []])
    const heads = ['The first page.', 'The second page.'].map((text) => page(show('Mechanics', 20, 375), ...body(text)))
    expect(furniture(heads)).toEqual([['Mechanics'], ['Mechanics']])
  })

  it('is the code of a course on both pages of a paper', () => {
    const pages = [1, 2].map((at) => page(show('EG2004', 250, 375), ...body(`Page ${at} starts with text of its own.`)))
    expect(furniture(pages)).toEqual([['EG2004'], ['EG2004']])
  })

  it('is the head of two right pages that differ in their page number alone', () => {
    const pages = (head: (at: number) => string): string[] =>
      [1, 2].map((at) => page(show(head(at), 200, 375), ...body('Text of its own.')))
    expect(furniture(pages((at) => `CHAPTER 5  ${262 + at}`))).toEqual([['CHAPTER 5 263'], ['CHAPTER 5 264']])
    expect(furniture(pages((at) => `Problem ${262 + at}`))).toEqual([[], []])
    expect(furniture(pages((at) => `Part ${at}`))).toEqual([[], []])
    const journal = (at: number): string => `On how we see [7] ${at}`
    expect(furniture(pages(journal))).toEqual([[journal(1)], [journal(2)]])
  })

  it('is no caption of a figure at the foot of a column, page after page', () => {
    const feet = [1, 2, 3].map((n) => page(...body(`Page ${n} starts with text of its own.`), show(`FIGURE 5.0${n}`, 120, 30, { size: 7 })))
    expect(furniture(feet)).toEqual([[], [], []])
  })

  it('is a lone number at the foot that counts with the pages, on two pages already', () => {
    const feet = [7, 8].map((n) => page(...body('Some text.'), show(`${n}`, 145, 20)))
    expect(furniture(feet)).toEqual([['7'], ['8']])
  })

  it('is not the first line of text, though it stands at the same height on every page', () => {
    const pages = ['Bodies', 'Fluids', 'Gases', 'Solids'].map((word) =>
      page(...['', ''].map(() => ''), show(`${word} are treated in the problems of this section`, 20, 375), ...body('More.')),
    )
    expect(furniture(pages)).toEqual([[], [], [], []])
  })

  it('is not a problem number that happens to stand at the top of a page', () => {
    const words = ['Bodies fall freely', 'Fluids flow slowly', 'Gases expand quickly']
    const pages = [12, 17, 25].map((n, at) => page(show(`${n}.`, 20, 375), show(`${words[at]} here`, 60, 375), ...body('More.')))
    expect(furniture(pages)).toEqual([[], [], []])
  })

  it('is no heading whose number counts what begins there, not the pages', () => {
    const sets = [1, 0, 2, 0, 3].map((n) =>
      page(n > 0 ? show(`Problem Set ${n} of the course`, 20, 375, { size: 11 }) : '', ...body(`Text ${n} of its own.`)),
    )
    expect(furniture(sets)).toEqual([[], [], [], [], []])
    const heads = [1, 2, 3, 4, 5].map((n) => page(show(`Problem Set 2, page ${n}`, 20, 375), ...body('Text of its own.')))
    expect(furniture(heads)).toEqual([1, 2, 3, 4, 5].map((n) => [`Problem Set 2, page ${n}`]))
  })

  it('is no heading in large type, though its number counts with the pages', () => {
    const words = ['A sliding block', 'A rolling disk', 'A falling rod']
    const pages = words.map((word, at) =>
      page(show(`${at + 1}`, 20, 375, { size: 16 }), show(word, 60, 375, { size: 16 }), ...body('More.')),
    )
    expect(furniture(pages)).toEqual([[], [], []])
  })

  it('is a head of two pages, though only a part of it is the same', () => {
    const heads = ['Heat Transfer Quiz 3', 'Quiz 3'].map((title, at) =>
      page(show('CHE 210', 20, 375), show(title, 150, 375), ...body(`Page ${at + 1} starts with text of its own.`)),
    )
    expect(furniture(heads)).toEqual([
      ['CHE 210', 'Heat Transfer Quiz 3'],
      ['CHE 210', 'Quiz 3'],
    ])
    const texts = [1, 2].map(() => page(...body('The same text begins both pages.')))
    expect(furniture(texts)).toEqual([[], []])
  })

  it('is a line that says it is a page number, whatever it counts', () => {
    expect(furniture([page(...body('A cover.')), page(...body('Text.'), show('Page 1 of 1', 130, 20))])).toEqual([[], ['Page 1 of 1']])
  })

  it('is a head of two pages that differ in the page number at its end', () => {
    const heads = (head: (at: number) => string): string[] =>
      [1, 2].map((at) => page(show(head(at), 20, 375), ...body(`Page ${at} starts with text of its own.`)))
    expect(furniture(heads((at) => `Heat List 4 ${at}/2`))).toEqual([['Heat List 4 1/2'], ['Heat List 4 2/2']])
    expect(furniture(heads((at) => `Heat transfer, spring ${at}`))).toEqual([['Heat transfer, spring 1'], ['Heat transfer, spring 2']])
    expect(furniture(heads((at) => `Short answer question ${at}`))).toEqual([[], []])
  })

  it('is a heading said again over later pages of its chapter, once or more often', () => {
    const title = page(show('2 Radiation', 20, 330, { size: 18 }), ...BODY.map((text, row) => show(text, 20, 290 - 14 * row)))
    const next = (head: string): string => page(show(head, 60, 375), ...body('Text of its own.'))
    expect(furniture([title, next('2 Radiation')])).toEqual([[], ['2 Radiation']])
    expect(furniture([next('2 Radiation'), title])).toEqual([[], []])
  })

  it('is a page number that wide margins leave a sixth of the page above its foot', () => {
    const pages = [1, 2].map((n) => page(...body(`Page ${n} starts with text of its own.`), show(`${n}`, 150, 65)))
    expect(furniture(pages)).toEqual([['1'], ['2']])
  })

  it('is small type over a rule across the page, if but one page has it', () => {
    const ruled = [show('DYNAMICS', 20, 375, { size: 7 }), show('Spring', 230, 375, { size: 7 }), '20 368 m 280 368 l S'].join('\n')
    expect(furniture([page(...body('First')), page(ruled, ...body('Second'))])).toEqual([[], ['DYNAMICS', 'Spring']])
    const short = [show('DYNAMICS', 20, 375, { size: 7 }), '20 368 m 80 368 l S'].join('\n')
    expect(furniture([page(...body('First')), page(short, ...body('Second'))])).toEqual([[], []])
  })

  it('is not the heading of a problem, though every page of an exam opens with one', () => {
    const pages = [1, 2, 3, 4].map((n) => page(show(`Problem ${n}`, 20, 375, { size: 12 }), ...body(`Here is question ${n}.`)))
    expect(furniture(pages)).toEqual([[], [], [], []])
  })

  it('is not what a figure at the top of several pages has in common', () => {
    const pages = [1, 2, 3, 4].map((n) => page(show('Chapter 7', 20, 385), show('inlet', 60, 350), ...body(`Here is question ${n}.`)))
    expect(furniture(pages)).toEqual([['Chapter 7'], ['Chapter 7'], ['Chapter 7'], ['Chapter 7']])
  })

  it('is a chapter head whose number stays the same', () => {
    const pages = [1, 2, 3, 4].map((n) => page(show('Chapter 7', 20, 375), ...body(`Here is question ${n}.`)))
    expect(furniture(pages)).toEqual([['Chapter 7'], ['Chapter 7'], ['Chapter 7'], ['Chapter 7']])
  })

  it('is on scans what stands level with a head or further out, however it was read', () => {
    const misread = ['ITP', 'ir', 'EE', 'ITP'].map((left, at) =>
      page(show(left, 20, 372), show('Exercises in physics', 100, 375), ...body(`Page ${at} starts with text of its own.`)),
    )
    expect(furniture(misread, scanned)).toEqual(['ITP', 'ir', 'EE', 'ITP'].map((left) => ['Exercises in physics', left]))
    expect(furniture(misread)).toEqual(['ITP', 'ir', 'EE', 'ITP'].map(() => ['Exercises in physics']))
  })
})
