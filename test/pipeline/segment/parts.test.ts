import { describe, expect, it } from 'vitest'
import { type Rows, segmentBook, typeset } from '../fakes/book.ts'

async function partsOf(...rows: Rows): Promise<string[]> {
  const { found } = await segmentBook(typeset([{ text: 'Problem 1', font: 'B', size: 12 }, ...rows]))
  return found.problems[0]?.parts.map(({ label }) => label) ?? []
}

describe('parts', () => {
  it('are labels at the beginning of lines', async () => {
    expect(await partsOf('A block slides down.', '(a) Find its speed.', '(b) Find its energy.', '(c) Find the force.')).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(await partsOf('A block slides down.', 'a) Find its speed.', 'b) Find its energy.')).toEqual(['a', 'b'])
    expect(await partsOf('A block slides down.', '1. Find its speed.', '2. Find its energy.')).toEqual(['1', '2'])
  })

  it('may be letters alone before capitals, where they count on', async () => {
    expect(await partsOf('A block slides down.', 'a Find its speed.', 'b Find its energy.')).toEqual(['a', 'b'])
    expect(await partsOf('A block slides down. It is lifted by', 'a Diesel engine of small power.')).toEqual([])
  })

  it('are no labels below the panels of a figure', async () => {
    const panels: Rows = ['A block slides down as shown.', { text: '(a)', x: 40, down: 60 }, { text: '(b)', x: 160, down: 0 }]
    expect(await partsOf(...panels, 'Find its speed.')).toEqual([])
    expect(await partsOf(...panels, { text: '(a) Find its speed.', down: 20 }, '(b) Find its energy.')).toEqual(['a', 'b'])
  })

  it('may be what one sentence lists, letters with a full stop before small ones', async () => {
    expect(await partsOf('A block slides down. Find a. its speed, b. its', 'energy at the foot, and c. the force.')).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(await partsOf('Find the work done from state a. to state b. by it.')).toEqual([])
    expect(await partsOf('The speed of the gas, e. g. air, and of oil, b. was found.')).toEqual([])
  })

  it('may be written with a slash, a dash or a circle', async () => {
    expect(await partsOf('A block slides down.', 'a/ Find its speed.', 'b/ Find its energy.')).toEqual(['a', 'b'])
    expect(await partsOf('A block slides down.', '1 – Find its speed.', '2 – Find its energy.')).toEqual(['1', '2'])
    expect(await partsOf('It weighs', '3 – 5 kN, or a', 'half. Find its speed.')).toEqual([])
  })

  it('may be bold letters alone, before text in other type', async () => {
    const bold = (letter: string, text: string): Rows => [
      { text: letter, font: 'B' },
      { text, x: 12, down: 0 },
    ]
    expect(await partsOf('A block slides down.', ...bold('a', 'Find its speed.'), ...bold('b', 'Find its energy.'))).toEqual(['a', 'b'])
    expect(await partsOf('A block slides down by', ...bold('a', 'and turns by'), ...bold('b', 'while it slides. Find both.'))).toEqual([])
  })

  it('may be roman alone', async () => {
    expect(await partsOf('A block slides down.', '(i) Find its speed.', '(ii) Find its energy.', '(iii) Find it.')).toEqual([
      'i',
      'ii',
      'iii',
    ])
    expect(await partsOf('A block slides down', '(i) of steel or of wood. Find its speed.')).toEqual([])
  })

  it('are labels within lines', async () => {
    expect(await partsOf('Determine (a) the speed of the block, (b) its', 'energy at the foot, and (c) the force.')).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('are letters with a full stop between sentences within lines, and roman ones in brackets', async () => {
    const rows = ['A block slides down. a. Find its speed at the', 'foot. b. Find its energy there. c. Sketch both.']
    expect(await partsOf(...rows)).toEqual(['a', 'b', 'c'])
    expect(await partsOf('A block slides down. (i) Find its speed. (ii) Find', 'its energy there. (iii) Sketch both.')).toEqual([
      'i',
      'ii',
      'iii',
    ])
    expect(await partsOf('It slides from A to B. a. s. l. means above sea level.', 'Find its speed.')).toEqual([])
  })

  it.each([
    ['A)', ['A)', 'B)', 'C)'], ['A', 'B', 'C']],
    ['(II)', ['(I)', '(II)', '(III)'], ['I', 'II', 'III']],
    ['II.', ['I.', 'II.', 'III.'], ['I', 'II', 'III']],
    ['a:', ['a:', 'b:', 'c:'], ['a', 'b', 'c']],
    ['a.)', ['a.)', 'b.)', 'c.)'], ['a', 'b', 'c']],
    ['Part (a)', ['Part (a)', 'Part (b)', 'Part (c)'], ['a', 'b', 'c']],
    ['1(a)', ['1(a)', '1(b)', '1(c)'], ['a', 'b', 'c']],
    ['1.1', ['1.1', '1.2', '1.3'], ['1.1', '1.2', '1.3']],
  ])('are read when they look like %s, where they ask something', async (_, labels, expected) => {
    expect(await partsOf('A block slides down.', ...labels.map((label) => `${label} Find its speed at the foot.`))).toEqual(expected)
  })

  it('are no statements of facts, however they are counted', async () => {
    expect(await partsOf('Find the speed where', 'I. The plane is rough.', 'II. The block is of steel.')).toEqual([])
    expect(await partsOf('Find the speed. The masses are', '1.1 kg for the block', '1.2 kg for the crate')).toEqual([])
  })

  it('may begin on the line of the part that they belong to', async () => {
    expect(
      await partsOf('A block slides down.', 'a) i) Find its speed.', { text: 'ii) Find its height.', x: 12 }, 'b) Find its energy.'),
    ).toEqual(['a', 'a.i', 'a.ii', 'b'])
  })

  it('are no answers that complete a statement', async () => {
    expect(await partsOf('Think of the block. The unit of its', 'energy is', '(a) joule', '(b) watt', '(c) newton')).toEqual([])
    expect(await partsOf('Think of the block. Find', '(a) its speed', '(b) its energy', '(c) its height')).toEqual(['a', 'b', 'c'])
  })

  it('may be capitals in brackets where they ask something', async () => {
    expect(await partsOf('A block slides down.', '(A) Find its speed.', '(B) Find its energy', 'at the foot.')).toEqual(['A', 'B'])
  })

  it('are no values of a sentence that goes on in the next line', async () => {
    const rows = [
      '(a) A rock falls into a lake from a height of',
      '1.0 km. Find its speed. Its mass is not',
      '1. Find it.',
      '(b) Find its energy.',
    ]
    expect(await partsOf(...rows)).toEqual(['a', 'b'])
  })

  it('may be nested', async () => {
    const rows = ['(a) Sketch the force', { text: '(i) at first,', x: 20 }, { text: '(ii) at last.', x: 20 }, '(b) State the work.']
    expect(await partsOf('A block slides down.', ...rows)).toEqual(['a', 'a.i', 'a.ii', 'b'])
  })

  it('may be roman within a sentence', async () => {
    expect(await partsOf('Find the speed when the plane is (i) rough and', '(ii) smooth.')).toEqual(['i', 'ii'])
  })

  it('may repeat the number of the problem', async () => {
    expect(await partsOf('A block slides down.', '1a) Find its speed.', '1b) Find its energy.')).toEqual(['a', 'b'])
  })

  it('hold the steps of their last one, more as these may be', async () => {
    const steps = ['1. The first.', '2. The second.', '3. The third.'].map((text) => ({ text, x: 20 }))
    expect(await partsOf('a) Find its speed.', 'b) Which of these is true?', ...steps)).toEqual(['a', 'b', 'b.1', 'b.2', 'b.3'])
  })

  it('may be called so, in capitals', async () => {
    expect(await partsOf('Answer each.', 'Part A: Find its speed.', 'Part B: Find its energy.')).toEqual(['A', 'B'])
  })

  it('are not references to parts', async () => {
    expect(
      await partsOf('(a) Find the speed.', '(b) Use the speed of part (a) to find', 'the work, as in part (c) of the last problem.'),
    ).toEqual(['a', 'b'])
  })

  it('are not the choices of a question, nor a lone letter in brackets', async () => {
    expect(await partsOf('Which is true?', 'A. The first.', 'B. The second.', 'C. The third.')).toEqual([])
    expect(await partsOf('Which unit is none of power?', 'a) N m/s', 'b) kJ/h', 'c) kg m/s', 'd) V A')).toEqual([])
    expect(await partsOf('Which unit is none of power?', 'a) N m/s   b) kJ/h   c) kg m/s')).toEqual([])
    expect(await partsOf('How does it move?', 'a) Find its speed.', 'b) Find its energy.', 'c) Sketch both.')).toEqual(['a', 'b', 'c'])
    expect(await partsOf('Which is true?', '(A) The first.', '(B) The second.', '(C) The third.')).toEqual([])
    expect(await partsOf('The block slides down the plane (a) of steel.')).toEqual([])
  })

  it('are what one sentence lists after a question that asks of each', async () => {
    expect(await partsOf('Is the change positive? (a) steam that condenses;', '(b) gas that leaks out; (c) ice that melts.')).toEqual([
      'a',
      'b',
      'c',
    ])
  })
})
