import { describe, expect, it } from 'vitest'
import { runFigures } from '../fakes/run-figures.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

const text = Array.from({ length: 9 }, (_, at) => show('The block slides down the plane and stops at the wall', 60, 320 - 12 * at)).join('')
/** Crossed rules in a corner, where the sheet is cut. */
const cropMark = (x: number): string => `${x - 20} 20 m ${x + 40} 20 l S ${x} 0 m ${x} 50 l S\n`

describe('marks that recur', () => {
  it('are no drawings in the margins of a short sheet, though left and right pages have them at other places', async () => {
    const pages = [30, 360, 30, 360].map((shift) => ({ content: text + cropMark(shift), width: 400, height: 400 }))
    expect((await runFigures(tinyPdf(pages))).figures).toEqual([])
  })
})
