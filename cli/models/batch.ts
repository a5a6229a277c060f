import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BatchJob, type GoogleGenAI, type InlinedRequest, type InlinedResponse, JobState } from '@google/genai'
import { z } from 'zod'
import { makeFolder, writeAtomically } from '../../corpus/atomic.ts'
import { type AskModel, ModelCall } from '../../schemas/model.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { type AnswerStore, askedOf, keyOf, type StoredAnswer } from './answers.ts'
import { wholeOf } from './client.ts'
import type { Clock } from './clock.ts'
import { CallFailure, toProblem } from './failure.ts'
import { fitTo } from './fit.ts'
import { configOf, contentsOf, toSent } from './gemini.ts'
import type { Ledger } from './ledger.ts'

/** Characters of requests in one job; the API takes 20 MB inline. */
const MOST_INLINE = 15_000_000

/** Milliseconds between looks at a running job: batches take minutes to hours. */
const POLL = 30_000

/** A job that was handed in, as it lies on disk until its answers are collected. */
const JobRecord = z.strictObject({
  name: z.string().nullable().describe('of the job at the server; null when it is not known whether it was created'),
  title: z.string().describe('display name, made from what is asked: finds a job whose name was never written down'),
  model: z.string(),
  at: z.iso.datetime(),
  collected: z.boolean(),
  calls: z.array(z.strictObject({ key: z.string(), call: ModelCall })).describe('pictures left out; only what reading an answer needs'),
})
type JobRecord = z.infer<typeof JobRecord>

/** Calls waiting for a batch, by key. */
export type Queue = Map<string, ModelCall>

/** What was handed in by this run and has no usable answer, with the reason; by key. */
export type Failed = Map<string, Problem>

/**
 * An `ask` that answers from the store and puts every other call into a queue. The caller runs the command, hands the queue in, collects, and
 * runs it again. A call that has `failed` is not queued a second time, so such rounds come to an end; nor is one that was stored as unfit, cut
 * off or refused, unless `retryFailed`.
 */
export function queueing(
  answers: AnswerStore,
  queue: Queue,
  { failed = new Map(), retryFailed = false }: { failed?: Failed; retryFailed?: boolean } = {},
): AskModel {
  const stored = async (key: string, call: ModelCall, isFinal: boolean): Promise<string | undefined> => {
    const known = await answers.get(key)
    if (!known || (known.outcome !== 'fits' && !isFinal)) return undefined
    return wholeOf(known, call)
  }
  return async (call) => {
    const key = keyOf(call, 'gemini')
    const problem = failed.get(key)
    const answer = await stored(key, call, !retryFailed || problem !== undefined)
    if (answer !== undefined) return answer
    if (problem) throw new ProblemError({ ...problem, place: { ...call.about } })
    queue.set(key, call)
    throw new ProblemError({
      code: 'model-failed',
      severity: 'notice',
      message: 'Put into the batch; there is no answer yet.',
      hint: 'Run the same command again when the batch is done.',
      place: { ...call.about },
    })
  }
}

export interface BatchOptions {
  readonly client: GoogleGenAI
  readonly answers: AnswerStore
  /** Where job records are kept. */
  readonly folder: string
  readonly ledger: Ledger
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Told of every call whose job is done. */
  readonly onDone?: (key: string, problem: Problem | undefined) => void
}

/**
 * Hands queued calls in as jobs, one or more a model, except those that wait in a job already. Each job is recorded before it is created and
 * found again by its title, so that a crash at any moment neither loses nor doubles it. Returns the names of the jobs that are under way.
 * Throws ProblemError.
 */
export async function submitBatches(queue: Queue, options: BatchOptions): Promise<string[]> {
  await makeFolder(options.folder)
  const records = await readRecords(options.folder)
  const underWay = await openJobs(records, options)
  const waiting = new Set(underWay.flatMap(({ record }) => record.calls.map(({ key }) => key)))
  const names = underWay.map(({ name }) => name)
  for (const calls of portions(new Map([...queue].filter(([key]) => !waiting.has(key))))) {
    const record = recordOf(calls, records)
    await write(options.folder, record)
    const job = await create(record, calls, options)
    if (job.name === undefined) throw new Error('The server created a batch job without a name.')
    await write(options.folder, { ...record, name: job.name })
    names.push(job.name)
  }
  return names
}

/** Waits for every job that was handed in and stores its answers. Calls that failed in a job are reported and can be asked again. */
export async function collectBatches(options: BatchOptions): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { record, name } of await openJobs(await readRecords(options.folder), options)) {
    const job = await finished(name, record.model, options)
    problems.push(...(await store(job, record, options)))
    await write(options.folder, { ...record, name, collected: true })
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

type Calls = readonly (readonly [string, ModelCall])[]

/** Calls by model, split where a job would become too large. */
function portions(queue: Queue): Calls[] {
  const jobs: [string, ModelCall][][] = []
  for (const model of new Set([...queue.values()].map((call) => call.model))) {
    let size = Number.POSITIVE_INFINITY
    for (const [key, call] of queue) {
      if (call.model !== model) continue
      const length = JSON.stringify(call).length
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

/** The same calls again, after a job in which they all failed, are another job with another title. */
function recordOf(calls: Calls, records: readonly JobRecord[]): JobRecord {
  const name = `engvqa-${createHash('sha256')
    .update(calls.map(([key]) => key).join())
    .digest('hex')
    .slice(0, 32)}`
  const before = records.filter(({ title, collected }) => collected && title.startsWith(name)).length
  const bare = calls.map(([key, { images: _, shared: __, ...call }]) => ({ key, call }))
  return {
    name: null,
    title: `${name}-${before + 1}`,
    model: calls[0]?.[1].model ?? '',
    at: new Date().toISOString(),
    collected: false,
    calls: bare,
  }
}

async function create({ title, model }: JobRecord, calls: Calls, { client, ledger, signal }: BatchOptions): Promise<BatchJob> {
  const reservations = calls.map(([, call]) => ledger.reserve(call)) // kept for the run: what is handed in will be paid
  try {
    const src: InlinedRequest[] = await Promise.all(
      calls.map(async ([key, call]) => ({ metadata: { key }, contents: await contentsOf(call, client, signal), config: configOf(call) })),
    )
    return await client.batches.create({ model, src, config: { displayName: title, abortSignal: signal } })
  } catch (error) {
    for (const reservation of reservations) reservation.release()
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

async function finished(name: string, model: string, { client, clock, signal }: BatchOptions): Promise<BatchJob> {
  try {
    for (;;) {
      const job = await client.batches.get({ name, config: { abortSignal: signal } })
      if (ENDED.has(job.state)) return job
      await clock.sleep(POLL, signal)
    }
  } catch (error) {
    throw signal.aborted
      ? toProblem(new CallFailure({ kind: 'interrupted', detail: `the batch ${name} goes on at the server` }), model, 1, {})
      : known(error, model)
  }
}

const known = (error: unknown, model: string): unknown => (error instanceof CallFailure ? toProblem(error, model, 1, {}) : error)

async function store(job: BatchJob, { calls, model }: JobRecord, { answers, ledger, onDone }: BatchOptions): Promise<Problem[]> {
  const responses = job.dest?.inlinedResponses ?? []
  const byKey = new Map(responses.map((response, index) => [response.metadata?.key ?? calls[index]?.key, response]))
  const problems: Problem[] = []
  for (const { key, call } of calls) {
    try {
      const answer = toStored(byKey.get(key), key, call, job)
      ledger.paid(call, answer.usage)
      await answers.put(answer)
      onDone?.(key, undefined)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
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

const write = (folder: string, record: JobRecord): Promise<void> =>
  writeAtomically(path.join(folder, `${record.title}.json`), `${JSON.stringify(record)}\n`)

async function readRecords(folder: string): Promise<JobRecord[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const texts = await Promise.all(
    names.filter((name) => /^engvqa-.*\.json$/.test(name)).map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  return texts.map((text) => JobRecord.parse(JSON.parse(text))).toSorted((a, b) => (a.at < b.at ? -1 : 1))
}
