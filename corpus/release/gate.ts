import type { Item } from '../../schemas/item.ts'
import { HeldBackReason } from '../../schemas/release.ts'

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

const REASONS: Readonly<Record<HeldBackReason, string>> = {
  rejected: 'rejected in the review',
  'no-right': 'of sources that may not be given away',
  pending: 'not reviewed',
  discuss: 'under discussion',
  duplicate: 'duplicates',
  'image-missing': 'with a picture missing or damaged',
}

/**
 * Reasons with their counts, most frequent first, in words: “3 duplicates of items in book-a, 1 rejected in the review”. `documents` are the
 * sources of what was kept in place of duplicates.
 */
export function describeReasons(heldBack: readonly HeldBack[], documents: readonly string[]): string {
  const of = documents.length === 0 ? '' : ` of items in ${[...new Set(documents)].toSorted().join(', ')}`
  return Object.entries(countReasons(heldBack))
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${wordsFor(reason, count)}${reason === 'duplicate' ? of : ''}`)
    .join(', ')
}

const wordsFor = (reason: string, count: number): string => {
  const parsed = HeldBackReason.parse(reason)
  return parsed === 'duplicate' && count === 1 ? 'duplicate' : REASONS[parsed]
}
