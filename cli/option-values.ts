import { InvalidArgumentError } from 'commander'

/** Readers of numbers on the command line. Each throws InvalidArgumentError, which commander tells with the option's name. */

/** A number, 0 or above. */
export function toNumber(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= 0)) throw new InvalidArgumentError('It must be a number, 0 or above.')
  return number
}

/** A whole number, 0 or above. */
export function toNatural(text: string): number {
  const number = toNumber(text)
  if (!Number.isInteger(number)) throw new InvalidArgumentError('It must be a whole number, 0 or above.')
  return number
}

/** A whole number above 0. */
export function toCount(text: string): number {
  const number = toNatural(text)
  if (number === 0) throw new InvalidArgumentError('It must be a whole number above 0.')
  return number
}
