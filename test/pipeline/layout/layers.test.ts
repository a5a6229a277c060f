import { describe, expect, it } from 'vitest'
import { show } from '../tiny-pdf.ts'
import { linesOf } from './lines-of.ts'

const column = (name: string, x: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => show(`${name} column of text, line ${at}`, x, 360 - 14 * at))

describe('a line too long for its column', () => {
  const long = 'A = (b + c + d + e + f)(g + h + i + j + k + l + m)'

  it('keeps its letters apart from those of the next column that it is painted over', () => {
    const left = column('left', 10, 8)
    left[3] = show(long, 10, 360 - 14 * 3)
    const found = linesOf([...left, ...column('right', 170, 8)].join('\n'))
    expect(found).toContain(long)
    expect(found).toContain('right column of text, line 3')
    expect(found.indexOf(long)).toBe(3)
    expect(found).toHaveLength(16)
  })

  it('keeps them apart too where the baselines differ by less than a script', () => {
    const left = column('left', 10, 8)
    left[3] = show(long, 10, 360 - 14 * 3 - 2)
    const found = linesOf([...left, ...column('right', 170, 8)].join('\n'))
    expect(found).toContain(long)
    expect(found).toContain('right column of text, line 3')
  })

  it('leaves pages alone whose lines are painted in pieces', () => {
    const found = linesOf([show('10 kg', 100, 300), show('20 kg', 100, 280), show('mass', 10, 300), show('load', 10, 280)].join('\n'))
    expect(found.join(' ')).toBe('mass 10 kg load 20 kg')
  })
})
