import { describe, expect, it } from 'vitest'
import { type Rows, segmentBook, typeset } from '../fakes/book.ts'
import { ask } from './numbers-in.ts'

const heading = (text: string, size: number): Rows => [{ text, font: 'B', size, down: 30 }]
const answered = (label: string): Rows => [
  { text: `${label} The block slides down the plane.`, down: 20 },
  'Its speed follows from its energy.',
]
const asked = (label: string): Rows => [{ text: `${label} A block slides down a plane of steel.`, down: 20 }, ask]

describe('a section of solutions', () => {
  it('goes on below a title in it, whatever numbers stand there', async () => {
    const solutions = [
      ...heading('Solutions', 14),
      ...answered('3.1'),
      ...answered('3.2'),
      ...heading('Conservation of energy', 10),
      ...answered('3.3'),
      { text: '2.4.6 Joules are left of what there was before.', down: 20 },
    ]
    const { found } = await segmentBook(typeset([...heading('Problems', 14), ...['3.1', '3.2', '3.3'].flatMap(asked)], solutions))
    expect(found.problems.map(({ number }) => number)).toEqual(['3.1', '3.2', '3.3'])
    expect(found.solutions.map(({ number }) => number)).toEqual(['3.1', '3.2', '3.3'])
  })

  it('is one of problems where most of its numbers are new', async () => {
    const more = [...heading('Solutions', 14), ...['3.4', '3.5', '3.6'].flatMap(asked)]
    const { found } = await segmentBook(typeset([...heading('Problems', 14), ...['3.1', '3.2', '3.3'].flatMap(asked)], more))
    expect(found.problems.map(({ number }) => number)).toEqual(['3.1', '3.2', '3.3', '3.4', '3.5', '3.6'])
  })
})
