import { describe, expect, it } from 'vitest'
import type { Box } from '../../../schemas/geometry.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'

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
  Array.from({ length: lines }, (_, at) => show(sentence, x, y - 12 * at)).join('')
/** Lines of a column half as wide. */
const narrow = (x: number, y: number, lines: number): string =>
  Array.from({ length: lines }, (_, at) => show('The block slides down and stops', x, y - 12 * at)).join('')
/** A triangle: a drawing that no rule or frame looks like. Corners 60 points apart. */
const triangle = (x: number, y: number, side = 60): string => `${x} ${y} m ${x + side} ${y} l ${x} ${y + side} l s\n`
const page = (content: string) => tinyPdf([{ content, width: 400, height: 400 }])

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

  it('finds nothing on a page of text with rules, underlines and a framed example', async () => {
    const rules = '40 320 m 360 320 l S\n40 250 60 0.5 re f\n'
    const frame = '35 100 340 90 re S\n'
    const { figures } = await runFigures(page(paragraph(40, 370, 4) + rules + paragraph(40, 300, 4) + frame + paragraph(40, 170, 4)))
    expect(figures).toEqual([])
  })

  it('takes no box around the number of a problem for a part of a drawing, nor the rule between columns beside it', async () => {
    const framed = (x: number, y: number): string => `${x} ${y} m ${x + 20} ${y} l S ${x} ${y} m ${x} ${y + 14} l S
${x + 20} ${y} m ${x + 20} ${y + 14} l S ${x} ${y + 14} m ${x + 20} ${y + 14} l S\n`
    const column = (x: number): string =>
      framed(x, 366) + show('1-1', x + 3, 370) + show('The block slides down.', x + 24, 370) + narrow(x, 355, 3)
    const tinted = '0.8 g 38 117 26 12 re f 0 g\n'
    const rest = triangle(66, 140) + tinted + show('1-2', 43, 120) + show('The crate slides down.', 68, 120) + narrow(40, 108, 4)
    const { figures } = await runFigures(page(`${column(40)}${column(214)}205 60 m 205 385 l S\n${rest}${narrow(214, 200, 8)}`))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 66, 200, 126, 260)
  })

  it('takes the tinted head of a table without rules for no drawing, and no last line of an item for a label', async () => {
    const head = [100, 150, 200].map((x) => `${x} 280 50 14 re f\n`).join('')
    const cells = [100, 150, 200].map((x) => show('swing', x + 8, 284) + show('24.0', x + 8, 268)).join('')
    const item = show(`(a) ${sentence}`, 40, 320) + show('own mass', 53.3, 308)
    const { figures } = await runFigures(page(`${paragraph(40, 370, 3)}${item}0.9 g\n${head}0 g\n${cells}${paragraph(40, 250, 3)}`))
    expect(figures).toEqual([])
    const drawn = await runFigures(page(paragraph(40, 370, 3) + item + triangle(56, 240) + paragraph(40, 220, 3)))
    isAbout(drawn.figures[0]?.box, 56, 100, 116, 160)
  })

  it('takes labels in that stand beside the drawing, but no line of text', async () => {
    const labels = show('2.5 m', 165, 268) + show('A', 88, 268)
    const { figures, pages } = await runFigures(page(paragraph(40, 330, 3) + triangle(100, 240) + labels + paragraph(40, 225, 3)))
    expect(figures).toHaveLength(1)
    const texts = figures[0]?.lines.map((index) => pages[0]?.lines[index]?.glyphs.length)
    expect(texts?.sort()).toEqual([1, 4])
    isAbout(figures[0]?.box, 88, 100, 190, 160)
  })

  it('leaves the licence badge of an imprint out, but takes the same picture where a problem stands', async () => {
    const badge = 'q 88 0 0 31 150 200 cm /Im Do Q\n'
    const image = { dictionary: '/Type/XObject/Subtype/Image/Width 2/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8', data: '\x20\x90' }
    const under = (text: string) =>
      runFigures(
        tinyPdf(
          [
            {
              content: paragraph(40, 370, 4) + badge + show(text, 130, 180),
              width: 400,
              height: 400,
              xobjects: `/Im ${extraObject()} 0 R`,
            },
          ],
          [image],
        ),
      )
    expect((await under('https://creativecommons.org/licenses/by/4.0')).figures).toEqual([])
    expect((await under('Figure 1')).figures).toMatchObject([{ label: 'Figure 1', kind: 'raster' }])
  })

  it('cuts the empty margin of a picture off its box', async () => {
    const rows = Array.from({ length: 40 }, (_, y) =>
      Array.from({ length: 40 }, (_, x) => (x >= 10 && x < 30 && y >= 5 && y < 20 ? 0 : 255)),
    )
    const image = {
      dictionary: '/Type/XObject/Subtype/Image/Width 40/Height 40/ColorSpace/DeviceGray/BitsPerComponent 8',
      data: Uint8Array.from(rows.flat()),
    }
    const content = `${paragraph(40, 370, 4)}q 80 0 0 80 100 200 cm /Im Do Q\n${paragraph(40, 180, 4)}`
    const { figures } = await runFigures(tinyPdf([{ content, width: 400, height: 400, xobjects: `/Im ${extraObject()} 0 R` }], [image]))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 120, 130, 160, 160)
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

  it('finds no figure in a ruled table or a grid to write on', async () => {
    const cell = (x: number, y: number) => show('12.5', x, y)
    const rows = [0, 1, 2].map((row) => [60, 140, 220].map((x) => cell(x, 268 - 20 * row)).join('')).join('')
    const rules = [0, 1, 2, 3].map((at) => `50 ${284 - 20 * at} m 290 ${284 - 20 * at} l S\n`).join('')
    const uprights = [50, 130, 210, 290].map((x) => `${x} 224 m ${x} 284 l S\n`).join('')
    const grid = Array.from(
      { length: 12 },
      (_, at) => `50 ${20 + 10 * at} m 350 ${20 + 10 * at} l S\n${50 + 25 * at} 20 m ${50 + 25 * at} 130 l S\n`,
    )
    const { figures } = await runFigures(page(paragraph(40, 370, 4) + rows + rules + uprights + paragraph(40, 190, 3) + grid.join('')))
    expect(figures).toEqual([])
  })

  it('finds no figure in boxes and lines for answers, nor takes them into the drawing above', async () => {
    const box = (y: number): string => `220 ${y} 110 14 re S\n`
    const sides = '100 100 m 210 100 l S 100 114 m 210 114 l S 100 100 m 100 114 l S 210 100 m 210 114 l S\n'
    const writing = [80, 66, 52].map((y) => `40 ${y} m 360 ${y} l S\n`).join('')
    const answers = box(280) + show('Answer:', 224, 284) + box(150) + sides + show('Answer:', 104, 104) + writing
    const { figures } = await runFigures(page(paragraph(40, 370, 4) + triangle(100, 200) + answers))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 100, 140, 160, 200)
    const beam =
      '60 240 m 260 240 l S 60 250 m 260 250 l S 60 240 m 60 250 l S 260 240 m 260 250 l S 100 240 m 100 220 l S 90 220 m 110 220 l S\n'
    expect((await runFigures(page(paragraph(40, 370, 4) + beam + paragraph(40, 180, 4)))).figures).toHaveLength(1)
  })

  it('leaves header rules and logos out that stand on page after page', async () => {
    const head = `40 388 m 360 388 l S\n${triangle(340, 390, 8)}40 389 m 46 395 l S\n`
    const logo = `${triangle(40, 350, 40)}`
    const pages = [1, 2, 3, 4].map((at) => ({
      content: head + logo + paragraph(40, 330, 4) + (at === 2 ? triangle(100, 150) : ''),
      width: 400,
      height: 400,
    }))
    const { figures } = await runFigures(tinyPdf(pages))
    expect(figures).toMatchObject([{ page: 2 }])
  })

  it('sees through the rounded, shaded box that a problem is set in', async () => {
    const box = '0.9 g 30 160 m 370 160 l 380 160 380 170 380 170 c 380 385 l 30 385 l h f 0 g\n'
    const title = '0.2 0.2 0.6 rg 30 385 m 380 385 l 380 395 375 399 370 399 c 40 399 l 30 399 30 390 30 385 c h f 0 g\n'
    const { figures } = await runFigures(page(box + title + paragraph(40, 370, 4) + triangle(150, 240) + paragraph(40, 215, 3)))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 150, 100, 210, 160)
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

  it('sees through a box that holds a drawing alone, if it is as wide as one around text', async () => {
    const box = (bottom: number, top: number): string => `0.9 g 30 ${bottom} 340 ${top - bottom} re f 0 g\n`
    const { figures } = await runFigures(page(box(300, 390) + triangle(150, 315) + box(150, 260) + paragraph(40, 245, 5)))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 150, 25, 210, 85)
  })

  it('leaves out rules as wide as the column that part a drawing from the text close to it', async () => {
    const right = 299 // where the sentence ends, set from 40 on
    const rule = (y: number): string => `40 ${y} m ${right} ${y} l S\n`
    const { figures } = await runFigures(page(paragraph(40, 370, 4) + rule(326) + triangle(120, 260) + rule(255) + paragraph(40, 240, 4)))
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 120, 80, 180, 140)
  })

  it('sees through tinted boxes with a bar of colour at their left, one close below the other', async () => {
    const box = (bottom: number, top: number): string =>
      `0.9 g 30 ${bottom} 340 ${top - bottom} re f 0.7 0.2 0.2 rg 30 ${bottom} 3 ${top - bottom} re f 0 g\n`
    const boxes = box(220, 390) + box(90, 212) + box(58, 82)
    const { figures } = await runFigures(
      page(boxes + paragraph(40, 370, 3) + triangle(150, 240) + paragraph(40, 195, 2) + triangle(150, 100) + show('Exercise 3', 40, 66)),
    )
    expect(figures).toHaveLength(2)
    isAbout(figures[0]?.box, 150, 100, 210, 160)
  })

  it('leaves the frame out that a drawing stands in together with its caption', async () => {
    const ruled = '60 175 m 340 175 l S 60 305 m 340 305 l S 60 175 m 60 305 l S 340 175 m 340 305 l S\n'
    for (const frame of ['0.95 g 60 175 280 130 re f 0 g\n', ruled]) {
      const { figures } = await runFigures(page(paragraph(40, 370, 4) + frame + triangle(160, 220) + show('Figure 4.1', 165, 190)))
      isAbout(figures[0]?.box, 160, 120, 220, 180)
    }
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

  it('keeps a chart together whose boxes hold sentences, and takes those as its labels', async () => {
    const box = (x: number) => `${x} 200 100 60 re S\n`
    const words = (x: number) =>
      ['the pump lifts water', 'from the lower tank', 'to the upper one'].map((line, at) => show(line, x + 4, 240 - 12 * at)).join('')
    const arrow = '140 230 m 220 230 l S\n214 226 m 220 230 l 214 234 l f\n'
    const { figures } = await runFigures(
      page(paragraph(40, 370, 4) + box(40) + words(40) + arrow + box(220) + words(220) + paragraph(40, 170, 4)),
    )
    expect(figures).toHaveLength(1)
    isAbout(figures[0]?.box, 40, 140, 320, 200)
    expect(figures[0]?.lines).toHaveLength(6)
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
