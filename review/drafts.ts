import type { Review } from './store/open.ts'
import type { Queries } from './store/tables.ts'

/** What somebody typed and has not submitted. */
export interface Draft {
  readonly content: unknown
  readonly at: string
  /** The claim ran out and somebody else took over: this can be looked at and used, but was not applied. */
  readonly late: boolean
}

/** Keeps what a reader typed; the newest of each reader and item. */
export async function saveDraft(
  review: Review,
  { item, reader, content, late = false }: { item: string; reader: string; content: unknown; late?: boolean },
): Promise<void> {
  const row = { item, reader, json: JSON.stringify(content), at: review.now().toISOString(), late: Number(late) }
  await review.db
    .insertInto('drafts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['item', 'reader']).doUpdateSet({ json: row.json, at: row.at, late: row.late }))
    .execute()
}

export async function draftOf(db: Queries, item: string, reader: string): Promise<Draft | null> {
  const row = await db.selectFrom('drafts').selectAll().where('item', '=', item).where('reader', '=', reader).executeTakeFirst()
  return row ? { content: JSON.parse(row.json), at: row.at, late: row.late === 1 } : null
}

/** Readers whose late submissions wait beside an item, for whoever holds it now. */
export async function lateDrafts(db: Queries, item: string, except: string): Promise<{ by: string; at: string; content: unknown }[]> {
  const rows = await db
    .selectFrom('drafts')
    .selectAll()
    .where('item', '=', item)
    .where('late', '=', 1)
    .where('reader', '<>', except)
    .execute()
  return rows.map(({ reader, at, json }) => ({ by: reader, at, content: JSON.parse(json) }))
}

export async function dropDraft(db: Queries, item: string, reader: string): Promise<void> {
  await db.deleteFrom('drafts').where('item', '=', item).where('reader', '=', reader).execute()
}
