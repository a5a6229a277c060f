import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, triangle, typeset } from '../fakes/book.ts'

const asked = (number: number): Rows => [
  { text: `4.${number}`, font: 'B', down: 28 },
  { text: 'A block slides down a plane. Find its speed.', font: 'B', x: 26, down: 0 },
]
const drawn: Rows = [triangle, { text: '12 kN', x: 70, down: 0, size: 8 }, { text: 'Fig. 4-1', font: 'B', x: 80, down: 14 }]
const told = 'It loses as much energy of height as it gains of motion, so that'
const solved = async (below: Rows) => {
  const { found, text } = await segmentBook(typeset(...[1, 2, 3].map((number) => [...asked(number), ...below])))
  return found.solutions.map((solution) => [solution.number, text(solution.text)])
}

describe('a solved problem whose question alone is bold', () => {
  it('has its solution below the drawing, whose labels and caption are set as they like', async () => {
    const rest: Rows = [{ text: told, down: 20 }, 'its speed is 4 m/s.']
    expect(await solved([...drawn, ...rest])).toEqual(['4.1', '4.2', '4.3'].map((number) => [number, `${told} its speed is 4 m/s.`]))
  })

  it('goes on behind “Ans.” at the right edge, which opens nothing', async () => {
    const mark: Row = { text: 'Ans.', font: 'I', x: 270, down: 0 }
    const rest: Rows = [{ text: told, down: 20 }, 'its speed is 4 m/s.', mark, 'With friction it is lower, of course, and so is the heat.']
    const found = await solved(rest)
    expect(found.map(([number]) => number)).toEqual(['4.1', '4.2', '4.3'])
    for (const [, text] of found) expect(text).toMatch(/^It loses .* 4 m\/s\. With friction .* heat\.$/)
  })

  it('begins behind “Answer:” at the right edge, though nothing follows on its line', async () => {
    const question: Rows = [1, 2, 3].flatMap(
      (number): Rows => [
        { text: `${number}. A block slides ${number} m down a plane of steel, from rest at its`, down: 24 },
        'head, with no friction. Find its speed.',
        { text: 'Answer:', font: 'I', x: 255, down: 0 },
        '4 m/s, as long as nothing is lost on the way down by friction.',
      ],
    )
    const { found, text } = await segmentBook(typeset(question))
    expect(found.solutions.map((solution) => text(solution.text))).toEqual(
      [1, 2, 3].map(() => '4 m/s, as long as nothing is lost on the way down by friction.'),
    )
  })
})
