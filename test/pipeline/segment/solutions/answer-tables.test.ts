import { describe, expect, it } from 'vitest'
import { linkBook, type Row, type Rows, typeset } from '../../fakes/book.ts'

const asked = (numbers: readonly number[]): Rows =>
  numbers.map((number): Row => ({ text: `${number}. Find the speed of block ${number}.`, down: 18 }))
const heading: Row = { text: 'Answers', font: 'B', size: 13, down: 28 }
const rule: Row = { text: '', down: 5, draw: '40 {y} m 280 {y} l S' }
const cells = (...texts: readonly string[]): Rows => texts.map((text, at) => ({ text, x: at * 60, down: at === 0 ? 13 : 0 }))
const answers = async (rows: Rows): Promise<readonly (string | undefined)[]> => {
  const { items } = await linkBook(typeset(rows))
  return items.map(({ solution }) => solution?.text)
}

describe('an answer key that is a table', () => {
  it('gives the answer beside a number to its problem, over several pairs of columns', async () => {
    const table = [rule, ...cells('No.', 'Speed', 'No.', 'Speed'), rule, ...cells('1', '3 m/s', '4', '6 m/s')]
    const rest = [...cells('2', '4 m/s', '5', '7 m/s'), ...cells('3', '5 m/s', '6', '8 m/s'), rule]
    const found = await answers([...asked([1, 2, 3, 4, 5, 6]), heading, ...table, ...rest])
    expect(found).toEqual(['3 m/s', '4 m/s', '5 m/s', '6 m/s', '7 m/s', '8 m/s'])
  })

  it('may have numbers in one row and answers in the next', async () => {
    const table = [rule, ...cells('1', '2', '3', '4'), rule, ...cells('B', 'C', 'A', 'D'), rule]
    expect(await answers([...asked([1, 2, 3, 4]), heading, ...table])).toEqual(['B', 'C', 'A', 'D'])
  })

  it('names the parts that it answers', async () => {
    const table = [rule, ...cells('No.', 'Speed'), rule, ...cells('1(a)', '3 m/s'), ...cells('1(b)', '4 m/s')]
    const found = await answers([...asked([1, 2, 3]), heading, ...table, ...cells('2', '5 m/s'), ...cells('3', '6 m/s'), rule])
    expect(found).toEqual(['(a) 3 m/s\n\n(b) 4 m/s', '5 m/s', '6 m/s'])
  })

  it('is none in a question, whose data may be counted like problems', async () => {
    const table = [rule, ...cells('Run', 'Speed'), rule, ...cells('1', '3 m/s'), ...cells('2', '4 m/s'), ...cells('3', '5 m/s'), rule]
    const found = await answers([...asked([1, 2]), { text: '3. Three runs were made. Find the mean speed.', down: 18 }, ...table])
    expect(found).toEqual([undefined, undefined, undefined])
  })

  it('is none where the problems are solved in place, whose texts go on to count other things', async () => {
    const solved = [1, 2, 3].flatMap((number): Rows => [...asked([number]), 'Solution: The speed follows from the energy.'])
    const data: Rows = [{ text: 'Segments', font: 'B', size: 13, down: 28 }, rule, ...cells('No.', 'Area'), rule]
    const rows = [...cells('#1', '4 m'), ...cells('#2', '6 m'), ...cells('#3', '8 m'), rule]
    const found = await answers([...solved, ...data, ...rows])
    expect(found).toEqual([1, 2, 3].map(() => 'The speed follows from the energy.'))
  })
})
