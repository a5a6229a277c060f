import { describe, expect, it } from 'vitest'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

function page(content: string): PageLayout {
  const pdf = openPdf(tinyPdf([{ content, width: 400, height: 200 }]), { file: 'tiny.pdf' })
  try {
    return layoutPage(pdf, 1, () => undefined)
  } finally {
    pdf.close()
  }
}

const texts = ({ lines, ...rest }: PageLayout): string[] => lines.map((line) => lineText({ lines, ...rest }, line))

/** A letter of no font: a filled triangle, as large as an x. */
const letter = (x: number, y: number): string => `${x} ${y} m ${x + 5} ${y} l ${x + 2.5} ${y + 5} l h f\n`
const outlined = (x: number, y: number): string => `${letter(x, y)}0 w ${x} ${y} m ${x + 5} ${y} l ${x + 2.5} ${y + 5} l h S\n`
const above = show('A line of text from which the size of type can be told.', 40, 130)
const sentence = above + show('Find the speed', 40, 100) + show('of the block.', 128, 100)

describe('a formula painted as paths', () => {
  it('is one glyph without a meaning where it stands in its sentence', () => {
    const laid = page(sentence + letter(109, 100) + letter(115, 100) + letter(121, 100))
    expect(texts(laid)[1]).toBe('Find the speed \uFFFD of the block.')
    expect(laid.drawings).toEqual([])
  })

  it('may have its letters outlined as well as filled', () => {
    const laid = page(sentence + outlined(112, 100) + outlined(118, 100))
    expect(texts(laid)[1]).toBe('Find the speed \uFFFD of the block.')
    expect(laid.drawings).toEqual([])
  })

  it('is a line of its own as a display, its fraction bar included', () => {
    const laid = page(`${above}${letter(200, 70)}198 66 9 0.6 re f\n${letter(200, 58)}`)
    expect(texts(laid).at(-1)).toBe('\uFFFD')
    expect(laid.glyphs.at(-1)?.ink).toMatchObject({ left: 198, right: 207, top: 125, bottom: 142 })
    expect(laid.drawings).toEqual([])
  })
})

describe('what is no formula', () => {
  it('stays a drawing where it is an arrow of a formula that is set', () => {
    const laid = page(
      `${above}${show('so', 100, 94)}${show('F', 120, 80)}118 92 m 126 92 l 126 90 l 130 94 l 126 98 l 126 96 l 118 96 l h 118 93.8 8 0.4 re f\n`,
    )
    expect(texts(laid).join(' ')).not.toContain('\uFFFD')
    expect(laid.drawings).toHaveLength(2)
  })

  it('stays a drawing near strokes: arrow heads and labels of a diagram', () => {
    const laid = page(`${above}1 w 150 40 m 200 60 l S\n${letter(198, 58)}${letter(206, 62)}`)
    expect(texts(laid)).toHaveLength(1)
    expect(laid.drawings).toHaveLength(3)
  })

  it('stays a drawing as the mark of a list item', () => {
    const laid = page(above + letter(40, 100) + show('An item of a list.', 54, 100))
    expect(texts(laid)[1]).toBe('An item of a list.')
  })

  it('stays a drawing on a page without text to measure by', () => {
    expect(page(letter(100, 100) + letter(106, 100)).glyphs).toEqual([])
  })
})
