import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../fakes/book.ts'
import { ask, labelled } from './numbers-in.ts'

const bold = (text: string, down = 24, size = 10): Row => ({ text, font: 'B', down, size })
const problem = (number: number, ...rows: Rows): Rows => [bold(`Problem ${number}`, 28, 12), ...rows]

describe('solutions in place', () => {
  it('may follow each part, after which the question goes on', async () => {
    const rows = problem(
      1,
      'A block slides down a plane.',
      '(a) Find its speed.',
      bold('Solution: It is 3 m/s.'),
      { text: '(b) Find its energy.', down: 20 },
      bold('Solution: It is 9 J.'),
    )
    const { found, text } = await segmentBook(typeset([...rows, ...problem(2, ask)]))
    expect(text(found.problems[0]?.text ?? [])).toBe('A block slides down a plane. (a) Find its speed. (b) Find its energy.')
    expect(found.problems[0]?.parts.map(({ label }) => label)).toEqual(['a', 'b'])
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['It is 3 m/s.', 'It is 9 J.'])
  })

  it('may label their own parts', async () => {
    const rows = problem(1, '(a) Find its speed.', '(b) Find its energy.', bold('Solution:'), '(a) It is 3 m/s.', '(b) It is 9 J.')
    const { found, text } = await segmentBook(typeset([...rows, ...problem(2, ask)]))
    expect(text(found.problems[0]?.text ?? [])).toBe('(a) Find its speed. (b) Find its energy.')
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['(a) It is 3 m/s. (b) It is 9 J.'])
  })

  it('may stand in brackets behind each part', async () => {
    const rows = problem(1, 'A block slides.', { text: '[Ans: 3 m/s]', x: 120 }, 'It weighs 3 kg. Find its energy.')
    const { found, text } = await segmentBook(typeset([...rows, ...problem(2, ask)]))
    expect(text(found.problems[0]?.text ?? [])).toBe('A block slides. It weighs 3 kg. Find its energy.')
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['3 m/s'])
  })

  it('may be announced in the plural', async () => {
    const { found, text } = await segmentBook(typeset([...problem(1, ask, 'Solutions: (a) 3 m/s, (b) 9 J'), ...problem(2, ask)]))
    expect(text(found.problems[0]?.text ?? [])).toBe(ask)
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['(a) 3 m/s, (b) 9 J'])
  })

  it('may be the values behind "R:", which else says what a letter means', async () => {
    const spanish = 'Halle la velocidad del bloque que se desliza por el plano y la fuerza que lo para.'
    const solved = (number: number, ...told: string[]): Rows => [{ text: `${number}. ${spanish}`, down: 24 }, ...told]
    const { found, text } = await segmentBook(
      typeset([...solved(1, 'R: 3,5 m/s'), ...solved(2, 'R: radio de la rueda'), ...solved(3, 'Rta.: el bloque no se para')]),
    )
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', '3,5 m/s'],
      ['3', 'el bloque no se para'],
    ])
  })

  it('may stand under a heading in the plural, below a problem that has a heading itself', async () => {
    const section = (number: number): Rows => [
      bold(`Problem ${number}`, 34, 16),
      bold('Questions', 28, 13),
      ask,
      bold('Solutions', 28, 13),
      `It is ${number} m/s.`,
    ]
    const { found, text } = await segmentBook(typeset([...section(1), ...section(2)]))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2'])
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', 'It is 1 m/s.'],
      ['2', 'It is 2 m/s.'],
    ])
  })

  it('may stand on the row of the number that ends the question', async () => {
    const asked = (number: number): Rows => [
      { text: `${number}. What is the power of the pump if its efficiency is`, down: 24 },
      '0.75',
      { text: 'Answer: 14.5 kW', x: 40, down: 0 },
    ]
    const { found, text } = await segmentBook(typeset([...asked(1), ...asked(2)]))
    expect(found.problems.map(({ text: own }) => text(own).endsWith('efficiency is 0.75'))).toEqual([true, true])
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['14.5 kW', '14.5 kW'])
  })

  it('are not what says on which page they stand', async () => {
    const where: Row = { text: 'Where does it stop?   > Solution, p. 541', down: 13 }
    const { found, text } = await segmentBook(typeset([...labelled(['1.', '2.']), where, ...labelled(['3.'])]))
    expect(found.solutions).toEqual([])
    expect(text(found.problems[1]?.text ?? [])).toMatch(/Where does it stop\?$/)
  })

  it('may follow a question that stands in a frame of its own; other text below the frame belongs to nobody', async () => {
    const frame = 'q 1 0 0 1 36 {y} cm 0 -12 290 30 re S Q'
    const framed = (number: number): Rows => [
      { text: `Exercise ${number}`, font: 'B', down: 40, draw: frame },
      { text: 'Find the speed at the foot of the plane.', x: 60, down: 0 },
    ]
    const rows: Rows = [
      ...framed(1),
      { text: 'Solution (a) The speed is 3 m/s.', down: 28 },
      'It grows with the height.',
      ...framed(2),
      { text: 'Friction is a matter of surfaces.', down: 28 },
    ]
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map((own) => text(own.text))).toEqual(Array(2).fill('Find the speed at the foot of the plane.'))
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['(a) The speed is 3 m/s. It grows with the height.'])
  })

  it('may be announced in bold at the end of the line, by a phrase, or begin with a letter of a formula', async () => {
    const asked: Rows = [
      { text: '1. What is the speed of the block at the foot?', down: 24 },
      { text: 'Solution', font: 'B', x: 208, down: 0 },
      'Its speed is 3 m/s.',
    ]
    const told: Rows = ['2. Find the energy of the block.', 'Click to see the solution', 'Its energy is 9 J.']
    const lettered: Rows = ['3. Find the acceleration of the block.', { text: 'Solution. a = 5 and it does not change.', font: 'I' }]
    const { found, text } = await segmentBook(typeset([...asked, ...told, ...lettered]))
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual([
      'Its speed is 3 m/s.',
      'Its energy is 9 J.',
      'a = 5 and it does not change.',
    ])
    expect(text(found.problems[0]?.text ?? [])).toBe('What is the speed of the block at the foot?')
  })

  it('leave the title of their problem and the sign that unfolds them out', async () => {
    const rows = [1, 2].flatMap(
      (number): Rows => [
        { text: `Exercise ${number} (Two blocks)`, font: 'B', down: 28 },
        ask,
        { text: `Solution to Exercise ${number} (Two blocks)`, font: 'B', down: 20 },
        'Its speed is 3 m/s.',
      ],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(Array(2).fill('Its speed is 3 m/s.'))
  })

  it('and questions go on behind a display that is wider than their box', async () => {
    const frame = 'q 1 0 0 1 36 {y} cm 0 -52 200 70 re S Q'
    const rows = [1, 2].flatMap(
      (number): Rows => [
        { text: `Exercise ${number}. Show that for the blocks`, down: 60, draw: frame },
        { text: 'the sum of all forces and of all couples is zero at once', x: 10, down: 16 },
        { text: 'holds, and find the speed.', down: 16 },
      ],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map((own) => text(own.text).endsWith('find the speed.'))).toEqual([true, true])
  })

  it('end with their box, whose corners may be round; a note in the next box belongs to nobody', async () => {
    const edge = (high: number): string =>
      `q 0.9 g 1 0 0 1 36 {y} cm 4 14 m 286 14 l 288 14 290 12 290 10 c 290 -${high} l 290 -${high + 2} 288 -${high + 4} 286 -${high + 4} c 4 -${high + 4} l 2 -${high + 4} 0 -${high + 2} 0 -${high} c 0 10 l 0 12 2 14 4 14 c f Q`
    const solved = (number: number): Rows => [
      { text: `Exercise ${number}. Find the speed at the foot of the plane.`, down: 40 },
      { text: 'Solution', font: 'B', down: 30, draw: edge(20) },
      'Its speed at the foot is 3 m/s.',
    ]
    const note: Rows = [{ text: 'Note', font: 'B', down: 40, draw: edge(20) }, 'Friction is a matter of surfaces, as we saw.']
    const { found, text } = await segmentBook(typeset([...solved(1), ...note, ...solved(2)]))
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(Array(2).fill('Its speed at the foot is 3 m/s.'))
  })

  it('stand in a box of their own below the figure of a question in a box', async () => {
    const frame = (high: number): string => `q 1 0 0 1 36 {y} cm 0 -${high} 290 ${high + 20} re S Q`
    const rows = [1, 2].flatMap(
      (number): Rows => [
        { text: `Exercise ${number}. Find the speed of the block`, down: 44, draw: frame(22) },
        'at the foot of the plane.',
        { text: 'smooth', x: 60, down: 60, draw: 'q 1 0 0 1 60 {y} cm 0 -4 80 50 re S Q' },
        { text: 'Solution', font: 'B', down: 40, draw: frame(22) },
        'Its speed is 3 m/s.',
      ],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(Array(2).fill('Its speed is 3 m/s.'))
  })

  it('may stand under the heading of its problem said again, as on slides; a bar behind a heading frames nothing below it', async () => {
    const bar = 'q 0.1 0.3 0.5 rg 1 0 0 1 20 {y} cm 0 -12 330 36 re f Q'
    const slide = (title: string, row: string): Rows => [
      { text: title, font: 'B', size: 16, down: 60, draw: bar },
      { text: row, down: 40 },
    ]
    const rows: Rows = [1, 2].flatMap((number) => [
      ...slide(`Problem ${number}`, ask),
      ...slide(`Problem ${number}: Solution`, `The speed is ${number} m/s.`),
    ])
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', ask],
      ['2', ask],
    ])
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', 'The speed is 1 m/s.'],
      ['2', 'The speed is 2 m/s.'],
    ])
  })

  it('may stand under a heading whose title says so, of problems and of examples', async () => {
    const heading = (text: string): Row => ({ text, font: 'B', size: 12, down: 28 })
    const rows = (word: string): Rows => [
      heading(`${word} 1. A loaded beam (10 points)`),
      'A beam carries a load. Find its reactions.',
      heading(`${word} 1. A loaded beam – Solution`),
      'Each support carries half of the load.',
      heading(`${word} 2. A numerical solution`),
      'A rod carries a load. Find its stress.',
      heading(`${word} 2 (solution)`),
      'The stress is the force over the area.',
    ]
    for (const [word, items] of [
      ['Problem', 'problems'],
      ['Example', 'examples'],
    ] as const) {
      const { found, text } = await segmentBook(typeset(rows(word)), { items })
      expect(found.problems.map(({ number, title }) => [number, text(title)])).toEqual([
        ['1', 'A loaded beam'],
        ['2', 'A numerical solution'],
      ])
      expect(found.solutions.map((own) => [own.number, text(own.text)])).toEqual([
        ['1', 'Each support carries half of the load.'],
        ['2', 'The stress is the force over the area.'],
      ])
    }
  })

  it('are no table, though their frames stand one below the other', async () => {
    const frame = 'q 1 0 0 1 52 {y} cm 0 -4 230 16 re S Q'
    const framed = (text: string): Row => ({ text, x: 16, down: 22, draw: frame })
    const rows = problem(
      1,
      '(a) Find its speed.',
      framed('Solution: It is 3 m/s.'),
      { text: '(b) Find its energy.', down: 22 },
      framed('Solution: It is 9 J.'),
    )
    const { found } = await segmentBook(typeset(rows))
    expect(found.tables).toEqual([])
  })
})

describe('solutions at the end', () => {
  it('may bear bare numbers in the margin, the one beside a short line too', async () => {
    const answer = (number: number, first: string): Rows => [
      { text: `${number}`, x: 4, down: 24 },
      { text: first, x: 32, down: 0 },
      { text: 'The block stops at the foot of the plane.', x: 32 },
    ]
    const long = 'Two spans of the cable pull on the pulley, and each has the same tension in it.'
    const rows = [answer(1, long), answer(2, 'The bar lengthens by'), answer(3, long), answer(4, long)].flat()
    const { found } = await segmentBook(typeset(rows), { items: 'solutions' })
    expect(found.solutions.map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
    // Without a place of its own in the margin the figure is a quantity.
    const inText = [
      answer(1, long),
      answer(2, long),
      [
        { text: 'The bar lengthens by', x: 32, down: 24 },
        { text: '3', x: 32 },
      ] as Rows,
      answer(4, long),
    ].flat()
    const other = await segmentBook(typeset(inText), { items: 'solutions' })
    expect(other.found.solutions.map(({ number }) => number)).toEqual(['1', '2', '4'])
  })

  it('are labelled like the problems, not like the parts in them', async () => {
    const numbered = (title: string, ...rows: Rows): Rows => [bold(title, 28, 12), ...rows]
    const question = ['Un gaz parfait décrit un cycle dans le plan.', '1. Déterminer le travail.', '2. Calculer la chaleur du cycle.']
    const answer = ['1. Le travail est de 4 kJ.', '2. La chaleur est de 9 kJ.']
    const { found, text } = await segmentBook(
      typeset(
        [...numbered('Exercice 1 – Cycle', ...question), ...numbered('Exercice 2 – Questions de cours', ...question)],
        [
          bold('Corrigé du TD 3', 24, 14),
          ...numbered('Exercice 1 – Cycle', ...answer),
          ...numbered('Exercice 2 – Questions de cours', ...answer),
        ],
      ),
    )
    expect(found.problems.map(({ number, parts }) => [number, ...parts.map(({ label }) => label)])).toEqual([
      ['1', '1', '2'],
      ['2', '1', '2'],
    ])
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', answer.join(' ')],
      ['2', answer.join(' ')],
    ])
  })
})
