import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureReferences, numberIn, numbersIn } from '../../../pipeline/link/labels.ts'
import { withoutQuestion } from '../../../pipeline/link/repeated.ts'
import { clean, joinHyphen, Vocabulary } from '../../../pipeline/link/words.ts'
import { linkBook, type Row, type Rows, typeset } from '../fakes/book.ts'

const problem = (...rows: Rows): Rows => [{ text: 'Problem 1', font: 'B', size: 13 }, ...rows]
const textOf = async (...rows: Rows): Promise<string | undefined> => (await linkBook(typeset(problem(...rows)))).items[0]?.question.text

describe('hyphens at line ends', () => {
  it('go where the joined word is a word', async () => {
    expect(await textOf('A block slides down a very steep plane. De-', 'termine its speed at the foot of the plane.')).toBe(
      'A block slides down a very steep plane. Determine its speed at the foot of the plane.',
    )
  })

  it('stay where the compound is used elsewhere, or both halves are words and the whole is none', async () => {
    expect(await textOf('A brace at mid-', 'height holds the column. Find the load.')).toContain('mid-height')
    const rows = ['A free-body diagram helps. Draw the free-', 'body diagram of the block and find the force.']
    expect(await textOf(...rows)).toContain('Draw the free-body diagram')
  })

  it('are left alone between numbers and before capitals', () => {
    const none = new Vocabulary()
    expect(joinHyphen('the Navier-', 'Stokes equation', none, true)).toBe('the Navier-Stokes equation')
    expect(joinHyphen('from 5-', '7 m', none, true)).toBe('from 5-7 m')
  })

  it('never lose or add a letter', () => {
    const word = fc.stringMatching(/^[a-z]{2,9}$/)
    fc.assert(
      fc.property(word, word, (head, tail) => {
        expect(joinHyphen(`${head}-`, tail, new Vocabulary(), true).replace('-', '')).toBe(head + tail)
      }),
    )
  })
})

describe('letters', () => {
  it('of ligatures are opened, soft hyphens go, spaces become plain', () => {
    expect(clean('eﬃcient ﬂow')).toBe('efficient flow')
    expect(clean('co\u00ADopt 5\u2009m')).toBe('coopt 5 m')
  })

  it('that are raised are never flat text', async () => {
    const rows = [
      'The strain is 4.0 x 10',
      { text: '-6', size: 6, x: 93, down: -4 },
      { text: 'and the load is small. Find it.', x: 101, down: 4 },
    ]
    expect(await textOf(...rows)).toContain('10$^{-6}$')
  })

  it('that are raised after a raised letter stay in one formula', async () => {
    const rows = [
      'The strain is 4.0 x 10',
      { text: '-6', size: 6, x: 93, down: -4 },
      { text: 'n', size: 6, x: 98.5, down: 8 },
      { text: 'here. Find it.', x: 104, down: -4 },
    ]
    expect(await textOf(...rows)).not.toContain('$$')
  })

  it('keep a dollar sign apart from formulas', async () => {
    expect(await textOf('The fuel costs $4 a litre. What does the trip cost?')).toBe(
      'The fuel costs \\$4 a litre. What does the trip cost?',
    )
  })
})

describe('paragraphs', () => {
  it('begin at parts that open lines, and not at parts within lines', async () => {
    expect(await textOf('A block slides.', '(a) Find its speed.', '(b) Find its energy.')).toBe(
      'A block slides.\n\n(a) Find its speed.\n\n(b) Find its energy.',
    )
    expect(await textOf('Determine (a) the speed, (b) the energy', 'and (c) the force of the block.')).toBe(
      'Determine (a) the speed, (b) the energy and (c) the force of the block.',
    )
  })

  it('hold lettered choices, one a line, which the item lists too', async () => {
    const rows = ['Which is right?', { text: 'A. The first one', x: 12 }, { text: 'B. The second one', x: 12 }]
    const { items } = await linkBook(typeset(problem(...rows)))
    expect(items[0]?.question.text).toBe('Which is right?\nA. The first one\nB. The second one')
    expect(items[0]?.question.options).toEqual([
      { label: 'A', text: 'The first one' },
      { label: 'B', text: 'The second one' },
    ])
    expect(items[0]?.question.parts).toEqual([])
  })
})

describe('parts', () => {
  const parts = async (...pages: Rows[]) => {
    const { items } = await linkBook(typeset(...pages))
    return items[0]?.question.parts.map(({ label, spans = [] }) => ({ label, spans }))
  }
  /** Baselines of the rows of a page, points from its top: the margin, then a leading a row. */
  const baseline = (row: number): number => 50 + 12 * row
  const around = (page: number, first: number, last: number) => ({
    page,
    bbox: [
      expect.closeTo(40, -0.5),
      expect.toSatisfy((top: number) => top > baseline(first) - 10 && top < baseline(first) - 5),
      expect.any(Number),
      expect.toSatisfy((bottom: number) => bottom >= baseline(last) && bottom < baseline(last) + 4),
    ],
  })

  it('have the box of their lines, from the label to the next one', async () => {
    expect(await parts(problem('A block slides.', '(a) Find its speed at', 'the foot of the plane.', '(b) Find its energy.'))).toEqual([
      { label: 'a', spans: [around(1, 3, 4)] },
      { label: 'b', spans: [around(1, 5, 5)] },
    ])
  })

  it('have a box a page, and only as much of a line as is theirs', async () => {
    const filler = Array.from({ length: 30 }, () => 'It is made of steel and slides without any friction at all.')
    const over = await parts(problem('A block slides.', ...filler, '(a) Find its speed at the'), [
      'foot of the plane.',
      '(b) Find its energy.',
    ])
    expect(over).toEqual([
      { label: 'a', spans: [around(1, 33, 33), around(2, 1, 1)] },
      { label: 'b', spans: [around(2, 2, 2)] },
    ])
    const [a, b] = (await parts(problem('Find (a) the speed and (b) the energy.'))) ?? []
    expect(a?.spans[0]?.bbox[0]).toBeGreaterThan(55)
    expect(a?.spans[0]?.bbox[2]).toBeLessThan(b?.spans[0]?.bbox[0] ?? 0)
  })
})

describe('blanks to be filled in', () => {
  const rule = (from: number, to: number): Row => ({ text: '', down: 0, draw: `${from} {y} m ${to} {y} l S` })
  const written = async (...rows: Rows): Promise<string | undefined> => {
    const { items } = await linkBook(typeset([...rows, { text: '2. Find the work.', down: 24 }]))
    return items[0]?.question.text
  }

  it('are rules within a line, or behind its last word', async () => {
    const rows: Rows = [
      { text: '1. What is the unit', down: 20 },
      { text: 'of work?', x: 126, down: 0 },
      rule(130, 162),
      { text: 'Its sign is' },
      rule(90, 150),
    ]
    expect(await written(...rows)).toBe('What is the unit ____ of work? Its sign is ____')
  })

  it('are no lines under words, and no edges of frames', async () => {
    const frame: Row = { text: '', down: 0, draw: '90 {y} m 150 {y} l S 150 {y} m 200 {y} l S 90 {y} m 60 {y} l S' }
    expect(await written({ text: '1. What is the unit of work?', down: 20 }, rule(60, 120), 'Its sign is', frame)).toBe(
      'What is the unit of work? Its sign is',
    )
  })
})

describe('a repeated question', () => {
  const question = 'A block slides down a plane of steel. What is its speed at the foot?\n\n- 3 m/s\n- 4 m/s'

  it('is left out of the solution', () => {
    const printed = 'A block slides down a plane of steel. What is its speed at the foot? The energy is kept, so that it is 3 m/s.'
    expect(withoutQuestion(printed, question, ['correct'])).toBe('The energy is kept, so that it is 3 m/s.')
  })

  it('leaves the choice that is marked as right, without the mark', () => {
    const printed = 'A block slides down a plane of steel. What is its speed at the foot?\n\n3 m/s\n\n4 m/s (Correct)'
    expect(withoutQuestion(printed, question, ['correct'])).toBe('4 m/s')
    const sentence = 'A block slides down a plane of steel. What happens?\n\n- It speeds up.\n- It slows down.'
    const marked = 'A block slides down a plane of steel. What happens?\n\nIt speeds up. (Correct)\n\nIt slows down.'
    expect(withoutQuestion(marked, sentence, ['correct'])).toBe('It speeds up.')
  })

  it('is none where a form says it in its own words: what is known, what is to be found', () => {
    const asked = 'A wall is 0.3 m thick. Its conductivity is 0.8 W/mK. Find the heat flux through the wall.'
    const form =
      'KNOWN: A wall is 0.3 m thick. Its conductivity is 0.8 W/mK.\n\nFIND: The heat flux through the wall.\n\nANALYSIS: It is 53 W.'
    expect(withoutQuestion(form, asked, ['correct'])).toBe(form)
    expect(withoutQuestion(`${asked}\n\n${form}`, asked, ['correct'])).toBe(form)
    const noted = `${asked} Remark: It is 53 W.`
    expect(withoutQuestion(noted, asked, ['correct'])).toBe('Remark: It is 53 W.')
  })

  it('is not seen in a solution that only speaks of the same things', () => {
    const printed = 'The block has the speed v at the foot.'
    expect(withoutQuestion(printed, question, ['correct'])).toBe(printed)
  })
})

describe('numbers in labels and references', () => {
  it('are plain', () => {
    expect(numberIn('Fig. P5–131')).toBe('P5-131')
    expect(numberIn('Figure')).toBeUndefined()
    expect(numbersIn('Probs. 13–6/7', ['prob.'])).toEqual(['13-6/7', '13-6', '13-7'])
    expect(numbersIn('Problems 5–7', ['problem'])).toEqual(['5-7', '5', '6', '7'])
    expect(numbersIn('Figure 5–7', ['problem'])).toEqual(['5-7'])
  })

  it('are found in text, several at once, and only after the word', () => {
    expect(figureReferences('See Fig. P5.3 and Figures 7 and 8.', ['fig.', 'figure', 'figures'])).toEqual(['P5.3', '7', '8'])
    expect(figureReferences('It weighs 7 kg.', ['fig.', 'figure'])).toEqual([])
  })
})
