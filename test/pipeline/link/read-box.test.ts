import { describe, expect, it } from 'vitest'
import type { Sheet } from '../../../pipeline/link/book.ts'
import { readBox } from '../../../pipeline/link/read-box.ts'
import { asShown } from '../../../schemas/geometry.ts'
import { openTiny, triangle, typeset } from '../fakes/book.ts'

/** Baselines are at 62, 74, 86 … points from the top; the text begins 40 points from the left. */
const page = typeset([
  'The first problem is long ago.',
  '2. A block slides down a very steep',
  'plane. Find',
  '(a) its speed,',
  '(b) its energy.',
  'The third problem comes later.',
])
const across = (top: number, bottom: number) => ({ left: 30, top, right: 340, bottom })

const turnedSheets = (sheets: ReadonlyMap<number, Sheet>) =>
  new Map([...sheets].map(([number, sheet]) => [number, { ...sheet, page: { ...sheet.page, turned: 90 as const } }]))

describe('a box drawn on a page', () => {
  it('gives the lines in it as a question is written, parts apart, and nothing around it', async () => {
    expect(await readBox(await openTiny(page), 1, across(64, 112))).toBe(
      '2. A block slides down a very steep plane. Find\n\n(a) its speed,\n\n(b) its energy.',
    )
  })

  it('gives the words that it holds of a line', async () => {
    const text = await readBox(await openTiny(page), 1, { left: 30, top: 64, right: 120, bottom: 76 })
    expect('2. A block slides down a very steep'.startsWith(text)).toBe(true)
    expect(text).toMatch(/^2\. A block/)
    expect(text).not.toContain('steep')
  })

  it('is of the page as shown, though the page was righted before it was read', async () => {
    const book = await openTiny(page)
    const lies = { ...book, sheets: async (pages: Iterable<number>) => turnedSheets(await book.sheets(pages)) }
    expect(await readBox(lies, 1, asShown(across(64, 112), { width: 360, height: 480, turned: 90 }))).toMatch(
      /^2\. A block.*its energy\.$/s,
    )
  })

  it('gives nothing where nothing stands', async () => {
    expect(await readBox(await openTiny(page), 1, across(300, 400))).toBe('')
  })

  it('leaves the labels of a diagram out, and takes them where there is nothing else', async () => {
    const drawn = await openTiny(
      typeset([
        '1. A block rests on the wedge of Fig. 1. Find the force.',
        triangle,
        { text: 'P', x: 84, down: -20, size: 8 },
        { text: 'Fig. 1. A wedge.', x: 60, down: 34, size: 8 },
        { text: '2. Find the work that the force does on it.', down: 20 },
      ]),
    )
    expect(drawn.figures).toHaveLength(1)
    expect(await readBox(drawn, 1, across(50, 170))).toBe('1. A block rests on the wedge of Fig. 1. Find the force.')
    expect(await readBox(drawn, 1, across(70, 170))).toMatch(/A wedge/)
  })
})
