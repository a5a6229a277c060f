import { describe, expect, it } from 'vitest'
import type { SegmentedSolution } from '../../../schemas/segment.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const sentence = 'The wall of the furnace is made of two layers and loses heat to the air around'
const paragraph = (y: number): string => [0, 12, 24].map((down) => show(sentence, 30, y - down)).join('')
/** A tint 44 points high and as wide as the text, with a bar at its left side. */
const tint = '0.9 0.9 1 rg 30 246 340 44 re f 0.4 0.2 0.5 rg 30 246 3 44 re f 0 g\n'
const mark = show('Sample solution', 42, 272)
const solution: SegmentedSolution = {
  number: '1',
  kind: 'solution',
  where: 'inline',
  label: [{ page: 1, line: 3, from: 0, to: 14 }],
  question: [],
  text: [],
  parts: [],
  region: [],
}
const boxesOf = async (inTint: string) => {
  const content = paragraph(370) + tint + inTint + paragraph(190)
  const { figures } = await runFigures(tinyPdf([{ content, width: 400, height: 400 }]), { solutions: [solution] })
  return figures.map(({ box }) => [Math.round(box.left), Math.round(box.right)])
}

describe('a tinted box as wide as the text', () => {
  it('is a frame even where it holds one short line, its text being overleaf', async () => {
    expect(await boxesOf(mark)).toEqual([])
  })

  it('is the ground of a drawing where it holds one', async () => {
    expect(await boxesOf(`${mark}200 250 m 260 250 l 200 280 l s\n`)).not.toEqual([])
  })
})

describe('a box whose sides are of several widths', () => {
  /** Painted side by side: a mitred bar at the left, a thin rule at the right, one that closes the box, open at the other end. */
  const box = (top: number, bottom: number, level: number): string =>
    `0.1 0.5 0.8 rg 30 ${top} m 34 ${top} l 34 ${bottom + 1} l 30 ${bottom} l f 369 ${bottom} 1 ${top - bottom} re f 30 ${level} 340 0.8 re f 0 g\n`
  const figuresOf = async (content: string) => (await runFigures(tinyPdf([{ content, width: 400, height: 400 }]))).figures

  it('frames its text, and what is left of it on the next page', async () => {
    const left = box(390, 350, 350) + show('which is 3 m/s.', 42, 370)
    expect(
      await figuresOf(
        left + box(330, 240, 329) + [310, 298, 286].map((y) => show('The wall of the furnace is made of two layers', 42, y)).join(''),
      ),
    ).toEqual([])
  })

  it('is no frame without text', async () => {
    expect(await figuresOf(`${box(330, 240, 329)}200 250 m 260 250 l 200 280 l s\n`)).toHaveLength(1)
  })
})
