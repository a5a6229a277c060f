import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const asked = (number: number): Row => ({ text: `${number}. A block slides ${number} m down. Find its speed.`, down: 26 })
const told = (number: number): string => `It loses ${number} J of energy, so that the speed is ${number} m/s.`

/** Problems and what stands below each of them. */
async function solved(below: (number: number) => Rows, numbers = [1, 2, 3, 4]): Promise<readonly (readonly string[])[]> {
  const { found, text } = await segmentBook(typeset(numbers.flatMap((number) => [asked(number), ...below(number)])))
  expect(found.problems.map(({ number }) => number)).toEqual(numbers.map(String))
  return found.solutions.map((solution) => [solution.number, text(solution.text)])
}
const all = [1, 2, 3, 4].map((number) => [`${number}`, told(number)])

describe('a solution with no word and no number', () => {
  it('is told from its question by its type', async () => {
    expect(await solved((number) => [{ text: told(number), font: 'I', down: 14 }])).toEqual(all)
    expect(await solved((number) => [{ text: told(number), size: 9, down: 14 }])).toEqual(all)
  })

  it('is told from its question by its indent, over all its lines', async () => {
    const [first, second] = ['It loses as much potential energy as it gains', 'of kinetic energy on its way down the plane.']
    const found = await solved(() => [
      { text: first, x: 20, down: 14 },
      { text: second, x: 20 },
    ])
    expect(found).toEqual([1, 2, 3, 4].map((number) => [`${number}`, `${first} ${second}`]))
  })

  it('is told from its question by the box around it', async () => {
    const box = (height: number): Row => ({ text: '', down: 0, draw: `38 {y} 300 ${height} re S` })
    const found = await solved((number) => [
      { text: told(number), down: 20 },
      { text: 'That is all of it, with no loss.' },
      { ...box(34), down: 6 },
    ])
    expect(found.map(([number]) => number)).toEqual(['1', '2', '3', '4'])
  })

  it('may stand below the box of its question, but is no theory there', async () => {
    const framed = (number: number): Rows => [
      { text: `${number}. A block slides down. Find its speed.`, down: 30, draw: 'q 1 0 0 1 36 {y} cm 0 -10 290 30 re S Q' },
      { text: told(number), down: 24 },
    ]
    const numbers = [1, 2, 3, 4]
    const { found, text } = await segmentBook(typeset(numbers.flatMap(framed)))
    expect(found.solutions.map((solution) => [solution.number, text(solution.text)])).toEqual(all)
    expect(text(found.problems[0]?.text ?? [])).toBe('A block slides down. Find its speed.')
    const theory = [5, 6, 7, 8, 9].map((number): Row => ({ text: told(number), down: 20 }))
    expect((await segmentBook(typeset(theory, numbers.flatMap(framed)))).found.solutions).toEqual([])
  })

  it('may begin in the line in which its question ends', async () => {
    const found = await solved((number) => [
      { text: `It is ${number} m/s by`, font: 'I', x: 206, down: 0 },
      { text: 'the loss of energy.', font: 'I' },
    ])
    expect(found.map(([, text]) => text)).toEqual([1, 2, 3, 4].map((number) => `It is ${number} m/s by the loss of energy.`))
  })

  it('is no remark in brackets, no caption, no list of parts, no further question', async () => {
    const italic = (text: string): Rows => [{ text, font: 'I', down: 14 }]
    expect(await solved(() => italic('[Problem set by the students of the year 1987]'))).toEqual([])
    expect(await solved((number) => italic(`Figure ${number}. The plane and the block that slides on it.`))).toEqual([])
    expect(await solved(() => italic('(a) Without friction on the plane, and in vacuum'))).toEqual([])
    expect(await solved(() => italic('How much of the energy is lost on the way down?'))).toEqual([])
  })

  it('may begin with the label of a part where others do not', async () => {
    const found = await solved((number) => [{ text: number === 2 ? `(a) ${told(number)}` : told(number), font: 'I', down: 14 }])
    expect(found[1]).toEqual(['2', `(a) ${told(2)}`])
  })

  it('is no theory that goes on below exercises in italics', async () => {
    const theory = (at: number): Rows => [
      { text: `A body that slides ${at} m down a plane loses potential energy`, down: 20 },
      'and gains as much of kinetic energy if nothing is lost.',
    ]
    const exercise = (number: number): Rows => [
      { text: `Exercise ${number}.`, font: 'B', down: 20 },
      { text: 'Find the speed at the foot of it.', font: 'I', x: 60, down: 0 },
      ...theory(number),
    ]
    const { found, text } = await segmentBook(typeset([...[5, 6, 7, 8, 9].flatMap(theory)], [1, 2, 3].flatMap(exercise)))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3'])
    expect(found.solutions).toEqual([])
    expect(text(found.problems[0]?.text ?? [])).toBe('Find the speed at the foot of it.')
  })

  it('is a habit of the document, not the exception', async () => {
    expect(await solved((number) => (number < 3 ? [{ text: told(number), font: 'I', down: 14 }] : []))).toEqual([])
  })
})
