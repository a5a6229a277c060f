import { describe, expect, it } from 'vitest'
import { show } from '../tiny-pdf.ts'
import { linesOf } from './lines-of.ts'

/** Cells in rows 14 points apart, in columns 100 points apart. */
const grid = (rows: readonly (readonly string[])[], top = 300): string =>
  rows.flatMap((row, down) => row.map((text, across) => (text === '' ? '' : show(text, 20 + 100 * across, top - 14 * down)))).join('')

describe('short columns of labelled entries', () => {
  it('are read down each column where their labels count so: an answer key in three columns', () => {
    const found = linesOf(
      show('ANSWERS', 20, 330) +
        grid([
          ['5–12 3.1 m/s', '5–15E 33 ft/s', '5–18 1.1 kW'].map((text) => text.replace('–', '-')),
          ['5–13 58 cm', '5–17 126 kJ', '5–20 0.3 K'].map((text) => text.replace('–', '-')),
        ]),
    )
    expect(found.map((text) => text.split(' ')[0])).toEqual(['ANSWERS', '5-12', '5-13', '5-15E', '5-17', '5-18', '5-20'])
  })

  it('keep what goes on below an entry, further in', () => {
    const below = show('and 1.2 m', 32, 272)
    const found = linesOf(
      grid([
        ['a) the speed', 'c) the force'],
        ['b) the height', 'd) the work'],
      ]) +
        below +
        show('Neglect friction throughout.', 20, 240),
    )
    expect(found).toEqual(['a) the speed', 'b) the height', 'and 1.2 m', 'c) the force', 'd) the work', 'Neglect friction throughout.'])
  })

  it('are read along the rows where the labels count along them', () => {
    const rows = [
      ['(a) one', '(b) two'],
      ['(c) three', '(d) four'],
    ]
    expect(linesOf(grid(rows))).toEqual(rows.flat())
  })

  it('are no tables of numbers, whichever way these grow', () => {
    const rows = [
      ['1 m', '4 m', '7 m'],
      ['2 m', '5 m', '8 m'],
    ]
    expect(linesOf(grid(rows))).toEqual(rows.flat())
  })
})
