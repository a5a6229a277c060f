import { describe, expect, it } from 'vitest'
import { agreement } from '../../topics/measure.ts'
import { discardRates, topicStatistics } from '../../topics/statistics.ts'
import { anItem } from './an-item.ts'

const topic = (id: string, by = 'm-1') => ({ id, name: id, by })

describe('topicStatistics', () => {
  it('gives questions and topics per question by subject', () => {
    const items = [
      anItem('a', '', { topics: [topic('x'), topic('y')] }),
      anItem('b', ''),
      anItem('c', '', { subject: 'dynamics', topics: [topic('x')] }),
    ]
    expect(topicStatistics(items)).toEqual([
      { subject: 'dynamics', questions: 1, withoutTopics: 0, topicsPerQuestion: 1, topicsUsed: 1 },
      { subject: 'fluid-mechanics', questions: 2, withoutTopics: 1, topicsPerQuestion: 1, topicsUsed: 2 },
    ])
    expect(topicStatistics([])).toEqual([])
  })
})

describe('discardRates', () => {
  it('is the share of a model’s labels that were not in the list', () => {
    const items = [anItem('a', '', { topics: [topic('x'), topic('y'), topic('z', 'embedded')] })]
    const discarded = [{ item: 'a', label: 'q', by: 'm-1', nearest: 'x', ratio: 0.2 }]
    expect(discardRates(items, discarded)).toEqual([{ by: 'm-1', kept: 2, discarded: 1, rate: 1 / 3 }])
    expect(discardRates(items, [])).toEqual([])
  })
})

describe('agreement', () => {
  it('counts what is right, extra and missed over all questions', () => {
    const { right, extra, missed, precision, recall } = agreement([
      { assigned: ['a', 'b', 'b'], labelled: ['a', 'c'] },
      { assigned: [], labelled: ['a'] },
    ])
    expect({ right, extra, missed, precision, recall }).toEqual({ right: 1, extra: 1, missed: 2, precision: 0.5, recall: 1 / 3 })
  })

  it('does not divide by nothing', () => {
    expect(agreement([])).toMatchObject({ precision: 1, recall: 1, f1: 1, assignedPerQuestion: 0 })
    expect(agreement([{ assigned: ['a'], labelled: ['b'] }]).f1).toBe(0)
  })
})
