import { describe, expect, it } from 'vitest'
import { show } from '../tiny-pdf.ts'
import { linesOf } from './lines-of.ts'

const bar = (x: number, y: number, width: number): string => `q 0.4 w ${x} ${y} m ${x + width} ${y} l S Q`
const small = { size: 7 }

describe('a fraction close under the line above', () => {
  it('takes no word of that line into its numerator', () => {
    const page = [
      show('7.', 20, 150),
      show('The', 80, 150),
      show('wheel', 140, 150),
      show('t =', 30, 136),
      show('10 rad/s - 4 rad/s', 45, 139.5, small),
      bar(45, 138, 58),
      show('2 rad/s', 60, 131, small),
      show('= 3 s', 110, 136),
    ]
    expect(linesOf(page.join('\n')).at(-1)).toBe('t = 10 rad/s - 4 rad/s2 rad/s = 3 s')
  })

  it('takes no denominator of that line into its numerator', () => {
    const upper = [
      show('a =', 20, 150),
      show('F', 46, 153.5, small),
      bar(44, 152, 8),
      show('m', 45, 145, small),
      show(', so that', 56, 150),
    ]
    const lower = [
      show('b =', 20, 136),
      show('(p - q)h', 42, 139.5, small),
      bar(42, 138, 28),
      show('k', 54, 131, small),
      show('.', 74, 136),
    ]
    expect(linesOf([...upper, ...lower].join('\n'))).toEqual(['a = Fm , so that', 'b = (p - q)hk .'])
  })

  it('still holds a numerator of two rows', () => {
    const page = [
      show('x =', 20, 140),
      show('upper', 45, 152, small),
      show('lower', 45, 143.5, small),
      bar(44, 142, 22),
      show('k', 52, 135, small),
      show('+ 1', 70, 140),
    ]
    expect(linesOf(page.join('\n'))).toHaveLength(1)
  })
})
