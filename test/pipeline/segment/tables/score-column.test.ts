import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const across: Row = { text: '', down: 6, draw: '40 {y} m 340 {y} l S' }
/** An exam in a ruled table: the paragraphs keep white over them, so that numbers and text are not quite level. */
const row = (number: number, score: string): Rows => [
  across,
  { text: `${number}`, x: 4, down: 12 },
  { text: score, x: 274, down: 0 },
  { text: `Block ${number} slides down a plane of steel.`, x: 32, down: 6 },
  { text: 'Find its speed at the foot of the plane.', x: 32 },
  { text: 'Then find what becomes of its energy.', x: 32 },
]
const heads = (last: string): Rows => [
  across,
  { text: 'No.', x: 4, font: 'B', down: 12 },
  { text: 'Question', x: 32, font: 'B', down: 0 },
  { text: last, x: 262, font: 'B', down: 0 },
]
const sides = (rows: number, top: number): Row => {
  const bottom = top - 18 - 48 * rows
  return { text: '', down: 0, draw: [40, 66, 290, 340].map((x) => `${x} ${bottom} m ${x} ${top} l S`).join(' ') }
}
const textsOf = async (last: string): Promise<string[]> => {
  const { found, text } = await segmentBook(typeset([sides(2, 424), ...heads(last), ...row(1, '5'), ...row(2, '15'), across]))
  return found.problems.map((own) => text(own.text))
}

describe('a column of an exam set in a table', () => {
  const asked = [1, 2].map(
    (number) =>
      `Block ${number} slides down a plane of steel. Find its speed at the foot of the plane. Then find what becomes of its energy.`,
  )

  it('is left out where its head says that it holds scores', async () => {
    expect(await textsOf('Marks')).toEqual(asked)
  })

  it('stays where its head says something else', async () => {
    expect((await textsOf('Speed'))[0]).toContain('5')
  })
})
