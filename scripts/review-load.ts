/**
 * Puts the review server under load and kills it in the middle:
 *   npx tsx scripts/review-load.ts [--items 100000] [--reviewers 50] [--seconds 60] [--look 6000] [--database postgres://…]
 * Every reviewer claims, opens, drafts and submits one item after the other, lists and searches the queue. Half-way the server is killed with SIGKILL
 * and started again. Prints p50 and p95 of every route, and fails when a submission that was acknowledged is not in the log, is there
 * twice, or an item was decided by two people.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openSession } from '../review/people.ts'
import { queueItems } from '../review/queue.ts'
import { serveReview } from '../review/server/serve.ts'
import { allEvents } from '../review/store/log.ts'
import { openReview, type Review } from '../review/store/open.ts'
import { writePolicy } from '../review/store/settings.ts'
import type { Item } from '../schemas/item.ts'
import { ReviewPolicy } from '../schemas/review.ts'
import { item, withConfidence, withText } from '../test/review/fixtures.ts'

/** Milliseconds a reviewer looks at an item unless --look says otherwise; people take several times as long. */
const LOOK = 6000

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    reviewers: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    look: { type: 'string', default: String(LOOK) },
    database: { type: 'string' },
    serve: { type: 'string' },
  },
})

const WORDS = 'steam water nozzle turbine beam shaft pipe wall boiler truss piston rod plate flow heat load entropy stress'.split(' ')

/** A distinct item of about the size of a real one. */
function made(index: number): Item {
  const words = Array.from({ length: 90 }, (_, at) => WORDS[(index * 31 + at * 17 + ((index * at) % 7)) % WORDS.length]).join(' ')
  const base = withConfidence(item(`${1 + (index % 20)}-${index}`), ((index * 7919) % 1000) / 1000)
  const document = `book-${index % 25}`
  return withText({ ...base, id: `thermodynamics/${document}/${base.source.number}`, source: { ...base.source, document } }, words)
}

/** The child: serves until it is killed. */
async function serve(database: string): Promise<void> {
  const review = await openReview(database)
  const nothing = async () => new Uint8Array()
  const sources = {
    pages: async () => [{ width: 595, height: 842 }],
    renderPage: nothing,
    cutCrop: async () => ({ crop: { sha256: '0'.repeat(64), width: 1, height: 1 }, png: new Uint8Array() }),
    image: async () => undefined,
    topics: async () => [],
  }
  const server = await serveReview(review, sources, {})
  console.log(server.url)
}

function startServer(database: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--serve', database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve({ url: chunk.toString().trim(), child }))
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}

const kill = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })

const times = new Map<string, number[]>()
const acknowledged = new Map<string, string>()
let refused = 0
let lost = 0
let base = ''

class Cut extends Error {}

/** One request; its time counts only when it was answered. */
async function call(
  who: { cookie: string; csrf: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const began = performance.now()
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { cookie: who.cookie, 'x-csrf-token': who.csrf },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Cut()
  })
  const text = await answer.text().catch(() => {
    throw new Cut()
  })
  const route = `${method} ${path.split('?')[0]}`
  times.set(route, [...(times.get(route) ?? []), performance.now() - began])
  return { status: answer.status, json: JSON.parse(text) }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A reviewer at work until the time is over. */
async function reviewer(name: string, who: { cookie: string; csrf: string }, until: number): Promise<void> {
  await pause(Math.random() * Number(values.look)) // people do not begin at the same moment
  for (let round = Number(name.slice(1)); Date.now() < until; round++) {
    try {
      await oneItem(name, who, round)
    } catch (error) {
      if (!(error instanceof Cut)) throw error
      lost += 1
      await pause(300)
    }
  }
}

async function oneItem(name: string, who: { cookie: string; csrf: string }, round: number): Promise<void> {
  const filter = { status: 'pending', document: `book-${(round + name.length * 3) % 25}` }
  if (round % 5 === 0) await call(who, 'GET', '/api/queue?status=pending&limit=60')
  if (round % 9 === 0) await call(who, 'GET', `/api/queue?search=${WORDS[round % WORDS.length]}+${WORDS[(round + 3) % WORDS.length]}`)
  if (round % 6 === 0) await call(who, 'GET', '/api/progress')
  const { json: lease } = await call(who, 'POST', '/api/claim-next', { filter })
  if (!isLease(lease)) return
  const { json: view } = await call(who, 'GET', `/api/item?id=${encodeURIComponent(lease.item)}`)
  if (!isView(view)) throw new Error(`no view of ${lease.item}`)
  await pause(Number(values.look))
  if (round % 3 === 0) await call(who, 'PUT', '/api/draft', { item: lease.item, content: { fields: { 'question.text': 'half' } } })
  const edits = round % 4 === 0 ? [{ path: 'question.text', after: `read by ${name} in round ${round}` }] : []
  const { status } = await call(who, 'POST', '/api/submit', {
    item: lease.item,
    reading: 'first',
    token: lease.token,
    base: view.revision,
    edits,
    decision: 'approved',
    seconds: 3,
  })
  if (status === 200) acknowledged.set(lease.item, name)
  else refused += 1
}

const isLease = (value: unknown): value is { item: string; token: string } =>
  typeof value === 'object' && value !== null && 'item' in value && 'token' in value
const isView = (value: unknown): value is { revision: string } => typeof value === 'object' && value !== null && 'revision' in value

async function signIn(review: Review, name: string): Promise<{ cookie: string; csrf: string }> {
  const at = new Date().toISOString()
  await review.db.insertInto('people').values({ name, role: 'reviewer', password: null, qualification: '', disabled: 0, at }).execute()
  const token = await openSession(review, name)
  const { csrf } = await review.db.selectFrom('sessions').select('csrf').where('person', '=', name).executeTakeFirstOrThrow()
  return { cookie: `engvqa_review=${token}`, csrf }
}

/** What the log says against what the server had promised. */
async function verdict(review: Review): Promise<string[]> {
  const deciders = new Map<string, string[]>()
  for await (const event of allEvents(review.db))
    if (event.kind === 'decide') deciders.set(event.item, [...(deciders.get(event.item) ?? []), event.by])
  const wrong: string[] = []
  for (const [id, name] of acknowledged)
    if (deciders.get(id)?.join() !== name) wrong.push(`${id}: promised to ${name}, the log says ${deciders.get(id) ?? 'nothing'}`)
  for (const [id, names] of deciders) if (names.length > 1) wrong.push(`${id}: decided by ${names.join(' and ')}`)
  const { count } = await review.db
    .selectFrom('items')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '<>', 'pending')
    .executeTakeFirstOrThrow()
  if (Number(count) !== deciders.size) wrong.push(`the queue says ${count} decided, the log ${deciders.size}`)
  console.log(`decisions in the log ${deciders.size}, acknowledged ${acknowledged.size}, refused ${refused}, requests cut off ${lost}`)
  return wrong
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'review-load-'))
  const database = values.database ?? join(folder, 'review.db')
  const review = await openReview(database)
  await writePolicy(review.db, ReviewPolicy.parse({ secondShare: 0, unsureBelow: 0 }))
  const began = performance.now()
  await queueItems(
    review,
    Array.from({ length: Number(values.items) }, (_, index) => made(index)),
  )
  console.log(`${values.items} items queued in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const people = []
  for (let index = 0; index < Number(values.reviewers); index++) people.push({ name: `r${index}`, who: await signIn(review, `r${index}`) })
  await review.close()

  let running = await startServer(database)
  base = running.url
  const until = Date.now() + Number(values.seconds) * 1000
  const work = Promise.all(people.map(({ name, who }) => reviewer(name, who, until)))
  await pause(Number(values.seconds) * 500)
  await kill(running.child)
  running = await startServer(database)
  base = running.url
  await work
  await kill(running.child)

  const after = await openReview(database)
  const wrong = await verdict(after)
  await after.close()
  await rm(folder, { recursive: true, force: true })
  console.log('route                     requests   p50 ms   p95 ms   max ms')
  for (const [route, taken] of [...times].toSorted()) {
    const sorted = taken.toSorted((a, b) => a - b)
    const cells = [sorted.length, ...[0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(1))]
    console.log(route.padEnd(26) + cells.map((cell) => String(cell).padStart(8)).join(' '))
  }
  for (const line of wrong.slice(0, 10)) console.error(line)
  console.log(wrong.length === 0 ? 'no event was lost, none came twice' : `${wrong.length} faults`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

if (values.serve) await serve(values.serve)
else await main()
