import { describe, expect, it } from 'vitest'
import { paintedAcross } from '../../pipeline/painted-across.ts'
import type { Box } from '../../schemas/geometry.ts'
import type { Drawing } from '../../schemas/layout.ts'

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })
const fill = (shape: Drawing['shape'], order: number, at: Box): Drawing => ({ box: at, kind: 'fill', shape, order })
const texts = (...drawings: readonly Drawing[]): string[] => paintedAcross(drawings).map(({ text }) => text)

describe('a painted arrow', () => {
  const whole = fill('path', 1, box(100, 50, 120, 57))
  const shaft = (left: number, right: number, y = 53.2): Drawing => fill('horizontal', 1, box(left, y, right, y + 0.6))

  it('has a shaft through its middle that ends short of its tip', () => {
    expect(texts(whole, shaft(100, 118.5))).toEqual(['⟶'])
    expect(texts(whole, shaft(101.5, 120))).toEqual(['⟵'])
  })

  it('is none where the stroke runs along an edge, through all of it or through a little', () => {
    expect(texts(whole, shaft(100, 118.5, 50))).toEqual([])
    expect(texts(whole, shaft(100, 120))).toEqual([])
    expect(texts(whole, shaft(100, 105))).toEqual([])
  })

  it('is painted at once', () => {
    expect(texts(whole, { ...shaft(100, 118.5), order: 2 })).toEqual([])
  })
})

describe('a painted brace', () => {
  const arm = (left: number, right: number, order: number): Drawing => fill('path', order, box(left, 50, right, 55))
  const point = (top: number): Drawing => fill('path', 2, box(110, top, 125, top + 5))

  it('has two arms on one level and a point below or above them', () => {
    expect(texts(arm(100, 110, 1), point(53), arm(125, 135, 3))).toEqual(['⏟'])
    expect(texts(arm(100, 110, 1), point(47), arm(125, 135, 3))).toEqual(['⏞'])
  })

  it('is none where the parts are level or leave white between them', () => {
    expect(texts(arm(100, 110, 1), point(50), arm(125, 135, 3))).toEqual([])
    expect(texts(arm(100, 108, 1), point(53), arm(125, 135, 3))).toEqual([])
  })
})
