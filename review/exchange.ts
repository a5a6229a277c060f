import { z } from 'zod'
import type { Item } from '../schemas/item.ts'
import { ReviewEvent } from '../schemas/review.ts'
import { FIELD_SCHEMAS } from '../schemas/review-fields.ts'
import { invalid } from './refusals.ts'
import { knownItems, refresh } from './store/items.ts'
import { allEvents, CHUNK, insertEvents } from './store/log.ts'
import type { Review } from './store/open.ts'

/** The log as JSONL, one event a line with its newline, in the order of arrival: for git. */
export async function* exportEvents(review: Review): AsyncGenerator<string> {
  for await (const event of allEvents(review.db)) yield `${JSON.stringify(event)}\n`
}

/**
 * Merges a log into this one. Events that are already here are left alone, so that it can be repeated; a line that is not an event stops the
 * import before anything is written (`review-invalid`, with the line’s number).
 */
export async function importEvents(
  review: Review,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<{ added: number; known: number }> {
  const events: ReviewEvent[] = []
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() !== '') events.push(toChecked(line, number))
  }
  return review.db.transaction().execute(async (tx) => {
    const added = await insertEvents(tx, events)
    const items = [...new Set(added.map(({ item }) => item))]
    for (let start = 0; start < items.length; start += CHUNK) await refresh(tx, items.slice(start, start + CHUNK))
    return { added: added.length, known: events.length - added.length }
  })
}

function toChecked(line: string, number: number): ReviewEvent {
  try {
    const event = ReviewEvent.parse(JSON.parse(line))
    if (event.kind === 'edit') FIELD_SCHEMAS[event.path].parse(event.after)
    return event
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON'
    throw invalid(`Line ${number} is not a review event: ${why}.`, 'Export the log again; nothing was imported.', undefined, cause)
  }
}

/** All items of the queue under their events, in the order of their ids: what a release is made of. `review.status` says what was decided. */
export async function* reviewedItems(review: Review): AsyncGenerator<Item> {
  for (let after = ''; ; ) {
    const rows = await review.db.selectFrom('items').select('id').where('id', '>', after).orderBy('id').limit(CHUNK).execute()
    const ids = rows.map(({ id }) => id)
    const known = await knownItems(review.db, ids)
    for (const id of ids) {
      const item = known.get(id)
      if (item) yield item.reviewed.item
    }
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}
