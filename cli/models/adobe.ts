import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'
import { writeAtomically } from '../../corpus/atomic.ts'
import { joinParts, StructuredData } from '../../pipeline/adobe/structured-data.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { backoff, type Clock } from './clock.ts'
import { CallFailure, type FailureKind, mayRetry, toProblem } from './failure.ts'
import type { TransactionBooks } from './transactions.ts'

/** Pages that the API takes in one file (fewer for scans: it then says so, and the part is halved). */
const MOST_PAGES = 400

/** What is asked for; part of the name under which a result is kept. */
const PARAMETERS = 'text,tables;char-bounds;figures,tables'

/** So many that the pauses between them outlast a minute, over which the service counts requests. */
const ATTEMPTS = 8

/** Milliseconds. */
const FIRST_PAUSE = 2000

/** The service's words for a part that has too many pages or bytes. */
const TOO_LARGE = /DISQUALIFIED_(?:SCAN_)?PAGE_LIMIT|DISQUALIFIED_FILE_SIZE/

export interface AdobeCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

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

/** Credentials from the environment. Throws ProblemError `model-unavailable` when there are none. */
export function adobeCredentials(environment: Readonly<Record<string, string | undefined>>): AdobeCredentials {
  const { PDF_SERVICES_CLIENT_ID: clientId, PDF_SERVICES_CLIENT_SECRET: clientSecret } = environment
  if (clientId && clientSecret) return { clientId, clientSecret }
  throw new ProblemError({
    code: 'model-unavailable',
    message: 'There are no credentials for Adobe PDF Services.',
    hint: 'Set PDF_SERVICES_CLIENT_ID and PDF_SERVICES_CLIENT_SECRET, or use the local engine, which needs none.',
    place: {},
  })
}

/** The package of a part, kept or fresh; undefined when the service finds it too long. Throws ProblemError. */
async function packageOf(part: Part, options: AdobeOptions): Promise<{ zip: Uint8Array; fresh: boolean } | undefined> {
  if (part.kept) return { zip: await readFile(part.file), fresh: false }
  const credentials = options.credentials()
  const bytes = await options.cut(part.from, part.to)
  try {
    const zip = await withRetries(() => request(bytes, credentials), options)
    await writeAtomically(part.file, zip)
    return { zip, fresh: true }
  } catch (error) {
    const isTooLong = error instanceof CallFailure && TOO_LARGE.test(error.facts.detail) && part.from < part.to
    if (!isTooLong) throw asProblem(error, options)
    await writeAtomically(tooLongMark(part.file), '')
    return undefined
  }
}

async function withRetries<T>(attempt: () => Promise<T>, { clock, signal, random = Math.random }: AdobeOptions): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      if (signal.aborted) throw new CallFailure({ kind: 'interrupted', detail: '' })
      return await attempt()
    } catch (error) {
      const failure = failureFromSdk(error)
      if (!(failure instanceof CallFailure) || !mayRetry(failure) || count >= ATTEMPTS) throw failure
      await clock.sleep(backoff(count, FIRST_PAUSE, random), signal).catch(() => undefined) // an abort is seen by the next attempt
    }
  }
}

type Sdk = typeof import('@adobe/pdfservices-node-sdk')

/** The SDK is optional (its licence is Adobe's own), so it is loaded only here. Throws ProblemError when it is not installed. */
function sdk(): Sdk {
  try {
    return silently(() => createRequire(import.meta.url)('@adobe/pdfservices-node-sdk') as Sdk) // its own types describe it
  } catch (cause) {
    throw new ProblemError(
      {
        code: 'model-unavailable',
        message: 'The Adobe PDF Services SDK is not installed.',
        hint: 'Run `npm install @adobe/pdfservices-node-sdk` (its licence is Adobe’s own), or use the local engine.',
        place: {},
      },
      { cause },
    )
  }
}

/**
 * Loads the SDK without its log, which it would write between our results on standard output: its logger keeps the `console.log` that it finds
 * while it is loaded. Failures reach us as exceptions all the same.
 */
function silently<T>(load: () => T): T {
  const { log } = console
  console.log = () => undefined
  try {
    return load()
  } finally {
    console.log = log
  }
}

async function request(bytes: Uint8Array, { clientId, clientSecret }: AdobeCredentials): Promise<Uint8Array> {
  const adobe = sdk()
  const services = new adobe.PDFServices({ credentials: new adobe.ServicePrincipalCredentials({ clientId, clientSecret }) })
  const inputAsset = await services.upload({ readStream: Readable.from([bytes]), mimeType: adobe.MimeType.PDF })
  const params = new adobe.ExtractPDFParams({
    elementsToExtract: [adobe.ExtractElementType.TEXT, adobe.ExtractElementType.TABLES],
    elementsToExtractRenditions: [adobe.ExtractRenditionsElementType.FIGURES, adobe.ExtractRenditionsElementType.TABLES],
    addCharInfo: true,
  })
  const pollingURL = await services.submit({ job: new adobe.ExtractPDFJob({ inputAsset, params }) })
  const { result } = await services.getJobResult({ pollingURL, resultType: adobe.ExtractPDFResult })
  if (!result) throw new CallFailure({ kind: 'server', detail: 'a job without a result' })
  const { readStream } = await services.getContent({ asset: result.resource })
  return buffer(readStream)
}

/** Status 429 means both: the month's transactions are used up, or there were too many requests in this minute. */
const QUOTA = /quota/i

const SdkError = z.object({ statusCode: z.number().optional(), errorCode: z.string().optional(), message: z.string() })

/** What an error of the SDK means; one that is not of the SDK is handed on. */
function failureFromSdk(error: unknown): unknown {
  if (error instanceof CallFailure || error instanceof ProblemError || !(error instanceof Error)) return error
  const { ServiceApiError, ServiceUsageError, SDKError } = sdk()
  const told = SdkError.safeParse({
    statusCode: 'statusCode' in error ? error.statusCode : undefined,
    errorCode: 'errorCode' in error ? error.errorCode : undefined,
    message: error.message,
  }).data
  const detail = [told?.errorCode, error.message].filter((part) => part && part !== 'UNKNOWN').join(': ')
  if (error instanceof ServiceUsageError)
    return new CallFailure({ kind: QUOTA.test(detail) ? 'quota' : 'rate-limited', detail, status: told?.statusCode }, { cause: error })
  if (error instanceof ServiceApiError)
    return new CallFailure({ kind: kindOf(told?.statusCode ?? 0, detail), detail, status: told?.statusCode }, { cause: error })
  if (error instanceof SDKError) return new CallFailure({ kind: 'network', detail }, { cause: error })
  return error
}

function kindOf(status: number, detail: string): FailureKind {
  if (TOO_LARGE.test(detail)) return 'too-large'
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 429) return 'rate-limited'
  if (status >= 500 && !/BAD_PDF|DISQUALIFIED/.test(detail)) return 'server'
  return 'bad-request'
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
