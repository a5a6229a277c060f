import { createHash } from 'node:crypto'
import { access, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'
import { writeAtomically } from '../../corpus/atomic.ts'
import { joinParts, StructuredData } from '../../pipeline/adobe/structured-data.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { type AdobeCredentials, failureFromSdk, resultOf, submitPdf, TOO_LARGE } from './adobe-sdk.ts'
import { backoff, type Clock } from './clock.ts'
import { CallFailure, mayRetry, toProblem } from './failure.ts'
import type { TransactionBooks } from './transactions.ts'

/** Pages that the API takes in one file (fewer for scans: it then says so, and the part is halved). */
const MOST_PAGES = 400

/** What is asked for; part of the name under which a result is kept. */
const PARAMETERS = 'text,tables;char-bounds;figures,tables'

/** So many that the pauses between them outlast a minute, over which the service counts requests. */
const ATTEMPTS = 8

/** Looks at a job that may fail one after the other: the same words tell a broken connection and a job that failed. */
const LOOKS = 4

/** How often a part is handed in whose job failed at the service. */
const SUBMISSIONS = 3

/** Milliseconds. The service keeps a job and its package for a day. */
const JOB_LIFE = 23 * 3_600_000

/** Status of a job that is not known any more. */
const GONE = 404

/** Milliseconds. */
const FIRST_PAUSE = 2000

export interface AdobeOptions {
  /** Asked when something is sent, so that what is kept needs none. Throws ProblemError. */
  readonly credentials: () => AdobeCredentials
  /** Where packages are kept: they cost money, so not in the store that may be deleted. */
  readonly folder: string
  /** Pages from 1, both included, as a PDF of their own. */
  readonly cut: (from: number, to: number) => Uint8Array | Promise<Uint8Array>
  /** Pages to read, counted from 1, ascending. */
  readonly pages: readonly number[]
  readonly document: string
  /** Pages that one of Adobe's "document transactions" covers. */
  readonly pagesPerTransaction: number
  /** Where transactions are set aside before anything is sent. */
  readonly books: TransactionBooks
  readonly clock: Clock
  readonly signal: AbortSignal
  /** 0 to 1, for the jitter. */
  readonly random?: () => number
}

/**
 * A document through Adobe's PDF Extract API: in parts where it is longer than the API takes, each kept under the hash of its bytes, so that
 * nothing is paid twice. Throws ProblemError; `budget-reached` before anything is sent when it could use more transactions than are left.
 */
export async function extractWithAdobe(options: AdobeOptions): Promise<StructuredData> {
  const { books, document } = options
  const open = await partsOf(rangesOf(options.pages), options)
  let aside = neededFor(open, options)
  books.reserve(aside, document)
  const parts: { data: StructuredData; pagesBefore: number }[] = []
  try {
    for (let part = open.shift(); part; part = open.shift()) {
      const result = await packageOf(part, options)
      if (!result) {
        const halves = await partsOf(halvesOf(part), options)
        const more = neededFor(halves, options) - neededFor([part], options) // each half is rounded up
        books.reserve(more, document)
        aside += more
        open.unshift(...halves)
        continue
      }
      if (result.fresh) {
        books.paid(neededFor([part], options), document)
        aside -= neededFor([part], options)
      }
      parts.push({ data: readPackage(result.zip, document), pagesBefore: part.from - 1 })
    }
  } finally {
    books.release(aside)
  }
  return joinParts(parts)
}

/** Document transactions that a document would use. */
export const transactionsNeeded = async (options: AdobeOptions): Promise<number> =>
  neededFor(await partsOf(rangesOf(options.pages), options), options)

interface Range {
  readonly from: number
  readonly to: number
}

/** Pages that are sent as one file. */
interface Part extends Range {
  /** Where its package is kept. */
  readonly file: string
  readonly kept: boolean
}

/** The files that pages go in; a range that the service has found too long before goes in halves at once. */
async function partsOf(ranges: readonly Range[], options: AdobeOptions): Promise<Part[]> {
  const parts: Part[] = []
  for (const range of ranges) {
    const key = createHash('sha256')
      .update(PARAMETERS)
      .update(await options.cut(range.from, range.to)) // not kept until it is sent: a long book has many parts
      .digest('hex')
    const file = path.join(options.folder, `${key}.zip`)
    if (await isThere(tooLongMark(file))) parts.push(...(await partsOf(halvesOf(range), options)))
    else parts.push({ ...range, file, kept: await isThere(file) })
  }
  return parts
}

const neededFor = (parts: readonly Part[], { pagesPerTransaction }: AdobeOptions): number =>
  parts.reduce((sum, { from, to, kept }) => sum + (kept ? 0 : Math.ceil((to - from + 1) / pagesPerTransaction)), 0)

function halvesOf({ from, to }: Range): Range[] {
  const middle = Math.floor((from + to) / 2)
  return [
    { from, to: middle },
    { from: middle + 1, to },
  ]
}

const tooLongMark = (file: string): string => file.replace(/\.zip$/, '.too-long')

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Pages that follow one another, as many at a time as the API takes. */
function rangesOf(pages: readonly number[]): Range[] {
  const ranges: { from: number; to: number }[] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last && last.to === page - 1 && page - last.from < MOST_PAGES) last.to = page
    else ranges.push({ from: page, to: page })
  }
  return ranges
}

/** The package of a part, kept or fresh; undefined when the service finds it too long. Throws ProblemError. */
async function packageOf(part: Part, options: AdobeOptions): Promise<{ zip: Uint8Array; fresh: boolean } | undefined> {
  if (part.kept) return { zip: await readFile(part.file), fresh: false }
  try {
    const zip = await fetched(part, options)
    await writeAtomically(part.file, zip)
    await rm(jobFileOf(part.file), { force: true })
    return { zip, fresh: true }
  } catch (error) {
    const isTooLong = error instanceof CallFailure && TOO_LARGE.test(error.facts.detail) && part.from < part.to
    if (!isTooLong) throw asProblem(error, options)
    await writeAtomically(tooLongMark(part.file), '')
    return undefined
  }
}

/**
 * The package of a part from the service. A job is written down as soon as it is handed in, and looked at again after a broken connection, a
 * stop or a crash: handing it in twice would be paid twice. Only a job that failed or is gone is handed in anew.
 */
async function fetched(part: Part, options: AdobeOptions): Promise<Uint8Array> {
  const credentials = options.credentials()
  const file = jobFileOf(part.file)
  for (let submissions = 1; ; submissions++) {
    const job = (await jobUnderWay(file)) ?? (await submitted(part, file, credentials, options))
    try {
      return await withRetries(() => unlessAborted(resultOf(job, credentials), options.signal), LOOKS, options)
    } catch (error) {
      if (!(error instanceof CallFailure) || !isOver(error)) throw error
      await rm(file, { force: true })
      const mayHelp = mayRetry(error) || error.facts.status === GONE
      if (!mayHelp || submissions >= SUBMISSIONS) throw error
    }
  }
}

async function submitted(part: Part, file: string, credentials: AdobeCredentials, options: AdobeOptions): Promise<string> {
  const bytes = await options.cut(part.from, part.to)
  const pollingURL = await withRetries(() => submitPdf(bytes, credentials), ATTEMPTS, options)
  await writeAtomically(file, JSON.stringify({ pollingURL, at: new Date().toISOString() } satisfies Job))
  return pollingURL
}

/** A job that was handed in and whose package is not here yet. */
const Job = z.strictObject({ pollingURL: z.string(), at: z.iso.datetime() })
type Job = z.infer<typeof Job>

const jobFileOf = (file: string): string => file.replace(/\.zip$/, '.job')

async function jobUnderWay(file: string): Promise<string | undefined> {
  const text = (await isThere(file)) ? await readFile(file, 'utf8') : undefined
  const job = text === undefined ? undefined : Job.parse(JSON.parse(text))
  return job && Date.now() - Date.parse(job.at) < JOB_LIFE ? job.pollingURL : undefined
}

/** Whether nothing will come of the job any more: it failed, or it is gone. A stop, a wrong key or a crowded minute says nothing about it. */
const isOver = ({ facts }: CallFailure): boolean => !['interrupted', 'unauthorised', 'quota', 'rate-limited'].includes(facts.kind)

/** The SDK waits without end and knows no signal. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(new CallFailure({ kind: 'interrupted', detail: 'the job goes on at the service' }))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

async function withRetries<T>(attempt: () => Promise<T>, most: number, { clock, signal, random = Math.random }: AdobeOptions): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      if (signal.aborted) throw new CallFailure({ kind: 'interrupted', detail: '' })
      return await attempt()
    } catch (error) {
      const failure = failureFromSdk(error)
      if (!(failure instanceof CallFailure) || !mayRetry(failure) || count >= most) throw failure
      await clock.sleep(backoff(count, FIRST_PAUSE, random), signal).catch(() => undefined) // an abort is seen by the next attempt
    }
  }
}

const asProblem = (error: unknown, { document }: AdobeOptions): unknown =>
  error instanceof CallFailure ? toProblem(error, 'Adobe PDF Extract', 1, { document, stage: 'layout' }) : error

function readPackage(zip: Uint8Array, document: string): StructuredData {
  try {
    const { 'structuredData.json': json } = unzipSync(zip, { filter: ({ name }) => name === 'structuredData.json' })
    if (!json) throw new Error('there is no structuredData.json in it')
    return StructuredData.parse(JSON.parse(strFromU8(json)))
  } catch (cause) {
    throw new ProblemError(
      {
        code: 'stage-failed',
        message: `The package that Adobe sent cannot be read (${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)}).`,
        hint: 'Use the local engine for this document, and report the package.',
        place: { document, stage: 'layout' },
      },
      { cause },
    )
  }
}
