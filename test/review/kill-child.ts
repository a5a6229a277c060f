/** Run as a process of its own: approves one item after the other in the database given, and says which are done, until it is killed. */
import { claimNext } from '../../review/claims.ts'
import { openReview } from '../../review/store/open.ts'
import { submit } from '../../review/submit.ts'
import { QueueFilter } from '../../schemas/review.ts'

const review = await openReview(process.argv[2] ?? '')
const actor = { name: 'r1', role: 'reviewer' } as const
const pending = QueueFilter.parse({ status: 'pending' })
for (;;) {
  const lease = await claimNext(review, pending, 'first', actor)
  if (!lease) break
  const { item, reading, token } = lease
  const { revision: base } = await review.db.selectFrom('items').select('revision').where('id', '=', item).executeTakeFirstOrThrow()
  const edits = [{ path: 'question.text' as const, after: `Read again: ${item}` }]
  await submit(review, { item, reading, token, base, edits, decision: 'approved', seconds: 1 }, actor)
  process.stdout.write(`${item}\n`)
}
