import { type BatchJob, type GoogleGenAI, type InlinedRequest, type InlinedResponse, JobState } from '@google/genai'
import { makeFolder } from '../../corpus/atomic.ts'
import type { ModelCall } from '../../schemas/model.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { type AnswerStore, askedOf, type StoredAnswer } from './answers.ts'
import type { Queue } from './batch-queue.ts'
import { type Calls, type JobRecord, readRecords, recordOf, writeRecord } from './batch-records.ts'
import { together } from './client.ts'
import type { Clock } from './clock.ts'
import { CallFailure, mayRetry, toProblem } from './failure.ts'
import { fitTo } from './fit.ts'
import { configOf, contentsOf, toSent } from './gemini.ts'
import { inlinePart, uploads } from './gemini-parts.ts'
import type { Ledger, Reservation } from './ledger.ts'

/** Characters of requests in one job; the API takes 20 MB inline. */
const MOST_INLINE = 15_000_000

/** Milliseconds between looks at a running job: batches take minutes to hours. */
const POLL = 30_000

/** Looks at a job that may fail one after the other. */
const MOST_FAILURES = 20

export interface BatchOptions {
  readonly client: GoogleGenAI
  readonly answers: AnswerStore
  /** Where job records are kept. */
  readonly folder: string
  readonly ledger: Ledger
  /** Money set aside for the calls under way, by key. */
  readonly reserved: Map<string, Reservation>
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Told of every call whose job is done, and of those that were not handed in since they could pass the budget. */
  readonly onDone?: (key: string, problem: Problem | undefined) => void
}

/** Jobs that are under way, and how many calls wait in them. */
export interface Submitted {
  readonly jobs: readonly string[]
  readonly calls: number
}

/**
 * Hands queued calls in as jobs, one or more a model, except those that wait in a job already, and as many as the budget allows. Each job is
 * recorded before it is created and found again by its title, so that a crash at any moment neither loses nor doubles it. Throws ProblemError.
 */
export async function submitBatches(queue: Queue, options: BatchOptions): Promise<Submitted> {
  await makeFolder(options.folder)
  const records = await readRecords(options.folder)
  const underWay = await openJobs(records, options)
  const waiting = new Set(underWay.flatMap(({ record }) => record.calls.map(({ key }) => key)))
  const jobs = underWay.map(({ name }) => name)
  const wanted = affordable(
    [...queue].filter(([key]) => !waiting.has(key)),
    options,
  )
  let calls = waiting.size
  const open = portions(wanted)
  for (const [at, portion] of open.entries()) {
    const name = await handIn(portion, records, options).catch((error: unknown) => {
      for (const [key] of open.slice(at).flat()) options.reserved.get(key)?.release()
      if (jobs.length > 0 && isFull(error)) return undefined // the rest is handed in when the jobs under way are done
      throw error
    })
    if (name === undefined) break
    jobs.push(name)
    calls += portion.length
  }
  return { jobs, calls }
}

/** Creates a job; its name. Throws ProblemError. */
async function handIn(calls: Calls, records: readonly JobRecord[], options: BatchOptions): Promise<string> {
  const record = recordOf(calls, records)
  await writeRecord(options.folder, record)
  const { name } = await create(record, calls, options)
  if (name === undefined) throw new Error('The server created a batch job without a name.')
  await writeRecord(options.folder, { ...record, name })
  return name
}

/** Whether the server takes no further job for now: it bounds the jobs, or the tokens in them, that wait at a time. */
const isFull = (error: unknown): boolean =>
  error instanceof ProblemError && error.cause instanceof CallFailure && /^(?:rate-limited|quota)$/.test(error.cause.facts.kind)

/** The calls that the budget has room for, in order. With the first that it has not, the others are left too: they are asked in a later run. */
function affordable(calls: Calls, { ledger, reserved, onDone }: BatchOptions): Calls {
  let full: Problem | undefined
  return calls.filter(([key, call]) => {
    try {
      if (!full) reserved.set(key, ledger.reserve(call))
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'budget-reached') throw error
      full = error.problem
    }
    if (full) onDone?.(key, full)
    return !full
  })
}

/** Waits for every job that was handed in and stores its answers. Calls that failed in a job are reported and can be asked again. */
export async function collectBatches(options: BatchOptions): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { record, name } of await openJobs(await readRecords(options.folder), options)) {
    const job = await finished(name, record.model, options)
    if (job) problems.push(...(await store(job, record, options)))
    await writeRecord(options.folder, { ...record, name, collected: true })
  }
  return problems
}

/** Jobs whose answers are still to come. One that was recorded but never created is not among them: its calls will be queued again. */
async function openJobs(records: readonly JobRecord[], options: BatchOptions): Promise<{ record: JobRecord; name: string }[]> {
  const jobs: { record: JobRecord; name: string }[] = []
  for (const record of records) {
    if (record.collected) continue
    const name = record.name ?? (await findByTitle(record, options))?.name
    if (name !== undefined) jobs.push({ record, name })
  }
  return jobs
}

/** Calls by model, split where a job would become too large even with its pictures uploaded. */
function portions(calls: Calls): Calls[] {
  const jobs: [string, ModelCall][][] = []
  for (const model of new Set(calls.map(([, call]) => call.model))) {
    let size = Number.POSITIVE_INFINITY
    for (const [key, call] of calls) {
      if (call.model !== model) continue
      const length = wordsOf(call)
      if (size + length > MOST_INLINE) {
        jobs.push([])
        size = 0
      }
      jobs.at(-1)?.push([key, call])
      size += length
    }
  }
  return jobs
}

/** Characters of a call without its pictures. */
const wordsOf = (call: ModelCall): number => JSON.stringify(bare(call)).length

/** Characters of its pictures. */
const picturesOf = ({ images = [], shared }: ModelCall): number =>
  [...images, ...(shared?.images ?? [])].reduce((sum, { base64 }) => sum + base64.length, 0)

const bare = ({ images: _, shared, ...call }: ModelCall): ModelCall => ({ ...call, ...(shared ? { shared: { text: shared.text } } : {}) })

async function create({ title, model }: JobRecord, calls: Calls, { client, signal }: BatchOptions): Promise<BatchJob> {
  const isSmall = calls.reduce((sum, [, call]) => sum + wordsOf(call) + picturesOf(call), 0) <= MOST_INLINE
  const toPart = isSmall ? inlinePart : uploads(client) // a picture that many calls share is sent once
  try {
    const src: InlinedRequest[] = await Promise.all(
      calls.map(async ([key, call]) => ({
        metadata: { key },
        contents: await contentsOf(call, (image) => toPart(image, signal)),
        config: configOf(call),
      })),
    )
    return await client.batches.create({ model, src, config: { displayName: title, abortSignal: signal } })
  } catch (error) {
    throw known(error, model)
  }
}

async function findByTitle({ title, model }: JobRecord, { client }: BatchOptions): Promise<BatchJob | undefined> {
  try {
    for await (const job of await client.batches.list()) if (job.displayName === title) return job
    return undefined
  } catch (error) {
    throw known(error, model)
  }
}

const ENDED: ReadonlySet<JobState | undefined> = new Set([
  JobState.JOB_STATE_SUCCEEDED,
  JobState.JOB_STATE_PARTIALLY_SUCCEEDED,
  JobState.JOB_STATE_FAILED,
  JobState.JOB_STATE_CANCELLED,
  JobState.JOB_STATE_EXPIRED,
])

/** The job when it has ended; undefined when the server does not know it any more, so that its calls are handed in anew. */
async function finished(name: string, model: string, { client, clock, signal }: BatchOptions): Promise<BatchJob | undefined> {
  let failures = 0
  for (;;) {
    try {
      const job = await client.batches.get({ name, config: { abortSignal: signal } })
      failures = 0
      if (ENDED.has(job.state)) return job
    } catch (error) {
      if (signal.aborted) throw stopped(name, model)
      if (error instanceof CallFailure && error.facts.kind === 'unknown-model') return undefined
      failures++ // hours go by, and connections break off
      if (!(error instanceof CallFailure) || !mayRetry(error) || failures > MOST_FAILURES) throw known(error, model)
    }
    await clock.sleep(POLL, signal).catch(() => {
      throw stopped(name, model)
    })
  }
}

const stopped = (name: string, model: string): ProblemError =>
  toProblem(new CallFailure({ kind: 'interrupted', detail: `the batch ${name} goes on at the server` }), model, 1, {})

const known = (error: unknown, model: string): unknown => (error instanceof CallFailure ? toProblem(error, model, 1, {}) : error)

async function store(job: BatchJob, { calls, model }: JobRecord, { answers, ledger, reserved, onDone }: BatchOptions): Promise<Problem[]> {
  const responses = job.dest?.inlinedResponses ?? []
  const byKey = new Map(responses.map((response, index) => [response.metadata?.key ?? calls[index]?.key, response]))
  const problems: Problem[] = []
  for (const { key, call } of calls) {
    try {
      const answer = toStored(byKey.get(key), key, call, job)
      reserved.get(key)?.release()
      ledger.paid(call, answer.usage)
      await answers.put(afterEarlier(await answers.get(key), answer))
      onDone?.(key, undefined)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      reserved.get(key)?.release()
      if (error.facts.kind === 'refused') await answers.put(refusal(key, call, error.facts.detail))
      const { problem } = toProblem(error, model, 1, { ...call.about })
      problems.push(problem)
      onDone?.(key, problem)
    }
  }
  return problems
}

function toStored(response: InlinedResponse | undefined, key: string, call: ModelCall, { state, error }: BatchJob): StoredAnswer {
  if (!response?.response) {
    const detail = response?.error?.message ?? error?.message ?? `no answer in a job that ended with ${state ?? 'no state'}`
    throw new CallFailure({ kind: 'server', detail })
  }
  const { text, finish, usage } = toSent(response.response)
  const fit = call.answer && finish === 'complete' ? fitTo(call.answer, text) : undefined
  const outcome = finish === 'cut-off' ? 'cut-off' : fit && !fit.fits ? 'unfit' : 'fits'
  return {
    key,
    provider: 'gemini',
    at: new Date().toISOString(),
    asked: askedOf(call),
    outcome,
    text: fit?.fits ? fit.text : text,
    raw: [text],
    usage,
    seconds: 0,
  }
}

/** The second answer to a call whose first did not fit, with both raw texts; a new answer in place of any other. */
const afterEarlier = (before: StoredAnswer | undefined, now: StoredAnswer): StoredAnswer =>
  before?.outcome === 'unfit' && before.raw.length === 1
    ? { ...now, raw: [...before.raw, ...now.raw], usage: together(before.usage, now.usage) }
    : now

/** A refusal is an answer: it is kept, and asked for again only when told to. */
const refusal = (key: string, call: ModelCall, text: string): StoredAnswer => ({
  key,
  provider: 'gemini',
  at: new Date().toISOString(),
  asked: askedOf(call),
  outcome: 'refused',
  text,
  raw: [],
  usage: null,
  seconds: 0,
})
