import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../fakes/book.ts'
import { labelled, numbersIn } from './numbers-in.ts'

describe('numbers that are none of problems', () => {
  it('are not those of their parts, "1.1" below "1.", but those of the problems of a section', async () => {
    const parts = (n: number): Rows => [1, 2].map((k): Row => ({ text: `${n}.${k} Find the speed of block ${k}.`, x: 12, down: 14 }))
    const asked = [1, 2, 3].flatMap((n): Rows => [{ text: `${n}. A block slides down a plane of steel.`, down: 26 }, ...parts(n)])
    expect(await numbersIn(asked)).toEqual(['1', '2', '3'])
    const sections = [1, 2, 3].flatMap((n): Rows => [{ text: `${n}. Blocks`, font: 'B', size: 13, down: 30 }, ...parts(n)])
    expect(await numbersIn(sections)).toEqual(['1.1', '1.2', '2.1', '2.2', '3.1', '3.2'])
  })

  it('are not those of displays, printed at the left', async () => {
    const display = (number: number): Rows => [
      { text: `(${number})`, down: 24 },
      { text: 'F = 8.99 q r', x: 150, down: 0 },
    ]
    const asked = [1, 2].map((n): Row => ({ text: `${n}. Find the force between the charges.`, down: 24 }))
    expect(await numbersIn(['In what follows these are used:', ...display(1), ...display(2), ...asked])).toEqual(['1', '2'])
    const { found, text } = await segmentBook(typeset([...display(1), ...asked]))
    expect(found.problems.map((problem) => text(problem.text))).toEqual(asked.map(() => 'Find the force between the charges.'))
  })

  it('are no numbers of a column beside short entries', async () => {
    const rows = [1.1, 1.2, 1.3].flatMap(
      (number): Rows => [
        { text: `${number}`, down: 20 },
        { text: 'Find A', x: 60, down: 0 },
      ],
    )
    expect(await numbersIn(rows)).toEqual([])
  })

  it('are not the steps inside a problem', async () => {
    const steps: Rows = ['1. Draw the free body.', '2. Write the equations.', '3. Solve them.'].map((text) => ({ text, x: 20 }))
    const problem = (number: number): Rows => [
      { text: `Problem ${number}`, font: 'B', size: 13, down: 30 },
      'A block slides down a plane.',
      ...steps,
    ]
    expect(await numbersIn([...problem(1), ...problem(2)])).toEqual(['1', '2'])
  })

  it('are not the numbered sections of a book of theory', async () => {
    const theory: Rows = ['1.1 Heat', '1.2 Work', '1.3 Energy'].flatMap(
      (text): Rows => [
        { text, font: 'B', size: 13, down: 24 },
        'Heat flows from the warmer body to the colder one, never back.',
        'This was known long before its reason was.',
      ],
    )
    const { found, problems } = await segmentBook(typeset(theory))
    expect(found.problems).toEqual([])
    expect(problems).toMatchObject([{ code: 'no-problems-found' }])
    const worked = await numbersIn(theory.flatMap((row) => [row, { text: 'Solution: The heat flows.', font: 'B' }]))
    expect(worked).toEqual([])
  })

  it('are not the lines of a table of contents', async () => {
    const contents: Rows = ['1. What is heat? ......... 3', '2. What is work? ......... 9', '3. How do they differ? ......... 14']
    expect(await numbersIn(contents)).toEqual([])
  })

  it('are not quantities at the beginning of lines', async () => {
    const text: Rows = [
      'The block is pulled over',
      '2 m of the floor. What force is needed over',
      '3 m of it, and how is it found for',
      '4 m at last?',
    ]
    expect(await numbersIn(text)).toEqual([])
  })

  it('are no figures before the slanted letters of a formula, which hold no word', async () => {
    const starting = (letters: string): Rows =>
      [1, 2, 3].flatMap(
        (figure): Rows => [
          { text: `${figure}`, down: 24 },
          { text: letters, font: 'I', x: 10, down: 0 },
          'Find the shear stress in the beam that the figure shows.',
        ],
      )
    expect(await numbersIn(starting('bh'))).toEqual([])
    expect(await numbersIn(starting('Bending of a beam'))).toEqual(['1', '2', '3'])
  })

  it('are not the numbers of equations', async () => {
    const rows: Rows = ['What follows from this?', { text: '(1)', x: 250 }, 'What follows from that?', { text: '(2)', x: 250 }]
    expect(await numbersIn(rows)).toEqual([])
  })

  it('are not those of an answer key, which are solutions', async () => {
    const { found, text } = await segmentBook(
      typeset(labelled(['1.', '2.', '3.']), [{ text: 'Answers', font: 'B', size: 16 }, '1. 4.2 m/s', { text: '3. 9.8 m/s', down: 16 }]),
    )
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3'])
    expect(found.solutions.map(({ number, where, text: own }) => [number, where, text(own)])).toEqual([
      ['1', 'section', '4.2 m/s'],
      ['3', 'section', '9.8 m/s'],
    ])
  })
})
