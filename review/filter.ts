import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { QueueFilter, Reading } from '../schemas/review.ts'
import type { Review } from './store/open.ts'
import type { Queries, Tables } from './store/tables.ts'

/** Matches that a search goes through, at most: words that stand in more items than this do not find anything, and counting them all takes long. */
const SEARCH_LIMIT = 2000

/** Who looks at the queue; a second reader must not see what the first one decided. */
export interface Viewer {
  readonly name: string
  /** Adjudicators, curators and admins see every decision. */
  readonly seesAll: boolean
}

export type Condition = (eb: ExpressionBuilder<Tables, 'items'>) => Expression<SqlBool>

/** Whatever can be asked: a database or a transaction, and which engine it is. */
export type Asked = Pick<Review, 'engine'> & { readonly db: Queries }

/** The condition of a filter over `items`. */
export async function conditionOf(asked: Asked, filter: QueueFilter, viewer: Viewer): Promise<Condition> {
  const { subject, document, status, second, reason, reviewer, below, diagram, search } = filter
  const isRare = reason !== undefined && (await isRareReason(asked.db, reason))
  return (eb) =>
    eb.and([
      ...(subject ? [eb('items.subject', '=', subject)] : []),
      ...(document ? [eb('items.document', '=', document)] : []),
      ...(status ? [eb('items.status', '=', status), ...(viewer.seesAll || status === 'pending' ? [] : [notBlind(eb, viewer)])] : []),
      ...(second ? [eb('items.second', '=', second)] : []),
      ...(second === 'wanted' ? [eb('items.first_by', 'is not', null), eb('items.first_by', '<>', viewer.name)] : []),
      ...(reason ? [hasReason(eb, reason, isRare)] : []),
      ...(reviewer ? [readBy(eb, reviewer)] : []),
      ...(below === undefined ? [] : [eb('items.confidence', '<', below)]),
      // a literal, so that SQLite sees that its index over items without diagrams serves
      ...(diagram === undefined ? [] : [diagram ? eb('items.diagrams', '>', 0) : eb('items.diagrams', '=', sql.lit(0))]),
      ...(search ? [eb('items.id', 'in', foundBy(search, asked.engine))] : []),
    ])
}

/** Items with a reason that so few have are found by the reason; others are met soon enough when the queue is read in its order. */
const RARE = 2000

async function isRareReason(db: Queries, code: string): Promise<boolean> {
  const some = await db.selectFrom('reasons').select('item').where('code', '=', code).limit(RARE).execute()
  return some.length < RARE
}

const hasReason = (eb: ExpressionBuilder<Tables, 'items'>, code: string, isRare: boolean) =>
  isRare
    ? eb('items.id', 'in', eb.selectFrom('reasons').select('reasons.item').where('code', '=', code))
    : eb.exists(eb.selectFrom('reasons').select('reasons.item').whereRef('reasons.item', '=', 'items.id').where('code', '=', code))

/** By two indexes: with a plain “or” SQLite would go through the whole queue. */
const readBy = (eb: ExpressionBuilder<Tables, 'items'>, reviewer: string) =>
  eb(
    'items.id',
    'in',
    eb
      .selectFrom('items as read')
      .select('read.id')
      .where('read.first_by', '=', reviewer)
      .union(eb.selectFrom('items as again').select('again.id').where('again.second_by', '=', reviewer)),
  )

/** Characters from which SQLite's index of letter triples serves; shorter words stand in so many items that a few lines hold enough of them. */
const TRIPLE = 3

/** Items whose text holds the words as they are typed. */
function foundBy(words: string, engine: Review['engine']) {
  const typed = words.toLowerCase()
  if (engine === 'sqlite' && typed.length >= TRIPLE) {
    const phrase = `"${typed.replaceAll('"', '""')}"`
    const rows = sql`select rowid from texts_found where search match ${phrase} limit ${sql.lit(SEARCH_LIMIT)}`
    return sql<string>`(select item from text_rows where seq in (${rows}))`
  }
  // the backslash escapes: PostgreSQL takes it for that by itself, and with “escape” would not use its index
  const escaping = engine === 'sqlite' ? sql` escape '\\'` : sql``
  const pattern = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<string>`(select texts.item from texts where texts.search like ${pattern}${escaping} limit ${sql.lit(SEARCH_LIMIT)})`
}

/** Leaves out items on which the viewer may yet give the second reading: a filter by status would tell the first one’s decision. */
const notBlind = (eb: ExpressionBuilder<Tables, 'items'>, viewer: Viewer) =>
  eb.or([eb('items.second', '<>', 'wanted'), eb('items.first_by', 'is', null), eb('items.first_by', '=', viewer.name)])

/** The reading that somebody who works through a filter gives. */
export const readingOf = ({ second }: QueueFilter): Reading => (second === 'wanted' ? 'second' : second === 'differs' ? 'final' : 'first')

/** What of the viewer makes a difference to which items pass a filter: for most filters nothing does. */
export const dependsOn = ({ status, second }: QueueFilter, viewer: Viewer): Partial<Viewer> => ({
  ...((second === 'wanted' || (status && status !== 'pending' && !viewer.seesAll)) && { name: viewer.name }),
})
