import { describe, expect, it } from 'vitest'
import { type Row, type Rows, scanned, segmentBook, triangle, typeset } from '../../fakes/book.ts'

const ask = 'Determine the speed of the block at the foot of the plane.'

const heading = (number: number, size: number, font: Row['font'] = 'B'): Rows => [
  { text: `Problem ${number}`, font, size, down: 30 },
  { text: 'A block slides down a plane of steel.', down: 20 },
  ask,
]

async function numbersOf(pages: readonly Rows[]): Promise<string[]> {
  const { found } = await segmentBook(typeset(...pages), {}, scanned)
  return found.problems.map(({ number }) => number)
}

describe('labels of scanned pages', () => {
  it('are of one sequence though one page shows them a step larger, and one of them lighter', async () => {
    const pages = [
      [...heading(1, 10.5), ...heading(2, 10.5)],
      [...heading(3, 10), ...heading(4, 10.5)],
      [...heading(5, 10), ...heading(6, 10, 'F')],
    ]
    expect(await numbersOf(pages)).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('outweigh a heading of body size in the text of one, though that one was measured as no larger', async () => {
    const title: Rows = [
      { text: 'Sliding without friction', font: 'B', size: 10, down: 30 },
      { text: 'Then find its energy.', down: 20 },
    ]
    const { found, text } = await segmentBook(typeset([...heading(1, 10), ...title], heading(2, 12)), {}, scanned)
    expect(text(found.problems[0]?.text ?? [])).toContain('Then find its energy.')
  })

  it('are two sequences where one is set in larger type: the other counts steps', async () => {
    const step = (number: number): Rows => [{ text: `${number}. Find the speed of the crate at the foot.`, down: 16 }]
    const pages = [
      [...heading(1, 14), ...step(1), ...step(2)],
      [...heading(2, 14), ...step(1), ...step(2)],
    ]
    expect(await numbersOf(pages)).toEqual(['1', '2'])
  })
})

describe('large letters on scanned pages', () => {
  const drawn: Rows = [
    ...heading(1, 12),
    triangle,
    { text: 'Section', size: 16, x: 200, down: -30 },
    { text: 'Then find its energy where it stands at rest.', down: 60 },
    ...heading(2, 12),
  ]

  it('are no heading level with a drawing: the text of the problem goes on below it', async () => {
    const { found, text } = await segmentBook(typeset(drawn), {}, scanned)
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2'])
    expect(text(found.problems[0]?.text ?? [])).toContain('Then find its energy')
  })
})
