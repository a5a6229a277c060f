import { describe, expect, it } from 'vitest'
import { show } from '../tiny-pdf.ts'
import { linesOf } from './lines-of.ts'

/** Three lines of justified text, 20 to about 200 points. */
const prose = (y: number): string[] => [0, 1, 2].map((at) => show('these are lines of text that fill their column', 20, y - 12 * at))
const END = 203.3 // where the ink of `prose` ends

describe('a justified line of few words', () => {
  it('is one line, however far its words stand apart', () => {
    const found = linesOf(
      [...prose(280), show('Use', 20, 244), show('this', 90, 244), show('method', END - 32.8, 244), ...prose(232)].join('\n'),
    )
    expect(found[3]).toBe('Use this method')
    expect(found).toHaveLength(7)
  })

  it('is told from cells that stand under one another', () => {
    const row = (y: number): string => [show('mass', 20, y), show('load', 90, y), show('method', END - 32.8, y)].join('\n')
    expect(linesOf([...prose(280), row(244), row(232), ...prose(220)].join('\n')).filter((line) => line === 'mass')).toHaveLength(2)
  })

  it('is told from words set at both ends of a line whose own spaces are narrow', () => {
    const found = linesOf([...prose(280), show('Find the load', 20, 244), show('method', END - 32.8, 244), ...prose(232)].join('\n'))
    expect(found).toContain('Find the load')
    expect(found).toContain('method')
  })
})
