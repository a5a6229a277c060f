import { ProblemError } from '../../schemas/problem.ts'
import { dollars } from './ledger.ts'

/** What Adobe was paid for one thing. */
export interface AdobeAccount {
  readonly transactions: number
  /** US dollars; null when the price of a document transaction is not known. */
  readonly cost: number | null
}

export interface AdobeAccounts {
  readonly total: AdobeAccount
  readonly byDocument: Readonly<Record<string, AdobeAccount>>
}

export interface TransactionLimits {
  /** Document transactions that the run may use; no limit when left out. */
  readonly transactions?: number | undefined
  /** US dollars that the run may cost; no limit when left out. */
  readonly budget?: number | undefined
  /** US dollars for a document transaction; null when it is not known. */
  readonly price: number | null
}

/** Dollars are sums of decimal fractions: three times 0.05 must fit into 0.15. */
const ROUNDING = 1e-9

/**
 * Keeps the books of Adobe's document transactions. They are set aside before anything is sent, by all documents of a run from one purse, so
 * that no limit is passed. Throws ProblemError `model-unavailable` when a budget is set and no price is known.
 */
export function transactionBooks({ transactions = Number.POSITIVE_INFINITY, budget, price }: TransactionLimits) {
  if (budget !== undefined && price === null) throw noPrice()
  const affordable = budget === undefined || !price ? Number.POSITIVE_INFINITY : Math.floor(budget / price + ROUNDING)
  const most = Math.min(transactions, affordable)
  const used = new Map<string, number>()
  let reserved = 0
  const total = (): number => [...used.values()].reduce((sum, count) => sum + count, 0)
  const account = (count: number): AdobeAccount => ({ transactions: count, cost: price === null ? null : count * price })
  return {
    /** Sets transactions aside for a document. Throws ProblemError `budget-reached` when there are not so many left. */
    reserve(count: number, document: string): void {
      const left = most - total() - reserved
      if (count > left) throw budgetReached(document, account(count), account(left))
      reserved += count
    },
    /** Gives back what was set aside and not used. */
    release(count: number): void {
      reserved -= count
    },
    /** Books what was set aside as used. */
    paid(count: number, document: string): void {
      reserved -= count
      used.set(document, (used.get(document) ?? 0) + count)
    },
    accounts: (): AdobeAccounts => ({
      total: account(total()),
      byDocument: Object.fromEntries([...used].map(([document, count]) => [document, account(count)])),
    }),
  }
}
export type TransactionBooks = ReturnType<typeof transactionBooks>

/** "12 document transactions of Adobe PDF Services, $0.60" */
export const spoken = ({ transactions, cost }: AdobeAccount): string =>
  `${transactions} document transaction${transactions === 1 ? '' : 's'} of Adobe PDF Services${cost === null ? '' : `, ${dollars(cost)}`}`

const budgetReached = (document: string, needed: AdobeAccount, left: AdobeAccount): ProblemError =>
  new ProblemError({
    code: 'budget-reached',
    message: `The pages that are not kept yet would use ${spoken(needed)}; ${left.transactions} are left to this run. Nothing was sent.`,
    hint: 'Have them read by `engvqa extract`, with a larger --budget or --transactions if it has one: what was read before is kept and not paid again.',
    place: { document, stage: 'layout' },
  })

const noPrice = (): ProblemError =>
  new ProblemError({
    code: 'model-unavailable',
    message: 'The price of a document transaction of Adobe PDF Services is not known, so the budget cannot be kept.',
    hint: 'Set extraction.adobeTransaction in engvqa.yaml to the price in your contract, or limit the run with --transactions.',
    place: {},
  })
