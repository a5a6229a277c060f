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

  it('may tell what to do with problems that ask nothing themselves, where it stands out of the text before', async () => {
    const hung = (number: number, ...texts: readonly string[]): Rows =>
      texts.map((text, at): Row => (at === 0 ? { text: `${number}.  ${text}`, down: 20 } : { text, x: 16 }))
    const told: Rows = [{ text: 'Group of moments.', font: 'B', down: 24 }, 'Find the moment of the force about the origin of the plane.']
    const rows: Rows = [
      ...hung(1, 'A block slides down a plane of steel.', 'What is its speed at the foot?'),
      ...told,
      ...hung(2, 'A force of 3 N at the point (0, 2) m', 'along the first axis'),
      ...hung(3, 'A force of 4 N at the point (1, 1) m'),
      ...hung(4, 'Show that the moment of a couple is the same', 'about every point.'),
    ]
    const stem = 'Group of moments. Find the moment of the force about the origin of the plane.'
    expect((await stemsOf(...rows)).map(([, own]) => own)).toEqual(['', stem, stem, ''])
  })

  it('may speak of the following problems, up to the next such text; to answer them is no such text', async () => {
    const hung = (number: number): Rows => [
      { text: `${number}.  Find the speed of the block when it has`, down: 20 },
      { text: 'reached the foot.', x: 16 },
    ]
    const text = 'For the following exercises, neglect all friction on the plane.'
    const next = 'The next problems are about planes that are rough all over.'
    const rows = [{ text, down: 24 }, ...hung(1), ...hung(2), { text: next, down: 24 }, ...hung(3), ...hung(4)]
    expect((await stemsOf(...rows)).map(([, own]) => own)).toEqual([text, text, next, next])
    const all = await stemsOf({ text: 'Answer the following questions.', down: 24 }, ...hung(1), ...hung(2))
    expect(all.map(([, own]) => own)).toEqual(['', ''])
  })
})
