import { describe, expect, it } from 'vitest'
import type { Table } from '../../../schemas/segment.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const paragraph = (y: number): string =>
  [0, 12, 24].map((down) => show('The wall of the furnace is made of two layers and loses heat to the air around', 30, y - down)).join('')
const triangle = '60 240 m 120 240 l 60 300 l s\n'
const cells = (y: number, ...texts: readonly string[]): string => texts.map((text, at) => show(text, 150 + 50 * at, y)).join('')
/** A drawing, 60 to 120, and a table beside it, 145 to 285. */
const both =
  triangle +
  [300, 284, 240].map((y) => `0.5 w 145 ${y} m 285 ${y} l S\n`).join('') +
  cells(289, 'Layer', 'mm', 'W/mK') +
  cells(270, '1', '110', '0.77') +
  cells(250, '2', '80', '0.038')

const table: Table = { page: 1, box: { left: 145, top: 100, right: 285, bottom: 160 }, lines: [], rows: [] }

const figuresOf = async (caption: string) => {
  const content = paragraph(370) + both + caption + paragraph(190)
  const { figures } = await runFigures(tinyPdf([{ content, width: 400, height: 400 }]), { tables: [table] })
  return figures.map(({ label, box }) => [label, Math.round(box.left), Math.floor(box.right)])
}

describe('a table of data beside a drawing', () => {
  it('is part of the figure whose caption stands in the middle under both', async () => {
    expect(await figuresOf(show('Figure 5', 155, 222))).toEqual([['Figure 5', 60, 285]])
  })

  it('is none where the caption stands in the middle under the drawing', async () => {
    expect(await figuresOf(show('Figure 5', 72, 222))).toEqual([['Figure 5', 60, 120]])
  })
})
