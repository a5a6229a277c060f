import { sql } from 'kysely'
import { z } from 'zod'
import { invalid, refused } from './refusals.ts'
import { CHUNK } from './store/log.ts'
import type { Review } from './store/open.ts'
import type { Tables, Tx } from './store/tables.ts'

/** What a backup holds. Sessions, invitations and claims are left out: whoever finds a backup must not get in with it. */
const TABLES = [
  'machine',
  'items',
  'texts',
  'reasons',
  'events',
  'drafts',
  'people',
  'audit',
  'settings',
  'views',
] as const satisfies readonly (keyof Tables)[]

const FORMAT = 'engvqa-review-backup'

/** Goes up when a table of the backup gets other columns; indexes make no difference. */
const VERSION = 1

const Head = z.strictObject({ format: z.literal(FORMAT), version: z.int() })
const Row = z.strictObject({ table: z.enum(TABLES), row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) })
const Foot = z.strictObject({ rows: z.int() })

/** The columns that put a table's rows in order: its key. */
const ORDER: Readonly<Record<(typeof TABLES)[number], string>> = {
  machine: 'item, revision',
  items: 'id',
  texts: 'item',
  reasons: 'code, item',
  events: 'seq',
  drafts: 'item, reader',
  people: 'name',
  audit: 'seq',
  settings: 'key',
  views: 'person, name',
}

/**
 * The whole database as JSONL, the same for both engines, as it was at one moment; the last line counts the rows, so that a cut-off file is
 * noticed.
 */
export async function* backup({ db }: Review): AsyncGenerator<string> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    yield line({ format: FORMAT, version: VERSION })
    let rows = 0
    for (const table of TABLES) {
      for await (const row of rowsOf(tx, table)) {
        yield line({ table, row })
        rows += 1
      }
    }
    yield line({ rows })
  } finally {
    await tx.rollback().execute() // nothing was written
  }
}

async function* rowsOf(tx: Tx, table: (typeof TABLES)[number]): AsyncGenerator<object> {
  for (let offset = 0; ; offset += CHUNK) {
    const query = sql<object>`select * from ${sql.table(table)} order by ${sql.raw(ORDER[table])} limit ${CHUNK} offset ${offset}`
    const { rows } = await query.execute(tx)
    yield* rows
    if (rows.length < CHUNK) return
  }
}

/** Fills an empty database from a backup, whole or not at all. Throws `review-refused` when the database is in use, `review-invalid` for a damaged file. */
export async function restore(review: Review, lines: Iterable<string> | AsyncIterable<string>): Promise<number> {
  return review.db.transaction().execute(async (tx) => {
    const inUse =
      (await tx.selectFrom('events').select('id').limit(1).executeTakeFirst()) ??
      (await tx.selectFrom('items').select('id').limit(1).executeTakeFirst())
    if (inUse)
      throw refused(
        'The review database already holds work.',
        'Restore into an empty one: move the old file away or name another database.',
      )
    return readBackup(tx, lines)
  })
}

async function readBackup(tx: Tx, lines: Iterable<string> | AsyncIterable<string>): Promise<number> {
  let [number, rows, promised] = [0, 0, -1]
  let waiting: z.infer<typeof Row>[] = []
  const flush = async () => {
    const [first] = waiting
    if (first)
      await insertRows(
        tx,
        first.table,
        waiting.map(({ row }) => row),
      )
    waiting = []
  }
  for await (const text of lines) {
    if (text.trim() === '') continue
    number += 1
    if (number === 1) checkHead(parsed(Head, text, number).version)
    else if (text.startsWith('{"rows"')) promised = parsed(Foot, text, number).rows
    else {
      const row = parsed(Row, text, number)
      if (waiting.length >= CHUNK || (waiting[0] && waiting[0].table !== row.table)) await flush()
      waiting.push(row)
      rows += 1
    }
  }
  await flush()
  if (promised !== rows)
    throw invalid(
      `The backup is cut off: ${rows} rows of ${promised < 0 ? 'an unknown number' : promised}.`,
      'Use another backup; nothing was restored.',
    )
  return rows
}

function checkHead(found: number): void {
  if (found !== VERSION)
    throw invalid(
      `The backup has version ${found}; this program writes version ${VERSION}.`,
      'Restore it with the program that wrote it, then update.',
    )
}

async function insertRows(tx: Tx, table: (typeof TABLES)[number], rows: readonly z.infer<typeof Row>['row'][]): Promise<void> {
  // numbering starts anew, in the old order
  const values = rows.map((row) =>
    table === 'events' || table === 'audit' ? Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'seq')) : row,
  )
  await tx
    .insertInto(table)
    .values(values as never)
    .execute() // the cast: the table is chosen at run time; the database checks the columns
}

function parsed<Shape>(schema: z.ZodType<Shape>, text: string, number: number): Shape {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw invalid(`Line ${number} does not belong into a backup.`, 'Use another backup; nothing was restored.', undefined, cause)
  }
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`
