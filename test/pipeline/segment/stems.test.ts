import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../fakes/book.ts'

const question = (number: number): Row => ({ text: `${number}. Find the force in member ${number}.`, down: 20 })
const stemsOf = async (...rows: Rows): Promise<(readonly [string, string])[]> => {
  const { found, text } = await segmentBook(typeset(rows))
  return found.problems.map(({ number, stem }) => [number, text(stem)])
}

describe('a text for several problems', () => {
  it('may name them within its sentence', async () => {
    const text = 'Use the following data for Problems 2 and 3.'
    expect(await stemsOf(question(1), { text, down: 24 }, question(2), question(3), question(4))).toEqual([
      ['1', ''],
      ['2', text],
      ['3', text],
      ['4', ''],
    ])
  })

  it('may say how many come next', async () => {
    const text = 'The next two questions are about one truss.'
    const rows: Rows = [question(1), { text, down: 24 }, question(2), question(3), question(4)]
    expect((await stemsOf(...rows)).map(([, stem]) => stem)).toEqual(['', text, text, ''])
  })

  it('may list them, and name them after its first line', async () => {
    const rows: Rows = [{ text: 'A truss has seven members and two supports. It is', down: 24 }, 'the same in Problems 2, 3 and 4.']
    const found = await stemsOf(question(1), ...rows, question(2), question(3), question(4), question(5))
    const text = 'A truss has seven members and two supports. It is the same in Problems 2, 3 and 4.'
    expect(found.map(([, stem]) => stem)).toEqual(['', text, text, text, ''])
  })

  it('is none where a question speaks of the next ones', async () => {
    const rows: Rows = [question(1), 'Keep the result for Problems 2 and 3.', question(2), question(3)]
    expect((await stemsOf(...rows)).map(([, stem]) => stem)).toEqual(['', '', ''])
  })

  it('is none where other problems are meant, or a heading comes between', async () => {
    const other: Row = { text: 'A truss is stiffer than those of Problems 7 and 8.', down: 24 }
    expect((await stemsOf(question(1), other, question(2), question(3))).map(([, stem]) => stem)).toEqual(['', '', ''])
    const heading: Row = { text: 'Harder ones', font: 'B', size: 13, down: 24 }
    const theory: Row = { text: 'Such a truss is met again in Problems 2 and 3.', down: 24 }
    expect((await stemsOf(question(1), theory, heading, question(2), question(3))).map(([, stem]) => stem)).toEqual(['', '', ''])
  })
})
