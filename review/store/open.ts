import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { ProblemError } from '../../schemas/problem.ts'
import { migrate, NewerDatabase } from './migrations.ts'
import type { Database, Tables } from './tables.ts'

/** Milliseconds that SQLite waits for another process that is writing. */
const BUSY_TIMEOUT = 10_000

/** What SQLite calls a database that is kept nowhere. */
const MEMORY = ':memory:'

/** Connections to PostgreSQL; a submit takes one for a few milliseconds. */
const POOL_SIZE = 10

/** An open review database. */
export interface Review {
  readonly db: Database
  readonly engine: 'sqlite' | 'postgres'
  /** Where a database in SQLite is kept; null for one in memory or on a server. */
  readonly file: string | null
  /** The present time; tests hand in their own. */
  readonly now: () => Date
  close(): Promise<void>
}

/**
 * Opens the review database, making or migrating it as needed. `url` is `postgres://…` for a team or a `file:` URL or path for SQLite
 * (`:memory:` for none at all). Throws ProblemError `review-unavailable` when it cannot be reached or is newer than this program.
 */
export async function openReview(url: string, now: () => Date = () => new Date()): Promise<Review> {
  const engine = /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite'
  try {
    const db = new Kysely<Tables>({ dialect: engine === 'postgres' ? postgres(url) : sqlite(url) })
    await migrate(db as unknown as Kysely<never>, engine).catch(async (cause: unknown) => {
      await db.destroy()
      throw cause
    }) // the cast: a migration sees no tables but those it makes
    const file = engine === 'postgres' || url === MEMORY ? null : fileOf(url)
    return { db, engine, file, now, close: () => db.destroy() }
  } catch (cause) {
    throw unavailable(url, cause)
  }
}

const fileOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url)

function sqlite(url: string): SqliteDialect {
  const file = fileOf(url)
  if (file !== MEMORY) mkdirSync(dirname(file), { recursive: true })
  const database = new SQLite(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL') // a submitted review survives a power cut, not only a crash
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT}`)
  return new SqliteDialect({ database })
}

function postgres(url: string): PostgresDialect {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE })
  pool.on('error', () => undefined) // an idle connection was cut; the next query opens another one or says why it cannot
  return new PostgresDialect({ pool })
}

function unavailable(url: string, cause: unknown): ProblemError {
  const newer = cause instanceof NewerDatabase
  return new ProblemError(
    {
      code: 'review-unavailable',
      message: newer ? cause.message : `The review database ${withoutPassword(url)} cannot be opened: ${reasonOf(cause)}.`,
      hint: newer ? 'Update engvqa, or restore a backup that this version wrote.' : adviceOn(url),
      place: {},
    },
    { cause },
  )
}

const adviceOn = (url: string): string =>
  /^postgres(ql)?:/.test(url)
    ? 'Check the address, that the server runs and that you may write there.'
    : 'Check that you may write this file. If it is damaged, move it away and fill a new one with `engvqa review restore BACKUP`.'

const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  return cause instanceof Error ? cause.message : String(cause)
}

const withoutPassword = (url: string): string => url.replace(/\/\/([^:/@]*):[^@]*@/, '//$1:…@')
