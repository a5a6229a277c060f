import { describe, expect, it } from 'vitest'
import type { Item } from '../../../schemas/item.ts'
import { linkBook, type Row, type Rows, triangle, typeset } from '../fakes/book.ts'

const question = (number: number, text = `Find the force in member ${number}.`): Row => ({ text: `${number}. ${text}`, down: 20 })
const counts = (items: readonly Item[]): number[] => items.map(({ diagrams }) => diagrams.length)
const after: Row = { text: '', down: 16 }

describe('the figure of a text for several problems', () => {
  it('is that of each, though it stands below the first of them', async () => {
    const stem: Row = { text: 'The next two problems are about the wedge shown below.', down: 26 }
    const rows: Rows = [question(1), stem, question(2), triangle, after, question(3), question(4)]
    expect(counts((await linkBook(typeset(rows))).items)).toEqual([0, 1, 1, 0])
  })

  it('is not the one that a problem speaks of by itself', async () => {
    const stem: Row = { text: 'The next two problems are about the wedge shown below.', down: 26 }
    const rows: Rows = [question(1), stem, question(2, 'Find the mass in the sketch.'), triangle, after, question(3), question(4)]
    expect(counts((await linkBook(typeset(rows))).items)).toEqual([0, 1, 0, 0])
  })

  it('is none where the text speaks of nothing drawn', async () => {
    const stem: Row = { text: 'The next two problems are about one wedge.', down: 26 }
    const rows: Rows = [question(1), stem, question(2), triangle, after, question(3), question(4)]
    expect(counts((await linkBook(typeset(rows))).items)).toEqual([0, 1, 0, 0])
  })

  it('is given to those that its caption names', async () => {
    const caption: Row = { text: 'Figure for Problems 2 to 4', x: 60, down: 14 }
    const rows: Rows = [question(1), triangle, caption, { ...question(2), down: 30 }, question(3), question(4), question(5)]
    const { items } = await linkBook(typeset(rows))
    expect(counts(items)).toEqual([0, 1, 1, 1, 0])
    expect(items[0]?.question.text).toBe('Find the force in member 1.')
  })

  it('is looked for only where figures are meant: figures may be digits', async () => {
    const rows: Rows = [question(1, 'Give three significant figures.'), triangle, { text: 'Figure for Problem 2', x: 60, down: 14 }]
    const { items } = await linkBook(typeset([...rows, { ...question(2), down: 30 }]))
    expect(counts(items)).toEqual([0, 1])
  })
})
