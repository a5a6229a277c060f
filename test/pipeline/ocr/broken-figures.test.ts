import { describe, expect, it } from 'vitest'
import { joinedFigures } from '../../../pipeline/ocr/broken-figures.ts'

/** The line's figures are 30 pixels high and stand on row 100; small ones are 20 high and stand on row 82. */
const measure = { foot: 100, high: 30 }
const piece = (label: number, left: number, top: number, right: number, bottom: number) => ({ label, left, top, right, bottom, ink: 50 })
const boxes = (...pieces: ReturnType<typeof piece>[]): number[][] =>
  joinedFigures(pieces, measure).map(({ left, top, right, bottom }) => [left, top, right, bottom])

describe('small figures that print broke', () => {
  it('are joined where a crack runs through them, level or upright, and remember their pieces', () => {
    const [two] = joinedFigures([piece(1, 10, 62, 22, 77), piece(2, 10, 79, 22, 82)], measure)
    expect(two).toMatchObject({ left: 10, top: 62, right: 22, bottom: 82, ink: 100, labels: [1, 2] })
    expect(boxes(piece(1, 10, 62, 15, 82), piece(2, 17, 62, 23, 82))).toEqual([[10, 62, 23, 82]])
  })

  it.each([
    ['two figures', [piece(1, 10, 62, 20, 82), piece(2, 22, 62, 32, 82)]],
    ['a figure and its minus sign', [piece(1, 10, 71, 24, 73), piece(2, 25, 62, 33, 82)]],
    ['a figure and a point', [piece(1, 10, 62, 20, 82), piece(2, 21, 78, 25, 82)]],
    ['strokes of an equals sign on the line', [piece(1, 10, 84, 30, 86), piece(2, 10, 88, 30, 90)]],
  ])('are not seen in %s', (_, pieces) => {
    expect(boxes(...pieces)).toHaveLength(2)
  })
})
