import { describe, expect, it } from 'vitest'
import { linkBook, type Row, type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const asked: Rows = [{ text: 'Problem 1', font: 'B', size: 12, down: 28 }, 'A rod is pulled. Find its modulus from these figures.']
const row = (...texts: readonly string[]): Rows => texts.map((text, at) => ({ text, x: 30 + at * 70, down: at === 0 ? 13 : 0 }))
const tablesIn = async (...rows: Rows): Promise<readonly (readonly (readonly string[])[])[]> => {
  const { found, text } = await segmentBook(typeset([...asked, { text: '', down: 8 }, ...rows]))
  return found.tables.map((table) => table.rows.map((cells) => cells.map(text)))
}

describe('tables without rules', () => {
  it('are names over columns of numbers', async () => {
    const rows = [
      ['Force (kN)', 'Stretch (mm)'],
      ['10', '0.022'],
      ['20', '0.045'],
      ['30', '0.066'],
    ]
    expect(await tablesIn(...rows.flatMap((cells) => row(...cells)))).toEqual([rows])
  })

  it('are names beside rows of numbers', async () => {
    const rows = [
      ['Time (s)', '0', '2', '4'],
      ['Speed (m/s)', '0', '4.1', '7.9'],
    ]
    expect(await tablesIn(...rows.flatMap((cells) => row(...cells)))).toEqual([rows])
  })

  it('are words in three columns or more, whose cells begin on one line', async () => {
    const rows = [
      ['Hole', 'Edge', 'Remark'],
      ['plate', 'sharp', 'thin steel'],
      ['nozzle', 'round', 'cast iron'],
    ]
    expect(await tablesIn(...rows.flatMap((cells) => row(...cells)))).toEqual([rows])
    const ragged: Rows = [
      ...row('Hole', 'Edge', 'Remark'),
      ...row('plate', 'sharp'),
      { text: 'thin', x: 190, down: 0 },
      ...row('x', 'y', 'z'),
    ]
    expect(await tablesIn(...ragged)).toEqual([])
  })

  it('are Markdown in the question', async () => {
    const rows = [...row('Force', 'Stretch'), ...row('10 kN', '0.02 mm'), ...row('20 kN', '0.04 mm')]
    const { items } = await linkBook(typeset([...asked, { text: '', down: 8 }, ...rows]))
    expect(items[0]?.question.text).toContain('| Force | Stretch |\n|---|---|\n| 10 kN | 0.02 mm |\n| 20 kN | 0.04 mm |')
  })

  it('are no lists, no matrices, no equations, no text in columns', async () => {
    const lists = [row('a) 3 m', 'b) 4 m'), row('c) 5 m', 'd) 6 m'), row('e) 7 m', 'f) 8 m')]
    expect(await tablesIn(...lists.flat())).toEqual([])
    expect(await tablesIn(...row('1', '2', '3'), ...row('4', '5', '6'), ...row('7', '8', '9'))).toEqual([])
    expect(await tablesIn(...row('a = 3', 'b = 4'), ...row('c = 5', 'd = 6'), ...row('e = 7', 'f = 8'))).toEqual([])
    expect(await tablesIn(...row('Steel is', 'strong and'), ...row('is used in', 'all bridges'), ...row('of today', 'by many'))).toEqual([])
  })

  it('are no figures along an axis', async () => {
    const axis: Row = { text: '', down: -20, draw: '60 {y} m 250 {y} l S 60 {y} m 60 300 l S' }
    expect(await tablesIn(...row('Force', 'Stretch'), ...row('10', '0.02'), ...row('20', '0.04'), ...row('30', '0.06'), axis)).toEqual([])
  })
})
