import { pagesFromAdobe } from '../../pipeline/adobe/pages.ts'
import type { Pool } from '../../pipeline/pool.ts'
import type { EngineRequest, ReadText, TextEngine } from '../../pipeline/text-engine.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { type AdobeOptions, extractWithAdobe, transactionsNeeded } from './adobe.ts'
import { adobeCredentials } from './adobe-sdk.ts'
import type { Clock } from './clock.ts'
import { type AdobeAccounts, type TransactionLimits, transactionBooks } from './transactions.ts'

/** Raise when the same package gives other pages. */
const VERSION = 1

export interface AdobeEngineOptions extends TransactionLimits {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where packages are kept: they cost money, so not in the store that may be deleted. */
  readonly folder: string
  readonly pool: Pool
  readonly clock: Clock
  readonly pagesPerTransaction: number
  /** Send nothing, and count what would be paid. */
  readonly dryRun?: boolean
}

export interface AdobeEngine extends TextEngine {
  /** What has been paid so far, or would be; pages that were kept cost nothing. */
  accounts(): AdobeAccounts
}

/**
 * Adobe's PDF Extract API as an engine of the pipeline. Credentials are looked for when a page is sent, so kept pages need none. Throws
 * ProblemError when a budget cannot be kept.
 */
export function adobeEngine(options: AdobeEngineOptions): AdobeEngine {
  const { environment, folder, pool, clock, pagesPerTransaction, dryRun = false } = options
  const books = transactionBooks(dryRun ? { price: options.price } : options)

  const requestOf = ({ document, file, pages, signal }: EngineRequest): AdobeOptions => ({
    credentials: () => adobeCredentials(environment),
    folder,
    cut: (from, to) => pool.run('cutOut', { file, from, to }, signal),
    pages,
    document,
    pagesPerTransaction,
    books,
    clock,
    signal,
  })
  return {
    name: 'adobe',
    version: VERSION,
    accounts: books.accounts,
    async open(asked: EngineRequest): Promise<ReadText> {
      const request = requestOf(asked)
      if (dryRun) {
        const count = await transactionsNeeded(request)
        books.reserve(count, asked.document)
        books.paid(count, asked.document)
        throw notSent(asked.document)
      }
      const read = pagesFromAdobe(await extractWithAdobe(request))
      return (own, note) => {
        if (own.turned !== undefined) note(local(own, 'lies on its side'))
        const page = own.turned === undefined ? read(own.page, own, note) : undefined
        if (!page && own.turned === undefined) note(local(own, 'is not in what Adobe sent'))
        return page ?? own
      }
    },
  }
}

const notSent = (document: string): ProblemError =>
  new ProblemError({
    code: 'budget-reached',
    message: 'Not sent: this is a dry run.',
    hint: 'Leave out --dry-run to have the pages read.',
    place: { document, stage: 'layout' },
  })

const local = ({ page }: PageLayout, why: string): Problem => ({
  code: 'page-unreadable',
  severity: 'notice',
  message: `The page ${why}, so the local engine has read it.`,
  hint: 'Compare its items with the page.',
  place: { page },
})
