import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ReviewerName, Role } from '../schemas/review.ts'
import type { Actor } from './claims.ts'
import { invalid, refused } from './refusals.ts'
import type { Review } from './store/open.ts'
import type { Queries, Tables, Tx } from './store/tables.ts'

/** scrypt cost: about 60 ms and 32 MiB a guess on a laptop. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }
const KEY_LENGTH = 32

/** Characters. Length is what makes a password hard to guess; nothing else is asked of it. */
const MIN_PASSWORD = 10
const MAX_PASSWORD = 200

/** Hours that an invitation can be taken up, and that a session lasts. */
const INVITATION_HOURS = 72
const SESSION_HOURS = 12

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number, cost: typeof COST) => Promise<Buffer> // the cast picks the overload

/** Somebody who is signed in. */
export interface Session extends Actor {
  readonly csrf: string
}

/**
 * Makes an invitation and returns the secret that goes into its link; only its hash is kept. For a `person` who is known already it is the
 * way to a new password.
 */
export async function invite(review: Review, role: Role, by: string, person: string | null = null): Promise<string> {
  const token = secret()
  await review.db
    .insertInto('invitations')
    .values({ token: hashed(token), role, person, expires: inHours(review, INVITATION_HOURS), by })
    .execute()
  await recordAct(review, by, person === null ? 'invite' : 'new-password-link', { role, ...(person !== null && { person }) })
  return token
}

/** An invitation for the first admin; undefined once somebody can sign in as one. */
export async function firstInvitation(review: Review): Promise<string | undefined> {
  const admin = await review.db
    .selectFrom('people')
    .select('name')
    .where('role', '=', 'admin')
    .where('disabled', '=', 0)
    .where('password', 'is not', null)
    .executeTakeFirst()
  return admin ? undefined : invite(review, 'admin', 'the start of the server')
}

/** What somebody fills in who takes up an invitation. */
export interface Acceptance {
  readonly token: string
  readonly name: string
  readonly password: string
  readonly qualification: string
}

/** Takes up an invitation: a name of one’s choice, a password, and what one says about one’s qualification. Returns the name. */
export async function acceptInvitation(review: Review, { token, name, password, qualification }: Acceptance): Promise<string> {
  const chosen = ReviewerName.safeParse(name)
  if (!chosen.success) throw invalid('That name cannot be used.', 'Use letters, digits, spaces, ".", "_" or "-", 40 characters at most.')
  const stored = await storedPassword(password)
  return review.db.transaction().execute(async (tx) => {
    const now = review.now().toISOString()
    const used = await tx
      .deleteFrom('invitations')
      .where('token', '=', hashed(token))
      .where('expires', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (!used) throw refused('This invitation is used up or has run out.', 'Ask for a new one.')
    const by = used.person ?? chosen.data
    if (used.person === null) {
      const row = { name: chosen.data, role: used.role, password: stored, qualification: qualification.slice(0, 500), disabled: 0, at: now }
      await addPerson(tx, row)
    } else await renewPassword(tx, used.person, chosen.data, stored)
    const detail = JSON.stringify({ role: used.role, invitedBy: used.by })
    await tx
      .insertInto('audit')
      .values({ at: now, by, act: used.person === null ? 'join' : 'new-password', detail })
      .execute()
    return by
  })
}

async function addPerson(tx: Tx, row: Tables['people']): Promise<void> {
  const made = await tx
    .insertInto('people')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!made) throw invalid(`The name ${row.name} is taken.`, 'Choose another one.')
}

/** A new password ends every session that was opened with the old one. */
async function renewPassword(tx: Tx, person: string, named: string, password: string): Promise<void> {
  if (named !== person) throw invalid('This link is for somebody else.', 'Give the name that you have here already.')
  await tx.updateTable('people').set({ password }).where('name', '=', person).execute()
  await tx.deleteFrom('sessions').where('person', '=', person).execute()
}

/** The person with this name and password, or undefined; takes the same time for a name that does not exist. */
export async function withPassword(review: Review, name: string, password: string): Promise<Actor | undefined> {
  const person = await review.db.selectFrom('people').selectAll().where('name', '=', name).where('disabled', '=', 0).executeTakeFirst()
  const matches = await verify(password.slice(0, MAX_PASSWORD), person?.password ?? (await decoy))
  return matches && person?.password ? toActor(person) : undefined
}

/** Opens a session and returns the secret for its cookie. */
export async function openSession(review: Review, person: string): Promise<string> {
  const token = secret()
  await review.db.deleteFrom('sessions').where('expires', '<=', review.now().toISOString()).execute()
  await review.db
    .insertInto('sessions')
    .values({ token: hashed(token), person, csrf: secret(), expires: inHours(review, SESSION_HOURS) })
    .execute()
  return token
}

/** Who a cookie belongs to; undefined when the session is over or the person may no longer come in. */
export async function sessionOf(review: Review, token: string): Promise<Session | undefined> {
  const row = await review.db
    .selectFrom('sessions')
    .innerJoin('people', 'people.name', 'sessions.person')
    .select(['people.name', 'people.role', 'sessions.csrf'])
    .where('sessions.token', '=', hashed(token))
    .where('sessions.expires', '>', review.now().toISOString())
    .where('people.disabled', '=', 0)
    .executeTakeFirst()
  return row && { ...toActor(row), csrf: row.csrf }
}

export async function closeSession(review: Review, token: string): Promise<void> {
  await review.db.deleteFrom('sessions').where('token', '=', hashed(token)).execute()
}

/** Makes sure that somebody exists who works alone on this machine and needs no password: an admin who comes in by a link. */
export async function ensureLocalPerson(review: Review, name: string): Promise<Actor> {
  const chosen = ReviewerName.parse(name)
  const row = { name: chosen, role: 'admin', password: null, qualification: '', disabled: 0, at: review.now().toISOString() }
  await review.db
    .insertInto('people')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const person = await review.db.selectFrom('people').selectAll().where('name', '=', chosen).executeTakeFirstOrThrow()
  return toActor(person)
}

export interface Person extends Actor {
  readonly qualification: string
  readonly disabled: boolean
  readonly at: string
}

export async function people(db: Queries): Promise<Person[]> {
  const rows = await db.selectFrom('people').selectAll().orderBy('name').execute()
  return rows.map((row) => ({ ...toActor(row), qualification: row.qualification, disabled: row.disabled === 1, at: row.at }))
}

/** Changes somebody’s role or shuts them out, ending their sessions. The last admin stays one. */
export async function changePerson(
  review: Review,
  name: string,
  change: { role?: Role | undefined; disabled?: boolean | undefined },
  by: string,
): Promise<void> {
  await review.db.transaction().execute(async (tx) => {
    const set = { ...(change.role && { role: change.role }), ...(change.disabled !== undefined && { disabled: Number(change.disabled) }) }
    const changed = await tx.updateTable('people').set(set).where('name', '=', name).returning('name').executeTakeFirst()
    if (!changed) throw invalid(`There is nobody called ${name}.`, 'Reload the list.')
    const admin = await tx.selectFrom('people').select('name').where('role', '=', 'admin').where('disabled', '=', 0).executeTakeFirst()
    if (!admin) throw refused('Somebody has to be admin.', 'Make somebody else admin first.')
    if (change.disabled) await tx.deleteFrom('sessions').where('person', '=', name).execute()
    await tx
      .insertInto('audit')
      .values({ at: review.now().toISOString(), by, act: 'change-person', detail: JSON.stringify({ name, ...change }) })
      .execute()
  })
}

/** What somebody says about their qualification; published with the dataset. */
export async function stateQualification(review: Review, name: string, qualification: string): Promise<void> {
  await review.db
    .updateTable('people')
    .set({ qualification: qualification.slice(0, 500) })
    .where('name', '=', name)
    .execute()
}

/** Appends to the record of what curators and admins did. */
export async function recordAct(review: Review, by: string, act: string, detail: unknown): Promise<void> {
  await review.db
    .insertInto('audit')
    .values({ at: review.now().toISOString(), by, act, detail: JSON.stringify(detail) })
    .execute()
}

async function storedPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD) {
    throw invalid(`A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`, 'A few random words are easy to remember.')
  }
  const salt = randomBytes(16)
  const key = await derive(password, salt, KEY_LENGTH, COST)
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

async function verify(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt, key] = stored.split('$')
  const expected = Buffer.from(key ?? '', 'base64url')
  const found = await derive(password, Buffer.from(salt ?? '', 'base64url'), KEY_LENGTH, {
    ...COST,
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Stands in for somebody who does not exist. */
const decoy = storedPassword(randomBytes(16).toString('hex'))

const toActor = ({ name, role }: Pick<Tables['people'], 'name' | 'role'>): Actor => ({ name, role: Role.parse(role) })
const secret = (): string => randomBytes(24).toString('base64url')
const hashed = (token: string): string => createHash('sha256').update(token).digest('hex')
const inHours = (review: Review, hours: number): string => new Date(review.now().getTime() + hours * 3_600_000).toISOString()
