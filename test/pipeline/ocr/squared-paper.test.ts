import { afterAll, describe, expect, it } from 'vitest'
import { readLayout } from '../../../pipeline/layout/scanned.ts'
import { stopOcr } from '../../../pipeline/ocr/engine.ts'
import { type Grey, halved } from '../../../pipeline/ocr/raster.ts'
import { withoutGrid } from '../../../pipeline/ocr/squared-paper.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { width } from '../../../schemas/geometry.ts'
import { lineText } from '../../../schemas/layout.ts'
import { scanOf } from '../fakes/scans.ts'
import { show, tinyPdf } from '../tiny-pdf.ts'

afterAll(stopOcr)

const SIDE = 800

/** A page with lines two pixels thick, `rows` and `columns` apart, that are darker than paper by half. */
function ruled(
  rows: number,
  columns: number,
  strokes: readonly (readonly [left: number, top: number, right: number, bottom: number])[] = [],
): Grey {
  const pixels = new Uint8Array(SIDE * SIDE).fill(250)
  const isLine = (at: number, distance: number): boolean => at % distance === 20 || at % distance === 21
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) if (isLine(y, rows) || isLine(x, columns)) pixels[y * SIDE + x] = 180
  for (const [left, top, right, bottom] of strokes)
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) pixels[y * SIDE + x] = 30
  return { pixels, width: SIDE, height: SIDE }
}

const clean = (page: Grey): Grey => withoutGrid(page, halved(page))
const inked = ({ pixels }: Grey): number => pixels.filter((grey) => grey < 200).length

describe('squared paper', () => {
  it('loses its grid and keeps the ink that crosses it, or lies on it', () => {
    const page = clean(
      ruled(59, 59, [
        [100, 100, 106, 400],
        [300, 434, 500, 439],
      ]),
    )
    expect(inked(page)).toBe(6 * 300 + 200 * 5)
  })

  it.each([
    ['rules of a form', ruled(59, 900)],
    ['a table with wide cells', ruled(59, 140)],
    ['a table with few rows', ruled(150, 150)],
  ])('is not seen in %s', (_, page) => {
    expect(clean(page)).toBe(page)
  })

  it('is read like any other, and is no drawing', { timeout: 60_000 }, async () => {
    const text = ['3.12 A steel block slides down the', 'rough plane and stops at the wall.', 'Find the force between them.']
    const lines = Array.from(
      { length: 15 },
      (_, at) => `${14 * at + 5} 0 m ${14 * at + 5} 160 l S 0 ${14 * at + 5} m 220 ${14 * at + 5} l S`,
    ).join('\n')
    const content = `0.7 G 0.5 w ${lines}\n0 G ${text.map((line, at) => show(line, 20, 130 - 13 * at)).join('')}60 20 m 160 20 l 60 70 l s\n`
    const pdf = openPdf(scanOf(tinyPdf([{ content, width: 220, height: 160 }])), { file: 'scan.pdf' })
    const layout = await readLayout(pdf, 1, () => undefined)
    pdf.close()
    expect(layout.lines.map((line) => lineText(layout, line))).toEqual(text)
    expect(Math.max(...layout.drawings.map(({ box }) => width(box)))).toBeLessThan(110)
  })
})
