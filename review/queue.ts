import { type ExpressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Item } from '../schemas/item.ts'
import { type QueueFilter, QueueRow, type Reading } from '../schemas/review.ts'
import { revisionOf } from './content.ts'
import { refresh } from './store/items.ts'
import { CHUNK } from './store/log.ts'
import type { Review } from './store/open.ts'
import type { Queries, Tables, Tx } from './store/tables.ts'

/** Lines of the queue in one answer, at most. */
const MAX_LINES = 200

/** Matches that a search goes through, at most: words that stand in more items than this do not find anything, and counting them all takes long. */
const SEARCH_LIMIT = 5000

const doubtCursor = z.tuple([z.number(), z.string()])
const placeCursor = z.tuple([z.string(), z.string(), z.string()])

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
 * new revision beside the old, under the same edits. Items of the same documents that are missing from `items` are marked gone.
 */
export async function queueItems(review: Review, items: readonly Item[]): Promise<Queued> {
  let [added, changed, unchanged] = [0, 0, 0]
  const moved: string[] = []
  for (let start = 0; start < items.length; start += CHUNK) {
    const counts = await review.db.transaction().execute((tx) => queueChunk(tx, items.slice(start, start + CHUNK), review.now()))
    added += counts.added
    changed += counts.changed
    unchanged += counts.unchanged
    moved.push(...counts.moved)
  }
  const gone = await review.db.transaction().execute((tx) => markGone(tx, items))
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

async function markGone(tx: Tx, items: readonly Item[]): Promise<number> {
  const present = groupByDocument(items)
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

/** Who looks at the queue; a second reader must not see what the first one decided. */
export interface Viewer {
  readonly name: string
  /** Adjudicators, curators and admins see every decision. */
  readonly seesAll: boolean
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
  const now = review.now().toISOString()
  let query = review.db
    .selectFrom('items')
    .leftJoin('leases', (join) =>
      join.onRef('leases.item', '=', 'items.id').on('leases.reading', '=', readingOf(filter)).on('leases.expires', '>', now),
    )
    .select([
      'items.id',
      'subject',
      'document',
      'number',
      'page',
      'confidence',
      'diagrams',
      'status',
      'second',
      'first_by',
      'items.by',
      'reasons',
      'start',
      'place',
      'leases.holder',
    ])
    .where((eb) => matches(eb, filter, viewer))
    .limit(size + 1)
  if (filter.order === 'doubt') query = query.orderBy('confidence').orderBy('items.id')
  else query = query.orderBy('document').orderBy('place').orderBy('items.id')
  if (after) query = query.where(beyond(filter, after))
  const found = await query.execute()
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const cursor = last && (filter.order === 'doubt' ? [last.confidence, last.id] : [last.document, last.place, last.id])
  return { rows: rows.map((row) => toRow(row, viewer)), next: found.length > size ? JSON.stringify(cursor) : null }
}

/** How many items pass a filter. */
export async function countQueue(db: Queries, filter: QueueFilter, viewer: Viewer): Promise<number> {
  const { total } = await db
    .selectFrom('items')
    .select((eb) => eb.fn.countAll().as('total'))
    .where((eb) => matches(eb, filter, viewer))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The condition of a filter over `items`. */
export function matches(eb: ExpressionBuilder<Tables, 'items'>, filter: QueueFilter, viewer: Viewer) {
  const { subject, document, status, second, reason, reviewer, below, diagram, search } = filter
  return eb.and([
    ...(subject ? [eb('items.subject', '=', subject)] : []),
    ...(document ? [eb('items.document', '=', document)] : []),
    ...(status ? [eb('items.status', '=', status), ...(viewer.seesAll || status === 'pending' ? [] : [notBlind(eb, viewer)])] : []),
    ...(second ? [eb('items.second', '=', second)] : []),
    ...(second === 'wanted' ? [eb('items.first_by', 'is not', null), eb('items.first_by', '<>', viewer.name)] : []),
    ...(reason
      ? [eb.exists(eb.selectFrom('reasons').select('reasons.item').whereRef('reasons.item', '=', 'items.id').where('code', '=', reason))]
      : []),
    ...(reviewer ? [eb.or([eb('items.first_by', '=', reviewer), eb('items.second_by', '=', reviewer)])] : []),
    ...(below === undefined ? [] : [eb('items.confidence', '<', below)]),
    ...(diagram === undefined ? [] : [eb('items.diagrams', diagram ? '>' : '=', 0)]),
    ...(search ? [eb('items.id', 'in', eb.selectFrom('texts').select('texts.item').where(contains(search)).limit(SEARCH_LIMIT))] : []),
  ])
}

const contains = (words: string) => sql<boolean>`texts.search like ${`%${likeEscaped(words.toLowerCase())}%`} escape '\\'`

const likeEscaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Leaves out items on which the viewer may yet give the second reading: a filter by status would tell the first one’s decision. */
const notBlind = (eb: ExpressionBuilder<Tables, 'items'>, viewer: Viewer) =>
  eb.or([eb('items.second', '<>', 'wanted'), eb('items.first_by', 'is', null), eb('items.first_by', '=', viewer.name)])

function beyond(filter: QueueFilter, cursor: string) {
  if (filter.order === 'doubt') {
    const [confidence, id] = doubtCursor.parse(JSON.parse(cursor))
    return sql<boolean>`(items.confidence, items.id) > (${confidence}, ${id})`
  }
  const [document, place, id] = placeCursor.parse(JSON.parse(cursor))
  return sql<boolean>`(items.document, items.place, items.id) > (${document}, ${place}, ${id})`
}

/** The reading that somebody who works through a filter gives. */
export const readingOf = ({ second }: QueueFilter): Reading => (second === 'wanted' ? 'second' : second === 'differs' ? 'final' : 'first')

type Found = Pick<
  Tables['items'],
  | 'id'
  | 'subject'
  | 'document'
  | 'number'
  | 'page'
  | 'confidence'
  | 'diagrams'
  | 'status'
  | 'second'
  | 'first_by'
  | 'by'
  | 'reasons'
  | 'start'
> & { holder: string | null }

/** A line as one viewer may see it. */
function toRow({ by, reasons, first_by, ...row }: Found & { place: string }, viewer: Viewer): QueueRow {
  const { place: _, ...shown } = row
  const blind = !viewer.seesAll && row.second === 'wanted' && first_by !== null && first_by !== viewer.name
  return QueueRow.parse({
    ...shown,
    status: blind ? 'pending' : row.status,
    by: blind ? [] : JSON.parse(by),
    reasons: JSON.parse(reasons),
  })
}
