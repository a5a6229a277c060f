import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { ModelSettings } from '../schemas/model.ts'
import { type Connection, connect } from './models/connect.ts'
import { dollars } from './models/ledger.ts'
import type { Session } from './session.ts'

/** Options of every command that asks models. */
export interface MoneyOptions {
  readonly budget?: number
  readonly dryRun?: boolean
}

export interface ModelOptions extends MoneyOptions {
  readonly onlyFailed?: boolean
}

export const moneyOptions = (command: Command): Command =>
  command
    .option('--budget <dollars>', 'stop before this much has been spent', toDollars)
    .option('--dry-run', 'send nothing; say how many calls there would be and what they could cost')

export const modelOptions = (command: Command): Command =>
  moneyOptions(command).option('--only-failed', 'ask again only what failed before')

function toDollars(text: string): number {
  const amount = Number(text)
  if (!(amount >= 0)) throw new InvalidArgumentError('It must be an amount in US dollars, such as 2.50.')
  return amount
}

/** A connection to models. Answers are kept in `folder`: they cost money, so not in the store that may be deleted. */
export const connectModels = (session: Session, folder: string, settings: ModelSettings, options: ModelOptions): Promise<Connection> =>
  connect({
    settings,
    environment: session.env,
    folder: join(folder, '.engvqa', 'models'),
    signal: session.signal,
    budget: options.budget,
    dryRun: options.dryRun,
    onlyFailed: options.onlyFailed,
  })

/** What a run asked and cost, in one line; nothing when no model was asked. */
export function costLine(connection: Connection | undefined): string | undefined {
  const estimate = connection?.estimate()
  if (estimate) {
    const cost = estimate.costAtMost === null ? 'at a price that is not known' : `for at most ${dollars(estimate.costAtMost)}`
    return `Dry run: ${estimate.calls} calls would be sent, ${cost} (prices of ${estimate.pricesOf}); ${estimate.stored} are answered already.`
  }
  const total = connection?.accounts().total
  return total && `${total.calls} calls to models, ${total.stored} more answered from the store, ${dollars(total.cost)}.`
}
