import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'
import { writeAtomically } from '../../corpus/atomic.ts'
import { joinParts, StructuredData } from '../../pipeline/adobe/structured-data.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { Clock } from './clock.ts'
import { CallFailure, type FailureKind, mayRetry, toProblem } from './failure.ts'

/** Pages that the API takes in one file (fewer for scans: it then says so, and the part is halved). */
const MOST_PAGES = 400

/** Pages that one of Adobe's "document transactions" covers. */
const PAGES_PER_TRANSACTION = 5

/** What is asked for; part of the name under which a result is kept. */
const PARAMETERS = 'text,tables;char-bounds;figures,tables'

const ATTEMPTS = 5
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

/** The service's words for a part that has too many pages or bytes. */
const TOO_LARGE = /DISQUALIFIED_(?:SCAN_)?PAGE_LIMIT|DISQUALIFIED_FILE_SIZE/

export interface AdobeOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** Where packages are kept: they cost money, so not in the store that may be deleted. */
  readonly folder: string
  /** Pages from 1, both included, as a PDF of their own. */
  readonly cut: (from: number, to: number) => Uint8Array | Promise<Uint8Array>
  /** Pages to read, counted from 1, ascending. */
  readonly pages: readonly number[]
  readonly document: string
  /** Document transactions that may still be used; no limit when left out. */
  readonly allowed?: number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
}

export interface AdobeExtract {
  readonly data: StructuredData
  /** Document transactions that were used now; 0 when everything was kept. */
  readonly transactions: number
}

/**
 * A document through Adobe's PDF Extract API: in parts where it is longer than the API takes, each kept under the hash of its bytes, so that
 * nothing is paid twice. Throws ProblemError; `budget-reached` before anything is sent when it could use more transactions than allowed.
 */
export async function extractWithAdobe(options: AdobeOptions): Promise<AdobeExtract> {
  let transactions = 0
  if (options.allowed !== undefined) await mustBeAllowed(options.allowed, options)
  const parts: { data: StructuredData; pagesBefore: number }[] = []
  const open = rangesOf(options.pages)
  for (let range = open.shift(); range; range = open.shift()) {
    const { from, to } = range
    const result = await packageOf(await options.cut(from, to), options).catch((error: unknown) => {
      const isTooLarge = error instanceof CallFailure && TOO_LARGE.test(error.facts.detail)
      if (!isTooLarge || from === to) throw asProblem(error, options)
      return undefined
    })
    if (!result) {
      const middle = Math.floor((from + to) / 2)
      open.unshift({ from, to: middle }, { from: middle + 1, to })
      continue
    }
    if (result.fresh) transactions += transactionsOf({ from, to })
    parts.push({ data: readPackage(result.zip, options.document), pagesBefore: from - 1 })
  }
  return { data: joinParts(parts), transactions }
}

interface Range {
  readonly from: number
  readonly to: number
}

const transactionsOf = ({ from, to }: Range): number => Math.ceil((to - from + 1) / PAGES_PER_TRANSACTION)

/** A part that turns out to be too long is halved, which can round up to one transaction more. */
async function mustBeAllowed(allowed: number, options: AdobeOptions): Promise<void> {
  let needed = 0
  for (const range of rangesOf(options.pages)) {
    const kept = await keptPackage(await options.cut(range.from, range.to), options)
    if (!kept.zip) needed += transactionsOf(range)
  }
  if (needed <= allowed) return
  throw new ProblemError({
    code: 'budget-reached',
    message: `The pages that are not kept yet would use ${needed} document transactions of Adobe PDF Services; ${allowed} are left to this run. Nothing was sent.`,
    hint: 'Run the same command again with a larger --transactions: what was read before is kept and not paid again.',
    place: { document: options.document, stage: 'layout' },
  })
}

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
export function adobeCredentials(environment: Readonly<Record<string, string | undefined>>): { clientId: string; clientSecret: string } {
  const { PDF_SERVICES_CLIENT_ID: clientId, PDF_SERVICES_CLIENT_SECRET: clientSecret } = environment
  if (clientId && clientSecret) return { clientId, clientSecret }
  throw new ProblemError({
    code: 'model-unavailable',
    message: 'There are no credentials for Adobe PDF Services.',
    hint: 'Set PDF_SERVICES_CLIENT_ID and PDF_SERVICES_CLIENT_SECRET, or use the local engine, which needs none.',
    place: {},
  })
}

async function packageOf(bytes: Uint8Array, options: AdobeOptions): Promise<{ zip: Uint8Array; fresh: boolean }> {
  const { file, zip: kept } = await keptPackage(bytes, options)
  if (kept) return { zip: kept, fresh: false }
  const zip = await withRetries(() => request(bytes, options), options)
  await writeAtomically(file, zip)
  return { zip, fresh: true }
}

async function keptPackage(bytes: Uint8Array, { folder }: AdobeOptions): Promise<{ file: string; zip: Uint8Array | undefined }> {
  const key = createHash('sha256').update(PARAMETERS).update(bytes).digest('hex')
  const file = path.join(folder, `${key}.zip`)
  const zip = await readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return { file, zip }
}

async function withRetries<T>(attempt: () => Promise<T>, { clock, signal }: AdobeOptions): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      if (signal.aborted) throw new CallFailure({ kind: 'interrupted', detail: '' })
      return await attempt()
    } catch (error) {
      const failure = failureFromSdk(error)
      if (!(failure instanceof CallFailure) || !mayRetry(failure) || count >= ATTEMPTS) throw failure
      await clock.sleep(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (count - 1)), signal).catch(() => undefined) // an abort is seen by the next attempt
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

async function request(bytes: Uint8Array, { clientId, clientSecret }: AdobeOptions): Promise<Uint8Array> {
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
  if (error instanceof ServiceUsageError) return new CallFailure({ kind: 'quota', detail, status: told?.statusCode }, { cause: error })
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
