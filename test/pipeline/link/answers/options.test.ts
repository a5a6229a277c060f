import { describe, expect, it } from 'vitest'
import { doubtsAbout } from '../../../../corpus/release/checks.ts'
import { chosenAnswers, optionsOf } from '../../../../pipeline/link/answers/options.ts'
import { wordsOf } from '../../../../pipeline/segment/language/words.ts'
import { linkBook, type Rows, typeset } from '../../fakes/book.ts'

const EN = wordsOf('en')
const OPTIONS = optionsOf('How far is it?\nA. 20 cm\nB. 25 cm\nC. It cannot be told.')

describe('options', () => {
  it('are lettered lines from A on', () => {
    expect(OPTIONS.map(({ label, text }) => `${label} ${text}`)).toEqual(['A 20 cm', 'B 25 cm', 'C It cannot be told.'])
    expect(optionsOf('Find it.\n(A) 1 m\n(B) 2 m')).toHaveLength(2)
  })

  it('are none in open questions, nor where only one line looks like it', () => {
    expect(optionsOf('A. Smith runs. Find his speed.')).toEqual([])
    expect(optionsOf('Compare B. and C.\nC. is cold')).toEqual([])
  })

  it('are kept as they were read when a letter is missing', () => {
    expect(optionsOf('Which?\nA. one\nB. two\nD. four').map(({ label }) => label)).toEqual(['A', 'B', 'D'])
  })
})

describe('the answer to a multiple-choice question', () => {
  it('is the option that the key names by letter, or by its words', () => {
    expect(chosenAnswers('B. 25 cm', OPTIONS, EN)).toMatchObject([{ text: 'B. 25 cm', value: 25, unit: 'cm', sure: true }])
    expect(chosenAnswers('(B)', OPTIONS, EN)).toMatchObject([{ text: '(B)', value: 25, unit: 'cm', sure: true }])
    expect(chosenAnswers('It cannot be told', OPTIONS, EN)).toMatchObject([{ text: 'It cannot be told', value: null, sure: true }])
  })

  it('is not sure where letter and words differ, or there is no such letter', () => {
    expect(chosenAnswers('B. 20 cm', OPTIONS, EN)).toMatchObject([{ text: 'B. 20 cm', sure: false }])
    expect(chosenAnswers('E. 30 cm', OPTIONS, EN)).toMatchObject([{ text: 'E. 30 cm', value: 30, sure: false }])
  })

  it('is what a worked solution states at its end where it names no option', () => {
    expect(chosenAnswers('A ray is drawn, so that $x = 25\\,\\mathrm{cm}$.', OPTIONS, EN)).toMatchObject([{ value: 25, unit: 'cm' }])
  })
})

describe('a book with a multiple-choice question', () => {
  const rows = (answer: string, ...options: string[]): Rows => [
    { text: 'Problems', font: 'B', size: 14 },
    { text: '1. How far from the lens does the picture of the candle stand?', down: 26 },
    ...options,
    { text: '2. Find the work that the force does on the wedge in all.', down: 26 },
    { text: 'Solutions', font: 'B', size: 14, down: 40 },
    { text: `1. ${answer}`, down: 26 },
    { text: '2. The work is 12 J.', down: 26 },
  ]
  const doubts = async (answer: string, ...options: string[]) => {
    const { items } = await linkBook(typeset(rows(answer, ...options)))
    const [first] = items
    if (!first) throw new Error('The book has problems.')
    return { options: first.question.options?.length, codes: doubtsAbout(first).map(({ code }) => code) }
  }

  it('gives an item with its options that the checks of a release have nothing against', async () => {
    expect(await doubts('B. 25 cm', 'A. 20 cm', 'B. 25 cm', 'C. 30 cm')).toEqual({ options: 3, codes: [] })
  })

  it('is told when the answer is none of the options, or an option is missing', async () => {
    expect(await doubts('E. 35 cm', 'A. 20 cm', 'B. 25 cm', 'C. 30 cm')).toEqual({ options: 3, codes: ['answer-not-an-option'] })
    expect(await doubts('B. 25 cm', 'A. 20 cm', 'B. 25 cm', 'D. 30 cm')).toEqual({ options: 3, codes: ['options-wrong'] })
  })
})
