import { describe, expect, it } from 'vitest'
import { isAbout, narrow, page, paragraph, sentence, triangle } from '../fakes/drawn-page.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'

describe('what is drawn and is no figure', () => {
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
    const wider = `25 255 m ${right + 15} 255 l S\n`
    const halves = await runFigures(page(paragraph(40, 370, 4) + triangle(120, 260) + wider + paragraph(40, 240, 4)))
    isAbout(halves.figures[0]?.box, 120, 80, 180, 140)
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
})
