import { describe, expect, it } from 'vitest'
import type { LineFact } from '../../../pipeline/segment/facts.ts'
import { toPatterns } from '../../../pipeline/segment/language/patterns.ts'
import { findParts } from '../../../pipeline/segment/parts.ts'

const chinese = toPatterns('zh')

describe('Chinese problems', () => {
  it('are numbered without white before their text', () => {
    const label = (text: string): string | undefined => chinese.label.exec(text)?.[5]
    expect(['3-1某水库大坝宽 40 m', '习题 3-2 求流量', '5.试计算密度'].map(label)).toEqual(['3-1', '3-2', '5'])
    expect('3kg of water'.match(chinese.label)).toBeNull()
  })

  it('ask without white around their words', () => {
    expect(chinese.asks.test('某水库大坝宽 40 m.求作用在坝面上的总压力')).toBe(true)
    expect(chinese.asks.test('水的密度是 998.')).toBe(false)
  })

  it('are told from their answers by the heading', () => {
    expect([chinese.problemsHeading.test('第三章习题'), chinese.solutionsHeading.exec('习题答案')?.index]).toEqual([true, 0])
  })

  it('have parts in brackets within a sentence', () => {
    const text = '出口直径为 40 mm.(1)求流速;(2)若水位下降,需要多长时间?见式(3)的说明.'
    const offsets = Uint16Array.from({ length: text.length }, (_, at) => at)
    const fact = { page: 1, line: 0, text, offsets, settings: [], size: 10, inTable: false } as unknown as LineFact // all that is looked at
    const parts = findParts([{ page: 1, line: 0, from: 0, to: text.length }], () => fact, chinese)
    expect(parts.map(({ label }) => label)).toEqual(['1', '2'])
  })
})
