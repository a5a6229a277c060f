import { describe, expect, it } from 'vitest'
import { type Rows, segmentBook, typeset } from '../../fakes/book.ts'

const chapter = (numbers: readonly string[]): Rows => [
  { text: 'Problems', font: 'B', size: 14, down: 30 },
  ...numbers.map((number) => ({ text: `${number} A block slides down a plane. Find its speed at the foot.`, down: 20 })),
]
const key: Rows = [{ text: 'Answers to problems', font: 'B', size: 14, down: 30 }]

const answersOf = async (numbers: readonly string[], rows: Rows) => {
  const { found, text } = await segmentBook(typeset(chapter(numbers), [...key, ...rows]))
  expect(found.problems.map(({ number }) => number)).toEqual(numbers.map((number) => number.replace(/\.$/, '')))
  return found.solutions.map((own) => `${own.number}: ${text(own.text)}`)
}

describe('answers that run on in one paragraph', () => {
  it('are parted at numbers that count on, one by one or odd ones only, over lines that begin with something else', async () => {
    const odd = ['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.', '10.', '11.', '12.']
    expect(
      await answersOf(odd, ['1. 2.5 m/s 3. 1.8 s, on the way', 'down 5. 12.5 kPa 7. 9.81 m/s at', '3. The least 9. None of it 11. 6 J']),
    ).toEqual(['1: 2.5 m/s', '3: 1.8 s, on the way down', '5: 12.5 kPa', '7: 9.81 m/s at 3. The least', '9: None of it', '11: 6 J'])
  })

  it('are parted at numbers in two parts, of which values look like some', async () => {
    const numbers = ['9.1', '9.2', '9.3', '9.4', '9.5', '9.6', '9.7']
    expect(
      await answersOf(numbers, [
        '9.1 0.64 A. 9.2 1.8 s. 9.3 It is 9.8 m/s at',
        'most. 9.4 Twice as much. 9.5 7.1 J.',
        '9.6 None. 9.7 3 N.',
      ]),
    ).toEqual([
      '9.1: 0.64 A.',
      '9.2: 1.8 s.',
      '9.3: It is 9.8 m/s at most.',
      '9.4: Twice as much.',
      '9.5: 7.1 J.',
      '9.6: None.',
      '9.7: 3 N.',
    ])
  })

  it('are parted at bold numbers whichever were picked', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => `${at + 1}.`)
    const rows: Rows = [
      { text: '1.', font: 'B' },
      { text: '2.5 m/s', x: 14, down: 0 },
      { text: '6.', font: 'B', x: 56, down: 0 },
      { text: 'It is 7. None', x: 70, down: 0 },
      { text: '11.', font: 'B', x: 136, down: 0 },
      { text: '6 J, or 12. more', x: 156, down: 0 },
    ]
    expect(await answersOf(numbers, rows)).toEqual(['1: 2.5 m/s', '6: It is 7. None', '11: 6 J, or 12. more'])
  })

  it('are none where every answer begins a line of its own', async () => {
    const numbers = ['1.', '2.', '3.', '4.']
    const rows: Rows = ['1. By way of rule 2. It is 3 m/s.', '2. As 4. says, 5 m/s.', '3. 7 J', '4. 2 N']
    expect(await answersOf(numbers, rows)).toEqual(['1: By way of rule 2. It is 3 m/s.', '2: As 4. says, 5 m/s.', '3: 7 J', '4: 2 N'])
  })
})
