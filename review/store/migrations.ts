import { type Kysely, sql } from 'kysely'
import type { Tx } from './tables.ts'

type Engine = 'sqlite' | 'postgres'

interface Migration {
  readonly to: number
  readonly why: string
  up(tx: Tx, engine: Engine): Promise<void>
}

/** Oldest first. Add at the end, never edit: databases in use already went through these. */
export const migrations: readonly Migration[] = [
  { to: 1, why: 'the first version', up: first },
  { to: 2, why: 'lists and searches went through the whole queue', up: indexed },
]

/** PostgreSQL: any number, as long as nobody else in the database takes the same lock. */
const LOCK = 7_116_021

/**
 * Brings a database up to date in one transaction, so that a start that is cut off leaves the old version whole; starters that race
 * wait for each other. Returns the version reached. Throws where the database is newer than this program.
 */
export async function migrate(db: Kysely<never>, engine: Engine, upTo: readonly Migration[] = migrations): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    // a write comes first, so that SQLite takes its write lock before anything is read
    await sql`create table if not exists schema_version (version integer not null)`.execute(tx)
    await sql`delete from schema_version where version < 0`.execute(tx)
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(tx)
    const from = rows[0]?.version ?? 0
    const newest = upTo.at(-1)?.to ?? 0
    if (from > newest) throw new NewerDatabase(from, newest)
    for (const { to, up } of upTo.filter((migration) => migration.to > from)) {
      await up(tx as unknown as Tx, engine) // the cast: tables exist step by step while this runs
      await sql`insert into schema_version (version) values (${to})`.execute(tx)
    }
    return newest
  })
}

export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
  constructor(found: number, known: number) {
    super(`The review database has version ${found}; this program knows versions up to ${known}.`)
  }
}

async function first(tx: Tx, engine: Engine): Promise<void> {
  const serial = engine === 'sqlite' ? 'integer primary key autoincrement' : 'integer generated always as identity primary key'
  for (const statement of firstTables(serial)) await sql.raw(statement).execute(tx)
}

const firstTables = (serial: string): string[] => [
  `create table items (id text primary key, subject text not null, document text not null, number text not null, page integer not null,
    confidence double precision not null, diagrams integer not null, status text not null, second text not null, first_by text, second_by text,
    "by" text not null, reasons text not null, flagged integer not null, moved integer not null, gone integer not null, place text not null,
    start text not null, revision text not null, touched integer not null)`,
  'create index items_doubt on items (confidence, id)',
  'create index items_status_doubt on items (status, confidence, id)',
  'create index items_place on items (document, place, id)',
  'create index items_second on items (second, confidence, id)',
  'create index items_counts on items (subject, document, status, second)',
  'create table texts (item text primary key, search text not null)',
  'create table reasons (item text not null, code text not null, primary key (code, item))',
  'create index reasons_item on reasons (item)',
  'create table machine (item text not null, revision text not null, at text not null, json text not null, primary key (item, revision))',
  `create table events (seq ${serial}, id text not null unique, act text not null, item text not null, "by" text not null, at text not null,
    reading text not null, kind text not null, json text not null)`,
  'create index events_item on events (item, at, id)',
  'create index events_act on events (act)',
  'create index events_kind_at on events (kind, at)',
  'create index events_kind_by on events (kind, "by")',
  `create table leases (item text not null, reading text not null, holder text not null, token text not null, expires text not null,
    primary key (item, reading))`,
  'create index leases_expires on leases (expires)',
  'create table drafts (item text not null, reader text not null, json text not null, at text not null, late integer not null, primary key (item, reader))',
  `create table people (name text primary key, role text not null, password text, qualification text not null, disabled integer not null,
    at text not null)`,
  'create table invitations (token text primary key, role text not null, person text, expires text not null, "by" text not null)',
  'create table sessions (token text primary key, person text not null, csrf text not null, expires text not null)',
  `create table audit (seq ${serial}, at text not null, "by" text not null, act text not null, detail text not null)`,
  'create table settings (key text primary key, json text not null)',
  'create table views (person text not null, name text not null, query text not null, primary key (person, name))',
]

/** Indexes for what people filter by, and one for the letters that a search looks for. */
async function indexed(tx: Tx, engine: Engine): Promise<void> {
  for (const statement of INDEXES) await sql.raw(statement).execute(tx)
  if (engine === 'sqlite') for (const statement of LETTER_TRIPLES) await sql.raw(statement).execute(tx)
  else await triplesOfPostgres(tx)
}

const INDEXES = [
  'create index items_document_doubt on items (document, status, confidence, id)',
  'create index items_bare on items (confidence, id) where diagrams = 0',
  'create index items_first_by on items (first_by) where first_by is not null',
  'create index items_second_by on items (second_by) where second_by is not null',
]

/** SQLite: triggers keep the index beside `texts`, whose rows have no number of their own that lasts. */
const LETTER_TRIPLES = [
  'create table text_rows (seq integer primary key, item text not null unique)',
  "create virtual table texts_found using fts5(search, content='', contentless_delete=1, tokenize='trigram')",
  'insert into text_rows (item) select item from texts',
  'insert into texts_found (rowid, search) select seq, search from texts join text_rows on text_rows.item = texts.item',
  `create trigger texts_added after insert on texts begin
    insert into text_rows (item) values (new.item);
    insert into texts_found (rowid, search) select seq, new.search from text_rows where item = new.item;
  end`,
  `create trigger texts_changed after update of search on texts when old.search <> new.search begin
    update texts_found set search = new.search where rowid = (select seq from text_rows where item = new.item);
  end`,
  `create trigger texts_removed after delete on texts begin
    delete from texts_found where rowid = (select seq from text_rows where item = old.item);
    delete from text_rows where item = old.item;
  end`,
]

/** PostgreSQL: its own extension does it, where it may be made; without it a search reads all texts, which is slower and right. */
async function triplesOfPostgres(tx: Tx): Promise<void> {
  await sql`savepoint before_triples`.execute(tx)
  try {
    await sql`create extension if not exists pg_trgm`.execute(tx)
    await sql`create index texts_triples on texts using gin (search gin_trgm_ops)`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint before_triples`.execute(tx)
    if (!isRefusal(error)) throw error
  }
}

/** PostgreSQL's codes for: not allowed, no such file, not supported here. */
const REFUSALS = new Set(['42501', '58P01', '0A000'])

const isRefusal = (error: unknown): boolean => error instanceof Error && 'code' in error && REFUSALS.has(String(error.code))
