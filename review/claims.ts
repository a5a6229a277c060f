import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { QueueFilter, Reading, Role } from '../schemas/review.ts'
import { listQueue } from './queue.ts'
import { conflict, refused, unknownItem } from './refusals.ts'
import type { Review } from './store/open.ts'
import { readPolicy } from './store/settings.ts'
import type { Queries, Tables, Tx } from './store/tables.ts'

/** Lines looked through at a time for the next free item. */
const LOOK_AHEAD = 50

/** Who acts. */
export interface Actor {
  readonly name: string
  readonly role: Role
}

/** The right to submit a reading of an item, for a while. */
export interface Lease {
  readonly item: string
  readonly reading: Reading
  readonly token: string
  readonly expires: string
}

export const seesAll = ({ role }: Actor): boolean => role !== 'reviewer'

/** Claims an item for one reader, or renews the reader’s claim. Throws ProblemError `review-conflict` when someone else holds it. */
export async function claim(review: Review, item: string, reading: Reading, actor: Actor): Promise<Lease> {
  const { leaseMinutes } = await readPolicy(review.db)
  return review.db.transaction().execute(async (tx) => {
    const line = await lockItem(tx, item)
    mayRead(line, reading, actor)
    const lease = await takeLease(tx, { item, reading, holder: actor.name }, review.now(), leaseMinutes)
    if (lease) return lease
    const holder = await tx.selectFrom('leases').select('holder').where('item', '=', item).where('reading', '=', reading).executeTakeFirst()
    throw conflict(item, `${holder?.holder ?? 'Someone'} is reading ${item} just now.`, 'Go on with the next item.')
  })
}

/** Claims the next item of a filter that is free and not skipped; undefined when there is none. */
export async function claimNext(
  review: Review,
  filter: QueueFilter,
  reading: Reading,
  actor: Actor,
  skip: ReadonlySet<string> = new Set(),
): Promise<Lease | undefined> {
  const viewer = { name: actor.name, seesAll: seesAll(actor) }
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listQueue>> = await listQueue(review, filter, viewer, { after, limit: LOOK_AHEAD })
    for (const { id, holder } of page.rows) {
      if (skip.has(id) || (holder !== null && holder !== actor.name)) continue
      const lease = await claim(review, id, reading, actor).catch(unlessTaken)
      if (lease) return lease
    }
    after = page.next
  } while (after !== null)
  return undefined
}

/** Gives a claim back before it runs out. */
export async function unclaim(review: Review, item: string, reading: Reading, actor: Actor): Promise<void> {
  await review.db.deleteFrom('leases').where('item', '=', item).where('reading', '=', reading).where('holder', '=', actor.name).execute()
}

/** The line of an item, locked against everyone else until the transaction ends. Throws `review-unknown-item`. */
export async function lockItem(tx: Tx, item: string): Promise<Tables['items']> {
  const line = await tx
    .updateTable('items')
    .set((eb) => ({ touched: sql<number>`(${eb.ref('touched')} + 1) % 1000000` }))
    .where('id', '=', item)
    .returningAll()
    .executeTakeFirst()
  if (!line) throw unknownItem(item)
  return line
}

/** Throws ProblemError where this person may not give this reading. */
export function mayRead(
  line: Pick<Tables['items'], 'id' | 'status' | 'second' | 'first_by' | 'second_by'>,
  reading: Reading,
  actor: Actor,
): void {
  const { id, first_by: first, second_by: second } = line
  if (reading === 'first' && first !== null && first !== actor.name && line.status !== 'pending' && !canRevise(actor)) {
    throw conflict(id, `${id} has been read by someone else.`, 'Go on with the next item.')
  }
  if (reading === 'second') {
    if (first === null) throw refused(`${id} has no first reading yet.`, 'Read it as a first reader.', id)
    if (first === actor.name) throw refused('A second reading needs a second pair of eyes.', 'Leave it to somebody else.', id)
    if (line.second === 'none') throw refused(`No second reading of ${id} is asked for.`, 'Go on with the next item.', id)
    if (second !== null && second !== actor.name) throw conflict(id, `${id} already has a second reading.`, 'Go on with the next item.')
  }
  if (reading === 'final') {
    if (actor.role === 'reviewer') throw refused('Only an adjudicator settles two readings.', 'Ask a curator for the role.', id)
    if (line.second !== 'none' && (first === actor.name || second === actor.name)) {
      throw refused('Whoever gave one of the two readings does not settle them.', 'Leave it to another adjudicator.', id)
    }
  }
}

const canRevise = ({ role }: Actor): boolean => role === 'curator' || role === 'admin'

/** Takes or renews a lease in one statement, so that of two people who ask at once one gets it. */
export async function takeLease(
  tx: Tx,
  { item, reading, holder }: Pick<Tables['leases'], 'item' | 'reading' | 'holder'>,
  now: Date,
  minutes: number,
): Promise<Lease | undefined> {
  const row = {
    item,
    reading,
    holder,
    token: randomBytes(16).toString('hex'),
    expires: new Date(now.getTime() + minutes * 60_000).toISOString(),
  }
  const taken = await tx
    .insertInto('leases')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['item', 'reading'])
        .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), token: eb.ref('excluded.token'), expires: eb.ref('excluded.expires') }))
        .where((eb) => eb.or([eb('leases.expires', '<=', now.toISOString()), eb('leases.holder', '=', holder)])),
    )
    .returning(['item', 'token', 'expires'])
    .executeTakeFirst()
  return taken && { ...taken, reading: reading as Reading } // the cast: leases are only written with a Reading
}

/** Who holds a reading of an item now, if anyone does. */
export async function holderOf(db: Queries, item: string, reading: Reading, now: Date): Promise<Tables['leases'] | undefined> {
  return db
    .selectFrom('leases')
    .selectAll()
    .where('item', '=', item)
    .where('reading', '=', reading)
    .where('expires', '>', now.toISOString())
    .executeTakeFirst()
}

function unlessTaken(error: unknown): undefined {
  if (error instanceof Error && error.name === 'ProblemError') return undefined // somebody was faster, or it is not for us
  throw error
}
