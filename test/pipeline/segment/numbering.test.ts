import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, triangle, typeset } from '../fakes/book.ts'
import { ask, labelled, numbersIn } from './numbers-in.ts'

describe('numbers of problems', () => {
  it('go on from pages of one source to those of another, set in smaller type throughout', async () => {
    const sized = (labels: readonly string[], size: number): Rows =>
      labels.flatMap(
        (label): Rows => [
          { text: `${label} A block slides down a plane of steel.`, font: 'B', size, down: 26 },
          ...Array.from({ length: 3 }, (): Row => ({ text: ask, size, down: 14 })),
        ],
      )
    const large = [sized(['2-17', '2-18'], 12), sized(['2-19', '2-20'], 12)]
    expect(await numbersIn(...large, sized(['2-21', '2-22', '2-23', '2-24'], 9))).toEqual(
      [17, 18, 19, 20, 21, 22, 23, 24].map((number) => `2-${number}`),
    )
    // A list in small type that counts from one again is none of them.
    expect(await numbersIn(...large, sized(['2-1', '2-2', '2-3', '2-4'], 9))).toEqual(['2-17', '2-18', '2-19', '2-20'])
  })

  const styles: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['1.', ['1.', '2.', '3.'], ['1', '2', '3']],
    ['1)', ['1)', '2)', '3)'], ['1', '2', '3']],
    ['(1)', ['(1)', '(2)', '(3)'], ['1', '2', '3']],
    ['5–131', ['5–131', '5–132', '5–133'], ['5-131', '5-132', '5-133']],
    ['P5.23', ['P5.23', 'P5.24', 'P5.25'], ['P5.23', 'P5.24', 'P5.25']],
    ['3/45', ['3/45', '3/46', '3/47'], ['3/45', '3/46', '3/47']],
    ['12.7', ['12.7', '12.8', '12.9'], ['12.7', '12.8', '12.9']],
    ['1-a1', ['1-a1', '1-a2', '1-c1'], ['1-a1', '1-a2', '1-c1']],
    ['#1', ['#1', '#2', '#3'], ['1', '2', '3']],
    ['Q1', ['Q1', 'Q2', 'Q3'], ['Q1', 'Q2', 'Q3']],
    ['Q.1', ['Q.1', 'Q.2', 'Q.3'], ['Q1', 'Q2', 'Q3']],
    ['Q. 1', ['Q. 1', 'Q. 2', 'Q. 3'], ['Q1', 'Q2', 'Q3']],
    ['*5–12', ['5–11', '*5–12', '5–13'], ['5-11', '5-12', '5-13']],
    ['2–14C', ['2–13', '2–14C', '2–15E'], ['2-13', '2-14C', '2-15E']],
    ['2A.1', ['2A.1', '2A.2', '2B.1'], ['2A.1', '2A.2', '2B.1']],
    ['Problem IV', ['Problem III', 'Problem IV', 'Problem V'], ['III', 'IV', 'V']],
    ['Q 1.', ['Q 1.', 'Q 2.', 'Q 3.'], ['Q1', 'Q2', 'Q3']],
    ['Practice Problem 1', ['Practice Problem 1', 'Practice Problem 2'], ['1', '2']],
    ['(10 points) 1.', ['(10 points) 1.', '(5 points) 2.', '(5 points) 3.'], ['1', '2', '3']],
    ['[10] 1.', ['[10] 1.', '[5] 2.', '[12] 3.'], ['1', '2', '3']],
    ['Exercise 2.1:', ['Exercise 2.1:', 'Exercise 2.2:', 'Exercise 2.3:'], ['2.1', '2.2', '2.3']],
    ['Homework problem 2.2:', ['Homework problem 2.1:', 'Homework problem 2.2:'], ['2.1', '2.2']],
    ['Problem 3', ['Problem 3', 'Problem 4', 'Problem 5'], ['3', '4', '5']],
  ]
  it.each(styles)('are read when they look like %s', async (_, labels, expected) => {
    const bold = !/[.):]$/.test(labels[0] ?? '')
    const rows = labels.flatMap(
      (label): Rows => [{ text: label, font: bold ? 'B' : 'F', down: 20 }, { text: 'A block slides down a plane.', x: 120, down: 0 }, ask],
    )
    expect(await numbersIn(rows)).toEqual(expected)
  })

  it('are found in the language of the text', async () => {
    const body = 'El bloque baja por un plano de acero que es áspero en la parte del pie.'
    const rows = [1, 2, 3].flatMap(
      (number): Rows => [{ text: `Ejercicio ${number}`, font: 'B', down: 30 }, body, '¿Cuál es la velocidad del bloque?'],
    )
    const solved: Rows = [{ text: 'Solución. La velocidad es de 4 m/s.', font: 'F', down: 16 }]
    const { found } = await segmentBook(typeset([...rows, ...solved]))
    expect(found.language).toBe('es')
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3'])
  })

  it('may be parted from their text by a dash, where a sentence begins after it', async () => {
    const rows = (dash: string): Rows =>
      [1, 2, 3].flatMap((n): Rows => [{ text: `${n} ${dash} A block slides down a plane.`, down: 24 }, ask])
    expect(await numbersIn(rows('–'))).toEqual(['1', '2', '3'])
    const quantities = [1, 2, 3].map((n): Row => ({ text: `${n} – ${n} h of it. Find the speed of the block.`, down: 24 }))
    expect(await numbersIn(quantities)).toEqual([])
  })

  it('may be smaller than their text, as in coloured boxes', async () => {
    const rows = ['5.01', '5.02', '5.03'].flatMap(
      (label): Rows => [
        { text: label, font: 'B', size: 7.5, down: 20, draw: '0.1 0.4 0.4 rg 38 {y} 20 8 re f 1 g' },
        { text: 'A block slides down a plane of steel. Find its speed.', x: 22, down: 0, draw: '0 g' },
      ],
    )
    expect(await numbersIn(rows)).toEqual(['5.01', '5.02', '5.03'])
  })

  it('may be set apart by white alone', async () => {
    // An en space and more after the number: three spaces.
    const rows = ['1', '2', '3'].flatMap((label): Rows => [{ text: `${label}   A block slides down a plane of steel.`, down: 24 }, ask])
    expect(await numbersIn(rows)).toEqual(['1', '2', '3'])
  })

  it.each([
    ['Problem 1.', 'Problem 2*.', 'Problem 3.'],
    ['Problem 1', 'Problem 2**', 'Problem 3'],
  ])('may bear a star, before their stop or with none: %s, %s', async (...labels) => {
    const { found, text } = await segmentBook(typeset(labelled(labels)))
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])).toEqual(
      ['1', '2', '3'].map((number) => [number, `A block slides down a plane of steel. ${ask}`]),
    )
  })

  it('are followed by a score at the right, in brackets or with none', async () => {
    const scored = ['(6 points)', '6 points'].flatMap(
      (score, at): Rows => [
        { text: `Problem ${at + 1}`, font: 'B', down: 24 },
        { text: score, x: 230, down: 0 },
        { text: ask, down: 14 },
      ],
    )
    const { found, text } = await segmentBook(typeset(scored))
    expect(found.problems.map((problem) => text(problem.text))).toEqual([ask, ask])
    expect(found.problems.map((problem) => text(problem.title))).toEqual(['', ''])
  })

  it('may be followed by a score and a dash, and come again over space to write on', async () => {
    const exam = [1, 2].flatMap(
      (number): Rows => [
        { text: `Problem ${number} (25 points) - Find all of it.`, down: 24 },
        ask,
        { text: `Problem ${number} - additional space`, down: 60 },
        { text: 'This page intentionally left blank.', x: 60, down: 60 },
      ],
    )
    const { found, text } = await segmentBook(typeset(exam))
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', `Find all of it. ${ask}`],
      ['2', `Find all of it. ${ask}`],
    ])
  })

  it('are followed by the difficulty, which is no text', async () => {
    const rows = ['Problem 3.4', 'Problem 3.5'].flatMap(
      (label): Rows => [{ text: label, font: 'B', down: 24 }, { text: '[**] A block slides down a plane.', x: 60, down: 0 }, ask],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['3.4', `A block slides down a plane. ${ask}`],
      ['3.5', `A block slides down a plane. ${ask}`],
    ])
  })

  it('may stand in the margin, set like the text beside them', async () => {
    const rows = ['3/1', '3/2', '3/3'].flatMap(
      (label): Rows => [
        { text: label, x: -25, down: 20 },
        { text: 'A block of steel slides down a plane that is rough near its foot.', down: 0 },
        'Determine its speed.',
      ],
    )
    expect(await numbersIn(rows)).toEqual(['3/1', '3/2', '3/3'])
  })

  it('may stand in the margin beside a short question', async () => {
    const beside = (number: string, text: string): Rows => [
      { text: number, down: 24 },
      { text, x: 24, down: 0 },
    ]
    const rows = [
      ...beside('3.1', 'What is an isolated system?'),
      ...beside('3.2', ask),
      ...beside('3.3', ask),
      ...beside('3.4', 'Why does it not fall?'),
    ]
    expect(await numbersIn([{ text: 'Problems', font: 'B', size: 14 }, ...rows])).toEqual(['3.1', '3.2', '3.3', '3.4'])
  })

  it('may be followed by the word for a problem alone, which names nothing', async () => {
    const word: Row = { text: 'Problem', font: 'B', x: 14, down: 0 }
    const rows = [1, 2].flatMap((number): Rows => [{ text: `${number}.`, down: 24 }, word, ask])
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map((own) => [own.number, text(own.title), text(own.text)])).toEqual([
      ['1', '', ask],
      ['2', '', ask],
    ])
  })

  it('may be followed by a title in italics', async () => {
    const rows = ['7.1', '7.2', '7.3'].flatMap(
      (label): Rows => [
        { text: label, down: 12 },
        { text: 'Sliding block. It goes down. Find its speed.', font: 'I', x: 20, down: 0 },
        'The plane is rough near its foot.',
      ],
    )
    expect(await numbersIn(rows)).toEqual(['7.1', '7.2', '7.3'])
  })

  it('are found beside a drawing in the margin, whose labels end between the lines of the text', async () => {
    const rows = ['4–1', '4–2', '4–3'].flatMap(
      (label): Rows => [
        { text: 'axis', x: 260, size: 8, down: 15 },
        { text: `${label} A block slides down a plane.`, down: 5 },
        'Determine its speed at the foot.',
      ],
    )
    expect(await numbersIn(rows)).toEqual(['4-1', '4-2', '4-3'])
  })

  it('may be set like the text where they have two parts and open a paragraph', async () => {
    const rows = [11, 12, 13].flatMap((number): Rows => [{ text: `4-${number} A block slides down a plane.`, down: 20 }, ask])
    expect(await numbersIn(rows)).toEqual(['4-11', '4-12', '4-13'])
    expect(
      await numbersIn(['The speed is found to be', '4.11 At least where the plane is', '4.12 As steep as this one. What of it?']),
    ).toEqual([])
  })

  it('may stand at the head of every page', async () => {
    const pages = [1, 2, 3, 4].map((number): Rows => [{ text: `Problem ${number}`, font: 'B', size: 14 }, ask])
    expect(await numbersIn(...pages)).toEqual(['1', '2', '3', '4'])
  })

  it('may stand at the head of every page with the number of their chapter, set like the text', async () => {
    const pages = [1, 2, 3, 4].map((number): Rows => [{ text: `PROBLEM 5.${number}`, font: 'B', x: 100 }, ask])
    expect(await numbersIn(...pages)).toEqual(['5.1', '5.2', '5.3', '5.4'])
  })

  it('may be words behind a word, hold a colon, or stand behind "Number", but not behind the sign of sections', async () => {
    expect(await numbersIn(labelled(['Problem One.', 'Problem Two.', 'Problem Three.']))).toEqual(['One', 'Two', 'Three'])
    expect(await numbersIn(labelled(['5:11', '5:12', '5:13'], 'B'))).toEqual(['5:11', '5:12', '5:13'])
    expect(await numbersIn(labelled(['Question Number 4:', 'Question Number 5:']))).toEqual(['4', '5'])
    expect(await numbersIn(labelled(['\xA77.', '\xA78.', '\xA79.']))).toEqual([])
    expect(await numbersIn(labelled(['Problem one-sided loads pose:', 'Problem two-sided loads pose:']))).toEqual([])
  })

  it('are given to questions that a word opens, in their order', async () => {
    const rows = [1, 2, 3].flatMap(
      (n): Rows => [{ text: `Q: What is the speed of block ${n} after a while?`, down: 20 }, `A: It is ${n} m/s by then.`],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])[1]).toEqual([
      '2',
      'What is the speed of block 2 after a while?',
    ])
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])[1]).toEqual(['2', 'It is 2 m/s by then.'])
  })

  it('are given to questions under a heading that says no more than that they are one, each below a title of its own', async () => {
    const head = (text: string, size: number): Row => ({ text, font: 'B', size, down: 30 })
    const rows = ['The ladder', 'The pulley'].flatMap(
      (title): Rows => [head(title, 16), head('Problem', 13), ask, head('Solution', 13), 'It follows from what is kept.'],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['1', ask],
      ['2', ask],
    ])
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual(
      ['1', '2'].map((number) => [number, 'It follows from what is kept.']),
    )
  })

  it('may be those of answers, "A1" below "Q1", and are none of choices elsewhere', async () => {
    const asked = (label: string) =>
      [1, 2, 3].flatMap((n): Rows => [{ text: `${label}${n}. What is the speed of block ${n}?`, down: 20 }, `A${n}. It is ${n} m/s.`])
    expect((await segmentBook(typeset(asked('Q')))).found.solutions.map(({ number }) => number)).toEqual(['Q1', 'Q2', 'Q3'])
    expect((await segmentBook(typeset(asked('')))).found.solutions).toEqual([])
  })

  it('may leave gaps and go on over pages', async () => {
    expect(await numbersIn(labelled(['1.', '2.', '5.']), labelled(['6.', '7.']))).toEqual(['1', '2', '5', '6', '7'])
  })

  it('may be repeated alone over their figures', async () => {
    const label = (number: string, text: string, down = 24): Rows => [
      { text: number, font: 'B', down },
      { text, x: 30, down: 0 },
    ]
    const drawn = (number: string): Rows => [{ text: number, font: 'B', down: 24 }, triangle, { text: 'water', size: 8, x: 70, down: 0 }]
    const rows = [
      ...label('P5.2', 'Find the force on the gate of Fig. P5.2.'),
      ...drawn('P5.2'),
      ...label('P5.3', 'Find the force on the vane of Fig. P5.3.'),
      ...drawn('P5.3'),
    ]
    const { found, text } = await segmentBook(typeset([...rows, ...label('P5.4', 'What is the drag of the sphere?')]))
    expect(found.problems.map(({ number }) => number)).toEqual(['P5.2', 'P5.3', 'P5.4'])
    expect(text(found.problems[1]?.text ?? [])).toMatch(/^Find the force on the vane/)
  })

  it('may be two with a letter of their own, under a heading that says nothing', async () => {
    const series = (letter: string, numbers: readonly number[]): Rows =>
      numbers.flatMap((number): Row[] => [
        { text: `${letter}5.${number}`, font: 'B', down: 20 },
        { text: 'Find the force on the gate.', x: 30, down: 0 },
      ])
    const heading = (text: string): Row => ({ text, font: 'B', size: 12, down: 30 })
    const rows = [heading('Problems'), ...series('P', [1, 2, 3, 4]), heading('Design Projects'), ...series('D', [1, 2])]
    expect(await numbersIn(rows)).toEqual(['P5.1', 'P5.2', 'P5.3', 'P5.4', 'D5.1', 'D5.2'])
    const suffixed = series('', [1, 2]).map((row) => (typeof row === 'string' || row.font !== 'B' ? row : { ...row, text: `${row.text}D` }))
    expect(await numbersIn([heading('Problems'), ...series('', [1, 2, 3, 4]), heading('Design Problems'), ...suffixed])).toEqual([
      ...['5.1', '5.2', '5.3', '5.4'],
      ...['5.1D', '5.2D'],
    ])
  })

  it('may begin again in every chapter', async () => {
    const chapter = (number: number): Rows => [{ text: `Chapter ${number} Motion`, font: 'B', size: 16 }, ...labelled(['1.', '2.', '3.'])]
    const { found } = await segmentBook(typeset(chapter(1), chapter(2)))
    expect(found.problems.map(({ chapter: own, number }) => `${own}:${number}`)).toEqual(['1:1', '1:2', '1:3', '2:1', '2:2', '2:3'])
  })

  it('carry the letter of a part on some forms, which share the text before them', async () => {
    const rows: Rows = [
      'Given is the truss below.',
      { text: '1a', font: 'B', down: 30 },
      { text: 'Find the force in bar AB.', x: 20, down: 0 },
    ]
    const more: Rows = [
      { text: '1b', font: 'B', down: 30 },
      { text: 'Find the force in bar BC.', x: 20, down: 0 },
    ]
    const { found, text } = await segmentBook(typeset([...rows, ...more]))
    expect(found.problems.map(({ number, parts }) => [number, ...parts.map(({ label }) => label)])).toEqual([['1', 'a', 'b']])
    expect(text(found.problems[0]?.text ?? [])).toContain('Given is the truss')
  })
})
