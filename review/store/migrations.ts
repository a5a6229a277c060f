import { type Kysely, sql } from 'kysely'
import type { Tx } from './tables.ts'

type Engine = 'sqlite' | 'postgres'

interface Migration {
  readonly to: number
  readonly why: string
  up(tx: Tx, engine: Engine): Promise<void>
}

/** Oldest first. Add at the end, never edit: databases in use already went through these. */
export const migrations: readonly Migration[] = [{ to: 1, why: 'the first version', up: first }]

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
