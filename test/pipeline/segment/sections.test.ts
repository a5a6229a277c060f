import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../fakes/book.ts'

const problem = (number: number, ...rows: Rows): Rows => [{ text: `Problem ${number}`, font: 'B', size: 12, down: 28 }, ...rows]
const question = 'A block slides down a plane. Find its speed at the foot.'

describe('what belongs to a problem', () => {
  it('ends where a worked example begins, and begins again after it', async () => {
    const example: Rows = [
      { text: 'Example 4.1 A sliding crate', font: 'B', down: 24 },
      'A crate slides down a ramp.',
      'Its speed is 3 m/s.',
    ]
    const { found, text } = await segmentBook(typeset([...problem(1, question), ...example, ...problem(2, question)]))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2'])
    expect(text(found.problems[0]?.text ?? [])).toBe(question)
  })

  it('ends before the heading of the section that the next number counts within, however that is set', async () => {
    const exercise = (number: string): Rows => [{ text: `Exercise ${number}. ${question}`, down: 24 }]
    const heading = (text: string): Row => ({ text, x: 90, down: 24 })
    const rows = [...exercise('1.1'), ...exercise('1.2'), heading('2. Rigid bodies'), ...exercise('2.1')]
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map((own) => text(own.text))).toEqual([question, question, question])
  })

  it('ends where a statement of theory begins, which a sentence may name at a line’s start', async () => {
    const theorem: Row = { text: 'Theorem 4.2 All blocks slide alike, whatever they weigh.', font: 'B', down: 24 }
    const named = [question, 'Theorem 4.2 may help.']
    const { found, text } = await segmentBook(typeset([...problem(1, ...named), theorem, 'Proof follows.', ...problem(2, question)]))
    expect(text(found.problems[0]?.text ?? [])).toBe(named.join(' '))
  })

  it('is the example where examples are asked for, title and solution apart, and nothing below its frame', async () => {
    const rows: Rows = [
      { text: 'Example #1 – A sliding crate', font: 'B', down: 24, draw: 'q 1 0 0 1 36 {y} cm 0 -46 290 60 re S Q' },
      { text: question },
      { text: 'Solution', font: 'B', down: 16 },
      { text: 'The speed is 3 m/s.', x: 60, down: 0 },
      { text: 'Friction is a matter of surfaces, as everyone knows.', down: 60 },
    ]
    const { found, text } = await segmentBook(typeset(rows), { items: 'examples' })
    expect(found.problems.map(({ number, title }) => [number, text(title)])).toEqual([['1', 'A sliding crate']])
    expect(text(found.problems[0]?.text ?? [])).toBe(question)
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['The speed is 3 m/s.'])
  })

  it('is the example up to the next exercise, heads in its box included; a key at the end is that of the exercises', async () => {
    const rows: Rows = [
      { text: 'Example 4.1 A sliding crate', font: 'B', down: 24, draw: 'q 1 0 0 1 36 {y} cm 0 -66 290 80 re S Q' },
      { text: question },
      { text: 'Strategy', font: 'B', down: 20 },
      { text: 'Energy is kept.' },
      { text: 'Solution', font: 'B', down: 16 },
      { text: 'The speed is 3 m/s.', x: 60, down: 0 },
      { text: 'Exercise 4.2 A heavy crate', font: 'B', down: 20 },
      { text: 'What is its speed if it weighs twice as much?' },
      { text: 'Answers', font: 'B', size: 14, down: 30 },
      { text: '4.1 The speed is 4 m/s.', down: 20 },
      { text: '4.2 The speed is 5 m/s.', down: 20 },
    ]
    const { found, text } = await segmentBook(typeset(rows), { items: 'examples' })
    expect(found.problems.map((own) => text(own.text))).toEqual([`${question} Strategy Energy is kept.`])
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['The speed is 3 m/s.'])
  })

  it('holds no worked example where problems are asked for', async () => {
    const rows: Rows = [{ text: 'Example 1', font: 'B', down: 24 }, question, { text: 'Example 2', font: 'B', down: 24 }, question]
    const { found } = await segmentBook(typeset(rows))
    expect(found.problems).toEqual([])
  })

  it('goes on after a formula that is set in larger type than the text', async () => {
    const formula: Row = { text: 'ABC', font: 'S', size: 13, x: 60, down: 20 }
    const { found, text } = await segmentBook(typeset([...problem(1, question, formula, 'Then find its energy.'), ...problem(2, question)]))
    expect(text(found.problems[0]?.text ?? [])).toMatch(/Then find its energy\.$/)
  })

  it('ends at the heading of the next section, whose theory belongs to nobody', async () => {
    const section: Rows = [{ text: 'Friction', font: 'B', size: 14, down: 30 }, 'Friction is a matter of surfaces.']
    const numbered = (number: number): Rows => [
      { text: `P4.${number}`, font: 'B', down: 20 },
      { text: question, x: 40, down: 0 },
    ]
    const { found, text } = await segmentBook(typeset([...numbered(1), ...section, ...numbered(2)]))
    expect(found.problems.map((own) => text(own.text))).toEqual([question, question])
  })

  it('ends where a paragraph in the type of the body begins, if problems are set smaller', async () => {
    const small = (text: string, down = 11): Row => ({ text, size: 8, down })
    const theory = Array.from({ length: 5 }, () => 'Three bars meet in one point and the middle one is too short by a.')
    const asked = [1, 2].flatMap(
      (number): Rows => [
        small(`${number}. A block slides down a plane of steel and then over a rough floor.`, 16),
        small('Find its speed at the foot.'),
      ],
    )
    const { found, text } = await segmentBook(typeset([...theory, { text: 'Problems', font: 'B', down: 20 }, ...asked, ...theory]))
    expect(found.problems.map((own) => text(own.text))).toEqual(Array(2).fill(expect.stringMatching(/Find its speed at the foot\.$/)))
  })

  it('goes on in the type of the body below a heading of its own that is smaller', async () => {
    const asked = [1, 2].flatMap(
      (number): Rows => [
        { text: `Self-test 3.${number}`, font: 'B', size: 9, down: 20 },
        { text: 'A block slides down a plane of steel and then over a rough floor.', down: 16 },
        'It comes to rest where the floor ends. Find its speed at the foot.',
      ],
    )
    const { found, text } = await segmentBook(typeset(asked))
    expect(found.problems.map((own) => text(own.text))).toEqual(Array(2).fill(expect.stringMatching(/^A block .* at the foot\.$/)))
  })

  it('is one of the "EXAMPLES IX" of old, and neither a numbered paragraph of theory nor what the next chapter says', async () => {
    const theory = (number: number): Rows => [
      { text: `${number}. Friction.`, font: 'B', down: 20 },
      { text: number === 87 ? 'It is strange.' : 'Is it not strange?', x: 70, down: 0 },
      'No law explains it, nor does any other book.',
    ]
    const list = [1, 2, 3, 4].flatMap((number): Rows => [{ text: `${number}. A block slides down.`, x: 10 }, 'Find its speed at the foot.'])
    const rows: Rows = [...theory(87), ...theory(88), { text: 'EXAMPLES IX', x: 100, down: 22 }, { text: '', down: 8 }, ...list]
    const { found, text } = await segmentBook(typeset([...rows, { text: 'CHAPTER X', x: 100, down: 24 }, ...theory(89)]))
    expect(found.problems.map((own) => [own.number, text(own.text)])).toEqual(
      ['1', '2', '3', '4'].map((number) => [number, 'A block slides down. Find its speed at the foot.']),
    )
  })

  it('holds neither its score on a row of its own at the right nor the word between two to choose from', async () => {
    const asked = (number: number): Rows => [
      { text: `${number}. ${question}`, down: 24 },
      { text: '[6]', x: 252 },
    ]
    const rows = [...asked(1), { text: 'OR', font: 'B', x: 130, down: 14 } as Row, ...asked(2)]
    // A star at the right, say, marks a hard problem.
    const starred: Rows = [`3. ${question.slice(0, 28)}`, question.slice(29), { text: '*', x: 260, down: 0 }]
    const { found, text } = await segmentBook(typeset([...rows, { text: '', down: 12 }, ...starred]))
    expect(found.problems.map((own) => text(own.text))).toEqual([question, question, question])
  })

  it('may share a text that names its numbers without their letter', async () => {
    const plain = (number: number): Row => ({ text: `Q${number}. Find the force in member ${number}.`, down: 20 })
    const { found } = await segmentBook(
      typeset([plain(1), { text: 'Problems 2–3 refer to the truss of a bridge.', down: 24 }, plain(2), plain(3)]),
    )
    expect(found.problems.map(({ stem }) => stem.length > 0)).toEqual([false, true, true])
  })

  it('may share a text that stands before several problems', async () => {
    const plain = (number: number): Row => ({ text: `${number}. Find the force in member ${number}.`, down: 20 })
    const stem: Rows = [{ text: 'Problems 2–3 refer to the truss of a bridge.', down: 24 }, 'All its members are pinned.']
    const { found, text } = await segmentBook(typeset([plain(1), ...stem, plain(2), plain(3), plain(4)]))
    expect(found.problems.map(({ number, stem: own }) => [number, own.length > 0])).toEqual([
      ['1', false],
      ['2', true],
      ['3', true],
      ['4', false],
    ])
    expect(text(found.problems[0]?.text ?? [])).toBe('Find the force in member 1.')
  })

  it('has the notes in the margin beside it, not those beside the next', async () => {
    const sentences = (number: number): Rows => [
      { text: `${number}. A block slides down a plane of steel, and`, down: 24 },
      'it stays on the plane all the way down to the',
      'foot. Find its speed there, and find its energy.',
    ]
    const note: Rows = [
      { text: 'Hint: use the work.', size: 7, x: 250, down: -24, draw: '290 {y} m 330 {y} l 330 340 l s' },
      { text: '', down: 24 },
    ]
    const figures = '290 150 m 330 150 l 330 190 l s'
    const rows = [...sentences(1), ...note, ...[2, 3, 4].flatMap(sentences), { text: '', draw: figures }]
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map((own) => text(own.text).endsWith('Hint: use the work.'))).toEqual([true, false, false, false])
  })

  it('leaves out on which page its solution is, and signs behind its sentences', async () => {
    const rows: Rows = [
      { text: '1. Find the speed of the block at the foot.', down: 24 },
      { text: '*', x: 230, down: 0 },
      { text: 'Solution, p. 926', x: 250, down: 0 },
      { text: '2. Find the energy of the block at the foot.', down: 24 },
    ]
    const { found, text } = await segmentBook(typeset(rows))
    expect(text(found.problems[0]?.text ?? [])).toBe('Find the speed of the block at the foot.')
    expect(found.solutions).toEqual([])
  })

  it('has its footnote set apart', async () => {
    const rows: Rows = [
      ...problem(1, question),
      { text: '1', size: 6, x: 10, down: 260 },
      { text: 'The plane is rough, as planes are.', size: 8, x: 14, down: 3 },
    ]
    const { found, text } = await segmentBook(typeset(rows))
    expect(text(found.problems[0]?.text ?? [])).toBe(question)
    expect(found.notes.map(({ mark, text: own }) => [mark, text(own)])).toEqual([['1', 'The plane is rough, as planes are.']])
  })
})

describe('footnotes', () => {
  it('do not take in the figure below them, its labels and caption', async () => {
    const rows: Rows = [
      { text: 'Problem 1', font: 'B', size: 12, down: 28 },
      ...Array(3).fill('A block slides down a plane. Find its speed at the foot.'),
      { text: '1', size: 5, x: 10, down: 180 },
      { text: 'The plane is rough, as planes are.', size: 8, x: 14, down: 3 },
      { text: 'and its foot is smooth.', size: 8, x: 10, down: 10 },
      { text: '2.5 m', size: 8, x: 60, down: 40 },
      { text: 'FIGURE 1', size: 8, x: 60, down: 40 },
    ]
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.notes.map(({ text: own }) => text(own))).toEqual(['The plane is rough, as planes are. and its foot is smooth.'])
  })
})
