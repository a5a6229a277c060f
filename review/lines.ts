import { sql } from 'kysely'
import { z } from 'zod'
import { type QueueFilter, QueueRow } from '../schemas/review.ts'
import { readingOf, type Viewer } from './filter.ts'
import type { Review } from './store/open.ts'
import type { Tables } from './store/tables.ts'

const doubtCursor = z.tuple([z.number(), z.string()])
const placeCursor = z.tuple([z.string(), z.string(), z.string()])

/** The lines of the queue with whoever has claimed them for the reading that a filter is worked through with. */
export const lines = ({ db, now }: Review, filter: QueueFilter) =>
  db
    .selectFrom('items')
    .leftJoin('leases', (join) =>
      join
        .onRef('leases.item', '=', 'items.id')
        .on('leases.reading', '=', readingOf(filter))
        .on('leases.expires', '>', now().toISOString()),
    )
    .select(['items.id', 'subject', 'document', 'number', 'page', 'confidence', 'diagrams', 'status', 'second', 'first_by'])
    .select(['items.by', 'reasons', 'start', 'place', 'leases.holder'])

type Line = Pick<Tables['items'], 'id' | 'subject' | 'document' | 'number' | 'page' | 'confidence' | 'diagrams' | 'status' | 'second'> &
  Pick<Tables['items'], 'first_by' | 'by' | 'reasons' | 'start' | 'place'> & { holder: string | null }

/** A line as one viewer may see it. */
export function toRow({ by, reasons, first_by, place: _, ...shown }: Line, viewer: Viewer): QueueRow {
  const blind = !viewer.seesAll && shown.second === 'wanted' && first_by !== null && first_by !== viewer.name
  return QueueRow.parse({
    ...shown,
    status: blind ? 'pending' : shown.status,
    by: blind ? [] : JSON.parse(by),
    reasons: JSON.parse(reasons),
  })
}

/** Where a line stands in the order of a filter, to go on from. */
export const cursorOf = (
  { order }: QueueFilter,
  { confidence, document, place, id }: Pick<Line, 'confidence' | 'document' | 'place' | 'id'>,
): string => JSON.stringify(order === 'doubt' ? [confidence, id] : [document, place, id])

/** Everything after a cursor. Throws ZodError for a cursor that was not handed out. */
export function beyond({ order }: QueueFilter, cursor: string) {
  if (order === 'doubt') {
    const [confidence, id] = doubtCursor.parse(JSON.parse(cursor))
    return sql<boolean>`(items.confidence, items.id) > (${confidence}, ${id})`
  }
  const [document, place, id] = placeCursor.parse(JSON.parse(cursor))
  return sql<boolean>`(items.document, items.place, items.id) > (${document}, ${place}, ${id})`
}

/** Everything up to a cursor, it included, in the order of the documents' pages. Throws as `beyond`. */
export function upTo(cursor: string) {
  const [document, place, id] = placeCursor.parse(JSON.parse(cursor))
  return sql<boolean>`(items.document, items.place, items.id) <= (${document}, ${place}, ${id})`
}
