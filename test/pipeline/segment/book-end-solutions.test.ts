import { describe, expect, it } from 'vitest'
import { type Row, type Rows, segmentBook, typeset } from '../fakes/book.ts'

describe('solutions at the end of a book', () => {
  const chapter = (number: number): Rows => [
    { text: `Chapter ${number}`, font: 'B', size: 20, down: 40 },
    { text: 'Problems', font: 'B', size: 14, down: 30 },
    { text: '1. Find the force.', down: 20 },
    { text: '2. Find the work.', down: 20 },
  ]
  const answers = (number: number): Rows => [
    { text: `Chapter ${number}`, font: 'B', down: 30 },
    { text: `1. The force is ${number} N.`, down: 20 },
    { text: `2. The work is ${number} J.`, down: 20 },
  ]
  const solutions: Rows = [{ text: 'Solutions', font: 'B', size: 20, down: 40 }, ...answers(1), ...answers(2)]

  it('belong to the chapters that short heads name, however small these are', async () => {
    const { found, text } = await segmentBook(typeset(chapter(1), chapter(2), solutions))
    expect(found.solutions.map(({ chapter, number, text: own }) => [chapter, number, text(own)])).toEqual([
      ['1', '1', 'The force is 1 N.'],
      ['1', '2', 'The work is 1 J.'],
      ['2', '1', 'The force is 2 N.'],
      ['2', '2', 'The work is 2 J.'],
    ])
  })

  it('belong to them though the heads stand as tight as lines of text', async () => {
    const tight = solutions.map((row, at) => (at > 1 && typeof row !== 'string' ? { ...row, down: 12 } : row))
    const { found } = await segmentBook(typeset(chapter(1), chapter(2), tight))
    expect(found.solutions.map(({ chapter, number }) => [chapter, number])).toEqual([
      ['1', '1'],
      ['1', '2'],
      ['2', '1'],
      ['2', '2'],
    ])
  })

  it('may be announced in light type on a dark bar', async () => {
    const bar: Row = { text: 'Answers to practice problems', down: 40, draw: 'q 0.3 g 36 {y} 290 14 re f Q 1 g' }
    const keys: Rows = [
      { text: '1. The force is 3 N.', down: 20, draw: '0 g' },
      { text: '2. The work is 4 J.', down: 14 },
    ]
    const { found, text } = await segmentBook(typeset([...chapter(1), bar, ...keys]))
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2'])
    expect(found.solutions.map(({ text: own }) => text(own))).toEqual(['The force is 3 N.', 'The work is 4 J.'])
  })

  it('leave the next chapter to its own large head', async () => {
    const { found } = await segmentBook(typeset(chapter(1), [...solutions.slice(0, 4)], chapter(2)))
    expect(found.problems.map(({ chapter, number }) => `${chapter}:${number}`)).toEqual(['1:1', '1:2', '2:1', '2:2'])
  })

  it('begin below the framed question that is said again, at "Solution" with its number', async () => {
    const problems: Rows = [
      { text: 'Problems', font: 'B', size: 14, down: 30 },
      { text: '7-1 Find the force on the block.', down: 20 },
      { text: '7-2 Find the work of the block.', down: 20 },
    ]
    const again = (text: string, more: string): Row[] => [
      { text, down: 30, draw: 'q 1 0 0 1 36 {y} cm 0 -16 290 30 re S Q' },
      { text: more },
    ]
    const worked: Rows = [
      { text: 'Worked solutions', font: 'B', size: 14, down: 40 },
      ...again('7-1 Find the force on the block that rests', 'on the smooth wedge in the figure.'),
      { text: 'Solution 7-1. The force is 3 N.', down: 20 },
      ...again('7-2 Find the work of the block that slides', 'on the smooth wedge in the figure.'),
      { text: 'Solution 7-2. The work is 4 J.', down: 20 },
    ]
    const { found, text } = await segmentBook(typeset(problems, worked))
    expect(found.solutions.map(({ number, text: own }) => [number, text(own)])).toEqual([
      ['7-1', 'The force is 3 N.'],
      ['7-2', 'The work is 4 J.'],
    ])
  })
})
