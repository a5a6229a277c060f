import { describe, expect, it } from 'vitest'
import { linkBook, type Row, type Rows, triangle, typeset } from '../fakes/book.ts'

const heading: Row = { text: 'Problems', font: 'B', size: 14, down: 30 }
const problem = (number: string, text: string): Rows => [
  { text: number, font: 'B', down: 26 },
  { text: `A block rests on the smooth wedge. ${text}`, x: 40, down: 0 },
]

/** The number of each problem, and how many diagrams it has. */
async function diagrams(...pages: readonly Rows[]): Promise<[string, number][]> {
  const { items } = await linkBook(typeset(...pages))
  return items.map(({ source, diagrams }) => [source.number, diagrams.length])
}

describe('figures between problems', () => {
  it('are those of the problems below where one stands between the heading and the first problem', async () => {
    const first = [heading, triangle, ...problem('1.', 'Find the force.'), triangle, ...problem('2.', 'Find the work.')]
    expect(await diagrams([...first, ...problem('3.', 'Find the heat.')])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 0],
    ])
  })

  it('are those of the problem on the next page where they end one', async () => {
    const first = [heading, triangle, ...problem('1.', 'Find the force.'), triangle]
    expect(await diagrams(first, problem('2.', 'Find the work.'))).toEqual([
      ['1', 1],
      ['2', 1],
    ])
  })

  it('are those of the problems above where one stands between the last problem and what follows', async () => {
    const rows = [heading, ...problem('1.', 'Find the force.'), triangle, ...problem('2.', 'Find the work.'), triangle]
    expect(await diagrams([...rows, { ...heading, text: 'Projects' }, ...problem('3.', 'Find the heat.')])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 0],
    ])
  })

  it('are those of the problems below that speak of a figure', async () => {
    const rows = [...problem('1.', 'Find the force.'), triangle, ...problem('2.', 'Find the work in the figure.')]
    expect(await diagrams([heading, ...rows])).toEqual([
      ['1', 0],
      ['2', 1],
    ])
  })

  it('are those of the problems above that speak of a figure', async () => {
    const rows = [...problem('1.', 'Find the force in the figure.'), triangle, ...problem('2.', 'Find the work.')]
    expect(await diagrams([heading, ...rows])).toEqual([
      ['1', 1],
      ['2', 0],
    ])
  })

  it('are no votes where one stands below the text of a section', async () => {
    const theory = 'A block that rests on a smooth wedge exerts no force along it.'
    const rows = [theory, triangle, ...problem('1.', 'Find the force.'), triangle, ...problem('2.', 'Find the work.')]
    expect(await diagrams([heading, ...rows])).toEqual([
      ['1', 1],
      ['2', 0],
    ])
  })

  it('are those of the questions whose lettered number their labels bear, wherever they stand', async () => {
    const sheet = (letter: string): Rows[] => {
      const figure = (number: number): Rows => [triangle, { text: `Figure ${letter}${number}`, x: 60, down: 14 }]
      return [
        [heading, ...problem(`${letter}1.`, 'Find the force.')],
        [...figure(1), ...problem(`${letter}2.`, 'Find the work in the figure.')],
        [...figure(2), ...problem(`${letter}3.`, 'Find the heat in the figure.')],
      ]
    }
    const counts = (found: [string, number][]): number[] => found.map(([, count]) => count)
    expect(counts(await diagrams(...sheet('Q')))).toEqual([1, 1, 0])
    // A plain number is shared by chance: the places say whose they are.
    expect(counts(await diagrams(...sheet('')))).toEqual([0, 1, 1])
  })
})

describe('a figure below one of two texts side by side', () => {
  it('is that of the text over it, not of the solution beside that text', async () => {
    const right = (text: string): Row => ({ text, x: 200, down: 0 })
    const row = (number: number): Rows => [
      { text: `${number}. A block rests on a wedge.`, down: 26 },
      right('Solution'),
      'Find the force between them.',
      right('By the first law'),
      'Neglect friction.',
      right('the force is 3 N.'),
      triangle,
    ]
    expect(await diagrams(row(1), row(2))).toEqual([
      ['1', 1],
      ['2', 1],
    ])
  })

  it('is not that of an answer in the margin', async () => {
    const row = (number: number): Rows => [
      { text: `${number}. A block rests on a wedge. Find the force.`, down: 26 },
      { text: 'Ans. 3 N', x: 240, down: 6, size: 8 },
      { ...triangle, down: 78 },
    ]
    expect(await diagrams([...row(1), ...row(2), ...row(3)])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ])
  })
})

describe('figures in the margin', () => {
  it('are those of the problems beside them, where the margin holds nothing else', async () => {
    const wedge: Row = { text: '', down: 0, draw: 'q 1 0 0 1 255 {y} cm 0 -40 m 50 -40 l 0 10 l s Q' }
    const caption = ['The wedge and', 'its block on the floor,', 'as seen from the side']
    const beside = (number: number): Rows => [
      { text: `${number}.`, font: 'B', down: 30 },
      { text: 'A block rests on a wedge. Find the force', x: 16, down: 0 },
      wedge,
      ...caption.map(
        (text, at): Row => ({ text: at > 0 ? text : `Figure ${number + 6}. ${text}`, x: 215, size: 8, down: at > 0 ? 9 : 52 }),
      ),
      ...Array.from(
        { length: 8 },
        (_, at): Row => ({ text: 'that it exerts. Its mass is 3 kg, its speed is', x: 16, down: at > 0 ? 12 : -58 }),
      ),
    ]
    const rows = [heading, ...beside(1), ...beside(2), ...problem('3.', 'Find the heat.')]
    expect(await diagrams(rows)).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 0],
    ])
  })
})
