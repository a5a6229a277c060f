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

  it('are a box around text at the head of a page where some of its sides do not recur', async () => {
    // The foot of the box stands elsewhere on each page.
    const box = (foot: number): string =>
      `20 390 m 380 390 l S 20 ${foot} m 380 ${foot} l S 60 390 m 60 ${foot} l S ${[20, 380].map((x) => `${x} 390 m ${x} 310 l S ${x} 310 m ${x} ${foot} l S`).join(' ')}\n`
    const boxed = show('The block slides down the plane and stops', 70, 378) + show('x = 4 m', 120, 330)
    const pages = [300, 290, 280].map((foot) => ({ content: box(foot) + boxed, width: 400, height: 400 }))
    expect((await runFigures(tinyPdf(pages))).figures).toEqual([])
  })
})
