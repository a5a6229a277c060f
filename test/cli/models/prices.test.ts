import { describe, expect, it } from 'vitest'
import { costOf, loadPrices, priceOf } from '../../../cli/models/prices.ts'
import { estimateInput } from '../../../cli/models/tokens.ts'

const usage = { inputTokens: 1_000_000, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1_000_000 }

describe('prices', () => {
  it('have a date, and know the models that are asked by default', async () => {
    const table = await loadPrices()
    expect(table.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const model of [
      'gemini-2.5-flash',
      'gemini-3.1-flash-lite',
      'models/gemini-2.5-flash',
      'gemini-3.1-flash-lite-preview',
      'gemini-2.5-flash-preview-09-2025',
      'gemini-2.5-flash-001',
    ]) {
      expect(priceOf(model, table), model).toBeDefined()
    }
    expect(priceOf('gemini-2.5-flash-lite', table)).not.toEqual(priceOf('gemini-2.5-flash', table))
    expect(priceOf('gemini-9', table)).toBeUndefined()
  })

  it('give way to the curator’s own', async () => {
    const table = await loadPrices({ 'gemini-2.5-flash': { input: 1, output: 1 } })
    expect(priceOf('gemini-2.5-flash', table)).toEqual({ input: 1, output: 1 })
  })

  it('are by the million, cached input apart, dearer above a length', () => {
    const price = { input: 1, output: 10, cached: 0.25, above: { inputTokens: 2_000_000, input: 2, output: 20 } }
    expect(costOf(usage, price)).toBe(11)
    expect(costOf({ ...usage, cachedTokens: 1_000_000 }, price)).toBe(10.25)
    expect(costOf({ ...usage, inputTokens: 3_000_000 }, price)).toBe(26)
    expect(costOf({ ...usage, inputTokens: 3_000_000, cachedTokens: 1_000_000 }, price)).toBe(26)
  })
})

describe('estimateInput', () => {
  /** The first bytes of a PNG of a size; the rest is never read. */
  const png = (width: number, height: number) => {
    const head = Buffer.alloc(24)
    head.write('\x89PNG\r\n\x1a\n', 'latin1')
    head.write('IHDR', 12, 'latin1')
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(height, 20)
    return { mime: 'image/png', base64: head.toString('base64') }
  }
  const of = (...images: { mime: string; base64: string }[]): number => estimateInput({ model: 'm', prompt: '', images })

  it('counts characters upwards and pictures by their tiles', () => {
    expect(estimateInput({ model: 'm', prompt: 'abcd', system: 'ef', shared: { text: 'g' } })).toBe(3)
    expect(of(png(300, 200))).toBe(258)
    expect(of(png(950, 458))).toBe(2 * 258)
    expect(of(png(1600, 1600), png(10, 10))).toBe(10 * 258)
  })

  it('assumes a page where the size cannot be read', () => {
    expect(of({ mime: 'image/jpeg', base64: 'AAAA' })).toBe(6 * 258)
  })
})
