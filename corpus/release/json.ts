import { createHash } from 'node:crypto'

/** sha256 of a value's JSON with keys in order, so that it does not depend on who built the object. */
export const digestOfJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(value)))
    .digest('hex')

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  )
}
