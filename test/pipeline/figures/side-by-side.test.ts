import { describe, expect, it } from 'vitest'
import { runFigures } from '../fakes/run-figures.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const sentences = (y: number): string =>
  [0, 12, 24].map((down) => show('The block slides down the plane and stops at the wall after', 40, y - down)).join('')

describe('drawings side by side, each with its caption', () => {
  it('stay two where a label of one reaches over the other', async () => {
    const left = `60 240 m 140 240 l 60 300 l s\n${show('Moment M', 128, 292, { size: 8 })}`
    const right = '150 240 m 230 240 l 230 270 l s\n'
    const captions = show('Fig. 1', 85, 222, { size: 8 }) + show('Fig. 2', 180, 222, { size: 8 })
    const { figures } = await runFigures(
      tinyPdf([{ content: sentences(370) + left + right + captions + sentences(190), width: 400, height: 400 }]),
    )
    expect(figures.map(({ label, box }) => [label, Math.round(box.left), Math.round(box.top)])).toEqual([
      ['Fig. 1', 60, 100],
      ['Fig. 2', 150, 130],
    ])
  })
})

describe('drawings side by side, far apart', () => {
  const drawn = (caption: number): Uint8Array => {
    const panels = '60 240 m 110 240 l 60 300 l s\n260 240 m 310 240 l 310 300 l s\n'
    const content = sentences(370) + panels + show('Fig. 1', caption, 222, { size: 8 }) + sentences(190)
    return tinyPdf([{ content, width: 400, height: 400 }])
  }

  it('are the panels of one figure where one caption is centred between them', async () => {
    const { figures } = await runFigures(drawn(174))
    expect(figures.map(({ label, box }) => [label, Math.round(box.left), Math.round(box.right)])).toEqual([['Fig. 1', 60, 311]])
  })

  it('are two figures where the caption stands under one of them', async () => {
    const { figures } = await runFigures(drawn(75))
    expect(figures).toHaveLength(2)
  })
})
