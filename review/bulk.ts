import { createHash } from 'node:crypto'
import { z } from 'zod'
import { QueueFilter } from '../schemas/review.ts'
import { type Actor, lockItem } from './claims.ts'
import { contentOf } from './content.ts'
import { conditionOf } from './filter.ts'
import { invalid, refused } from './refusals.ts'
import { knownItems, refresh } from './store/items.ts'
import { append, CHUNK, type NewEvent, newAct } from './store/log.ts'
import type { Review } from './store/open.ts'
import type { Queries, Tx } from './store/tables.ts'

/** Share of the items that a person reads before the rest is approved unread, with its bounds. */
const SAMPLE_SHARE = 0.05
const SAMPLE_BOUNDS = [5, 50] as const

const Plan = z.strictObject({
  id: z.string(),
  by: z.string(),
  filter: QueueFilter.omit({ status: true }),
  sample: z.array(z.string()),
  total: z.int(),
  at: z.iso.datetime(),
})

/** A bulk approval that waits for its sample to be read. */
export interface BulkPlan {
  readonly id: string
  readonly total: number
  readonly sample: readonly { readonly id: string; readonly passed: boolean | null }[]
}

const key = (id: string): string => `bulk:${id}`

/** Draws the sample for approving everything undecided that passes a filter. Curators and admins only. */
export async function planBulk(review: Review, filter: QueueFilter, actor: Actor): Promise<BulkPlan> {
  mayApproveInBulk(actor)
  const ids = await undecided(review, filter, actor)
  if (ids.length === 0) throw invalid('Nothing undecided passes this filter.', 'Widen the filter.')
  const size = Math.min(ids.length, SAMPLE_BOUNDS[1], Math.max(SAMPLE_BOUNDS[0], Math.ceil(ids.length * SAMPLE_SHARE)))
  const id = newAct()
  const drawn = ids.toSorted((a, b) => (lot(id, a) < lot(id, b) ? -1 : 1)).slice(0, size)
  const { status: _, ...rest } = filter
  const plan = Plan.parse({ id, by: actor.name, filter: plain(rest), sample: drawn, total: ids.length, at: review.now().toISOString() })
  await review.db
    .insertInto('settings')
    .values({ key: key(id), json: JSON.stringify(plan) })
    .execute()
  return { id, total: ids.length, sample: drawn.map((item) => ({ id: item, passed: null })) }
}

/** What has become of the sample so far. */
export async function bulkPlan(review: Review, id: string): Promise<BulkPlan> {
  const plan = await readPlan(review.db, id)
  return { id, total: plan.total, sample: await checked(review.db, plan.sample, plan.by) }
}

/**
 * Approves everything undecided that passes the plan’s filter. Refused until its sample has been read by the same person and approved without
 * a change. Items that somebody else is reading, that are flagged or that moved are left for people.
 */
export async function approveBulk(review: Review, id: string, actor: Actor): Promise<{ approved: number }> {
  mayApproveInBulk(actor)
  const plan = await readPlan(review.db, id)
  if (plan.by !== actor.name) throw refused('Somebody else has read this sample.', 'Draw a sample of your own.')
  const sample = await checked(review.db, plan.sample, actor.name)
  const open = sample.filter(({ passed }) => passed !== true)
  if (open.length > 0) {
    const failed = open.filter(({ passed }) => passed === false).length
    throw refused(
      `${open.length} of ${sample.length} items of the sample are not approved as they are, ${failed} of them needed a change.`,
      'Read the sample; if it needs changes, the rest needs reading too.',
    )
  }
  const ids = await undecided(review, { ...plan.filter, order: 'doubt' }, actor)
  const act = newAct()
  let approved = 0
  for (let start = 0; start < ids.length; start += CHUNK) {
    const part = ids.slice(start, start + CHUNK)
    approved += await review.db.transaction().execute((tx) => approveChunk(review, tx, part, act, actor))
  }
  await review.db
    .insertInto('audit')
    .values({ at: review.now().toISOString(), by: actor.name, act: 'bulk-approve', detail: JSON.stringify({ plan: id, approved }) })
    .execute()
  return { approved }
}

async function approveChunk(review: Review, tx: Tx, ids: readonly string[], act: string, actor: Actor): Promise<number> {
  const [one] = ids
  if (one !== undefined) await lockItem(tx, one)
  const still = new Set(await undecidedAmong(tx, ids, actor, review.now()))
  const known = await knownItems(tx, [...still])
  const events = [...known.values()].map(
    ({ machine, revision, reviewed }): NewEvent => ({
      kind: 'decide',
      act,
      item: machine.id,
      by: actor.name,
      reading: 'first',
      decision: reviewed.item.review.changed.length > 0 ? 'corrected' : 'approved',
      base: revision,
      content: contentOf(reviewed.item),
      seconds: null,
    }),
  )
  if (events.length === 0) return 0
  await append(tx, events, review.now())
  await refresh(tx, [...still])
  return events.length
}

async function undecided(review: Review, filter: QueueFilter, actor: Actor): Promise<string[]> {
  const rows = await review.db
    .selectFrom('items')
    .select('id')
    .where(await conditionOf(review, { ...filter, status: 'pending' }, { name: actor.name, seesAll: true }))
    .where('flagged', '=', 0)
    .where('moved', '=', 0)
    .where('gone', '=', 0)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Leaves out what others are reading; the item that the curator has open passes the filter like the rest. */
async function undecidedAmong(tx: Tx, ids: readonly string[], { name }: Actor, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('items')
    .leftJoin('leases', (join) =>
      join.onRef('leases.item', '=', 'items.id').on('leases.expires', '>', now.toISOString()).on('leases.holder', '<>', name),
    )
    .select('items.id')
    .where('items.id', 'in', ids)
    .where('status', '=', 'pending')
    .where('leases.holder', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function checked(db: Queries, sample: readonly string[], by: string): Promise<{ id: string; passed: boolean | null }[]> {
  const known = await knownItems(db, sample)
  return sample.map((id) => {
    const reviewed = known.get(id)?.reviewed
    const decision = reviewed?.readings.first?.decision
    if (decision?.by !== by) return { id, passed: null }
    return { id, passed: reviewed?.status === 'approved' }
  })
}

async function readPlan(db: Queries, id: string): Promise<z.infer<typeof Plan>> {
  const row = await db.selectFrom('settings').select('json').where('key', '=', key(id)).executeTakeFirst()
  if (!row) throw invalid('There is no such sample.', 'Draw a new one.')
  return Plan.parse(JSON.parse(row.json), { reportInput: false })
}

function mayApproveInBulk({ role }: Actor): void {
  if (role !== 'curator' && role !== 'admin') throw refused('Only curators approve in bulk.', 'Ask a curator.')
}

/** Without keys that hold nothing: JSON has no undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const lot = (seed: string, id: string): string => createHash('sha256').update(`${seed}\n${id}`).digest('hex')
