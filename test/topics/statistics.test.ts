import { describe, expect, it } from 'vitest'
import { agreement } from '../../topics/measure.ts'
import { discardRates, topicStatistics, withRecords } from '../../topics/statistics.ts'
import { anItem } from '../an-item.ts'

const topic = (id: string, by = 'm-1') => ({ id, name: id, by })

describe('topicStatistics', () => {
  it('gives questions and topics per question by subject', () => {
    const items = [
      anItem('', { id: 'a', subject: 'fluid-mechanics', topics: [topic('x'), topic('y')] }),
      anItem('', { id: 'b', subject: 'fluid-mechanics' }),
      anItem('', { id: 'c', topics: [topic('x')] }),
    ]
    expect(topicStatistics(items)).toEqual([
      { subject: 'dynamics', questions: 1, withoutTopics: 0, topicsPerQuestion: 1, topicsUsed: 1 },
      { subject: 'fluid-mechanics', questions: 2, withoutTopics: 1, topicsPerQuestion: 1, topicsUsed: 2 },
    ])
    expect(topicStatistics([])).toEqual([])
  })
})

describe('discardRates', () => {
  const label = (item: string, name: string) => ({ item, label: name, by: 'm-1', nearest: 'x', ratio: 0.2 })
  const records = [
    { item: 'a', by: 'm-1', kept: 2, discarded: [label('a', 'q')] },
    { item: 'b', by: 'm-1', kept: 1, discarded: [] },
    { item: 'b', by: 'm-0', kept: 0, discarded: [] },
  ]

  it('is the share of a model’s labels that were not in the list', () => {
    expect(discardRates(records)).toEqual([
      { by: 'm-0', items: 1, kept: 0, discarded: 0, rate: null },
      { by: 'm-1', items: 2, kept: 3, discarded: 1, rate: 1 / 4 },
    ])
    expect(discardRates([])).toEqual([])
  })

  it('counts the last answer of a model about an item, and every model', () => {
    const again = [{ item: 'a', by: 'm-1', kept: 5, discarded: [] }]
    expect(withRecords(records, again)).toEqual([again[0], records[2], records[1]])
    expect(withRecords(again, [])).toEqual(again)
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
