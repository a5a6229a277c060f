import type { Item } from '../../schemas/item.ts'
import type { HeldBackReason } from '../../schemas/release.ts'

/** An item that is not released, and why. */
export interface HeldBack {
  readonly id: string
  readonly reason: HeldBackReason
}

export interface Gated {
  readonly kept: Item[]
  readonly heldBack: HeldBack[]
}

export interface GateOptions {
  readonly includeUnreviewed: boolean
  /** Whether items of a source may be in the release at all. */
  readonly admits: (document: string) => boolean
}

/**
 * Which items may be released: those that a person approved or corrected, and with `includeUnreviewed` also those that nobody has
 * decided on. What a person rejected never goes in.
 */
export function gate(items: readonly Item[], options: GateOptions): Gated {
  const kept: Item[] = []
  const heldBack: HeldBack[] = []
  for (const item of items) {
    const reason = reasonAgainst(item, options)
    if (reason === undefined) kept.push(item)
    else heldBack.push({ id: item.id, reason })
  }
  return { kept, heldBack }
}

function reasonAgainst({ review, source }: Item, { includeUnreviewed, admits }: GateOptions): HeldBackReason | undefined {
  if (review.status === 'rejected') return 'rejected'
  if (!admits(source.document)) return 'no-right'
  if (isReviewed({ review }) || includeUnreviewed) return undefined
  return review.status === 'discuss' ? 'discuss' : 'pending'
}

export const isReviewed = ({ review }: Pick<Item, 'review'>): boolean => review.status === 'approved' || review.status === 'corrected'

/** How many were held back, by reason, in the order of the reasons' names. */
export function countReasons(heldBack: readonly HeldBack[]): Partial<Record<HeldBackReason, number>> {
  const counts: Partial<Record<HeldBackReason, number>> = {}
  for (const { reason } of heldBack.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
