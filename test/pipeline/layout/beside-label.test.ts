import { describe, expect, it } from 'vitest'
import { show } from '../tiny-pdf.ts'
import { linesOf } from './lines-of.ts'

const before = show('51. 12 N', 20, 180)
const after = show('55. 16 N', 20, 120)

describe('a number beside an array', () => {
  it('comes before the row that stands over its line', () => {
    const array = [show('53.', 20, 150), show('u = 2 m/s', 42, 162), show('v = 3 m/s', 42, 150), show('w = 4 m/s', 42, 138)]
    expect(linesOf([before, ...array, after].join('\n'))).toEqual(['51. 12 N', '53.', 'u = 2 m/s', 'v = 3 m/s', 'w = 4 m/s', '55. 16 N'])
  })

  it('comes before it too where no row stands on its line', () => {
    const array = [show('53.', 20, 150), show('u = 2 m/s', 42, 158), show('v = 3 m/s', 42, 146)]
    expect(linesOf([before, ...array, after].join('\n'))).toEqual(['51. 12 N', '53.', 'u = 2 m/s', 'v = 3 m/s', '55. 16 N'])
  })

  it('stays after an indented line that was painted before it', () => {
    const lines = [show('and so on', 42, 162), show('53. v = 3 m/s', 20, 150)]
    expect(linesOf([before, ...lines, after].join('\n'))).toEqual(['51. 12 N', 'and so on', '53. v = 3 m/s', '55. 16 N'])
  })

  it('comes before a block of text that it is level with, as in a disc', () => {
    const block = [show('53', 20, 151), show('A block slides down a plane of steel.', 42, 156), show('Find its speed.', 42, 144)]
    const limit = [show('0', 20, 151), show('a + b', 42, 156), show('c + d', 42, 144)]
    expect(linesOf(block.join('\n'))).toEqual(['53', 'A block slides down a plane of steel.', 'Find its speed.'])
    expect(linesOf(limit.join('\n'))).toEqual(['a + b', '0', 'c + d'])
  })
})
