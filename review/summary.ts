import { DecideEvent, ReviewSummary } from '../schemas/review.ts'
import { agreement } from './agreement.ts'
import { progress } from './progress.ts'
import type { Review } from './store/open.ts'
import { readPolicy } from './store/settings.ts'

/** What a dataset card says about the review: protocol, readers with what they state about themselves, counts and agreement. */
export async function reviewSummary(review: Review): Promise<ReviewSummary> {
  const [policy, counts] = [await readPolicy(review.db), await progress(review)]
  const people = new Map((await review.db.selectFrom('people').selectAll().execute()).map((person) => [person.name, person]))
  return ReviewSummary.parse({
    protocol: policy.protocol,
    secondShare: policy.secondShare,
    unsureBelow: policy.unsureBelow,
    readers: counts.people.map(({ name, decisions }) => ({
      name,
      role: people.get(name)?.role ?? 'reviewer',
      qualification: people.get(name)?.qualification ?? '',
      decisions,
    })),
    statuses: { pending: 0, approved: 0, corrected: 0, rejected: 0, discuss: 0, ...counts.statuses },
    rejections: await rejections(review),
    secondReadings: { wanted: 0, agreed: 0, differs: 0, settled: 0, ...withoutNone(counts.second) },
    agreement: await agreement(review.db),
  })
}

const withoutNone = ({ none: _, ...rest }: Readonly<Record<string, number>>): Record<string, number> => rest

/** Reasons of the newest rejection of each item that is rejected now. */
async function rejections({ db }: Review): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('events')
    .innerJoin('items', 'items.id', 'events.item')
    .select(['events.item', 'events.json'])
    .where('events.kind', '=', 'decide')
    .where('items.status', '=', 'rejected')
    .orderBy('events.at')
    .execute()
  const newest = new Map(rows.map(({ item, json }) => [item, DecideEvent.parse(JSON.parse(json)).reason]))
  const counts: Record<string, number> = {}
  for (const reason of newest.values()) if (reason) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
