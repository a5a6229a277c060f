import { createHash } from 'node:crypto'

/** Positions on the circle that hashes are dealt out over. */
const POSITIONS = 2 ** 32

/**
 * Deals a key out to one of the splits by its hash: the same key always lands in the same split, whatever else is in the set, and shares
 * come out as given over many keys. Items that must stay together are dealt out under one key.
 */
export function splitOf(key: string, shares: Readonly<Record<string, number>>): string {
  const names = Object.keys(shares).toSorted()
  const total = names.reduce((sum, name) => sum + (shares[name] ?? 0), 0)
  let left = (createHash('sha256').update(`split ${key}`).digest().readUInt32BE() / POSITIONS) * total
  for (const name of names) {
    left -= shares[name] ?? 0
    if (left < 0) return name
  }
  const last = names.at(-1)
  if (last === undefined) throw new Error('There is no split to deal items out to.')
  return last
}
