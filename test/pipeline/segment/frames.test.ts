import { describe, expect, it } from 'vitest'
import { type Rows, segmentBook, typeset } from '../fakes/book.ts'

/** Bars left and right of the text from one height to another, and rules from bar to bar; points from the page's foot. */
const box = (from: number, to: number, rules: readonly number[]): string =>
  ['q 1 w', `36 ${from} m 36 ${to} l S 330 ${from} m 330 ${to} l S`, ...rules.map((y) => `36 ${y} m 330 ${y} l S`), 'Q'].join(' ')

describe('problems in the rows of a table', () => {
  it('go on overleaf, where the row comes in from above and the next goes out below', async () => {
    const first: Rows = [
      { text: '', draw: box(20, 430, [430, 250]) },
      { text: '1.', font: 'B', down: 14 },
      { text: 'A block slides down a plane. Find its speed.', x: 20, down: 0 },
      { text: '2.', font: 'B', down: 176 },
      { text: 'A crate slides down a ramp. Find its energy', x: 20, down: 0 },
    ]
    const second: Rows = [
      { text: '', draw: box(20, 440, [300]) },
      { text: 'and its speed at the foot of it.', x: 20, down: 14 },
      { text: '3.', font: 'B', down: 130 },
      { text: 'A wheel rolls down a hill. Find its speed.', x: 20, down: 0 },
    ]
    const { found, text } = await segmentBook(typeset(first, second))
    expect(found.problems.map((own) => text(own.text))).toEqual([
      'A block slides down a plane. Find its speed.',
      'A crate slides down a ramp. Find its energy and its speed at the foot of it.',
      'A wheel rolls down a hill. Find its speed.',
    ])
  })
})
