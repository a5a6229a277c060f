import { afterAll, describe, expect, it } from 'vitest'
import { stopOcr } from '../../../pipeline/ocr/engine.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { cropPng, greyRaster } from '../../../pipeline/pdf/render.ts'
import { linkBook } from '../fakes/book.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { extraObject, show, tinyPdf } from '../tiny-pdf.ts'
import { readPage } from './read-page.ts'

afterAll(stopOcr)

const LINE = 'The block slides down the plane and stops at the wall after'
const paragraph = (y: number, lines: number): string => Array.from({ length: lines }, (_, at) => show(LINE, 40, y - 12 * at)).join('')
const page = (content: string, more = {}) => ({ content, width: 400, height: 400, ...more })
const gray = (width: number, height: number, data: string | Uint8Array, more = '/BitsPerComponent 8') => ({
  dictionary: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray${more}`,
  data,
})

describe('a picture as large as the page', () => {
  it('is its background: no figure, and the text on it is read', async () => {
    const content = `q 400 0 0 400 0 0 cm /Im Do Q ${paragraph(350, 6)}`
    const backdrop = gray(2, 2, '\xf0\xf0\xe0\xf0')
    const { figures, pages } = await runFigures(tinyPdf([page(content, { xobjects: `/Im ${extraObject()} 0 R` })], [backdrop]))
    expect(figures).toEqual([])
    expect(pages[0]?.images).toMatchObject([{ background: true }])
    expect(pages[0]?.lines).toHaveLength(6)
  })

  it('is read whichever way round its one bit a pixel stands for ink', { timeout: 60_000 }, async () => {
    const text = ['3.12 A steel block slides down', 'the rough plane and stops.']
    const printed = openPdf(
      tinyPdf([{ content: text.map((line, at) => show(line, 20, 70 - 14 * at)).join(''), width: 200, height: 100 }]),
      {
        file: 'print.pdf',
      },
    )
    const { pixels, width, height } = greyRaster(printed, 1, 200)
    printed.close()
    const row = Math.ceil(width / 8)
    // Ones are ink, which the Decode array turns round.
    const bits = new Uint8Array(row * height)
    pixels.forEach((level, at) => {
      const x = at % width
      const byte = Math.floor(at / width) * row + (x >> 3)
      if (level < 128) bits[byte] = (bits[byte] ?? 0) | (128 >> (x & 7))
    })
    const scan = gray(width, height, bits, '/BitsPerComponent 1/Decode[1 0]')
    const content = 'q 200 0 0 100 0 0 cm /Im Do Q'
    const { lines, layout } = await readPage(tinyPdf([{ content, width: 200, height: 100, xobjects: `/Im ${extraObject()} 0 R` }], [scan]))
    expect({ lines, source: layout.source }).toEqual({ lines: text, source: 'ocr' })
  })
})

describe('figures', () => {
  it('are as many as there are pictures on a page, each with its own crop', async () => {
    const content = `${paragraph(380, 3)}q 80 0 0 80 60 230 cm /A Do Q ${paragraph(200, 3)} q 80 0 0 80 60 60 cm /B Do Q`
    const xobjects = `/A ${extraObject()} 0 R/B ${extraObject(1)} 0 R`
    const bytes = tinyPdf([page(content, { xobjects })], [gray(2, 2, '\x00\x80\x80\x00'), gray(2, 2, '\x80\x00\x00\x80')])
    const { figures } = await runFigures(bytes)
    expect(figures).toHaveLength(2)
    const pdf = openPdf(bytes, { file: 'two.pdf' })
    const crops = await Promise.all(figures.map(({ box }) => cropPng(pdf, 1, box, 72)))
    pdf.close()
    const [first, second] = crops.map((crop) => (crop === 'blank' ? crop : Buffer.from(crop.png).toString('hex')))
    expect(first).not.toBe(second)
  })

  it('are one region where they are pieced together from many small pictures', async () => {
    const tiles = Array.from({ length: 24 }, (_, at) => `q 20 0 0 20 ${60 + 20 * (at % 6)} ${220 + 20 * Math.floor(at / 6)} cm /Im Do Q`)
    const content = `${paragraph(380, 3)}${tiles.join(' ')} ${paragraph(190, 3)}`
    const { figures } = await runFigures(
      tinyPdf([page(content, { xobjects: `/Im ${extraObject()} 0 R` })], [gray(2, 2, '\x00\x80\x80\x00')]),
    )
    expect(figures.map(({ box }) => [box.left, box.top, box.right, box.bottom].map(Math.round))).toEqual([[60, 100, 180, 180]])
  })

  it('keep an irregular drawing whole, whose parts only hang together by a thin stroke', async () => {
    const upper = '120 330 m 160 350 l 150 310 l s'
    const lower = '100 220 m 190 220 l 180 260 l 110 250 l s'
    const { figures } = await runFigures(tinyPdf([page(`${upper} 0.3 w 150 310 m 146 257 l S ${lower} ${paragraph(180, 4)}`)]))
    expect(figures.map(({ box }) => [box.left, box.top, box.right, box.bottom].map(Math.round))).toEqual([[100, 50, 190, 180]])
  })

  it('share the caption that names both', async () => {
    const triangle = (x: number): string => `${x} 240 m ${x + 60} 240 l ${x} 300 l s `
    const caption = show('Figure 1. The plane before and after.', 80, 222)
    const { figures } = await runFigures(tinyPdf([page(paragraph(370, 4) + triangle(80) + triangle(180) + caption + paragraph(190, 4))]))
    expect(figures).toMatchObject([{ label: 'Figure 1', caption: 'The plane before and after.' }])
    expect(figures[0]?.box.right).toBeGreaterThan(235)
  })

  it('have a caption that can be read though it is set as one run without spaces', async () => {
    const caption = 'BT /F 9 Tf 90 222 Td [(Figure) -250 (3.) -250 (Cause) -250 (of) -250 (the) -250 (outcome)] TJ ET '
    const { figures } = await runFigures(tinyPdf([page(`100 240 m 160 240 l 100 300 l s ${caption}`)]))
    expect(figures).toMatchObject([{ label: 'Figure 3', caption: 'Cause of the outcome' }])
  })

  it('keep the words in them out of the question', async () => {
    const box = (x: number, words: string): string => `${x} 250 90 40 re S ${show(words, x + 6, 268, { size: 8 })}`
    const arrow = '130 270 m 160 270 l S 160 270 m 154 274 l 154 266 l f '
    const question = show('1. A pump feeds the tank of Fig. 1. Find its power.', 30, 360)
    const next = `${show('Fig. 1. The plant.', 100, 225)}${show('2. Find the cost of the water in a year.', 30, 200)}`
    const content = `${question}${box(40, 'the pump lifts it')} ${arrow} ${box(160, 'the tank holds it')} ${next}`
    const { items } = await linkBook(tinyPdf([page(content)]))
    expect(items.map(({ question: { text } }) => text)).toEqual([
      'A pump feeds the tank of Fig. 1. Find its power.',
      'Find the cost of the water in a year.',
    ])
    expect(items[0]?.diagrams).toHaveLength(1)
  })
})
