import { describe, expect, it } from 'vitest'
import { numbersAfter, numbersOfRange } from '../../../../pipeline/segment/labels/joint-numbers.ts'
import { linkBook, type Row, type Rows, segmentBook, triangle, typeset } from '../../fakes/book.ts'

const bold = (number: string, text: string): Rows => [
  { text: number, font: 'B', down: 18 },
  { text, x: 80, down: 0 },
]
const problems = (...numbers: string[]): Rows => numbers.flatMap((number) => bold(number, `Find the speed of block ${number}.`))
const heading: Row = { text: 'Solutions', font: 'B', size: 13, down: 30 }

describe('several numbers before one text', () => {
  it('count on from the first, set apart by commas, words or a range', () => {
    expect(numbersAfter('5.12', ' and 5.13. The area')?.numbers).toEqual(['5.12', '5.13'])
    expect(numbersAfter('3', ', 4, and 7: The area')).toEqual({ numbers: ['3', '4', '7'], length: 11, stop: ':' })
    expect(numbersAfter('5.12', ' to 5.14 The area')?.numbers).toEqual(['5.12', '5.13', '5.14'])
    expect(numbersOfRange('5.12-5.14')).toEqual(['5.12', '5.13', '5.14'])
  })

  it('are none where they do not count on, or stand in a sentence', () => {
    expect(numbersAfter('5.12', ' and 5.11. The area')).toBeUndefined()
    expect(numbersAfter('3', ' and 4kg of water')).toBeUndefined()
    expect(numbersAfter('3', ' The area')).toBeUndefined()
    expect([numbersOfRange('5-131'), numbersOfRange('12-14')]).toEqual([undefined, ['12', '13', '14']])
  })

  it('give each of their problems its solution', async () => {
    const text = 'The blocks have one speed of 3 m/s.'
    const key = [...bold('5.1', 'It is 2 m/s.'), ...bold('5.2 and 5.3', text), ...bold('5.4–5.6', text), ...bold('5.7', 'It is 4 m/s.')]
    const { items } = await linkBook(typeset([...problems('5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7'), heading, ...key]))
    expect(items.map(({ solution }) => solution?.text)).toEqual(['It is 2 m/s.', text, text, text, text, text, 'It is 4 m/s.'])
    expect(items.map(({ solution }) => solution?.answers.every(({ sure }) => sure))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })

  it('are read as a range where numbers have one integer, and as one number where they have two', async () => {
    const text = 'The blocks have one speed of 3 m/s.'
    const numbered = [1, 2, 3, 4, 5].map((number): Row => ({ text: `${number}. Find the speed of block ${number}.`, down: 18 }))
    const key: Rows = [
      { text: '1. It is 2 m/s.', down: 18 },
      { text: `2–4. ${text}`, down: 18 },
      { text: '5. It is 4 m/s.', down: 18 },
    ]
    const { found } = await segmentBook(typeset([...numbered, heading, ...key]))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5'])
    expect(found.solutions.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5'])
    const two = await segmentBook(typeset([...problems('2-3', '2-4', '2-5'), heading, ...problems('2-3', '2-4', '2-5')]))
    expect(two.found.problems.map(({ number }) => number)).toEqual(['2-3', '2-4', '2-5'])
    expect(two.found.solutions.map(({ number }) => number)).toEqual(['2-3', '2-4', '2-5'])
  })

  it('are problems of one text, its figure that of each', async () => {
    const { items } = await linkBook(
      typeset([
        ...problems('5.1'),
        ...bold('5.2 and 5.3', 'Find both forces in the sketch.'),
        triangle,
        { text: '', down: 12 },
        ...problems('5.4'),
      ]),
    )
    expect(items.map(({ source, diagrams }) => [source.number, diagrams.length])).toEqual([
      ['5.1', 0],
      ['5.2', 1],
      ['5.3', 1],
      ['5.4', 0],
    ])
  })
})
