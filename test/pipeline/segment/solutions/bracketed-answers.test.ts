import { describe, expect, it } from 'vitest'
import { type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const problems = (...texts: readonly Rows[]): Rows =>
  texts.flatMap(
    ([first = '', ...rest], at): Rows => [
      { text: `5.${at + 1}`, font: 'B', down: 24 },
      { text: typeof first === 'string' ? first : first.text, x: 30, down: 0 },
      ...rest,
    ],
  )

describe('answers in brackets behind the question', () => {
  it('are no part of it where several problems state theirs so', async () => {
    const rows = problems(
      ['Find the speed of the block. [73 m/s]'],
      ['Find the speed of the block.', '[v = 3.0 m/s,', 'a = 2 m/s]'],
      ['Find the speed of the block. [(a) 12 m/s; (b) 3 s.]'],
      ['Explain why the block stops.'],
    )
    const { found, text } = await segmentBook(typeset(rows))
    expect(found.problems.map((own) => text(own.text))).toEqual([
      ...Array(3).fill('Find the speed of the block.'),
      'Explain why the block stops.',
    ])
    expect(found.solutions.map((own) => [own.number, own.kind, text(own.text)])).toEqual([
      ['5.1', 'answer', '73 m/s'],
      ['5.2', 'answer', 'v = 3.0 m/s, a = 2 m/s'],
      ['5.3', 'answer', '(a) 12 m/s; (b) 3 s.'],
    ])
  })

  it('are left where they are scores, references or remarks, or only one problem ends so', async () => {
    const question = 'Find the speed of the block.'
    for (const ends of [
      ['[6]', '[6]', '[12]', '[6]'],
      ['[Problem by B. Moe.]', '[See p. 3.]', '[Hard 1.]', ''],
      ['[73 m/s]', '', '', ''],
    ]) {
      const { found, text } = await segmentBook(typeset(problems(...ends.map((end) => [`${question} ${end}`.trim()]))))
      expect(found.solutions).toEqual([])
      expect(text(found.problems[0]?.text ?? [])).toContain(question)
    }
  })
})
