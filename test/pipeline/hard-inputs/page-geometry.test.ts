import { describe, expect, it } from 'vitest'
import type { Box } from '../../../schemas/geometry.ts'
import { runFigures } from '../fakes/run-figures.ts'
import { show, type TinyPage, tinyPdf } from '../tiny-pdf.ts'
import { readPage } from './read-page.ts'

/** Points. Line width and rounding of ink. */
const TOLERANCE = 1.5

const isAbout = (box: Box | undefined, wanted: readonly number[]): void => {
  const is = box ? [box.left, box.top, box.right, box.bottom] : []
  wanted.forEach((side, at) => {
    expect(Math.abs((is[at] ?? Number.NaN) - side), `${is} is not about ${wanted}`).toBeLessThanOrEqual(TOLERANCE)
  })
}

/** A triangle whose corner stands 30 points from the left and 90 from the top of a page of 200 × 200 that begins at x, y; a line of text above it. */
const drawn = (x: number, y: number): string =>
  `${x + 30} ${y + 50} m ${x + 90} ${y + 50} l ${x + 30} ${y + 110} l s\n${show('Some text', x + 30, y + 170)}`

describe('boxes of text, drawings and crops', () => {
  it.each<[string, TinyPage]>([
    ['at the origin', { content: drawn(0, 0) }],
    ['whose media box begins elsewhere', { content: drawn(200, 200), mediaBox: '200 200 400 400' }],
    ['whose media box begins below zero', { content: drawn(-150, -70), mediaBox: '-150 -70 50 130' }],
    ['whose media box is written upside down', { content: drawn(0, 0), mediaBox: '200 200 0 0' }],
    ['that is cropped', { content: drawn(40, 30), width: 300, height: 300, entries: '/CropBox[40 30 240 230]' }],
    ['with a crop box larger than its media box', { content: drawn(0, 0), entries: '/CropBox[-50 -50 400 400]' }],
  ])('count from the top left of a page %s', async (_, page) => {
    const { figures, pages } = await runFigures(tinyPdf([page]))
    expect([pages[0]?.width, pages[0]?.height]).toEqual([200, 200])
    expect(pages[0]?.lines[0]?.baseline).toBeCloseTo(30, 1)
    isAbout(figures[0]?.box, [30, 90, 90, 150])
    expect(figures[0]?.crop).toMatchObject({ width: 62, height: 62 })
  })
})

it.each([90, 270])('columns of a page that is rotated by %i degrees are read as it is shown', async (rotate) => {
  const rows = [0, 1, 2, 3, 4, 5]
  const column = (x: number, name: string): string =>
    rows.map((row) => show(`${name} line ${row} of running text`, x, 180 - 14 * row)).join('')
  const upright = `${column(20, 'left')}${column(230, 'right')}`
  // Painted so that the rotation sets it upright: 420 wide and 200 high as shown.
  const turn = rotate === 90 ? '0 1 -1 0 200 0 cm' : '0 -1 1 0 0 420 cm'
  const { lines } = await readPage(tinyPdf([{ content: `q ${turn} ${upright} Q`, width: 200, height: 420, rotate }]))
  expect(lines).toEqual(['left', 'right'].flatMap((name) => rows.map((row) => `${name} line ${row} of running text`)))
})
