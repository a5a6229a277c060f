import { describe, expect, it } from 'vitest'
import { runFigures } from '../fakes/run-figures.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const sentences = (x: number, y: number, text: string): string => [0, 12, 24].map((down) => show(text, x, y - down)).join('')
const wedge = (x: number, y: number): string => `${x} ${y} m ${x + 60} ${y} l ${x} ${y + 60} l s\n`

describe('a short caption at the margin', () => {
  it('belongs to the drawing in the middle of its column, above it as below it', async () => {
    const wide = 'The block slides down the plane and stops at the wall after'
    const above = sentences(40, 370, wide) + wedge(200, 260) + show('Figure 1', 40, 242)
    const below = sentences(40, 220, wide) + wedge(200, 110) + show('Figure 2', 40, 92)
    const { figures, problems } = await runFigures(tinyPdf([{ content: above + below, width: 400, height: 400 }]))
    expect(figures.map(({ label, box }) => [label, Math.round(box.top)])).toEqual([
      ['Figure 1', 80],
      ['Figure 2', 230],
    ])
    expect(problems).toEqual([])
  })

  it('belongs to no drawing in the other column', async () => {
    const narrow = 'The block slides down and stops'
    const left = sentences(40, 370, narrow) + sentences(40, 330, narrow) + show('Figure 1', 40, 282) + sentences(40, 250, narrow)
    const right = sentences(220, 370, narrow) + wedge(300, 260) + sentences(220, 220, narrow)
    const { figures, problems } = await runFigures(tinyPdf([{ content: left + right, width: 400, height: 400 }]))
    expect(figures.map(({ label }) => label)).toEqual([undefined])
    expect(problems).toMatchObject([{ code: 'caption-without-figure' }])
  })
})
