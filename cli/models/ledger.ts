import type { ModelCall, ModelUsage } from '../../schemas/model.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { costOf, type Price, type PriceTable, priceOf } from './prices.ts'
import { estimateInput, mostCacheWrites, mostOutput } from './tokens.ts'

/** Calls, tokens and money of one thing. */
export interface Account {
  readonly calls: number
  /** Answers that came from the store and cost nothing. */
  readonly stored: number
  readonly inputTokens: number
  readonly cachedTokens: number
  /** Put into explicit caches; not in `inputTokens`. */
  readonly cacheWriteTokens: number
  readonly outputTokens: number
  /** US dollars. */
  readonly cost: number
}

export interface Accounts {
  readonly total: Account
  readonly byModel: Readonly<Record<string, Account>>
  readonly byPurpose: Readonly<Record<string, Account>>
  readonly byDocument: Readonly<Record<string, Account>>
  readonly byItem: Readonly<Record<string, Account>>
  /** Calls whose cost is a guess: the server did not count (the most it can be is booked), or no price is known (nothing is). */
  readonly unpriced: number
  /** Date of the price table. */
  readonly pricesOf: string
}

const EMPTY: Account = { calls: 0, stored: 0, inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0, cost: 0 }

export interface LedgerOptions {
  readonly prices: PriceTable
  /** US dollars that this run may cost. */
  readonly budget?: number | undefined
  /** Models without a price cost nothing: the server is one's own. */
  readonly free?: boolean
  /** What a call costs of the usual price, for batches; 1 when absent. */
  readonly discount?: number
}

/** Money set aside for a call on its way; `settle` books what it really took, `release` gives it back. */
export interface Reservation {
  settle(usage: ModelUsage | null): void
  release(): void
}

/**
 * Keeps the books of a run. With a budget, a call is sent only if what it can cost at most still fits: the estimate of its input and all
 * the output it may give. So the budget is not passed, whatever is in flight.
 */
export function ledger({ prices, budget, free = false, discount = 1 }: LedgerOptions) {
  const books = {
    total: new Map<string, Account>(),
    byModel: new Map<string, Account>(),
    byPurpose: new Map<string, Account>(),
    byDocument: new Map<string, Account>(),
    byItem: new Map<string, Account>(),
  }
  let reserved = 0
  let unpriced = 0
  const price = (model: string): Price | undefined => priceOf(model, prices) ?? (free ? { input: 0, output: 0 } : undefined)
  const total = (): Account => books.total.get('') ?? EMPTY

  const book = (call: ModelCall, entry: Partial<Account>): void => {
    add(books.total, '', entry)
    add(books.byModel, call.model, entry)
    if (call.purpose !== undefined) add(books.byPurpose, call.purpose, entry)
    if (call.about?.document !== undefined) add(books.byDocument, call.about.document, entry)
    if (call.about?.item !== undefined) add(books.byItem, call.about.item, entry)
  }
  /** US dollars that a call can cost at most. */
  const atMost = (call: ModelCall, rate: Price | undefined): number =>
    rate
      ? discount *
        costOf(
          { inputTokens: estimateInput(call), cachedTokens: 0, cacheWriteTokens: mostCacheWrites(call), outputTokens: mostOutput(call) },
          rate,
        )
      : 0

  /** A server that does not count is taken to have given all that it might: better to stop early than to pass the budget. */
  const paid = (call: ModelCall, usage: ModelUsage | null): void => {
    const rate = price(call.model)
    if (!usage || !rate) unpriced++
    const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = usage ?? {}
    const cost = usage ? (rate ? discount * costOf(usage, rate) : 0) : atMost(call, rate)
    book(call, { calls: 1, inputTokens, cachedTokens, cacheWriteTokens, outputTokens, cost })
  }
  return {
    /** Sets money aside. Throws ProblemError `budget-reached`, or `model-unavailable` when a budget is set and no price is known. */
    reserve(call: ModelCall): Reservation {
      const rate = price(call.model)
      if (budget !== undefined && !rate) throw noPrice(call.model)
      const most = atMost(call, rate)
      if (budget !== undefined && total().cost + reserved + most > budget) throw budgetReached(budget, total().cost, most, call)
      reserved += most
      let open = true
      const close = (): void => {
        if (open) reserved -= most
        open = false
      }
      return {
        release: close,
        settle(usage) {
          close()
          paid(call, usage)
        },
      }
    },
    /** Books a call that is already paid, whatever the budget says. */
    paid,
    /** Books an answer that came from the store. */
    stored: (call: ModelCall): void => book(call, { stored: 1 }),
    accounts(): Accounts {
      const { byModel, byPurpose, byDocument, byItem } = books
      return {
        total: total(),
        byModel: Object.fromEntries(byModel),
        byPurpose: Object.fromEntries(byPurpose),
        byDocument: Object.fromEntries(byDocument),
        byItem: Object.fromEntries(byItem),
        unpriced,
        pricesOf: prices.date,
      }
    },
  }
}
export type Ledger = ReturnType<typeof ledger>

function add(book: Map<string, Account>, name: string, entry: Partial<Account>): void {
  const before = book.get(name) ?? EMPTY
  book.set(name, {
    calls: before.calls + (entry.calls ?? 0),
    stored: before.stored + (entry.stored ?? 0),
    inputTokens: before.inputTokens + (entry.inputTokens ?? 0),
    cachedTokens: before.cachedTokens + (entry.cachedTokens ?? 0),
    cacheWriteTokens: before.cacheWriteTokens + (entry.cacheWriteTokens ?? 0),
    outputTokens: before.outputTokens + (entry.outputTokens ?? 0),
    cost: before.cost + (entry.cost ?? 0),
  })
}

/** US dollars for people. */
export const dollars = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`

const budgetReached = (budget: number, spent: number, most: number, { about }: ModelCall): ProblemError =>
  new ProblemError({
    code: 'budget-reached',
    message: `The next call could cost up to ${dollars(most)}, which with the ${dollars(spent)} spent and what is on its way would pass the budget of ${dollars(budget)}.`,
    hint: 'Run the same command again with a larger --budget: what has been answered is kept and not paid again.',
    place: { ...about },
  })

const noPrice = (model: string): ProblemError =>
  new ProblemError({
    code: 'model-unavailable',
    message: `No price is known for ${model}, so the budget cannot be kept.`,
    hint: 'Add it under models.prices in engvqa.yaml, or leave out --budget.',
    place: {},
  })
