import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const problem = (number: number, ...rows: Rows): Rows => [{ text: `Problem ${number}`, font: 'B', size: 12, down: 28 }, ...rows]
const question = 'A block slides down a plane. Find its speed at the foot.'

describe('a problem', () => {
  it('is parted from the solution that follows it, whose word alone is no mark', async () => {
    const rows = problem(
      1,
      'The solution of salt in water',
      'cools. Find the drop of temperature.',
      { text: 'Solution:', font: 'B', down: 16 },
      'It is 4 K.',
    )
    const { found, text } = await segmentBook(typeset([...rows, ...problem(2, question)]))
    expect(text(found.problems[0]?.text ?? [])).toContain('The solution of salt in water')
    expect(found.solutions.map(({ number, where, text: own }) => [number, where, text(own)])).toEqual([['1', 'inline', 'It is 4 K.']])
  })

  it('is parted from a solution whose word is a sentence of its own, set like the text', async () => {
    const rows = [1, 2].flatMap(
      (number): Rows => [...problem(number, question), 'Solution. The speed follows from the work.', 'It is 4 m/s.'],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map(({ text: own }) => text(own))).toEqual([question, question])
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(Array(2).fill('The speed follows from the work. It is 4 m/s.'))
  })

  it('is parted from a solution whose word is set apart by white, or stands before the label of its first part', async () => {
    const solved = (number: number, solution: string): Rows => [...problem(number, question), { text: solution, down: 20 }]
    const { found, text } = await segmentBook(
      typeset([
        ...solved(1, 'Solution   The energy of the block is kept on its way.'),
        ...solved(2, 'Solution (a) The speed is 3 m/s at the foot.'),
        ...solved(3, 'Solution of the problem before may be of use to you here.'),
      ]),
    )
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', 'The energy of the block is kept on its way.'],
      ['2', '(a) The speed is 3 m/s at the foot.'],
    ])
  })

  it.each([
    ['Sol: the energy is kept.', 'the energy is kept.'],
    ['Worked solution: the energy is kept.', 'the energy is kept.'],
    ['Final answer: 3.5 m/s', '3.5 m/s'],
    ['Answer 3.5 m/s', '3.5 m/s'],
    ['Take g as 10 for it. Ans. 3.5 m/s', '3.5 m/s'],
  ])('is parted from what is said as in “%s”', async (line, expected) => {
    const rows = [1, 2].flatMap((number): Rows => [...problem(number, question), { text: line, down: 16 }])
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', expected],
      ['2', expected],
    ])
  })

  it('goes on where it is told to answer', async () => {
    const { found } = await segmentBook(typeset([1, 2].flatMap((number) => problem(number, question, 'Answer 3 of the questions below.'))))
    expect(found.solutions).toEqual([])
  })

  it('has its solution in a section that drops the word before the number', async () => {
    const named = (number: string): Rows => [{ text: `Problem ${number}`, font: 'B', down: 24 }, question]
    const solved = (number: string): Rows => [
      { text: number, font: 'B', down: 20 },
      { text: 'The speed is 3 m/s.', x: 24, down: 0 },
    ]
    const heading: Row = { text: 'Solutions', font: 'B', size: 14, down: 30 }
    const { found } = await segmentBook(
      typeset([...named('4.1'), ...named('4.2'), ...named('4.3'), heading, ...solved('4.1'), ...solved('4.3')]),
    )
    expect(found.problems.map(({ number }) => number)).toEqual(['4.1', '4.2', '4.3'])
    expect(found.solutions.map(({ number }) => number)).toEqual(['4.1', '4.3'])
  })

  it('has its solution at the end, where it may be named by a preposition', async () => {
    const body = 'Ein Block gleitet auf der Ebene, die nicht glatt ist, und er kommt von oben.'
    const rows = [1, 2, 3].flatMap((number): Rows => [{ text: `Aufgabe 2.${number}: Berechnen Sie v.`, font: 'B', down: 24 }, body])
    const solved = [1, 2, 3].flatMap((number): Rows => [{ text: `Zu Aufgabe 2.${number}: v = ${number} m/s`, font: 'F', down: 18 }])
    const { found } = await segmentBook(typeset([...rows, { text: 'L\xf6sungen', font: 'B', size: 14, down: 30 }, ...solved]))
    expect(found.problems.map(({ number }) => number)).toEqual(['2.1', '2.2', '2.3'])
    expect(found.solutions.map(({ number, where }) => [number, where])).toEqual([
      ['2.1', 'section'],
      ['2.2', 'section'],
      ['2.3', 'section'],
    ])
  })

  it('has its solution in a section that counts the steps of each from 1', async () => {
    const steps = ['1. The work of gravity is one thing.', '2. The loss by friction is another.', '3. Their sum is the energy.']
    const solved = (number: number): Rows => [
      { text: `4.${number}`, font: 'B', down: 16 },
      { text: 'The speed is 3 m/s.', x: 30, down: 0 },
      ...steps,
    ]
    const asked = (number: number): Rows => [
      { text: `4.${number}`, font: 'B', down: 20 },
      { text: question, x: 30, down: 0 },
    ]
    const rows: Rows = [
      ...asked(1),
      ...asked(2),
      { text: 'Solutions to the problems', font: 'B', size: 14, down: 30 },
      ...solved(1),
      ...solved(2),
    ]
    const { found } = await segmentBook(typeset(rows))
    expect(found.problems.map(({ number }) => number)).toEqual(['4.1', '4.2'])
    expect(found.solutions.map(({ number }) => number)).toEqual(['4.1', '4.2'])
  })

  it('has its answer in a key in small type, under a heading in capitals that is no larger than the text', async () => {
    const key = [1, 2].flatMap(
      (number): Rows => [
        { text: `2–${number}`, font: 'B', size: 8 },
        { text: `${number}.5 m/s`, x: 40, size: 8, down: 0 },
      ],
    )
    const asked = [1, 2].flatMap(
      (number): Rows => [{ text: `2–${number} A block slides down.`, font: 'B', down: 24 }, ...Array(4).fill(question)],
    )
    const { found, text } = await segmentBook(typeset([...asked, { text: 'ANSWERS TO SELECTED PROBLEMS', down: 24 }, ...key]))
    expect(found.problems.map(({ number }) => number)).toEqual(['2-1', '2-2'])
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['2-1', '1.5 m/s'],
      ['2-2', '2.5 m/s'],
    ])
  })

  it('has its answer in a key that names chapters and sections again in the type of its own heading', async () => {
    const heading = (text: string, size: number): Row => ({ text, font: 'B', size, down: 26 })
    const label = (number: number, text: string): Rows => [
      { text: `${number}.`, font: 'B', down: 16 },
      { text, x: 16, down: 0 },
    ]
    const asked = (chapter: number): Rows => [
      heading(`Chapter ${chapter}`, 15),
      heading('Problems', 12),
      ...[1, 2, 3].flatMap((number) => label(number, 'Find the speed of the block.')),
    ]
    const answered = (chapter: number): Rows => [
      heading(`Chapter ${chapter}`, 15),
      heading('Problems', 12),
      ...[1, 3].flatMap((number) => label(number, `${chapter}${number} m/s`)),
    ]
    const { found, text } = await segmentBook(typeset(asked(5), asked(6), [heading('Answer Key', 15), ...answered(5), ...answered(6)]))
    expect(found.problems.map(({ chapter, number }) => `${chapter}.${number}`)).toEqual(['5.1', '5.2', '5.3', '6.1', '6.2', '6.3'])
    expect(found.solutions.map((own) => [`${own.chapter}.${own.number}`, text(own.text)])).toEqual([
      ['5.1', '51 m/s'],
      ['5.3', '53 m/s'],
      ['6.1', '61 m/s'],
      ['6.3', '63 m/s'],
    ])
  })

  it('has its solution in a section that labels it with nothing but the number', async () => {
    const asked = [1, 2, 3].map((number): Row => ({ text: `4.${number}. Find the speed of block ${number}.`, down: 20 }))
    const solved = [1, 2, 3].flatMap(
      (number): Rows => [
        { text: `4.${number} By energy.`, down: 20 },
        { text: `v = ${number} m/s`, x: 60 },
      ],
    )
    const alone = [1, 2, 3].flatMap(
      (number): Rows => [
        { text: `4.${number}`, down: 20 },
        { text: `v = ${number} m/s`, x: 60, down: 20 },
      ],
    )
    for (const rows of [solved, alone]) {
      const { found } = await segmentBook(typeset([...asked, { text: 'Solutions', font: 'B', size: 14, down: 30 }, ...rows]))
      expect(found.problems.map(({ number }) => number)).toEqual(['4.1', '4.2', '4.3'])
      expect(found.solutions.map(({ number }) => number)).toEqual(['4.1', '4.2', '4.3'])
    }
    const pages = [1, 2].map((number): Row => ({ text: `4.${number}`, x: 140, down: 30 }))
    const { found } = await segmentBook(typeset([...asked, { text: 'Solutions', font: 'B', size: 14, down: 30 }, ...pages]))
    expect(found.solutions).toEqual([])
  })

  it('has its answers below their one heading, though that is set like small text', async () => {
    const asked = [1, 2, 3].map((number): Row => ({ text: `4.${number} Find the speed of block ${number}.`, font: 'B', down: 20 }))
    const key = [1, 2, 3].map((number): Row => ({ text: `4.${number} ${number} m/s`, font: 'B', down: 12 }))
    const { found } = await segmentBook(typeset([...asked, { text: 'answers', x: 120, down: 30 }, ...key]))
    expect(found.problems.map(({ number }) => number)).toEqual(['4.1', '4.2', '4.3'])
    expect(found.solutions.map(({ number }) => number)).toEqual(['4.1', '4.2', '4.3'])
  })
})
