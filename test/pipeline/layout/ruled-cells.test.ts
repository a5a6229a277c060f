import { describe, expect, it } from 'vitest'
import { show } from '../tiny-pdf.ts'
import { linesOf } from './lines-of.ts'

/** A grid of three columns; its rows are 44 points high, the first begins 60 points below the top of the page. */
const ruled = (rows: number): string =>
  [10, 40, 210, 310]
    .map((x) => `${x} ${340 - 44 * rows} m ${x} 340 l S\n`)
    .concat(Array.from({ length: rows + 1 }, (_, row) => `10 ${340 - 44 * row} m 310 ${340 - 44 * row} l S\n`))
    .join('')

describe('a page laid out in a ruled grid', () => {
  it('is read cell by cell where the cells hold paragraphs', () => {
    const cells = [0, 1, 2]
      .map((row) => {
        const y = 326 - 44 * row
        const text = show(`The block ${row} slides down a plane`, 44, y) + show('and stops at the wall of steel.', 44, y - 12)
        const x = row === 2 ? 31 : 20 // the last number stands a word space from the text behind the rule
        return show(`${row + 1}`, x, y) + text + show(`L${row}`, 240, y) + show(`M${row}`, 280, y - 12)
      })
      .join('')
    expect(linesOf(show('Tutorial', 20, 360) + ruled(3) + cells)).toEqual([
      'Tutorial',
      ...[0, 1, 2].flatMap((row) => [
        `${row + 1}`,
        `The block ${row} slides down a plane`,
        'and stops at the wall of steel.',
        `L${row}`,
        `M${row}`,
      ]),
    ])
  })

  it('is read along its rows where they hold data', () => {
    const cells = [0, 1, 2]
      .map((row) => show(`${row}`, 20, 326 - 44 * row) + show('2.5 m', 60, 326 - 44 * row) + show('9 s', 240, 326 - 44 * row))
      .join('')
    expect(linesOf(ruled(3) + cells).slice(0, 3)).toEqual(['0', '2.5 m', '9 s'])
  })

  it('is read cell by cell in each of several grids of one row, a number before a text that stands a little higher', () => {
    const box = (top: number): string =>
      [10, 40, 310].map((x) => `${x} ${top - 90} m ${x} ${top} l S\n`).join('') +
      `10 ${top} m 310 ${top} l S\n10 ${top - 90} m 310 ${top - 90} l S\n`
    const answer = (name: string, top: number): string =>
      show(name, 16, top - 18) + show('The block slides down a plane', 44, top - 13) + show('and stops at the wall of steel.', 44, top - 27)
    expect(linesOf(box(380) + answer('Q1', 380) + box(270) + answer('Q2', 270))).toEqual(
      ['Q1', 'Q2'].flatMap((name) => [name, 'The block slides down a plane', 'and stops at the wall of steel.']),
    )
  })
})
