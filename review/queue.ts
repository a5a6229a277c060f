import type { Item } from '../schemas/item.ts'
import { QueueFilter, type QueueRow } from '../schemas/review.ts'
import { revisionOf } from './content.ts'
import { type Asked, conditionOf, type Viewer } from './filter.ts'
import { beyond, cursorOf, lines, toRow, upTo } from './lines.ts'
import { refresh } from './store/items.ts'
import { CHUNK } from './store/log.ts'
import type { Review } from './store/open.ts'
import type { Tables, Tx } from './store/tables.ts'

/** Lines of the queue in one answer, at most. */
const MAX_LINES = 200

/** What queueing items did. */
export interface Queued {
  readonly added: number
  /** Items that the machine made differently than before; people’s edits still apply to them. */
  readonly changed: number
  readonly unchanged: number
  /** Items of the same documents that the last extraction no longer found; kept, and marked for a person to see. */
  readonly gone: number
  /** Decisions that no longer hold because what they were about has moved. */
  readonly moved: readonly string[]
}

/**
 * Puts the machine’s items into the queue, after each extraction. Safe to repeat: an unchanged item is left alone; a changed one becomes a
 * new revision beside the old, under the same edits. Items of `documents` (those of the items, when left out) that are missing from `items` are
 * marked gone.
 */
export async function queueItems(review: Review, items: readonly Item[], documents?: readonly string[]): Promise<Queued> {
  let [added, changed, unchanged] = [0, 0, 0]
  const moved: string[] = []
  for (let start = 0; start < items.length; start += CHUNK) {
    const counts = await review.db.transaction().execute((tx) => queueChunk(tx, items.slice(start, start + CHUNK), review.now()))
    added += counts.added
    changed += counts.changed
    unchanged += counts.unchanged
    moved.push(...counts.moved)
  }
  const gone = await review.db.transaction().execute((tx) => markGone(tx, items, documents ?? []))
  return { added, changed, unchanged, gone, moved }
}

async function queueChunk(tx: Tx, items: readonly Item[], now: Date) {
  const revisions = new Map(items.map((item) => [item.id, revisionOf(item)]))
  const ids = [...revisions.keys()]
  await tx.updateTable('items').set({ gone: 0 }).where('id', 'in', ids).where('gone', '=', 1).execute()
  const before = new Map(
    (await tx.selectFrom('items').select(['id', 'revision', 'moved']).where('id', 'in', ids).execute()).map((row) => [row.id, row]),
  )
  const fresh = items.filter(({ id }) => before.get(id)?.revision !== revisions.get(id))
  const changed = fresh.filter(({ id }) => before.has(id)).length
  if (fresh.length === 0) return { added: 0, changed, unchanged: items.length, moved: [] }
  await keepRevisions(tx, fresh, revisions, now)
  await refresh(
    tx,
    fresh.map(({ id }) => id),
  )
  const stale = await tx.selectFrom('items').select('id').where('id', 'in', ids).where('moved', '=', 1).execute()
  const moved = stale.map(({ id }) => id).filter((id) => before.get(id)?.moved === 0)
  return { added: fresh.length - changed, changed, unchanged: items.length - fresh.length, moved }
}

/** Keeps new versions and points the queue at them. */
async function keepRevisions(tx: Tx, items: readonly Item[], revisions: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const revision = ({ id }: Item) => revisions.get(id) ?? ''
  const rows = items.map((item) => ({ item: item.id, revision: revision(item), at: now.toISOString(), json: JSON.stringify(item) }))
  await tx
    .insertInto('machine')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['item', 'revision']).doNothing())
    .execute()
  const lines = items.map((item) => placeholder(item, revision(item)))
  await tx
    .insertInto('items')
    .values(lines)
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ revision: eb.ref('excluded.revision') })))
    .execute()
}

/** A line that `refresh` fills in at once; it only says which version is the newest. */
const placeholder = (item: Item, revision: string): Tables['items'] => ({
  id: item.id,
  subject: item.subject,
  document: item.source.document,
  number: item.source.number,
  page: item.source.pages[0] ?? 1,
  confidence: item.provenance.confidence,
  diagrams: item.diagrams.length,
  status: 'pending',
  second: 'none',
  first_by: null,
  second_by: null,
  by: '[]',
  reasons: '[]',
  flagged: 0,
  moved: 0,
  gone: 0,
  place: '',
  start: '',
  revision,
  touched: 0,
})

async function markGone(tx: Tx, items: readonly Item[], documents: readonly string[]): Promise<number> {
  const present = groupByDocument(items)
  for (const document of documents) if (!present.has(document)) present.set(document, new Set())
  let gone = 0
  for (const [document, ids] of present) {
    const rows = await tx
      .selectFrom('items')
      .innerJoin('machine', (join) => join.onRef('machine.item', '=', 'items.id').onRef('machine.revision', '=', 'items.revision'))
      .select(['items.id', 'items.gone'])
      .where('items.document', '=', document)
      .execute()
    const missing = rows.filter(({ id }) => !ids.has(id))
    gone += missing.length
    const fresh = missing.filter((row) => row.gone === 0).map(({ id }) => id)
    for (let start = 0; start < fresh.length; start += CHUNK) {
      const part = fresh.slice(start, start + CHUNK)
      await tx.updateTable('items').set({ gone: 1 }).where('id', 'in', part).execute()
      await refresh(tx, part)
    }
  }
  return gone
}

function groupByDocument(items: readonly Item[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const { id, source } of items) groups.set(source.document, (groups.get(source.document) ?? new Set()).add(id))
  return groups
}

/** A page of the queue and where the next one starts. */
export interface QueuePage {
  readonly rows: readonly QueueRow[]
  readonly next: string | null
}

/** The items that pass a filter, in its order, from a cursor on. Throws ZodError for a cursor that was not handed out. */
export async function listQueue(
  review: Review,
  filter: QueueFilter,
  viewer: Viewer,
  { after = null, limit = 50 }: { after?: string | null; limit?: number } = {},
): Promise<QueuePage> {
  const size = Math.min(limit, MAX_LINES)
  let query = lines(review, filter)
    .where(await conditionOf(review, filter, viewer))
    .limit(size + 1)
  if (filter.order === 'doubt') query = query.orderBy('confidence').orderBy('items.id')
  else query = query.orderBy('document').orderBy('place').orderBy('items.id')
  if (after) query = query.where(beyond(filter, after))
  const found = await query.execute()
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  return { rows: rows.map((row) => toRow(row, viewer)), next: last && found.length > size ? cursorOf(filter, last) : null }
}

/** How many items pass a filter. */
export async function countQueue(asked: Asked, filter: QueueFilter, viewer: Viewer): Promise<number> {
  const { order: _, reason, ...others } = filter
  if (reason !== undefined && Object.keys(others).length === 0) return countReason(asked, reason)
  const { total } = await asked.db
    .selectFrom('items')
    .select((eb) => eb.fn.countAll().as('total'))
    .where(await conditionOf(asked, filter, viewer))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Every line that has a reason, without looking the lines up. */
async function countReason({ db }: Asked, code: string): Promise<number> {
  const { total } = await db
    .selectFrom('reasons')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The lines around an item in the order of the pages of its document, itself among them; none for an item that is not there. */
export async function neighbours(review: Review, id: string, viewer: Viewer, limit: number): Promise<readonly QueueRow[]> {
  const item = await review.db.selectFrom('items').select(['id', 'document', 'place', 'confidence']).where('id', '=', id).executeTakeFirst()
  if (!item) return []
  const inDocument = QueueFilter.parse({ document: item.document, order: 'document' })
  const here = cursorOf(inDocument, item)
  const upToHere = await lines(review, inDocument)
    .where('document', '=', item.document)
    .where(upTo(here))
    .orderBy('document', 'desc')
    .orderBy('place', 'desc')
    .orderBy('items.id', 'desc')
    .limit(Math.ceil(limit / 2) + 1)
    .execute()
  const after = await listQueue(review, inDocument, viewer, { after: here, limit: Math.floor(limit / 2) })
  return [...upToHere.toReversed().map((row) => toRow(row, viewer)), ...after.rows]
}
