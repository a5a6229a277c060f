import type { AskModel, ModelCall } from '../../schemas/model.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { type AnswerStore, keyOf } from './answers.ts'
import { costOf, type PriceTable, priceOf } from './prices.ts'
import type { Provider } from './provider.ts'
import { estimateInput, mostOutput } from './tokens.ts'

/** What a run would ask and cost, before anything is sent. */
export interface Estimate {
  /** Calls that would be sent. */
  readonly calls: number
  /** Calls that the store answers. */
  readonly stored: number
  readonly inputTokens: number
  /** All the output that the calls may give; real answers are mostly far shorter. */
  readonly outputTokensAtMost: number
  /** US dollars; null when a model's price is not known. */
  readonly costAtMost: number | null
  readonly pricesOf: string
  readonly models: readonly string[]
}

const notSent = ({ about }: ModelCall): ProblemError =>
  new ProblemError({
    code: 'model-failed',
    severity: 'notice',
    message: 'Not sent: this is a dry run.',
    hint: 'Leave out --dry-run to ask.',
    place: { ...about },
  })

/**
 * An `ask` that sends nothing and counts: run the command with it, then read the estimate. Calls that depend on the answers of others
 * are not seen, so a run in several rounds (a synthesis in parts) costs more than the estimate of its first round.
 */
export function dryRun(options: {
  provider: (model: string) => Pick<Provider, 'name'>
  answers: AnswerStore
  prices: PriceTable
  free?: boolean
  batch?: boolean
}): {
  readonly ask: AskModel
  estimate(): Estimate
} {
  const { provider, answers, prices, free = false, batch = false } = options
  const calls = new Map<string, ModelCall>()
  let stored = 0
  return {
    async ask(call) {
      const key = keyOf(call, provider(call.model).name)
      const known = await answers.get(key)
      if (known?.outcome === 'fits') {
        stored++
        return known.text
      }
      calls.set(key, call)
      throw notSent(call)
    },
    estimate() {
      const costs = [...calls.values()].map((call) => {
        const price = priceOf(call.model, prices) ?? (free ? { input: 0, output: 0 } : undefined)
        const usage = { inputTokens: estimateInput(call), cachedTokens: 0, cacheWriteTokens: 0, outputTokens: mostOutput(call) }
        return { usage, cost: price ? costOf(usage, price) * (batch ? prices.batch : 1) : null }
      })
      return {
        calls: calls.size,
        stored,
        inputTokens: costs.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
        outputTokensAtMost: costs.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
        costAtMost: costs.reduce((sum: number | null, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
        pricesOf: prices.date,
        models: [...new Set([...calls.values()].map(({ model }) => model))],
      }
    },
  }
}
