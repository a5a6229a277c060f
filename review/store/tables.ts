import type { Generated, Kysely, Transaction } from 'kysely'

/** The review database. Times are ISO 8601 text, flags are 0 or 1, JSON is text: the same in SQLite and PostgreSQL. */
export interface Tables {
  /** One line an item: the queue, derived from `machine` and `events` and rebuilt from them at any time. */
  items: {
    id: string
    subject: string
    document: string
    number: string
    page: number
    confidence: number
    diagrams: number
    status: string
    second: string
    first_by: string | null
    second_by: string | null
    by: string
    reasons: string
    flagged: number
    moved: number
    /** 1 when the last extraction no longer found it; it stays, and a person decides. */
    gone: number
    /** Position among the document’s pages, as text that sorts. */
    place: string
    start: string
    revision: string
    touched: number
  }
  /** What search looks into, in lower case; apart, so that going through it does not read everything else. */
  texts: { item: string; search: string }
  /** Why a person should look at an item; one line a reason. */
  reasons: { item: string; code: string }
  /** Every version of an item that the machine made; none is ever overwritten. */
  machine: { item: string; revision: string; at: string; json: string }
  /** The log. Appended to, never changed. */
  events: {
    seq: Generated<number>
    id: string
    act: string
    item: string
    by: string
    at: string
    reading: string
    kind: string
    json: string
  }
  /** Who is reading what now, and until when. */
  leases: { item: string; reading: string; holder: string; token: string; expires: string }
  /** What a person has typed and not yet submitted. */
  drafts: { item: string; reader: string; json: string; at: string; late: number }
  people: { name: string; role: string; password: string | null; qualification: string; disabled: number; at: string }
  /** `person` is set where somebody who is known already gets a new password. */
  invitations: { token: string; role: string; person: string | null; expires: string; by: string }
  sessions: { token: string; person: string; csrf: string; expires: string }
  /** Acts of curators and admins. Appended to, never changed. */
  audit: { seq: Generated<number>; at: string; by: string; act: string; detail: string }
  settings: { key: string; json: string }
  views: { person: string; name: string; query: string }
}

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** Either, for functions that only read. */
export type Queries = Database | Tx
