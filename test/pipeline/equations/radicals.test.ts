import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../../schemas/layout.ts'
import { box, displays, math, type Piece } from './lettered-page.ts'

describe('the degree of a root', () => {
  const root: Piece = { ...math('√', 175, 113), ink: box(175, 113, 180, 128) }
  const rootBar: Drawing = { box: box(180, 113, 190, 113.5), kind: 'stroke', shape: 'horizontal', order: 1 }
  const degree: Piece = { ...math('n', 174.5, 117.5), size: 5 }
  const line = [math('v=', 140, 122), root, math('x', 182, 122)]

  it('is small type over its hook', () => {
    expect(displays([...line, degree], [rootBar])).toEqual(['v=\\sqrt[n]{x}'])
  })

  it('is no superscript of the letter before it, which ends where the hook begins', () => {
    const raised: Piece = { ...math('2', 172, 117.5), size: 5 }
    const x = math('v=x', 157, 122)
    expect(displays([[x, raised, root, math('y', 182, 122)]], [rootBar])).toEqual(['v=x^2\\sqrt{y}'])
    expect(displays([[math('v=', 152, 122), raised, root, math('y', 182, 122)]], [rootBar])).toEqual(['v=\\sqrt[2]{y}'])
    expect(displays([[math('v=x', 153, 122), { ...raised, x: 168 }, degree, root, math('y', 182, 122)]], [rootBar])).toEqual([
      'v=x^2\\,\\sqrt[n]{y}',
    ])
  })

  it('is no part of a decimal exponent before it', () => {
    const exponent: Piece[] = [
      { ...math('1', 163, 117.5), size: 5 },
      { ...math('.', 166, 117.5), size: 5 },
      { ...math('5', 169, 117.5), size: 5 },
    ]
    expect(displays([[math('v=x', 148, 122), ...exponent, root, math('y', 182, 122)]], [rootBar])).toEqual(['v=x^{1.5}\\,\\sqrt{y}'])
  })

  it('is no index of a fraction before it', () => {
    const fraction: Drawing = { box: box(166, 119, 178, 119.5), kind: 'stroke', shape: 'horizontal', order: 2 }
    expect(displays([...line, [math('A', 168, 116), degree], math('B', 168, 129)], [rootBar, fraction])).toEqual([
      'v=\\frac{A_n}{B}\\sqrt{x}',
    ])
  })
})
