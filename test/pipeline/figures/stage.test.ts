import { describe, expect, it } from 'vitest'
import { isAbout, narrow, page, paragraph, triangle } from '../fakes/drawn-page.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'

describe('figures', () => {
  it('finds a drawing between paragraphs, with its caption and label as printed', async () => {
    const { figures } = await runFigures(
      page(paragraph(40, 370, 4) + triangle(100, 240) + show('Fig. P3-17 The inclined plane.', 90, 222) + paragraph(40, 190, 4)),
    )
    expect(figures).toMatchObject([{ page: 1, label: 'Fig. P3-17', caption: 'The inclined plane.', kind: 'vector' }])
    isAbout(figures[0]?.box, 100, 100, 160, 160)
  })

  it('takes a displayed formula whose radical and brace are painted as paths for no drawing', async () => {
    const radical = '150 262 m 153 255 l 157 270 l 190 270 l S\n'
    const brace = '140 290 m 136 285 l 136 272 l 132 268 l 136 264 l 136 250 l 140 245 l S\n'
    const formula = show('a =', 100, 266) + show('g h , 0 < t', 158, 258) + show('2 g t, t > 1', 158, 278) + radical + brace
    const { figures } = await runFigures(page(paragraph(40, 370, 4) + formula + paragraph(40, 200, 4)))
    expect(figures).toEqual([])
  })

  it('takes labels in that stand beside the drawing, but no line of text', async () => {
    const labels = show('2.5 m', 165, 268) + show('A', 88, 268)
    const { figures, pages } = await runFigures(page(paragraph(40, 330, 3) + triangle(100, 240) + labels + paragraph(40, 225, 3)))
    expect(figures).toHaveLength(1)
    const texts = figures[0]?.lines.map((index) => pages[0]?.lines[index]?.glyphs.length)
    expect(texts?.sort()).toEqual([1, 4])
    isAbout(figures[0]?.box, 88, 100, 190, 160)
  })

  it('joins the strips that a picture was cut into', async () => {
    const image = { dictionary: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8', data: '\x40' }
    const strips = [0, 1, 2].map((at) => `q 120 0 0 20 100 ${200 + 20 * at} cm /Im Do Q\n`).join('')
    const content = paragraph(40, 370, 4) + strips + paragraph(40, 180, 4)
    const { figures } = await runFigures(tinyPdf([{ content, width: 400, height: 400, xobjects: `/Im ${extraObject()} 0 R` }], [image]))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 100, 140, 220, 200)
  })

  it('keeps two drawings side by side apart when each has its caption', async () => {
    const captions = show('Figure 1', 60, 222) + show('Figure 2', 160, 222)
    const { figures } = await runFigures(
      page(paragraph(40, 370, 4) + triangle(60, 240) + triangle(150, 240) + captions + paragraph(40, 190, 4)),
    )
    expect(figures).toMatchObject([{ label: 'Figure 1' }, { label: 'Figure 2' }])
  })

  it('keeps two drawings side by side together under one caption', async () => {
    const { figures } = await runFigures(
      page(paragraph(40, 370, 4) + triangle(60, 240) + triangle(150, 240) + show('Figure 1', 120, 222) + paragraph(40, 190, 4)),
    )
    expect(figures).toMatchObject([{ label: 'Figure 1' }])
    isAbout(figures[0]?.box, 60, 100, 210, 160)
  })

  it('gives captions to the drawings under them where a document sets captions above', async () => {
    const first = show('Figure 1', 60, 312) + triangle(60, 240)
    const second = show('Figure 2', 60, 222) + triangle(60, 150)
    const { figures } = await runFigures(page(paragraph(40, 385, 4) + first + second + paragraph(40, 130, 5)))
    expect(figures.map(({ label, box }) => [label, Math.round(box.top / 10) * 10])).toEqual([
      ['Figure 1', 100],
      ['Figure 2', 190],
    ])
  })

  it('does not take a sentence that begins with a figure word for a caption', async () => {
    const content =
      paragraph(40, 370, 4) +
      triangle(100, 240) +
      show('Figure 3 shows the plane on which the block slides.', 40, 222) +
      paragraph(40, 210, 3)
    const { figures } = await runFigures(page(content))
    expect(figures).toHaveLength(1)
    expect(figures[0]).not.toHaveProperty('label')
  })

  it('reads captions that are counted with letters and name their problem', async () => {
    const margin =
      triangle(310, 300) +
      show('a / Problem 3.', 310, 288, { size: 8 }) +
      triangle(310, 200) +
      show('b / Problem 5.', 310, 188, { size: 8 })
    const { figures } = await runFigures(page(narrow(40, 370, 16) + margin))
    expect(figures.map(({ label }) => label)).toEqual(['Problem 3', 'Problem 5'])
  })

  it('joins panels that one wide caption names, however far apart, but not figures at the head of two columns', async () => {
    const wide = show('Figure 1. Two tanks, the left one before and the right one after.', 60, 222)
    const joined = await runFigures(page(paragraph(40, 370, 4) + triangle(60, 240) + triangle(270, 240) + wide + paragraph(40, 190, 4)))
    expect(joined.figures).toHaveLength(1)
    isAbout(joined.figures[0]?.box, 60, 100, 330, 160)
    const column = (x: number): string =>
      Array.from({ length: 8 }, (_, at) => show('the block slides down at rest', x, 180 - 12 * at)).join('')
    const apart = await runFigures(page(triangle(80, 240, 80) + triangle(215, 240, 80) + column(40) + column(210)))
    expect(apart.figures).toHaveLength(2)
  })

  it('keeps level drawings in two columns apart where only one has a caption', async () => {
    const left = narrow(20, 380, 4) + triangle(95, 240, 80) + show('Figure 1', 110, 222) + narrow(20, 190, 4)
    const right = narrow(205, 380, 4) + triangle(210, 240, 80) + narrow(205, 190, 6)
    const { figures } = await runFigures(page(left + right))
    expect(figures.map(({ label }) => label)).toEqual(['Figure 1', undefined])
  })

  it('lets a caption push another on to its own figure, so that both find one', async () => {
    // Both captions are nearest to the upper triangle.
    const captions = show('Figure 1', 60, 326) + show('Figure 2', 60, 222)
    const { figures } = await runFigures(
      page(paragraph(40, 390, 4) + captions + triangle(60, 238, 80) + triangle(60, 130, 80) + paragraph(40, 100, 4)),
    )
    expect(figures.map(({ label }) => label)).toEqual(['Figure 1', 'Figure 2'])
  })

  it('joins a part below a drawing to it, though the caption of the drawing above it is nearer than its own', async () => {
    const above = triangle(60, 310) + show('Figure 1', 60, 295)
    const below = triangle(60, 210) + triangle(60, 165, 30) + show('Figure 2', 60, 146)
    const { figures } = await runFigures(page(above + below + paragraph(40, 120, 6)))
    expect(figures.map(({ label, box }) => [label, Math.round(box.bottom - box.top)])).toEqual([
      ['Figure 1', 61],
      ['Figure 2', 106],
    ])
    // Captions above: the part is near none but that of the next drawing.
    const part = `${triangle(60, 270, 20)}60 270 m 100 270 l S\n`
    const first = show('Figure 1', 60, 380) + triangle(60, 310) + part
    const next = show('Figure 2', 60, 254) + triangle(60, 190)
    const over = await runFigures(page(first + next + paragraph(40, 150, 6)))
    expect(over.figures.map(({ label, box }) => [label, Math.round(box.bottom - box.top)])).toEqual([
      ['Figure 1', 101],
      ['Figure 2', 61],
    ])
  })

  it('reports a caption that stands near no drawing, and invents no figure', async () => {
    const { figures, problems } = await runFigures(page(paragraph(40, 370, 4) + show('Figure 7', 150, 290) + paragraph(40, 250, 4)))
    expect(figures).toEqual([])
    expect(problems).toMatchObject([{ code: 'caption-without-figure', place: { page: 1 } }])
  })

  it('parts drawings that nearly touch where each has a caption of its own, and not where one caption is below both', async () => {
    const pair = triangle(100, 240) + triangle(165, 240)
    const text = (captions: string) => page(paragraph(40, 370, 4) + pair + captions + paragraph(40, 190, 4))
    const apart = await runFigures(text(show('Fig. 1', 108, 224, { size: 8 }) + show('Fig. 2', 178, 224, { size: 8 })))
    expect(apart.figures.map(({ label }) => label)).toEqual(['Fig. 1', 'Fig. 2'])
    isAbout(apart.figures[0]?.box, 100, 100, 160, 160)
    isAbout(apart.figures[1]?.box, 165, 100, 225, 160)
    const together = await runFigures(text(show('Fig. 1 Two wedges', 130, 224, { size: 8 })))
    expect(together.figures).toHaveLength(1)
  })

  it('grows over all connected strokes of an irregular drawing', async () => {
    const upper = '100 340 m 100 250 l 180 250 l S\n180 250 m 200 280 l S\n'
    const lower = '200 280 m 260 200 l 300 200 l S\n300 200 m 300 150 l 320 140 l S\n'
    const { figures } = await runFigures(page(paragraph(40, 385, 3) + upper + lower + paragraph(40, 100, 4)))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 100, 60, 320, 260)
  })

  it('finds pictures painted inline, in forms and turned with their page', async () => {
    const inline = 'q 120 0 0 60 100 230 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x40 EI Q\n'
    const form = { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 400 400]', data: triangle(100, 100, 80) }
    const content = `${paragraph(40, 370, 4)}${inline}${paragraph(40, 215, 2)}/Fm Do\n${paragraph(40, 60, 3)}`
    const xobjects = `/Fm ${extraObject()} 0 R`
    const upright = await runFigures(tinyPdf([{ content, width: 400, height: 400, xobjects }], [form]))
    expect(upright.figures.map(({ kind }) => kind)).toEqual(['raster', 'vector'])
    isAbout(upright.figures[0]?.box, 100, 110, 220, 170)
    isAbout(upright.figures[1]?.box, 100, 220, 180, 300)
    // Turned a quarter clockwise, a point x to the right and y above the foot comes y from the left and x from the top.
    const sideways = `q 0 1 -1 0 400 0 cm ${triangle(100, 100, 80)}Q\n`
    const turned = await runFigures(tinyPdf([{ content: sideways, width: 400, height: 400, entries: '/Rotate 90' }]))
    expect(turned.figures).toHaveLength(1)
    isAbout(turned.figures[0]?.box, 100, 220, 180, 300)
  })
})
