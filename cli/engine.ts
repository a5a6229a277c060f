import { join } from 'node:path'
import { documentIdOf } from '../corpus/documents.ts'
import type { Pool } from '../pipeline/pool.ts'
import { type DocumentJob, type DocumentResult, runDocuments } from '../pipeline/run.ts'
import { stages } from '../pipeline/stages.ts'
import type { LayoutEngine } from '../schemas/workspace.ts'
import type { ExtractionSettings } from './extraction.ts'
import type { AdobeEngine } from './models/adobe-engine.ts'
import { dollars } from './models/ledger.ts'
import { loadPrices } from './models/prices.ts'
import { keepRunRecord } from './models/run-record.ts'
import { type AdobeAccount, type AdobeAccounts, spoken } from './models/transactions.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from './session.ts'

/** Which engine reads text, and what it may cost. */
export interface EngineChoice {
  readonly name: LayoutEngine
  readonly transactions?: number | undefined
  /** US dollars. */
  readonly budget?: number | undefined
  readonly dryRun?: boolean | undefined
  /** US dollars for a document transaction, from engvqa.yaml. */
  readonly price?: number | undefined
}

/**
 * The engine that reads text in place of the local one; undefined for that. What it sends is kept in `folder`, which is not to be deleted.
 * Throws ProblemError when a budget cannot be kept.
 */
export async function engineOf(session: Session, folder: string, pool: Pool, choice: EngineChoice): Promise<AdobeEngine | undefined> {
  if (choice.name === 'local') return undefined
  const [{ adobeEngine }, { systemClock }, { adobe }] = await Promise.all([
    import('./models/adobe-engine.ts'),
    import('./models/clock.ts'),
    loadPrices(),
  ])
  return adobeEngine({
    environment: session.env,
    folder: join(folder, '.engvqa', 'models', 'adobe'),
    pool,
    clock: systemClock,
    transactions: choice.transactions,
    budget: choice.budget,
    dryRun: choice.dryRun ?? false,
    price: choice.price ?? adobe.transaction,
    pagesPerTransaction: adobe.pages,
  })
}

/** The engine for commands that look at what was extracted: it gives pages that are kept, and pays for none. */
export const engineOfKept = (session: Session, folder: string, pool: Pool, name: LayoutEngine): Promise<AdobeEngine | undefined> =>
  engineOf(session, folder, pool, { name, transactions: 0 })

/** What an engine has cost, in one line; nothing where none was paid. */
export function engineLine(engine: AdobeEngine | undefined): string[] {
  const total = engine?.accounts().total
  return total && total.transactions > 0 ? [`${spoken(total)}.`] : []
}

/** Keeps in the record of runs what an engine was paid for each document and item. */
export async function keepEngineRecord(
  folder: string,
  engine: AdobeEngine | undefined,
  jobs: readonly DocumentJob[],
  results: readonly DocumentResult[],
): Promise<void> {
  if (!engine) return
  const accounts = engine.accounts()
  const byItem = Object.fromEntries(results.flatMap((result) => shares(result, jobs, accounts)))
  await keepRunRecord(folder, { adobe: { ...accounts, byItem } })
}

/** What each item of a document cost: the pages of the document and of its solution manual, shared evenly. */
function shares(
  { document, items }: DocumentResult,
  jobs: readonly DocumentJob[],
  { byDocument }: AdobeAccounts,
): [string, AdobeAccount][] {
  const manual = jobs.find(({ id }) => id === document)?.solutions
  const paid = [byDocument[document], manual === undefined ? undefined : byDocument[documentIdOf(manual)]].filter(
    (account) => account !== undefined,
  )
  if (paid.length === 0) return []
  const transactions = paid.reduce((sum, account) => sum + account.transactions, 0) / items.length
  const cost = paid.some((account) => account.cost === null)
    ? null
    : paid.reduce((sum, account) => sum + (account.cost ?? 0), 0) / items.length
  return items.map(({ id }) => [id, { transactions, cost }])
}

/** Says what having documents read would cost; nothing is sent, and nothing but pages that the local engine reads is kept. */
export async function priceDocuments(
  session: Session,
  jobs: readonly DocumentJob[],
  { engine, ...settings }: ExtractionSettings & { readonly engine: AdobeEngine | undefined },
): Promise<ExitCode> {
  if (!engine) {
    show(session, 'Dry run: the local engine sends nothing and costs nothing.', {
      estimate: { total: { transactions: 0, cost: 0 }, byDocument: {} },
    })
    return 0
  }
  const upTo = stages.stages.findIndex(({ adds }) => adds === 'layout') + 1
  const results = await runDocuments(jobs, { chain: { stages: stages.stages.slice(0, upTo) }, ...settings, engine, signal: session.signal })
  const problems = results.flatMap((result) => result.problems.filter(({ code }) => code !== 'budget-reached')) // which says that it was not sent
  tell(session, problems, 'the JSON that --json prints')
  const estimate = engine.accounts()
  const { transactions, cost } = estimate.total
  const price = cost === null ? 'at a price that is not known (set extraction.adobeTransaction in engvqa.yaml)' : `for ${dollars(cost)}`
  show(session, `Dry run: ${transactions} document transactions of Adobe PDF Services would be used, ${price}.`, { estimate, problems })
  return exitCodeOf(problems)
}
