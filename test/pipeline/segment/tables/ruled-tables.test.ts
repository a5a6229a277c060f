import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const problem = (number: number, ...rows: Rows): Rows => [{ text: `Problem ${number}`, font: 'B', size: 12, down: 28 }, ...rows]
const question = 'A block slides down a plane. Find its speed at the foot.'

describe('tables', () => {
  const rule = '40 {y} m 240 {y} l S'
  const cells = (left: string, right: string, down = 14): Rows => [
    { text: left, down },
    { text: right, x: 120, down: 0 },
  ]
  const table: Rows = [
    { text: '', down: 16, draw: rule },
    ...cells('Fitting', 'Loss'),
    { text: '', down: 6, draw: rule },
    ...cells('Elbow', '0.30'),
    ...cells('Gate valve', '0.15'),
    { text: '', down: 6, draw: rule },
  ]

  it('are rows of cells between rules', async () => {
    const { found, text } = await segmentBook(typeset([...problem(1, 'Find the loss with these figures.'), ...table]))
    expect(found.tables.map(({ rows }) => rows.map((row) => row.map(text)))).toEqual([
      [
        ['Fitting', 'Loss'],
        ['Elbow', '0.30'],
        ['Gate valve', '0.15'],
      ],
    ])
  })

  it('keep a long name in a row of few cells, below narrow heads', async () => {
    const row = (texts: readonly string[], down = 14): Rows =>
      texts.map((text, at): Row => ({ text, x: [0, 90, 130, 170][at] ?? 0, down: at === 0 ? down : 0 }))
    const rows: Rows = [
      { text: '', down: 16, draw: rule },
      ...row(['No.', '1', '2', '3']),
      { text: '', down: 6, draw: rule },
      ...row(['magnification', '1.32']),
      ...row(['phase', '7.6']),
      { text: '', down: 6, draw: rule },
    ]
    const { found, text } = await segmentBook(typeset([...problem(1, 'Fill in the table.'), ...rows]))
    expect(found.tables.map((one) => one.rows.map((cells) => cells.map(text)))).toEqual([
      [
        ['No.', '1', '2', '3'],
        ['magnification', '1.32', '', ''],
        ['phase', '7.6', '', ''],
      ],
    ])
  })

  it('are cells whose edges are drawn one by one, as browsers do', async () => {
    const edges = (cell: number): string =>
      `${40 + 60 * cell} {y} 60 0.7 re f ${40 + 60 * cell} {y} 0.7 17 re f ${99.3 + 60 * cell} {y} 0.7 17 re f`
    const foot: Row = { text: '', down: 4, draw: `${edges(0)} ${edges(1)}` }
    const head: Row = { text: '', down: 16, draw: '40 {y} 60 0.7 re f 100 {y} 60 0.7 re f' }
    const row = (left: string, right: string): Rows => [{ text: left, x: 4, down: 12 }, { text: right, x: 64, down: 0 }, foot]
    const rows = [head, ...row('Fitting', 'Loss'), ...row('Elbow bend', '0.30'), ...row('Gate valve', '0.15')]
    const { found, text } = await segmentBook(typeset([...problem(1, 'Find the loss with these figures.'), ...rows]))
    expect(found.tables.map((one) => one.rows.map((cells) => cells.map(text)))).toEqual([
      [
        ['Fitting', 'Loss'],
        ['Elbow bend', '0.30'],
        ['Gate valve', '0.15'],
      ],
    ])
  })

  it('are no columns of text between underlined headings', async () => {
    const across: Row = { text: '', down: 4, draw: '40 {y} m 300 {y} l S' }
    const columns = (number: number): Rows =>
      [`${number}. A block slides down`, 'a plane of steel. Find its', 'speed at the foot of it.'].flatMap(
        (left, at): Rows => [
          { text: left, down: at === 0 ? 18 : 12 },
          { text: left.replace(`${number}. A`, `${number + 1}. Another`), x: 140, down: 0 },
        ],
      )
    const heading = (text: string): Rows => [{ text, font: 'B', size: 12, down: 30 }, across]
    const rows = [...heading('Problems'), ...columns(1), ...heading('More Problems'), ...columns(3), ...heading('Last Problems')]
    const { found } = await segmentBook(typeset(rows))
    expect(found.tables).toEqual([])
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
  })

  it('are not what problems are listed in', async () => {
    const across: Row = { text: '', down: 6, draw: '40 {y} m 340 {y} l S' }
    const row = (number: number): Rows => [
      across,
      { text: `${number}`, x: 4 },
      { text: `Block ${number} slides down a plane of steel.`, x: 32, down: 0 },
      { text: 'Find its speed at the foot of the plane.', x: 32 },
    ]
    const sides = [40, 66, 340].map((x) => `${x} 334 m ${x} 424 l S`).join(' ')
    const rows: Rows = [{ text: '', down: 0, draw: sides }, ...[1, 2, 3].flatMap(row), across]
    const { found } = await segmentBook(typeset(rows))
    expect(found.tables).toEqual([])
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3'])
  })

  it('are not what the solutions of a marking scheme are set in', async () => {
    const across: Row = { text: '', down: 6, draw: '40 {y} m 340 {y} l S' }
    const line = (text: string): Row => ({ text, x: 32, down: 13 })
    const answer = (number: number): Rows => [
      across,
      { text: `Q${number}`, x: 4, down: 14 },
      { text: 'The forces along the plane add up to', x: 32, down: 0 },
      ...[
        'the force of gravity along it, less',
        'friction, which is a fifth of it.',
        'The block is therefore faster at the',
        'foot than at the head.',
      ].map(line),
    ]
    const sides = [40, 66, 340].map((x) => `${x} 294 m ${x} 424 l S`).join(' ')
    const rows: Rows = [{ text: '', down: 0, draw: sides }, ...answer(1), ...answer(2), across]
    const { found } = await segmentBook(typeset(rows), { items: 'solutions' })
    expect(found.tables).toEqual([])
    expect(found.solutions.map(({ number }) => number)).toEqual(['Q1', 'Q2'])
  })

  it('are not the columns of a page between the rules of its head and foot', async () => {
    const across: Row = { text: '', down: 10, draw: '20 {y} m 340 {y} l S' }
    const columns = [1, 2, 3, 4, 5].flatMap(
      (number): Rows => [
        { text: `${number}. Find the speed of block ${number}`, down: 20, size: 8 },
        { text: `${number + 5}. Find the speed of block ${number + 5}`, x: 150, down: 0, size: 8 },
        { text: 'that slides down the plane here.', down: 10, size: 8 },
        { text: 'that slides down the plane here.', x: 150, down: 0, size: 8 },
      ],
    )
    const between: Row = { text: '', down: 0, draw: '182 {y} m 182 420 l S' }
    const { found } = await segmentBook(typeset([across, ...columns, between, { ...across, down: 20 }, { ...across, down: 14 }]))
    expect(found.tables).toEqual([])
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  })

  it('are not paragraphs between rules', async () => {
    const framed: Rows = [
      { text: '', down: 16, draw: rule },
      question,
      'It is rough and long and steep.',
      { text: '', down: 6, draw: rule },
    ]
    const { found } = await segmentBook(typeset([...problem(1, 'Read this:'), ...framed]))
    expect(found.tables).toEqual([])
  })
})
