import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const RIGHT = 160
const right = (text: string, more: Partial<Row> = {}): Row => ({ text, x: RIGHT, down: 0, ...more })
/** A question of three lines, and its solution to the right of it. */
const row = (number: number, answer: string): Rows => [
  { text: `${number}. A block slides down.`, down: 30 },
  right('Solution', { font: 'B' }),
  'Find its speed at the foot',
  right('From the first law,'),
  'of the plane.',
  right(answer),
]

describe('solutions to the right of their questions', () => {
  it('belong to the question that they stand level with, though the columns are read one after the other', async () => {
    const { found, text } = await segmentBook(
      typeset([...row(1, 'v = 3 m/s.'), ...row(2, 'v = 4 m/s.'), ...row(3, 'v = 5 m/s.')], row(4, 'v = 6 m/s.')),
    )
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])).toEqual(
      ['1', '2', '3', '4'].map((number) => [number, 'A block slides down. Find its speed at the foot of the plane.']),
    )
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', 'From the first law, v = 3 m/s.'],
      ['2', 'From the first law, v = 4 m/s.'],
      ['3', 'From the first law, v = 5 m/s.'],
      ['4', 'From the first law, v = 6 m/s.'],
    ])
  })

  it.each([24, 40])('are none where the number on the row is that of the heading "Solution" itself, %i points left of it', async (x) => {
    const head = (number: string, text: string, size: number): Rows => [
      { text: number, font: 'B', size, down: 34 },
      { text, font: 'B', size, x, down: 0 },
    ]
    const section = (number: number): Rows => [
      ...head(`${number}`, `Problem ${number}: A block`, 14),
      'Find its speed at the foot of the plane.',
      ...head(`${number}.1`, 'Solution', 12),
      `It is ${number} m/s.`,
    ]
    const { found, text } = await segmentBook(typeset([...section(1), ...section(2), ...section(3)]))
    expect(found.problems.map(({ text: own }) => text(own))).toEqual([1, 2, 3].map(() => 'Find its speed at the foot of the plane.'))
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual([1, 2, 3].map((number) => `It is ${number} m/s.`))
  })

  it('are those of the questions above them where few stand level with a label', async () => {
    const column = (numbers: readonly number[], x: number): Rows =>
      numbers.flatMap(
        (number): Rows => [
          { text: `${number}. Find the speed.`, x, down: 16 },
          { text: `Solution: v = ${number} m/s.`, x, down: 12 },
          { text: 'That is all there is to say.', x, down: 12 },
        ],
      )
    const left = column([1, 2, 3, 4], 0)
    const second = column([5, 6, 7, 8], RIGHT).map((one, at): Row | string =>
      at === 0 && typeof one !== 'string' ? { ...one, down: -4 * 40 + 16 } : one,
    )
    const { found, text } = await segmentBook(typeset([...left, ...second]))
    expect(found.solutions.map(({ number, text: own }) => `${number}: ${text(own)}`)[4]).toMatch(/^5: v = 5 m\/s\./)
  })
})
