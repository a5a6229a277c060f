import { describe, expect, it } from 'vitest'
import { type Rows, segmentBook, typeset } from '../fakes/book.ts'

const question = 'A block slides down a plane of steel. Find its speed.'
const theory: Rows = [{ text: 'Friction is a matter of surfaces and not of the bodies as such.', down: 24 }, 'Nobody knows why this is so.']
const example = (number: number, indent: number, ...rows: Rows): Rows => [
  { text: `Example ${number}:`, down: 24 },
  { text: question, x: indent, down: 20 },
  { text: 'It starts from rest.', x: indent },
  { text: 'Solution:', x: indent, down: 20 },
  { text: 'The work of gravity becomes energy.', x: indent },
  ...rows,
]
const solutionsOf = async (rows: Rows): Promise<string[]> => {
  const { found, text } = await segmentBook(typeset(rows), { items: 'examples' })
  return found.solutions.map((own) => text(own.text))
}

describe('text that is set in from its labels', () => {
  it('ends where running text begins at their margin', async () => {
    const rows = [...example(1, 30), ...theory, ...example(2, 30), ...theory]
    expect(await solutionsOf(rows)).toEqual(Array(2).fill('The work of gravity becomes energy.'))
  })

  it('goes on in a short line at the margin, and everywhere where the text begins at the margin, too', async () => {
    const short = [...example(1, 30, 'So it does.'), ...example(2, 30, 'So it does.')]
    expect(await solutionsOf(short)).toEqual(Array(2).fill('The work of gravity becomes energy. So it does.'))
    const flush = [...example(1, 0), ...theory, ...example(2, 0)]
    expect((await solutionsOf(flush))[0]).toMatch(/Nobody knows why this is so\.$/)
  })
})
