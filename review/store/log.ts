import { randomBytes } from 'node:crypto'
import { ReviewEvent } from '../../schemas/review.ts'
import { inOrder } from '../apply.ts'
import type { Queries, Tx } from './tables.ts'

/** How many rows one statement carries; below the limits of both engines. */
export const CHUNK = 500

type Distributive<Event> = Event extends ReviewEvent ? Omit<Event, 'id' | 'at'> : never
/** An event before it has its time and place in the log. */
export type NewEvent = Distributive<ReviewEvent>

/** Names an act, so that its events can be undone together. */
export const newAct = (): string => randomBytes(12).toString('hex')

/** Appends events of one act; each comes after everything that the log holds about its item, even where clocks disagree. */
export async function append(tx: Tx, events: readonly NewEvent[], now: Date): Promise<ReviewEvent[]> {
  const items = [...new Set(events.map(({ item }) => item))]
  const { latest } = await tx
    .selectFrom('events')
    .select((eb) => eb.fn.max('at').as('latest'))
    .where('item', 'in', items)
    .executeTakeFirstOrThrow()
  // max() of no rows is null, which kysely’s type for a text column does not say
  const after = latest === null ? 0 : Date.parse(String(latest)) + 1
  const at = new Date(Math.max(now.getTime(), after)).toISOString()
  const made = events.map((event, index) => ReviewEvent.parse({ ...event, at, id: eventId(at, index) }))
  await insertEvents(tx, made)
  return made
}

/** Adds events as they are; those whose id is already there are left alone. Returns how many were new. */
export async function insertEvents(tx: Tx, events: readonly ReviewEvent[]): Promise<ReviewEvent[]> {
  const added: ReviewEvent[] = []
  for (let start = 0; start < events.length; start += CHUNK) {
    const part = events.slice(start, start + CHUNK)
    const rows = part.map((event) => ({ ...keys(event), json: JSON.stringify(event) }))
    const inserted = await tx
      .insertInto('events')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
    const ids = new Set(inserted.map(({ id }) => id))
    added.push(...part.filter(({ id }) => ids.has(id)))
  }
  return added
}

/** Everything the log holds about some items, oldest first, by item. */
export async function eventsOf(db: Queries, items: readonly string[]): Promise<Map<string, ReviewEvent[]>> {
  const found = new Map<string, ReviewEvent[]>()
  for (let start = 0; start < items.length; start += CHUNK) {
    const rows = await db
      .selectFrom('events')
      .select('json')
      .where('item', 'in', items.slice(start, start + CHUNK))
      .execute()
    for (const event of inOrder(rows.map(toEvent))) found.set(event.item, [...(found.get(event.item) ?? []), event])
  }
  return found
}

/** The whole log in the order in which it came in, a chunk at a time. */
export async function* allEvents(db: Queries): AsyncGenerator<ReviewEvent> {
  for (let after = 0; ; ) {
    const rows = await db.selectFrom('events').select(['seq', 'json']).where('seq', '>', after).orderBy('seq').limit(CHUNK).execute()
    for (const row of rows) yield toEvent(row)
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

export const toEvent = ({ json }: { json: string }): ReviewEvent => ReviewEvent.parse(JSON.parse(json))

const keys = ({ id, act, item, by, at, reading, kind }: ReviewEvent) => ({ id, act, item, by, at, reading, kind })

/** Sorts by time, then by place in the act; the rest keeps it unique over databases that are merged later. */
const eventId = (at: string, index: number): string =>
  `${Date.parse(at).toString(16).padStart(12, '0')}-${index.toString(16).padStart(4, '0')}-${randomBytes(6).toString('hex')}`
