import { describe, expect, it } from 'vitest'
import { Item } from '../../../schemas/item.ts'
import { linkBook, type Row, type Rows, triangle, typeset } from '../fakes/book.ts'

const caption = (text: string): Row => ({ text, x: 60, down: 14, size: 8 })
const problem = (number: string, ...rows: Rows): Rows => [
  { text: number, font: 'B', down: 26 },
  { text: 'A block rests on the wedge.', x: 40, down: 0 },
  ...rows,
]
const diagrams = (items: readonly Item[]): (readonly (string | null)[])[] =>
  items.map((item) => [item.source.number, ...item.diagrams.map(({ label }) => label)])

describe('items', () => {
  it('are whole: schema, id, pages, text, provenance', async () => {
    const { items } = await linkBook(typeset([...problem('P5.1', 'Find the force.'), ...problem('P5.2', 'Find the work.')]))
    for (const item of items) expect(() => Item.parse(item)).not.toThrow()
    expect(items.map(({ id }) => id)).toEqual(['dynamics/tiny/P5.1', 'dynamics/tiny/P5.2'])
    expect(items[0]?.source).toMatchObject({ number: 'P5.1', pages: [1], chapter: '5' })
    expect(items[0]?.question.text).toBe('A block rests on the wedge. Find the force.')
    expect(items[0]?.provenance).toMatchObject({ engine: 'local', confidence: 1, problems: [] })
  })

  it('have no boxes where figures of other problems stand between their lines', async () => {
    const label: Row = { text: 'B', x: 72, down: -14 }
    const overleaf: Rows = [triangle, label, { ...caption('Fig. 2'), down: 28 }, { text: 'and the work of the wedge.', down: 30 }]
    const pages = [problem('1.', 'Find the force'), [...overleaf, ...problem('2.', 'Find the heat of Fig. 2.')]]
    const { items } = await linkBook(typeset(...pages))
    expect(items[0]?.question.text).toMatch(/^A block rests on the wedge. Find the force\s+and the work of the wedge.$/)
    expect(diagrams(items)).toEqual([['1'], ['2', 'Fig. 2']])
    const [, second] = items[0]?.question.spans ?? []
    const figure = items[1]?.diagrams[0]
    expect(second?.page).toBe(2)
    expect(second?.bbox[1]).toBeGreaterThan(figure?.bbox[3] ?? 0)
  })

  it('have labels of parts as letters, though they are in italics like formulas, and white after the slash of one', async () => {
    const part = (letter: string, text: string): Rows => [
      { text: letter, font: 'I', down: 14 },
      { text, x: 5.2, down: 0 },
    ]
    const rows = [...part('a', ') Find its speed.'), ...part('b', ') Find its energy.')]
    const { items } = await linkBook(typeset([...problem('1.', ...rows), ...problem('2.', 'a/ Find both.', 'b/ Find none.')]), {
      formulas: true,
    })
    expect(items[0]?.question.text).toContain('\n\na) Find its speed.\n\nb) Find its energy.')
    expect(items[0]?.question.parts.map(({ label, text }) => [label, text])).toEqual([
      ['a', 'Find its speed.'],
      ['b', 'Find its energy.'],
    ])
    expect(items[1]?.question.text).toContain('a/ Find both.')
  })

  it('say that their text ends in the middle of a word', async () => {
    const { items } = await linkBook(typeset([...problem('1.', 'Find the force on the ves-'), ...problem('2.', 'Find the work.')]))
    expect(items.map(({ provenance }) => provenance.problems.map(({ code }) => code))).toEqual([['text-cut'], []])
  })

  it('say of a list that nothing marks as problems that they may be none', async () => {
    const rows = ['1. The block slides down.', '2. The disk rolls down.', '3. The ball falls down.'].map(
      (text): Row => ({ text, down: 20 }),
    )
    const { items } = await linkBook(typeset(rows))
    expect(items.map(({ provenance }) => [provenance.confidence, provenance.problems.map(({ code }) => code)])).toEqual(
      Array(3).fill([0.7, ['number-unsure']]),
    )
  })

  it('tell repeated numbers apart by their chapter', async () => {
    const chapter = (number: number): Rows => [
      { text: `Chapter ${number} Motion`, font: 'B', size: 16 },
      ...problem('1.', 'Find the force.'),
      ...problem('2.', 'Find the work.'),
    ]
    const { items } = await linkBook(typeset(chapter(1), chapter(2)))
    expect(items.map(({ id }) => id)).toEqual(['dynamics/tiny/1/1', 'dynamics/tiny/1/2', 'dynamics/tiny/2/1', 'dynamics/tiny/2/2'])
  })
})

describe('diagrams', () => {
  it('go where the text names them, though they stand elsewhere and bear the number of another problem', async () => {
    const rows = [
      ...problem('1.', 'Find the force.'),
      ...problem('2.', 'Find the work done on the block in Fig. 1.'),
      ...problem('3.', 'Find the heat.', triangle, caption('Figure 1: A block.')),
    ]
    const { items } = await linkBook(typeset(rows))
    expect(diagrams(items)).toEqual([['1'], ['2', 'Figure 1'], ['3']])
  })

  it('do not go by a plain number that only happens to be that of a problem', async () => {
    const rows = [
      { text: 'The apparatus', font: 'B', size: 14 } as const,
      'The block hangs on a spring.',
      triangle,
      caption('Figure 1: The spring.'),
      { text: 'Questions', font: 'B', size: 14, down: 30 } as const,
      ...problem('1.', 'What is the force?'),
      ...problem('2.', 'What is the work?'),
    ]
    const { items } = await linkBook(typeset(rows))
    expect(diagrams(items)).toEqual([['1'], ['2']])
  })

  it('go to the problem whose number they carry, wherever they stand', async () => {
    const rows = [
      ...problem('P5.1', 'Find the force in Fig. P5.1.'),
      ...problem('P5.2', 'Find the work.', triangle, caption('Fig. P5.1'), triangle, caption('Fig. P5.2')),
    ]
    const { items } = await linkBook(typeset(rows))
    expect(diagrams(items)).toEqual([
      ['P5.1', 'Fig. P5.1'],
      ['P5.2', 'Fig. P5.2'],
    ])
    expect(items[0]?.question.text).not.toMatch(/Fig\. P5\.1$/)
  })

  it('go to the problem that their caption names, whatever number they carry', async () => {
    const figure = (number: number, owner: number): Rows => [
      triangle,
      { ...caption(`Figure 5.${number} Configuration for Problem 5.${owner}.`), down: 14 },
    ]
    const floats = [...figure(2, 1), ...figure(3, 4)]
    const rows = [1, 2, 3, 4].flatMap((number) => problem(`5.${number}`, 'Find the force.'))
    const { items } = await linkBook(typeset([...floats, ...rows]))
    expect(diagrams(items)).toEqual([['5.1', 'Figure 5.2'], ['5.2'], ['5.3'], ['5.4', 'Figure 5.3']])
  })

  it('go to the problem that their caption names from any page, if no other has its number', async () => {
    const float: Rows = [triangle, { ...caption('Figure for Problem 5.1'), down: 14 }]
    const pages = [problem('5.1', 'Find the force.'), problem('5.2', 'Find it.'), [...problem('5.3', 'Draw a graph of it.'), ...float]]
    const { items } = await linkBook(typeset(pages[0] ?? [], pages[1] ?? [], ['And its work.'], pages[2] ?? []))
    expect(diagrams(items)).toEqual([['5.1', 'Figure'], ['5.2'], ['5.3']])
  })

  it('stay where they stand if their caption names a neighbour that speaks of no figure', async () => {
    const rows = [
      ...problem('5.1', 'Find the force.'),
      ...problem('5.2', 'Find the work done on it as shown in the figure.', triangle, caption('Figure 7: The wedge (Problem 5.1).')),
    ]
    const { items } = await linkBook(typeset(rows))
    expect(diagrams(items)).toEqual([['5.1'], ['5.2', 'Figure 7']])
  })

  it('stay where they stand if their caption names a problem that speaks of no figure, beside one that does', async () => {
    const rows = [
      ...problem('1.', 'Find the force.'),
      ...problem('2.', 'Find the heat in Figure 80.', triangle, { ...caption('Figure 73: A wedge (Problem 1).'), x: 0 }),
    ]
    const { items } = await linkBook(typeset(rows))
    expect(diagrams(items)).toEqual([['1'], ['2', 'Figure 73']])
  })

  it('do not go by their number where another problem names them, and stands there or alone speaks of a drawing', async () => {
    const figure: Rows = [triangle, { ...caption('Figure 5.2 A wedge.'), down: 14 }]
    const rest: Rows = [...problem('5.1', 'Find the force.'), ...problem('5.2', 'Find the heat.')]
    const float = await linkBook(typeset([...figure, ...rest, ...problem('5.3', 'Find the force in Fig. 5.2.')]))
    expect(diagrams(float.items)).toEqual([['5.1'], ['5.2'], ['5.3', 'Figure 5.2']])
    const shown = problem('5.2', 'Find the heat of the block shown.')
    const inPlace = await linkBook(typeset([...shown, ...problem('5.3', 'Find the force in Fig. 5.2.', ...figure)]))
    expect(diagrams(inPlace.items)).toEqual([['5.2'], ['5.3', 'Figure 5.2']])
    const unnamed = [...problem('5.2', 'Find the heat.'), ...problem('5.3', 'Use the figure to find the force.', ...figure)]
    expect(diagrams((await linkBook(typeset(unnamed))).items)).toEqual([['5.2'], ['5.3', 'Figure 5.2']])
  })

  it('go by their number where the problem that they stand at has one of its own number beside them', async () => {
    const figure = (number: number): Rows => [triangle, { ...caption(`5.${number}`), down: 14 }]
    const plate: Rows = [...figure(2), ...figure(3)]
    const rows: Rows = [...problem('5.2', 'Find the heat.'), ...problem('5.3', 'Use the figure to find the force.', ...plate)]
    const { items } = await linkBook(typeset([...rows, ...problem('5.4', 'Find the work.', ...figure(4))]))
    expect(diagrams(items)).toEqual([
      ['5.2', '5.2'],
      ['5.3', '5.3'],
      ['5.4', '5.4'],
    ])
  })

  it('do not go by their number where the texts of other problems name most of them', async () => {
    const figure = (number: number): Rows => [triangle, { ...caption(`Figure 5.${number}`), down: 14 }]
    const named = (number: number, shown: number): Rows => problem(`5.${number}`, `Find the force in Fig. 5.${shown}.`)
    const pages: Rows[] = [
      [...figure(4), ...figure(5), ...named(1, 4), ...named(2, 5)],
      [...figure(6), ...named(3, 6), ...[4, 5, 6].flatMap((number) => problem(`5.${number}`, 'Find the work.'))],
    ]
    const { items } = await linkBook(typeset(...pages))
    expect(diagrams(items)).toEqual([['5.1', 'Figure 5.4'], ['5.2', 'Figure 5.5'], ['5.3', 'Figure 5.6'], ['5.4'], ['5.5'], ['5.6']])
  })

  it('do not go by their number where the problems of such numbers name other figures', async () => {
    const figure = (number: number): Rows => [triangle, { ...caption(`Figure 5.${number}`), down: 14 }]
    const named = (number: number): Rows => problem(`5.${number}`, `Find the force in Fig. 5.${number - 4}.`, ...figure(number - 4))
    const plain = (number: number): Rows => problem(`5.${number}`, 'Find the work.', ...figure(number - 4))
    const pages = [[...named(5), ...named(6)], [...named(7), ...plain(8)], [...plain(9), ...plain(10)], plain(11)]
    const apart = pages.map((rows, at): Rows => [{ text: '', down: 9 * at }, ...rows]) // at one place they would be furniture
    const { items } = await linkBook(typeset(...apart))
    expect(diagrams(items)).toEqual([5, 6, 7, 8, 9, 10, 11].map((number) => [`5.${number}`, `Figure 5.${number - 4}`]))
  })

  it('without a label go to the problem that they interrupt or end', async () => {
    const { items } = await linkBook(typeset([...problem('1.', 'Find the force.', triangle), ...problem('2.', 'Find the work.')]))
    expect(diagrams(items)).toEqual([['1', null], ['2']])
  })

  it('are shared by the problems that name them', async () => {
    const rows = [
      ...problem('1.', 'Find the force in Figure 7.', triangle, caption('Figure 7. A wedge.')),
      ...problem('2.', 'Find the work in Figure 7.'),
    ]
    const { items } = await linkBook(typeset(rows))
    expect(diagrams(items)).toEqual([
      ['1', 'Figure 7'],
      ['2', 'Figure 7'],
    ])
  })

  it('below a text that several problems share go to all of them', async () => {
    const stem: Row = { text: 'Problems 2–3 refer to the wedge shown here.', down: 26 }
    const rows = [
      ...problem('1.', 'Find the force.'),
      stem,
      triangle,
      ...problem('2.', 'Find the work.'),
      ...problem('3.', 'Find the heat.'),
      ...problem('4.', 'Find the power.'),
    ]
    const { items } = await linkBook(typeset(rows))
    expect(diagrams(items)).toEqual([['1'], ['2', null], ['3', null], ['4']])
  })

  it('that a text names and nobody found are a doubt of the item', async () => {
    const { items } = await linkBook(typeset([...problem('1.', 'Find the force in Figure 7.'), ...problem('2.', 'Find the work.')]))
    expect(items.map(({ provenance }) => provenance.problems.map(({ code }) => code))).toEqual([['diagram-missing'], []])
    expect(items[0]?.provenance.confidence).toBeLessThan(1)
  })

  it('that a text speaks of without a number are a doubt, too, and so is one that the problem has not beside others', async () => {
    const two = [triangle, { ...caption('Figure 1. A wedge.'), down: 20 }]
    const rows = [...problem('1.', 'Find the force shown in the figure.'), ...problem('2.', 'Draw a figure and show the force.')]
    const third = problem('3.', 'Find the force in Figure 1 for', 'the loads of Figure 9.', ...two)
    const { items } = await linkBook(typeset([...rows, ...third]))
    expect(items.map(({ provenance }) => provenance.problems.map(({ code }) => code))).toEqual([
      ['diagram-missing'],
      [],
      ['diagram-missing'],
    ])
    expect(items[2]?.provenance.problems[0]?.message).toContain('Figure 9')
  })
})

describe('solutions', () => {
  const book = typeset([...problem('1.', 'Find the force.'), ...problem('2.', 'Find the work.')])

  it('come from a separate manual, by number, with their own pages', async () => {
    const manual = typeset(['1. The force is 4 N, by the balance.'], ['2. The work is 8 J, by its definition.'])
    const { items } = await linkBook(book, { manual })
    expect(items.map(({ solution }) => [solution?.text, solution?.pages])).toEqual([
      ['The force is 4 N, by the balance.', [1]],
      ['The work is 8 J, by its definition.', [2]],
    ])
    expect(items[0]?.source.solutionsSha256).toMatch(/^[0-9a-f]{64}$/)
    expect(items[0]?.solution?.files).toHaveLength(1)
  })

  it('leave the repeated question of a manual out', async () => {
    const manual = typeset([
      ...problem('1.', 'Find the force.', 'It is 4 N, as the balance of forces shows.'),
      ...problem('2.', 'Find the work.', 'It is 8 J.'),
    ])
    const { items } = await linkBook(book, { manual })
    expect(items.map(({ solution }) => solution?.text)).toEqual(['It is 4 N, as the balance of forces shows.', 'It is 8 J.'])
  })

  it('that one problem lacks are a doubt of it alone', async () => {
    const { items } = await linkBook(book, { manual: typeset(['1. The force is 4 N, by the balance.']) })
    expect(items.map(({ solution }) => solution === null)).toEqual([false, true])
    expect(items[0]?.provenance.problems).toEqual([])
    expect(items[1]?.provenance.problems).toMatchObject([{ code: 'solution-missing' }])
  })
})
