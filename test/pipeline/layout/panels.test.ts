import { describe, expect, it } from 'vitest'
import { DocumentSummary } from '../../../pipeline/layout/document.ts'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import { show, type TinyPage, tinyPdf } from '../tiny-pdf.ts'

function read(pages: readonly TinyPage[]): PageLayout[] {
  const pdf = openPdf(tinyPdf(pages), { file: 'sheets.pdf' })
  try {
    return pages.map((_, at) => layoutPage(pdf, at + 1, () => undefined))
  } finally {
    pdf.close()
  }
}
/** First letters of the lines. */
const order = (page: PageLayout): string => page.lines.map((line) => lineText(page, line)[0]).join('')

/** A small page of 300 × 200 points whose lower left corner stands at x, y: lines of running text under a head, a number at the foot. */
const small = (x: number, y: number, name: string, { rows = 6, number = 1, columns = 1 } = {}): string =>
  [
    show(`${name} Chapter 3 Kinetics of the block`, x + 40, y + 174, { size: 7 }),
    ...Array.from({ length: rows * columns }, (_, at) =>
      show(
        `${name} row ${at} of ${columns === 1 ? 'the running text of it' : 'the text'}`,
        x + 40 + 120 * Math.floor(at / rows),
        y + 148 - 14 * (at % rows),
      ),
    ),
    show(String(number), x + 150, y + 25, { size: 7 }),
  ].join('')

/** Four to a sheet. */
const sheet = (names: string, from: number, options = {}): TinyPage => ({
  content: [...names]
    .map((name, at) => small(300 * (at % 2), 200 * (1 - Math.floor(at / 2)), name, { ...options, number: from + at }))
    .join(''),
  width: 600,
  height: 400,
})

describe('a sheet of small pages', () => {
  it('is read page after page, rows of pages from top to bottom', () => {
    const [page] = read([sheet('ABCD', 1)])
    expect(page?.panels).toHaveLength(4)
    expect(order(page as PageLayout).replaceAll(/\d/g, '')).toBe(['A', 'B', 'C', 'D'].map((name) => name.repeat(7)).join(''))
  })

  it('keeps the columns of each small page together', () => {
    const [page] = read([sheet('ABCD', 1, { columns: 2, rows: 5 })])
    const texts = page?.lines.map((line) => lineText(page, line)).filter((text) => text.startsWith('B row'))
    expect(texts).toEqual(Array.from({ length: 10 }, (_, at) => `B row ${at} of the text`))
    expect(order(page as PageLayout).replaceAll(/\d/g, '')).toMatch(/^A+B+C+D+$/)
  })

  it('may end with places left empty', () => {
    expect(order(read([sheet('ABC', 1)])[0] as PageLayout).replaceAll(/\d/g, '')).toMatch(/^A+B+C+$/)
  })

  it('may leave white around small pages of another shape', () => {
    // 190 points high in place of 200: 10 points of white above and below.
    const content = ['A', 'B', 'C', 'D'].map((name, at) => small(300 * (at % 2), at < 2 ? 192 : 2, name)).join('')
    const [page] = read([{ content, width: 600, height: 400 }])
    expect(order(page as PageLayout).replaceAll(/\d/g, '')).toMatch(/^A+B+C+D+$/)
  })

  it('may have frames around small pages that stand where they like', () => {
    const at = [
      [20, 210],
      [290, 215],
      [20, 10],
      [290, 10],
    ] as const
    const content = at.map(([x, y], index) => `${x} ${y} 260 180 re S ${show(`${'ABCD'[index]} slide`, x + 60, y + 120)}`).join('')
    const [page] = read([{ content, width: 560, height: 400 }])
    expect(order(page as PageLayout)).toBe('ABCD')
  })

  it('has running heads and page numbers on each of them', () => {
    const pages = read([sheet('AAAA', 1), sheet('AAAA', 5), sheet('AA', 9)])
    const summary = new DocumentSummary()
    for (const page of pages) summary.add(page)
    const furniture = summary.toLayout().furniture ?? []
    const texts = furniture.flatMap(({ page, lines }) => {
      const own = pages[page - 1]
      return lines.map((index) => (own?.lines[index] ? lineText(own, own.lines[index]) : ''))
    })
    expect(texts.filter((text) => /^\d+$/.test(text))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(texts.filter((text) => text.startsWith('A Chapter 3'))).toHaveLength(10)
    expect(texts).toHaveLength(20)
  })
})

describe('a double page', () => {
  const half = (x: number, name: string): string =>
    show(`${name} A heading over both columns of the left or right page`, x + 20, 370) +
    Array.from({ length: 16 }, (_, at) => show(`${name} row ${at} of its text`, x + 20 + 130 * (at >> 3), 340 - 14 * (at & 7))).join('')

  it('is read as two pages, though a heading of one stands beside the columns of the other', () => {
    const lower = (x: number, name: string): string => half(x, name).replaceAll(/ (\d+) Td/g, (_, y) => ` ${Number(y) - 60} Td`)
    const [page] = read([{ content: half(0, 'L') + lower(310, 'R'), width: 600, height: 400 }])
    expect(order(page as PageLayout)).toBe('L'.repeat(17) + 'R'.repeat(17))
  })
})

describe('a single page', () => {
  it.each<[string, TinyPage]>([
    [
      'in two columns with white across its middle',
      {
        content: [40, 310]
          .map((x) =>
            [0, 1, 2, 3, 4, 8, 9, 10, 11].map((row) => show(`row ${row} of the running text of this column`, x, 750 - 50 * row)).join(''),
          )
          .join(''),
        width: 595,
        height: 842,
      },
    ],
    [
      'wider than high, with a heading over all of it',
      {
        content:
          show('A heading that runs over all of the page, and over both of its columns too', 40, 370, { size: 14 }) +
          [40, 340]
            .map((x) => [...'abcdefghij'].map((name, at) => show(`${name} row of the running text`, x, 340 - 14 * at)).join(''))
            .join(''),
        width: 600,
        height: 400,
      },
    ],
    ['with a table of large boxes', { content: '20 20 80 80 re S 100 20 80 80 re S 20 100 80 80 re S 100 100 80 80 re S' }],
    ['without anything on it', { content: '' }],
  ])('%s holds no small pages', (_, page) => {
    expect(read([page])[0]).not.toHaveProperty('panels')
  })
})
