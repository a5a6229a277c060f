import { describe, expect, it } from 'vitest'
import { runFigures } from '../fakes/run-figures.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const paragraph = (y: number): string =>
  [0, 12, 24].map((down) => show('The wall of the furnace is made of two layers and loses heat to the air around', 30, y - down)).join('')
const triangle = '300 250 m 360 250 l 300 310 l s\n'
const rule = '0.5 w 60 284 m 295 284 l S\n'
const cells = (y: number, ...texts: readonly string[]): string => texts.map((text, at) => show(text, 62 + 60 * at, y)).join('')

const boxesOf = async (drawn: string) => {
  const { figures } = await runFigures(tinyPdf([{ content: paragraph(370) + drawn + paragraph(190), width: 400, height: 400 }]))
  return figures.map(({ box }) => [Math.round(box.left), Math.round(box.right)])
}

describe('a lone rule under the head of a table', () => {
  it('is no ink of the drawing that it reaches close to', async () => {
    const table = cells(289, 'Layer', 'Depth', 'k') + rule + cells(273, '1', '110', '0.77') + cells(260, '2', '80', '0.038')
    expect(await boxesOf(table + triangle)).toEqual([[300, 360]])
  })

  it('is ink like any other where strokes meet it, or where no cells stand aligned above and below', async () => {
    const labels = cells(289, 'A', 'B', 'C') + rule
    const below = cells(273, '1 m', '2 m', '3 m')
    expect((await boxesOf(`${labels + below}120 284 m 120 300 l S\n${triangle}`))[0]?.[0]).toBeLessThan(70)
    expect((await boxesOf(labels + triangle))[0]?.[0]).toBeLessThan(70)
  })
})
