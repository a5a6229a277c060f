import { describe, expect, it } from 'vitest'
import { withDecimalPoints } from '../../../pipeline/ocr/decimal-points.ts'
import type { OcrLine } from '../../../pipeline/ocr/engine.ts'
import type { Bitmap } from '../../../pipeline/ocr/raster.ts'

/** Figures are 30 pixels high and 20 wide, drawn as outlines, and stand on row 40. */
const FOOT = 40
const WIDTH = 120

function page(...boxes: readonly (readonly [left: number, top: number, right: number, bottom: number])[]): Bitmap {
  const ink = new Uint8Array(WIDTH * 60)
  for (const [left, top, right, bottom] of boxes) {
    const isSmall = right - left < 10
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const isEdge = x < left + 3 || x >= right - 3 || y < top + 3 || y >= bottom - 3
        if (isSmall || isEdge) ink[y * WIDTH + x] = 1
      }
    }
  }
  return { ink, width: WIDTH, height: 60 }
}

const figure = (left: number) => [left, FOOT - 30, left + 20, FOOT] as const
const line = (text: string): OcrLine => ({
  baseline: FOOT,
  height: 42,
  words: [
    {
      confidence: 0.9,
      symbols: [...text].map((letter, at) => ({ text: letter, left: 10 + 30 * at, top: FOOT - 30, right: 30 + 30 * at, bottom: FOOT })),
    },
  ],
})
const read = (text: string, bitmap: Bitmap): string =>
  withDecimalPoints([line(text)], bitmap)
    .flatMap(({ words }) => words.flatMap(({ symbols }) => symbols.map((symbol) => symbol.text)))
    .join('')

describe('a decimal point that was passed over', () => {
  it('is a dot of ink on the baseline between two figures', () => {
    expect(read('045', page(figure(10), [33, FOOT - 5, 38, FOOT], figure(40), figure(70)))).toBe('0.45')
  })

  it.each([
    ['nothing is between them', page(figure(10), figure(40))],
    ['the dot stands high, as a multiplication sign does', page(figure(10), [33, FOOT - 18, 38, FOOT - 13], figure(40))],
    ['it is a speck', page(figure(10), [35, FOOT - 1, 36, FOOT], figure(40))],
    ['the ink is joined to a figure', page(figure(10), [30, FOOT - 5, 36, FOOT], figure(40))],
  ])('is none where %s', (_, bitmap) => {
    expect(read('04', bitmap)).toBe('04')
  })

  it('is none between letters', () => {
    expect(read('ab', page(figure(10), [33, FOOT - 5, 38, FOOT], figure(40)))).toBe('ab')
  })
})
