import { pagesFromAdobe } from '../../pipeline/adobe/pages.ts'
import type { Pool } from '../../pipeline/pool.ts'
import type { EngineRequest, ReadText, TextEngine } from '../../pipeline/text-engine.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { Problem } from '../../schemas/problem.ts'
import { adobeCredentials, extractWithAdobe } from './adobe.ts'
import type { Clock } from './clock.ts'

/** Raise when the same package gives other pages. */
const VERSION = 1

export interface AdobeEngineOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where packages are kept: they cost money, so not in the store that may be deleted. */
  readonly folder: string
  readonly pool: Pool
  readonly clock: Clock
  /** Document transactions that the run may use; no limit when left out. */
  readonly transactions?: number | undefined
}

export interface AdobeEngine extends TextEngine {
  /** Document transactions that have been used so far; pages that were kept use none. */
  transactions(): number
}

/** Adobe's PDF Extract API as an engine of the pipeline. Credentials are looked for when a page is sent, so kept pages need none. */
export function adobeEngine({ environment, folder, pool, clock, transactions: most }: AdobeEngineOptions): AdobeEngine {
  let used = 0
  return {
    name: 'adobe',
    version: VERSION,
    transactions: () => used,
    async open({ document, file, pages, signal }: EngineRequest): Promise<ReadText> {
      const { data, transactions } = await extractWithAdobe({
        ...adobeCredentials(environment),
        folder,
        cut: (from, to) => pool.run('cutOut', { file, from, to }, signal),
        pages,
        document,
        allowed: most === undefined ? undefined : most - used,
        clock,
        signal,
      })
      used += transactions
      const read = pagesFromAdobe(data)
      return (own, note) => {
        if (own.turned !== undefined) note(local(own, 'lies on its side'))
        const page = own.turned === undefined ? read(own.page, own, note) : undefined
        if (!page && own.turned === undefined) note(local(own, 'is not in what Adobe sent'))
        return page ?? own
      }
    },
  }
}

const local = ({ page }: PageLayout, why: string): Problem => ({
  code: 'page-unreadable',
  severity: 'notice',
  message: `The page ${why}, so the local engine has read it.`,
  hint: 'Compare its items with the page.',
  place: { page },
})
