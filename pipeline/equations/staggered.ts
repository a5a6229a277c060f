import { unionAll } from '../../schemas/geometry.ts'
import type { Item, Row } from './model.ts'

/** Share of the upper script’s width that ink of the lower one may reach under it: letters lean. */
const SAME_PLACE = 0.1

/** Indices of a tensor follow one another: a lower one that begins where the upper one ends is set after it, not under it. */
export function areStaggered({ base, sub, sup }: Item): boolean {
  const [upper, lower] = [inkOf(sup), inkOf(sub)]
  if (base?.kind !== 'sign' || base.role === 'operator' || !upper || !lower || isPrime(sup)) return false
  return lower.left > upper.right - SAME_PLACE * (upper.right - upper.left)
}

const inkOf = (row: Row) => unionAll(row.flatMap(({ base }) => (base ? [base.box] : [])))

/** Primes are part of a name: its index stands under or after them. */
const isPrime = ([first]: Row): boolean => first?.base?.kind === 'sign' && /^[′″‴'’ʹ]$/.test(first.base.text)
