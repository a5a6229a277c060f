import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ModelUsage } from '../../schemas/model.ts'
import { CACHE_SECONDS } from './tokens.ts'

const Rate = z.strictObject({ input: z.number().min(0), output: z.number().min(0), cached: z.number().min(0).optional() })

/** US dollars for a million tokens. */
const Price = Rate.extend({
  storage: z.number().min(0).optional().describe('US dollars for a million tokens that are kept in an explicit cache for an hour'),
  above: Rate.extend({ inputTokens: z.int().min(1) })
    .optional()
    .describe('for requests with more input than this'),
})
export type Price = z.infer<typeof Price>

export const PriceTable = z.strictObject({
  date: z.iso.date().describe('when the prices were looked up'),
  unit: z.string(),
  batch: z.number().min(0).max(1).describe('what a batched call costs of the usual price'),
  adobe: z.strictObject({
    date: z.iso.date().describe('when it was looked up'),
    source: z.string(),
    pages: z.int().min(1).describe('pages that one document transaction of PDF Extract covers'),
    transaction: z.number().min(0).nullable().describe('US dollars for a document transaction; null when it is not known'),
  }),
  models: z.record(z.string(), Price),
})
export type PriceTable = z.infer<typeof PriceTable>

const TOKENS = 1_000_000

/** The built-in price table with the curator's own prices above it. */
export async function loadPrices(own: Readonly<Record<string, Price>> = {}): Promise<PriceTable> {
  const table = PriceTable.parse(JSON.parse(await readFile(new URL('./prices.json', import.meta.url), 'utf8')))
  return { ...table, models: { ...table.models, ...own } }
}

/** A dated, numbered or preview name costs what its model does: "gemini-2.5-flash-preview-09-2025". Undefined when nothing is known. */
export function priceOf(model: string, table: PriceTable): Price | undefined {
  const bare = model.replace(/^(?:publishers\/google\/)?models\//, '')
  const name = bare.replace(/-(?:preview|exp|latest|\d{2,3})(?:-.*)?$/, '')
  return table.models[bare] ?? table.models[name]
}

/** US dollars of a call. Cached input is part of the input; what is put into a cache is paid once more, and kept for all of its time. */
export function costOf({ inputTokens, cachedTokens, cacheWriteTokens, outputTokens }: ModelUsage, price: Price): number {
  const { input, output, cached = input } = price.above && inputTokens > price.above.inputTokens ? price.above : price
  const kept = cacheWriteTokens * (price.storage ?? 0) * (CACHE_SECONDS / 3600)
  return ((inputTokens - cachedTokens + cacheWriteTokens) * input + kept + cachedTokens * cached + outputTokens * output) / TOKENS
}
