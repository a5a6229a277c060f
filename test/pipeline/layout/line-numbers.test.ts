import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText } from '../../../schemas/layout.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

function read(content: string): { text: string[]; furniture: string[] } {
  const pdf = openPdf(tinyPdf([{ content, width: 300, height: 400 }]), { file: 'tiny.pdf' })
  try {
    const page = layoutPage(pdf, 1, () => undefined)
    const of = (furniture: boolean): string[] =>
      page.lines.filter((line) => line.furniture === furniture).map((line) => lineText(page, line))
    return { text: of(false), furniture: of(true) }
  } finally {
    pdf.close()
  }
}

const sentence = 'The block slides down the plane'
/** Ten lines of text, each with a number before or after it. */
const numbered = (x: number, size: number, step = 1): string =>
  Array.from({ length: 10 }, (_, at) => show(sentence, 60, 380 - 14 * at) + show(`${step * (at + 1)}`, x, 380 - 14 * at, { size })).join('')

describe('line numbers', () => {
  it('in the left margin belong to no text', () => {
    const { text, furniture } = read(numbered(44, 5))
    expect(text).toEqual(Array(10).fill(sentence))
    expect(furniture).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  })

  it('in the right margin belong to no text, even if only every fifth line had one', () => {
    const { text, furniture } = read(numbered(230, 6, 5))
    expect(text).toEqual(Array(10).fill(sentence))
    expect(furniture[9]).toBe('50')
  })

  it('are no figures of the text’s own size: a column of a table counts on as well', () => {
    expect(read(numbered(40, 10)).furniture).toEqual([])
  })

  it('are no indices and powers that happen to count', () => {
    const powers = Array.from(
      { length: 10 },
      (_, at) => show('the length', 60, 380 - 14 * at) + show(`${at}`, 105, 380 - 14 * at, { size: 5 }),
    )
    expect(read(powers.join('')).furniture).toEqual([])
  })

  it('are no loose figures in small type that do not count', () => {
    const loose = [3, 8, 1, 12, 5, 40, 2, 9, 7, 11].map(
      (value, at) => show(sentence, 60, 380 - 14 * at) + show(`${value}`, 40, 380 - 14 * at, { size: 5 }),
    )
    expect(read(loose.join('')).furniture).toEqual([])
  })
})
