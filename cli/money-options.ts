import { type Command, InvalidArgumentError } from 'commander'

/** Options of commands that may spend money. */
export interface MoneyOptions {
  readonly budget?: number
  readonly dryRun?: boolean
}

/** Adds them. In a file of their own: the libraries of models take a quarter of a second to load. */
export const moneyOptions = (command: Command): Command =>
  command
    .option('--budget <dollars>', 'stop before this much has been spent', toDollars)
    .option('--dry-run', 'send nothing; say how many calls there would be and what they could cost')

function toDollars(text: string): number {
  const amount = Number(text)
  if (!(amount >= 0)) throw new InvalidArgumentError('It must be an amount in US dollars, such as 2.50.')
  return amount
}
