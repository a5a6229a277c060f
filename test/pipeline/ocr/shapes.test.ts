import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { components } from '../../../pipeline/ocr/components.ts'
import type { Bitmap } from '../../../pipeline/ocr/raster.ts'
import { drawnComponents, shapesOf } from '../../../pipeline/ocr/shapes.ts'
import { skewOf } from '../../../pipeline/ocr/skew.ts'

/** Pixels of an em in these pictures. */
const EM = 20

type Rect = readonly [left: number, top: number, width: number, height: number]

function picture(rects: readonly Rect[], width = 400, height = 200): Bitmap {
  const ink = new Uint8Array(width * height)
  for (const [left, top, w, h] of rects) {
    for (let y = top; y < top + h; y++) ink.fill(1, y * width + left, y * width + left + w)
  }
  return { ink, width, height }
}

const drawn = (rects: readonly Rect[]): number[] => {
  const page = picture(rects)
  return drawnComponents(components(page), page.width, EM).map(({ left }) => left)
}

describe('drawnComponents', () => {
  it('takes long rules and boxes, but not letters', () => {
    expect(drawn([[10, 10, 200, 2]])).toEqual([10])
    expect(drawn([[10, 10, 8, 12]])).toEqual([])
  })

  it('leaves a root to the formula that it stands in, but takes an angle of two strokes', () => {
    const hook: Rect[] = [
      [10, 40, 3, 14],
      [13, 20, 3, 34],
    ]
    expect(drawn([...hook, [13, 20, 120, 2]])).toEqual([])
    // A bar with a stroke down at its right end is no root.
    expect(drawn([...hook, [13, 20, 120, 2], [130, 20, 3, 34]])).toEqual([10])
  })

  it('leaves letters alone that touch in a row, however long, but takes a flat curve', () => {
    const letters = Array.from({ length: 20 }, (_, at): Rect[] => [
      [10 + 8 * at, 20, 3, 14],
      [10 + 8 * at, 20, 7, 3],
      [10 + 8 * at, 31, 9, 3],
    ]).flat()
    expect(drawn(letters.map(([left, top, w, h], at) => [left, top + (at % 6 < 3 ? 0 : 3), w, h]))).toEqual([])
    const curve = Array.from({ length: 60 }, (_, at): Rect => [10 + 3 * at, 40 + Math.round(8 * Math.sin(at / 12)), 4, 4])
    expect(drawn(curve)).toEqual([10])
  })

  it('takes a solid square for a bullet only where it opens a line', () => {
    expect(drawn([[100, 10, 9, 9]])).toEqual([100])
    expect(
      drawn([
        [80, 6, 9, 14],
        [100, 10, 9, 9],
      ]),
    ).toEqual([])
  })
})

describe('shapesOf', () => {
  it('takes a ruled table apart into its rules', () => {
    const page = picture([
      [10, 10, 200, 2],
      [10, 60, 200, 2],
      [10, 10, 2, 52],
      [100, 10, 2, 52],
      [208, 10, 2, 52],
    ])
    const { components: found, labels } = components(page)
    const shapes = found.flatMap((component) => shapesOf(component, labels, page.width, EM).map(({ shape }) => shape))
    expect(shapes.toSorted()).toEqual(['horizontal', 'horizontal', 'vertical', 'vertical', 'vertical'])
  })
})

describe('skewOf', () => {
  it('measures the angle of rows of text to a fifth of a degree on a page as narrow as a label', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), (tenths) => {
        const slope = Math.tan((tenths / 10) * (Math.PI / 180))
        const [width, height] = [600, 400]
        const ink = new Uint8Array(width * height)
        for (let row = 60; row < 340; row += 20) {
          for (let x = 50; x < 550; x++) {
            for (let thick = 0; thick < 6; thick++) {
              const y = Math.round(row + thick - slope * (x - 300))
              if (x % 9 < 6 && y >= 0 && y < height) ink[y * width + x] = 1
            }
          }
        }
        const skew = skewOf({ ink, width, height })
        expect(skew.sideways).toBe(false)
        expect(Math.abs(skew.degrees - tenths / 10)).toBeLessThanOrEqual(0.2)
      }),
      { numRuns: 12 },
    )
  })
})
