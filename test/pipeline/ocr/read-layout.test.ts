import { afterAll, describe, expect, it } from 'vitest'
import { readLayout } from '../../../pipeline/layout/scanned.ts'
import { stopOcr } from '../../../pipeline/ocr/engine.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { cropPng } from '../../../pipeline/pdf/render.ts'
import { asShown, height, width } from '../../../schemas/geometry.ts'
import { lineText, type PageLayout } from '../../../schemas/layout.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { scanOf } from '../fakes/scans.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'

const TEXT = ['3.12 A steel block slides down the', 'rough plane and stops at the wall.', 'Find the force between them.']
const DRAWING = '60 20 m 160 20 l 60 70 l s\n100 40 m 140 60 l S\n'
const page = tinyPdf([{ content: TEXT.map((line, at) => show(line, 20, 130 - 13 * at)).join('') + DRAWING, width: 220, height: 160 }])

afterAll(stopOcr)

async function read(bytes: Uint8Array): Promise<{ layout: PageLayout; problems: Problem[] }> {
  const pdf = openPdf(bytes, { file: 'scan.pdf' })
  try {
    const problems: Problem[] = []
    return { layout: await readLayout(pdf, 1, (problem) => void problems.push(problem)), problems }
  } finally {
    pdf.close()
  }
}

const texts = (layout: PageLayout): string[] => layout.lines.map((line) => lineText(layout, line))

describe('readLayout', () => {
  it('reads a scanned page into words with boxes, and its drawing into drawn marks', { timeout: 60_000 }, async () => {
    const { layout, problems } = await read(scanOf(page))
    expect(problems).toEqual([])
    expect(layout.source).toBe('ocr')
    expect(texts(layout)).toEqual(TEXT)
    const [first] = layout.lines
    expect(first?.box.left).toBeCloseTo(20, -0.5)
    expect(first?.baseline).toBeCloseTo(30, -0.5)
    expect(first?.confidence).toBeGreaterThan(0.8)
    // Filled outlines would be sides of boxes or signs of formulas.
    expect(new Set(layout.drawings.filter(({ shape }) => shape === 'path').map(({ kind }) => kind))).toEqual(new Set(['stroke']))
    const largest = layout.drawings.toSorted((a, b) => height(b.box) - height(a.box))[0]
    expect(width(largest?.box ?? { left: 0, top: 0, right: 0, bottom: 0 })).toBeCloseTo(101, -0.8)
  })

  it('straightens a page that lay askew, and gives boxes on the page as it lies', { timeout: 60_000 }, async () => {
    const { layout } = await read(scanOf(page, { skew: 2.5 }))
    expect(texts(layout)).toEqual(TEXT)
    const [first] = layout.lines
    // 2.5° over the line's length of about 150 points raise its end by 6.5; its letters stay level, or they would be read as scripts.
    expect(height(first?.box ?? { left: 0, top: 0, right: 0, bottom: 0 })).toBeCloseTo(9 + 6.5, -0.7)
    const ys = first?.glyphs.map((index) => layout.glyphs[index]?.y)
    expect(new Set(ys).size).toBe(1)
  })

  it.each([90, 180, 270] as const)(
    'rights a page that was scanned %d° turned, and cuts crops out of it upright',
    { timeout: 60_000 },
    async (turn) => {
      const bytes = scanOf(page, { turn })
      const { layout } = await read(bytes)
      expect(texts(layout)).toEqual(TEXT)
      expect(layout.turned).toBe(360 - turn)
      expect([Math.round(layout.width), Math.round(layout.height)]).toEqual([220, 160])
      const pdf = openPdf(bytes, { file: 'scan.pdf' })
      const first = layout.lines[0]?.box ?? { left: 0, top: 0, right: 1, bottom: 1 }
      const crop = await cropPng(pdf, 1, asShown(first, layout), 72, layout.turned)
      pdf.close()
      if (crop === 'blank') throw new Error('The crop came out blank.')
      expect(crop.width).toBeGreaterThan(8 * crop.height)
    },
  )

  it('leaves a page as it lies that holds nothing but a drawing, though its strokes run up the page', { timeout: 60_000 }, async () => {
    const strokes = [30, 60, 90, 120, 150, 180].map((x) => `${x} 20 m ${x} 140 l S`).join('\n')
    const { layout } = await read(scanOf(tinyPdf([{ content: `${strokes}\n30 20 m 180 60 l S`, width: 220, height: 160 }])))
    expect(layout.turned).toBeUndefined()
    expect([Math.round(layout.width), Math.round(layout.height)]).toEqual([220, 160])
  })

  it('reads small raised figures as such, and decimal points', { timeout: 60_000 }, async () => {
    const rows = ['A tank with an area of 25 cm', 'and a bottom of 0.45 m', 'The flow of 0.9 kg/s fills it.']
    const raised = ['2', '2', '']
    const content = rows.map((row, at) => `BT /F 10 Tf 20 ${117 - 13 * at} Td (${row}) Tj /F 6.5 Tf 4 Ts (${raised[at]}) Tj ET\n`).join('')
    const { layout } = await read(scanOf(tinyPdf([{ content, width: 220, height: 160 }])))
    expect(texts(layout)).toEqual(['A tank with an area of 25 cm2', 'and a bottom of 0.45 m2', 'The flow of 0.9 kg/s fills it.'])
    const [first] = layout.lines
    const last = layout.glyphs[first?.glyphs.at(-1) ?? -1]
    expect(last).toMatchObject({ text: '2' })
    expect(last?.size).toBeLessThan(0.8 * (first?.size ?? 0))
    expect(last?.y).toBeLessThan((first?.baseline ?? 0) - 2)
  })

  it('leaves a page alone that has text of its own', async () => {
    const { layout } = await read(page)
    expect(layout.source).toBe('text')
    expect(layout.lines[0]).not.toHaveProperty('confidence')
  })

  it('does not take an empty page for a scan', async () => {
    const { layout, problems } = await read(tinyPdf(''))
    expect(layout.source).toBe('none')
    expect(layout.lines).toEqual([])
    expect(problems).toEqual([])
  })

  it('reads the picture of a page whose font says wrong letters for its glyphs', { timeout: 60_000 }, async () => {
    // A ToUnicode map that shifts the alphabet: what is seen stays right, what is said is nonsense.
    const shift = Array.from({ length: 26 }, (_, at) => `<${(97 + at).toString(16)}> <00${(97 + ((at * 7 + 5) % 26)).toString(16)}>`).join(
      '\n',
    )
    const map = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n26 beginbfchar\n${shift}\nendbfchar endcmap end`
    const fonts = `/G ${extraObject(1)} 0 R`
    const content = TEXT.map((line, at) => show(line, 20, 130 - 13 * at, { font: 'G' })).join('')
    const bytes = tinyPdf(
      [{ content, width: 220, height: 160, fonts }],
      [
        { dictionary: '', data: map },
        `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode ${extraObject()} 0 R>>`,
      ],
    )
    const { layout, problems } = await read(bytes)
    expect(texts(layout)).toEqual(TEXT)
    expect(layout.source).toBe('ocr')
    expect(problems).toMatchObject([{ code: 'page-garbled', place: { page: 1 } }])
  })

  it('uses the invisible text layer of a scan and finds the drawing in its picture', async () => {
    const layer = `3 Tr\n${TEXT.map((line, at) => show(line, 20, 130 - 13 * at)).join('')}`
    const { layout } = await read(scanOf(page, { layer }))
    expect(layout.source).toBe('hidden-text')
    expect(texts(layout)).toEqual(TEXT)
    expect(layout.drawings.some(({ box }) => width(box) > 90 && height(box) > 40)).toBe(true)
    expect(layout.drawings.every(({ box }) => box.top > 80)).toBe(true)
  })

  it('reads the picture where the invisible layer of a scan is nonsense', { timeout: 60_000 }, async () => {
    const nonsense = ['Zq wvkxj bqpd gfhky mcvbu jxwqz', 'kqxvz gbdwm pfkyh cvjqx wzkbg', 'vhqjk xmzcg bwfpv kyqdh jzxcm']
    const layer = `3 Tr\n${nonsense.map((line, at) => show(line, 20, 130 - 13 * at)).join('')}`
    const { layout, problems } = await read(scanOf(page, { layer }))
    expect(layout.source).toBe('ocr')
    expect(texts(layout)).toEqual(TEXT)
    expect(problems.map(({ code }) => code)).toEqual(['page-garbled'])
    expect(layout.drawings.some(({ box }) => width(box) > 90 && height(box) > 40)).toBe(true)
  })

  it('reads a scan that carries nothing but a stamp as real text', { timeout: 60_000 }, async () => {
    const { layout } = await read(scanOf(page, { layer: show('Copy 3', 150, 5) }))
    expect(layout.source).toBe('ocr')
    expect(texts(layout)).toEqual(expect.arrayContaining(TEXT))
  })

  it('gives scanned pages the figures that the same pages have in print', { timeout: 60_000 }, async () => {
    const [printed] = (await runFigures(page)).figures
    const { figures } = await runFigures(scanOf(page))
    expect(figures).toHaveLength(1)
    const [scanned] = figures
    if (!printed || !scanned) throw new Error('There is no figure.')
    for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(Math.abs(scanned.box[side] - printed.box[side])).toBeLessThan(2)
  })

  it('takes boxes with words in them, and the arrows at them, for a figure', { timeout: 60_000 }, async () => {
    const box = '1.5 w 70 20 80 50 re S 1 w 20 60 m 66 60 l S 66 58.2 m 70 60 l 66 61.8 l f\n'
    const drawn = TEXT.map((line, at) => show(line, 20, 130 - 13 * at)).join('') + box + show('mixer', 95, 42)
    const { figures } = await runFigures(scanOf(tinyPdf([{ content: drawn, width: 220, height: 160 }])))
    expect(figures.map(({ box: { left, right } }) => [Math.round(left / 5) * 5, Math.round(right / 5) * 5])).toEqual([[20, 150]])
  })
})
