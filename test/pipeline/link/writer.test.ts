import { describe, expect, it } from 'vitest'
import { Vocabulary } from '../../../pipeline/link/words.ts'
import { Writer } from '../../../pipeline/link/writer.ts'

const written = (...lines: readonly string[]): string => {
  const writer = new Writer(new Vocabulary(), false)
  for (const line of lines) writer.line(line)
  return writer.toString()
}

describe('lines of a paragraph', () => {
  it('are joined without white where the script has none between words', () => {
    expect(written('油膜厚度为 0.2 mm，接', '触面积为', '0.06。', '求速度。')).toBe('油膜厚度为 0.2 mm，接触面积为 0.06。求速度。')
  })

  it('are joined with white elsewhere', () => {
    expect(written('the film of oil', 'is thin')).toBe('the film of oil is thin')
  })
})
