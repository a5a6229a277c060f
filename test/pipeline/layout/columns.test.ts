import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const COLUMN = 'words of running text'
const rows = (text: string, x: number, top: number, count: number): string =>
  Array.from({ length: count }, (_, at) => show(`${text} ${at}`, x, top - 14 * at)).join('\n')

function read(content: string): string[] {
  const pdf = openPdf(tinyPdf([{ content, width: 300, height: 400 }]), { file: 'tiny.pdf' })
  try {
    const page = layoutPage(pdf, 1, () => undefined)
    return page.lines.map((line) => lineText(page, line))
  } finally {
    pdf.close()
  }
}

describe('columns', () => {
  it('are read one after the other where the right one is short and stands beside a figure of the left one', () => {
    const found = read([rows(`left ${COLUMN}`, 20, 250, 10), rows(`right ${COLUMN}`, 160, 380, 5)].join('\n'))
    expect(found[0]).toBe('left words of running text 0')
    expect(found.at(-1)).toBe('right words of running text 4')
  })

  it('stay two where a line of the left one is too long and runs into the right one', () => {
    const long = show('an overfull line of the left column that is', 20, 310)
    const right = rows(`right ${COLUMN}`, 160, 380, 10)
    const found = read([rows(`left ${COLUMN}`, 20, 380, 5), long, rows(`lower ${COLUMN}`, 20, 296, 5), right].join('\n'))
    expect(found.slice(0, 5).concat(found.slice(-1))).toEqual(
      [0, 1, 2, 3, 4].map((at) => `left ${COLUMN} ${at}`).concat(`right ${COLUMN} 9`),
    )
  })

  it('are not seen where lines of text run across', () => {
    const across = rows('a long line of words that runs over the whole width', 20, 250, 10)
    const found = read([across, rows(`right ${COLUMN}`, 160, 380, 5)].join('\n'))
    expect(found[0]).toBe('right words of running text 0')
  })
})
