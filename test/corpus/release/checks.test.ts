import { describe, expect, it } from 'vitest'
import { doubtsAbout } from '../../../corpus/release/checks.ts'
import type { Answer, Item } from '../../../schemas/item.ts'
import { diagram, item } from './sample.ts'

const answer = (part: string | null, text = '12 kPa'): Answer => ({ part, quantity: null, value: null, unit: null, text, sure: true })
const solved = (...answers: Answer[]): Item['solution'] => ({ text: 'So it is.', pages: [2], spans: [], files: [], answers })
const asked = (question: Partial<Item['question']>, solution: Item['solution']): Item =>
  item('1', { question: { text: 'What is it?', parts: [], spans: [], ...question }, solution })
const parts = (...labels: string[]) => labels.map((label) => ({ label, text: '' }))
const options = (...labels: string[]) => labels.map((label) => ({ label, text: `choice ${label}` }))
const codes = (one: Item) => doubtsAbout(one).map(({ code }) => code)

describe('doubtsAbout', () => {
  it('has nothing against a whole item', () => {
    expect(doubtsAbout(item('1'))).toEqual([])
    expect(codes(asked({ parts: parts('a', 'b') }, solved(answer('a'), answer('b'))))).toEqual([])
    expect(codes(asked({ options: options('A', 'B', 'C') }, solved(answer(null, '(B)'))))).toEqual([])
    expect(codes(asked({ options: options('1', '2') }, solved(answer(null, 'choice 2'))))).toEqual([])
    expect(codes(asked({ options: options('A', 'B') }, solved(answer(null, 'B. $choice$ B'))))).toEqual([])
  })

  it('misses a solution, and answers in one', () => {
    expect(codes(item('1', { solution: null }))).toEqual(['solution-missing'])
    expect(codes(asked({}, solved()))).toEqual(['answers-missing'])
  })

  it('finds a part without answer and an answer without part, and counts nested parts', () => {
    expect(codes(asked({ parts: parts('a', 'b') }, solved(answer('a'))))).toEqual(['part-unanswered'])
    expect(codes(asked({ parts: parts('a') }, solved(answer('a'), answer('c'))))).toEqual(['part-unanswered'])
    expect(codes(asked({ parts: parts('a', 'a.i', 'a.ii') }, solved(answer('a.i'), answer('a.ii'))))).toEqual([])
  })

  it('finds options that are too few, leave one out or come twice', () => {
    expect(codes(asked({ options: options('A') }, solved(answer(null, 'A'))))).toEqual(['options-wrong'])
    expect(codes(asked({ options: options('A', 'B', 'D') }, solved(answer(null, 'A'))))).toEqual(['options-wrong'])
    expect(codes(asked({ options: options('A', 'A', 'B') }, solved(answer(null, 'A'))))).toEqual(['options-wrong'])
  })

  it('finds an answer that is none of the options', () => {
    expect(codes(asked({ options: options('A', 'B') }, solved(answer(null, 'E'))))).toEqual(['answer-not-an-option'])
  })

  it('finds one diagram that is there twice', () => {
    const one = diagram({ file: `images/${'a'.repeat(64)}.png`, sha256: 'a'.repeat(64), width: 1, height: 1 })
    expect(codes(item('1', { diagrams: [one, one] }))).toEqual(['duplicate-item'])
    expect(codes(item('1', { diagrams: [one, { ...one, page: 2 }] }))).toEqual([])
  })
})
