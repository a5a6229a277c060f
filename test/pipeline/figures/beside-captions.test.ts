import { describe, expect, it } from 'vitest'
import { runFigures } from '../fakes/run-figures.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

/** A triangle 60 points high, its foot at y. */
const triangle = (x: number, y: number, wide = 80): string => `${x} ${y} m ${x + wide} ${y} l ${x} ${y + 60} l s\n`
/** A drawing, and its caption right of its foot in a column of captions. */
const row = (number: number, y: number, wide = 80): string => triangle(40, y, wide) + show(`Fig. 2.${number}`, 155, y)
const labelsOf = async (content: string) => {
  const { figures } = await runFigures(tinyPdf([{ content, width: 400, height: 400 }]))
  return figures.map(({ label, box }) => [label, Math.round(box.bottom - box.top)])
}

describe('captions beside drawings', () => {
  it('tell drawings apart that stand close one above the other', async () => {
    expect(await labelsOf(row(1, 320) + row(2, 230) + row(3, 140, 60))).toEqual([
      ['Fig. 2.1', 61],
      ['Fig. 2.2', 61],
      ['Fig. 2.3', 61],
    ])
  })

  it('belong to small drawings far to their side, unless text stands in between', async () => {
    const far = row(1, 320) + triangle(40, 210, 30) + show('Fig. 2.2', 185, 210)
    expect(await labelsOf(far)).toEqual([
      ['Fig. 2.1', 61],
      ['Fig. 2.2', 61],
    ])
    expect(await labelsOf(far + show('see there', 115, 212))).toEqual([
      ['Fig. 2.1', 61],
      [undefined, 61],
    ])
  })

  it('leave parts of one figure together where one caption stands beside them', async () => {
    const both = triangle(40, 320) + triangle(40, 230) + show('Fig. 2.1', 155, 275)
    expect(await labelsOf(both)).toEqual([['Fig. 2.1', 151]])
  })
})
