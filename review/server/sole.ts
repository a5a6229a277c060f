import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { FOR_OWNER } from '../../corpus/atomic.ts'
import { ProblemError } from '../../schemas/problem.ts'

/** The right to serve a database in a file; it ends with `release`, or with the process however that ends. */
export interface Sole {
  /** Says where the server runs, for whoever starts another one. */
  tell(url: string): void
  release(): void
}

/** Locks of this process: one that nothing refers to would be closed, and so given up, when memory is tidied up. */
const held = new Set<SQLite.Database>()

/**
 * Takes the right to serve a database in SQLite, which one server has at a time: what a server remembers of the queue another one would not
 * know to be old. Commands that only look in or add are not kept out. Throws ProblemError `review-unavailable` when another server runs.
 */
export function soleServer(file: string): Sole {
  const address = `${file}-server.url` // beside the lock and not in it: nobody can read a locked database
  const lock = locked(`${file}-server.lock`)
  if (!lock) {
    const url = told(address)
    throw new ProblemError({
      code: 'review-unavailable',
      message: `This review is open already${url === undefined ? '' : ` at ${url}`}.`,
      hint: 'Go on there (the link was printed where it was started), or end that one with Ctrl-C first.',
      place: {},
    })
  }
  held.add(lock)
  rmSync(address, { force: true }) // of a server that was killed
  return {
    tell: (url) => writeFileSync(address, `${url}\n`, { mode: FOR_OWNER }),
    release: () => {
      rmSync(address, { force: true })
      held.delete(lock)
      lock.close()
    },
  }
}

/** A database that holds nothing but its lock, which the system takes back when the process ends; undefined when another process has it. */
function locked(file: string): SQLite.Database | undefined {
  const lock = new SQLite(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}

function told(address: string): string | undefined {
  try {
    return readFileSync(address, 'utf8').trim() || undefined
  } catch {
    return undefined // it has the lock and does not listen yet
  }
}
