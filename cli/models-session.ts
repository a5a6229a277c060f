import { join } from 'node:path'
import type { Command } from 'commander'
import type { AskModel, AskModelFully, ModelSettings } from '../schemas/model.ts'
import { type Connection, type ConnectOptions, connect, connectBatch } from './models/connect.ts'
import { dollars } from './models/ledger.ts'
import { keepRunRecord } from './models/run-record.ts'
import { type MoneyOptions, moneyOptions } from './money-options.ts'
import type { Session } from './session.ts'

/** Options of every command that asks models. */
export interface ModelOptions extends MoneyOptions {
  readonly onlyFailed?: boolean
}

export interface BatchableOptions extends ModelOptions {
  readonly batch?: boolean
}

export const modelOptions = (command: Command): Command =>
  moneyOptions(command).option('--only-failed', 'ask again what failed before, which a plain rerun does not')

export const batchableOptions = (command: Command): Command => batchOption(modelOptions(command))

export const batchOption = (command: Command): Command =>
  command.option('--batch', 'hand calls in as batches of the Gemini API: half the price, minutes to hours later')

/** Answers are kept in `folder`: they cost money, so not in the store that may be deleted. */
const connectOptions = (session: Session, folder: string, settings: ModelSettings, options: BatchableOptions): ConnectOptions => ({
  settings,
  environment: session.env,
  folder: join(folder, '.engvqa', 'models'),
  signal: session.signal,
  budget: options.budget,
  dryRun: options.dryRun,
  onlyFailed: options.onlyFailed,
  batch: options.batch,
})

/** What a command can be asked about its calls afterwards. */
export type Books = Pick<Connection, 'accounts' | 'estimate'>

/** How a piece of work asks. `later`: answers may come later, so what builds on one that is not there must wait for the next round. */
export interface Asking {
  readonly ask: AskModel
  readonly askFully: AskModelFully
  readonly later: boolean
}

/**
 * Does work that asks a model: once, or with --batch in rounds, until no call waits for its answer any more. The work must do the same again
 * when it is repeated. A batch that is interrupted goes on at the server; the same command waits for it again.
 */
export async function askingModels<T>(
  session: Session,
  folder: string,
  settings: ModelSettings,
  options: BatchableOptions,
  work: (asking: Asking) => Promise<T>,
): Promise<{ done: T; books: Books }> {
  const common = connectOptions(session, folder, settings, options)
  if (options.dryRun || !options.batch) {
    const connection = await connect(common)
    return recorded(folder, connection, false, async () => work({ ...connection, later: false }))
  }
  const batch = await connectBatch(common)
  return recorded(folder, batch, true, async () => {
    for (;;) {
      const done = await work({ ...batch, later: true })
      if (batch.queued() === 0) return done
      await batch.run(({ calls, jobs }) => {
        if (!session.quiet) session.err(`${calls} calls in ${jobs.join(', ')}; waiting. After Ctrl-C the same command goes on.\n`)
      })
    }
  })
}

/** Does the work and keeps the record of what it cost, whether it came to its end or not. */
async function recorded<T>(folder: string, books: Books, batch: boolean, work: () => Promise<T>): Promise<{ done: T; books: Books }> {
  try {
    return { done: await work(), books }
  } finally {
    await keepRunRecord(folder, { models: books.accounts(), batch })
  }
}

/** What a run asked and cost, in one line; nothing when no model was asked. */
export function costLine(connection: Books | undefined): string | undefined {
  const estimate = connection?.estimate()
  if (estimate) {
    const cost = estimate.costAtMost === null ? 'at a price that is not known' : `for at most ${dollars(estimate.costAtMost)}`
    const tokens = tokensOf(estimate.inputTokens, estimate.outputTokensAtMost, 'at most ')
    return `Dry run: ${estimate.calls} calls would be sent, ${tokens}, ${cost} (prices of ${estimate.pricesOf}); ${estimate.stored} are answered already.`
  }
  const total = connection?.accounts().total
  if (!total) return undefined
  const tokens = tokensOf(total.inputTokens + total.cacheWriteTokens, total.outputTokens)
  return `${total.calls} calls to models (${tokens}), ${total.stored} more answered from the store, ${dollars(total.cost)}.`
}

const tokensOf = (input: number, output: number, limit = ''): string =>
  `${input.toLocaleString('en')} tokens in and ${limit}${output.toLocaleString('en')} out`
