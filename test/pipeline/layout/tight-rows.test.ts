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

describe('a rule as long as the lines above and below it', () => {
  const full = 'Find the largest force that the rope can bear, say why' // 227 points wide in Helvetica of 10 pt
  const answer = 'Answer: the rope can bear twice the weight of the box,'

  it('parts a question from its answer where the last line of the question is short', () => {
    const page = [show(full, 20, 165), show('it is so.', 20, 153), bar(20, 149, 240), show(answer, 20, 139)]
    expect(linesOf(page.join('\n'))).toEqual([full, 'it is so.', answer])
  })

  it('parts paragraphs whose lines are full', () => {
    const small = { size: 9 } // 25 em are 225 points
    const page = [show(`${full} so.`, 20, 153, small), bar(20, 149.5, 228), show(`${answer} yes.`, 20, 140, small)]
    expect(linesOf(page.join('\n'))).toEqual([`${full} so.`, `${answer} yes.`])
  })

  it('is a fraction bar where the narrower side stands in the middle', () => {
    const page = [show('(12.5 + 3.1)(9.81)(1.204) - (7.7)(2.02)', 40, 153), bar(40, 149, 165), show('2.5', 116, 139)]
    expect(linesOf(page.join('\n'))).toHaveLength(1)
  })
})

describe('small type under a word that may be an operator', () => {
  it('is a script of the row below where it hangs on a letter there, and a limit where it hangs on nothing', () => {
    const upper = show('k = 4, Pr = 4.62', 20, 150)
    const lower = show('Nu = Re', 20, 134) + show('4/5', 54, 139, small) + show('D', 54, 130.5, small) + show('and', 70, 134)
    expect(linesOf(upper + lower)[0]).toBe('k = 4, Pr = 4.62')
    expect(linesOf(show('Pr A = 1', 20, 150) + show('x', 24, 143.5, small))).toHaveLength(1)
  })
})
