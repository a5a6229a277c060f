import { describe, expect, it } from 'vitest'
import type { Box } from '../../../schemas/geometry.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { textAt, tinyPdf } from '../fakes/tiny-pdf.ts'

/** Points. Line width and rounding of ink. */
const TOLERANCE = 1.5

const isAbout = (box: Box | undefined, left: number, top: number, right: number, bottom: number): void => {
  if (!box) throw new Error('There is no box.')
  for (const [is, wanted] of [
    [box.left, left],
    [box.top, top],
    [box.right, right],
    [box.bottom, bottom],
  ] as const)
    expect(Math.abs(is - wanted), `${JSON.stringify(box)} is not ${[left, top, right, bottom]}`).toBeLessThanOrEqual(TOLERANCE)
}

const sentence = 'The block slides down the plane and stops at the wall after'
const paragraph = (x: number, y: number, lines: number): string =>
  Array.from({ length: lines }, (_, at) => textAt(x, y - 12 * at, sentence)).join('')
/** A triangle: a drawing that no rule or frame looks like. Corners 60 points apart. */
const triangle = (x: number, y: number, side = 60): string => `${x} ${y} m ${x + side} ${y} l ${x} ${y + side} l s\n`
const page = (content: string) => tinyPdf([{ content, width: 400, height: 400 }])

describe('figures', () => {
  it('finds a drawing between paragraphs, with its caption and label as printed', async () => {
    const { figures } = await runFigures(
      page(paragraph(40, 370, 4) + triangle(100, 240) + textAt(90, 222, 'Fig. P3-17 The inclined plane.') + paragraph(40, 190, 4)),
    )
    expect(figures).toMatchObject([{ page: 1, label: 'Fig. P3-17', caption: 'The inclined plane.', kind: 'vector' }])
    isAbout(figures[0]?.box, 100, 100, 160, 160)
  })

  it('finds nothing on a page of text with rules, underlines and a framed example', async () => {
    const rules = '40 320 m 360 320 l S\n40 250 60 0.5 re f\n'
    const frame = '35 100 340 90 re S\n'
    const { figures } = await runFigures(page(paragraph(40, 370, 4) + rules + paragraph(40, 300, 4) + frame + paragraph(40, 170, 4)))
    expect(figures).toEqual([])
  })

  it('takes labels in that stand beside the drawing, but no line of text', async () => {
    const labels = textAt(165, 268, '2.5 m') + textAt(88, 268, 'A')
    const { figures, pages } = await runFigures(page(paragraph(40, 330, 3) + triangle(100, 240) + labels + paragraph(40, 225, 3)))
    expect(figures).toHaveLength(1)
    const texts = figures[0]?.lines.map((index) => pages[0]?.lines[index]?.glyphs.length)
    expect(texts?.sort()).toEqual([1, 4])
    isAbout(figures[0]?.box, 88, 100, 190, 160)
  })
})
