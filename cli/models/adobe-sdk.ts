import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { ProblemError } from '../../schemas/problem.ts'
import { CallFailure, type FailureKind } from './failure.ts'

export interface AdobeCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The service's words for a part that has too many pages or bytes. */
export const TOO_LARGE = /DISQUALIFIED_(?:SCAN_)?PAGE_LIMIT|DISQUALIFIED_FILE_SIZE/

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

const servicesOf = ({ PDFServices, ServicePrincipalCredentials }: Sdk, { clientId, clientSecret }: AdobeCredentials) =>
  new PDFServices({ credentials: new ServicePrincipalCredentials({ clientId, clientSecret }) })

/** Hands a PDF in; the address at which its job can be looked at. What the job takes is paid from here on. */
export async function submitPdf(bytes: Uint8Array, credentials: AdobeCredentials): Promise<string> {
  const adobe = sdk()
  const services = servicesOf(adobe, credentials)
  const inputAsset = await services.upload({ readStream: Readable.from([bytes]), mimeType: adobe.MimeType.PDF })
  const params = new adobe.ExtractPDFParams({
    elementsToExtract: [adobe.ExtractElementType.TEXT, adobe.ExtractElementType.TABLES],
    elementsToExtractRenditions: [adobe.ExtractRenditionsElementType.FIGURES, adobe.ExtractRenditionsElementType.TABLES],
    addCharInfo: true,
  })
  return services.submit({ job: new adobe.ExtractPDFJob({ inputAsset, params }) })
}

/** Waits for a job and fetches its package. */
export async function resultOf(pollingURL: string, credentials: AdobeCredentials): Promise<Uint8Array> {
  const adobe = sdk()
  const services = servicesOf(adobe, credentials)
  const { result } = await services.getJobResult({ pollingURL, resultType: adobe.ExtractPDFResult })
  if (!result) throw new CallFailure({ kind: 'server', detail: 'a job without a result' })
  const { readStream } = await services.getContent({ asset: result.resource })
  return buffer(readStream)
}

/** Status 429 means both: the month's transactions are used up, or there were too many requests in this minute. */
const QUOTA = /quota/i

const SdkError = z.object({ statusCode: z.number().optional(), errorCode: z.string().optional(), message: z.string() })

/** What an error of the SDK means; one that is not of the SDK is handed on. */
export function failureFromSdk(error: unknown): unknown {
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
