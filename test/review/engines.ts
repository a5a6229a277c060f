import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { openReview, type Review } from '../../review/store/open.ts'
import { writePolicy } from '../../review/store/settings.ts'
import { ReviewPolicy } from '../../schemas/review.ts'
import { startPostgres } from './postgres.ts'

const cluster = await startPostgres()
if ('missing' in cluster) console.warn(`Skipped on PostgreSQL: ${cluster.missing}.`)

afterAll(() => {
  if ('stop' in cluster) cluster.stop()
})

/** What a review may stand in; `url` is undefined where it is not installed. */
export const ENGINES = [
  { engine: 'sqlite', url: ':memory:' },
  { engine: 'postgres', url: 'url' in cluster ? cluster.url : undefined },
] as const

/** Tables that tests fill; a cluster is shared by the tests of a file, and each starts with empty ones. */
const FILLED = ['items', 'texts', 'reasons', 'machine', 'events', 'leases', 'drafts', 'settings']

export const NO_SECONDS = ReviewPolicy.parse({ secondShare: 0, unsureBelow: 0 })

/** An empty review that asks for no second readings. */
export async function emptyReview(url: string, now?: () => Date): Promise<Review> {
  const review = await openReview(url, now)
  if (url !== ':memory:') for (const table of FILLED) await sql`truncate table ${sql.table(table)}`.execute(review.db)
  await writePolicy(review.db, NO_SECONDS)
  return review
}
