import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../fakes/book.ts'
import { ask, numbersIn } from './numbers-in.ts'

const bold = (text: string, down = 24, size = 10): Row => ({ text, font: 'B', down, size })
const problem = (number: number, ...rows: Rows): Rows => [bold(`Problem ${number}`, 28, 12), ...rows]
const list = (...texts: readonly string[]): Rows => texts.map((text, at): Row => ({ text: `${at + 1}. ${text}`, x: 12, down: 16 }))

describe('problems of a sheet', () => {
  it('may be called examples, where a title of two lines says that they are problems', async () => {
    const title = (...lines: readonly string[]): Rows => lines.map((text, at) => bold(text, at === 0 ? 40 : 22, 20))
    const examples = [1, 2].flatMap((number): Rows => [bold(`Example ${number}`, 28), ask])
    const solved = [1, 2].flatMap((number): Rows => [bold(`Example ${number}`, 28), 'It follows from what is kept.'])
    const sheet = [...title('Problems of the dynamics', 'of blocks'), ...examples, bold('Solutions', 34, 15), ...solved]
    const { found } = await segmentBook(typeset(sheet))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2'])
    expect(found.solutions.map(({ number }) => number)).toEqual(['1', '2'])
    expect(await numbersIn([...title('The dynamics', 'of blocks'), ...examples])).toEqual([])
  })

  it('are not its instructions, numbered as they may be', async () => {
    const rules = list('Show all your work.', 'Use no calculator. Write your name on each page.', 'State all that you assume.')
    expect(await numbersIn([bold('Instructions:'), ...rules, ...problem(1, ask), ...problem(2, ask)])).toEqual(['1', '2'])
    const numbered = list('Find the speed of the block.', 'Find its energy. What is its form?', 'Show that it is kept.')
    expect(await numbersIn(['The following rules apply:', ...rules], [bold('Mechanics', 24, 14), ...numbered])).toEqual(['1', '2', '3'])
  })

  it('begin with the first, where the instructions are numbered like them, or earn no points', async () => {
    const asked = (from: number): Rows =>
      Array.from({ length: 6 }, (_, at): Row => ({ text: `${at + from}. Find the speed of the block at the foot.`, x: 12, down: 16 }))
    const rules = list('Show all your work.', 'Use no calculator.', 'Write your name on each page.')
    expect(await numbersIn([bold('Read before you begin:'), ...rules, 'Mechanics of blocks on planes.', ...asked(1)])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
    const scored = [1, 2, 3].flatMap((number): Rows => [bold(`${number}. (10 points)`), ask])
    expect(await numbersIn([...list('Show all your work.', 'Draw what you can. State all that you assume.'), ...scored])).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('end with the last, before a sentence that ends the exam', async () => {
    const { found, text } = await segmentBook(
      typeset([...problem(1, ask), ...problem(2, ask), { text: 'End of exam. Check your work.', down: 40 }]),
    )
    expect(text(found.problems.at(-1)?.text ?? [])).toBe(ask)
  })

  it('may stand right below the instructions, where there is no other list', async () => {
    const questions = list('Find the speed of the block.', 'Find its energy. What is its form?', 'Show that it is kept.')
    expect(await numbersIn([bold('Instructions: answer all of these:'), ...questions])).toEqual(['1', '2', '3'])
  })

  it('are known by their solutions, where they ask nothing in words', async () => {
    const items = [1, 2, 3].flatMap((number): Rows => [{ text: `${number}. y = x + ${number}`, down: 20 }, bold('Solution: y = 0', 14)])
    const { found, problems } = await segmentBook(typeset([bold('Slopes', 24, 14), 'All of them at the point zero, please.', ...items]))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3'])
    expect(found.solutions).toHaveLength(3)
    expect(problems).toEqual([])
  })

  it('are the list that a short sheet consists of, taken with doubt where nothing asks or solves', async () => {
    const { found } = await segmentBook(typeset([bold('Slopes', 24, 14), ...list('y = 3 x + 1 + 7 x', 'y = x + 2', 'y = x + 3')]))
    expect(found.problems.map(({ number, confidence }) => [number, confidence])).toEqual([1, 2, 3].map((number) => [`${number}`, 0.7]))
    expect(await numbersIn([bold('Equipment:', 24, 10), ...list('A block.', 'A plane.', 'A scale.')])).toEqual([])
    expect(await numbersIn([bold('1 Blocks', 24, 14), 'They slide.', bold('2 Planes', 24, 14), 'They are steep.'])).toEqual([])
  })

  it('may ask for short answers, and are no answers then', async () => {
    const long = list('Find the speed of the block.', 'Find its energy. What is its form?', 'Show that it is kept.')
    const short = list('What slides down?', 'Where does it go?')
    expect(await numbersIn([bold('Problems', 24, 14), ...long, bold('Short answers', 24, 14), ...short])).toEqual(['1', '2', '3', '1', '2'])
  })

  it('are not the rows of a table of scores', async () => {
    const scores = [1, 2, 3].flatMap((number): Rows => [`Problem ${number}`, { text: '/ 25', x: 120, down: 0 }])
    expect(await numbersIn([...scores, 'Total'], problem(1, ask), problem(2, ask))).toEqual(['1', '2'])
  })

  it('are not the entries of a table of contents without leaders', async () => {
    const entries = ['1 A sliding block', '2 A rolling disk'].map((text): Row => ({ text, font: 'B', down: 20 }))
    const sections = ['1 A sliding block', '2 A rolling disk'].map((text): Rows => [bold(text, 30, 14), 'How fast is it at last?'])
    expect(await numbersIn([bold('Contents', 24, 14), ...entries], ...sections)).toEqual(['1', '2'])
  })

  it('are not the sections of which one holds the questions', async () => {
    const section = (text: string, ...rows: Rows): Rows => [bold(text, 30, 14), ...rows]
    const lab = [
      ...section('1 Purpose', 'You will find out what is lost when a block slides.'),
      ...section('2 Method', 'Determine how long the block slides.'),
      ...section('3 Questions', ...list('What is lost?', 'Where does it go?', 'How is it found?')),
    ]
    expect(await numbersIn(lab)).toEqual(['1', '2', '3'])
    const { found, text } = await segmentBook(typeset(lab))
    expect(text(found.problems[0]?.text ?? [])).toBe('What is lost?')
    const worded = ['4.1', '4.2', '4.3'].map((number): Row => ({ text: `Question ${number} What is lost by the block?`, down: 20 }))
    expect(await numbersIn([...section('4.1 Sliding', ask), ...section('4.2 Questions', ...worded)])).toEqual(['4.1', '4.2', '4.3'])
  })

  it('are not its own title, though that has a number and a word', async () => {
    const problems = ['4.7', '4.12', '5.3'].flatMap((number): Rows => [bold(`Prob. ${number}`), ask])
    expect(await numbersIn([bold('Assignment 5', 24, 14), ...problems])).toEqual(['4.7', '4.12', '5.3'])
    const titled = [1, 2].flatMap((number): Rows => [bold(`${number}. Rolling disc [17 marks].`), ask])
    expect(await numbersIn([bold('Assignment 5', 24), 'Spring, to be handed in', ...titled])).toEqual(['1', '2'])
  })

  it('count on under another word', async () => {
    const rows = ['Problema 1', 'Problema 2', 'Cuestión 3'].flatMap(
      (text): Rows => [bold(`${text} (3,5 puntos)`), 'El bloque baja. Calcule la velocidad.'],
    )
    expect(await numbersIn(rows)).toEqual(['1', '2', '3'])
  })

  it('end before a heading that is set tight under the text', async () => {
    const numbered = (number: number): Row => ({ text: `${number}. Find the speed of block ${number}.`, down: 18 })
    const { found, text } = await segmentBook(typeset([numbered(1), numbered(2), bold('Section 5.2 Energy', 12), numbered(3)]))
    expect(found.problems.map(({ text: own }) => text(own))).toEqual([1, 2, 3].map((number) => `Find the speed of block ${number}.`))
  })

  it('may go on overleaf below their label, which opens no other', async () => {
    const over: Rows = [bold('Problem 1 (continued)', 24, 12), '(b) Find its energy.']
    const { found, text } = await segmentBook(typeset(problem(1, '(a) Find its speed.'), over, problem(2, ask)))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2'])
    expect(text(found.problems[0]?.text ?? [])).toBe('(a) Find its speed. (b) Find its energy.')
  })

  it('may have titles, so that some labels end in a stop and some do not', async () => {
    const labels = ['Exercise 1.1 (A block).', 'Exercise 1.2.', 'Exercise 1.3 (A disk).', 'Exercise 1.4.']
    expect(await numbersIn(labels.flatMap((text): Rows => [bold(text), ask]))).toEqual(['1.1', '1.2', '1.3', '1.4'])
  })

  it('may be picked out of a book, so that their numbers seldom count on', async () => {
    const picked = ['6.1', '6.14', '6.23'].flatMap((number): Rows => [bold(number), { text: ask, x: 24, down: 0 }])
    expect(await numbersIn(picked)).toEqual(['6.1', '6.14', '6.23'])
  })

  it('have their score left out, wherever it stands', async () => {
    const scores: Rows = [
      ...problem(1, ask),
      bold('Problem 2 (12, 3 points)', 28, 12),
      ask,
      bold('Problem 3 – 25 points', 28, 12),
      ask,
      bold('Problem 4', 28, 12),
      { text: '(10 points)', font: 'B', size: 12, x: 200, down: 0 },
      ask,
    ]
    const { found, text } = await segmentBook(typeset(scores))
    expect(found.problems.map(({ number, title, text: own }) => [number, text(title), text(own)])).toEqual(
      ['1', '2', '3', '4'].map((number) => [number, '', ask]),
    )
  })

  it('have their scores left out of the right margin, too', async () => {
    const right = (text: string): Row => ({ text, x: 270, down: 0 })
    const rows = problem(1, 'A block slides down.', '(a) Find its speed.', right('[4]'), '(b) Find its energy.', right('(3 points)'))
    const { found, text } = await segmentBook(typeset([...rows, ...problem(2, ask)]))
    expect(text(found.problems[0]?.text ?? [])).toBe('A block slides down. (a) Find its speed. (b) Find its energy.')
  })

  it('have a bare score left out at the right edge of the row of a label', async () => {
    const rows = [1, 2, 3].flatMap(
      (number): Rows => [
        { text: `${number}. A block slides down a plane. Find`, down: 24 },
        { text: '(10)', x: 270, down: 0 },
        'its speed at the foot of the plane, and the heat that it loses.',
      ],
    )
    const { found, text } = await segmentBook(typeset(rows))
    for (const { text: asked } of found.problems)
      expect(text(asked)).toBe('A block slides down a plane. Find its speed at the foot of the plane, and the heat that it loses.')
  })

  it('may say their number twice, as an item of a list and in words', async () => {
    const twice = (number: number): Rows => [{ text: `${number}. Problem ${number}. (30 points)`, down: 24 }, ask]
    const { found, text } = await segmentBook(typeset([...twice(1), ...twice(2)]))
    expect(found.problems.map(({ number, title, text: own }) => [number, text(title), text(own)])).toEqual([
      ['1', '', ask],
      ['2', '', ask],
    ])
  })

  it('is one, called 1, where nothing is numbered but something is asked', async () => {
    const sheet: Rows = [bold('Quiz 7', 24, 14), 'Name:', { text: ask, down: 24 }, bold('Solution: It is 3 m/s.')]
    const { found, text, problems } = await segmentBook(typeset(sheet))
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])).toEqual([['1', ask]])
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([['1', 'It is 3 m/s.']])
    expect(problems).toEqual([])
    expect(await numbersIn([bold('Friction', 24, 14), 'A block that slides down a plane is found to lose energy.'])).toEqual([])
  })

  it('end before the formula sheet and the good wishes', async () => {
    const { found, text } = await segmentBook(
      typeset([...problem(1, ask), ...problem(2, ask), { text: 'Good luck!', font: 'I', x: 80, down: 30 }]),
    )
    expect(text(found.problems[1]?.text ?? [])).toBe(ask)
    const sheet: Rows = [bold('Formula sheet'), 'The energy is kept.']
    const other = await segmentBook(typeset([...problem(1, ask), ...problem(2, ask), ...sheet]))
    expect(other.text(other.found.problems[1]?.text ?? [])).toBe(ask)
  })
})
