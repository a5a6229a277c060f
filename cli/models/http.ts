import { z } from 'zod'
import { CallFailure, type FailureKind } from './failure.ts'

/** Characters of a server's message that a problem quotes. */
const EXCERPT = 300

/** Milliseconds. A server that asks for a longer pause means a quota, not a rate: nobody waits for it with the program running. */
const LONGEST_WAIT = 5 * 60_000

/** The parts of Google's and OpenAI's errors that tell failures apart. */
const ServerError = z.object({
  message: z.string().optional(),
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  status: z.string().optional(),
  details: z
    .array(
      z.object({
        reason: z.string().optional(),
        retryDelay: z.string().optional(),
        violations: z.array(z.object({ quotaId: z.string().optional() })).optional(),
      }),
    )
    .optional(),
})
type ServerError = z.infer<typeof ServerError>

/** Most servers put the error under `error`; LM Studio puts its message there, older versions of vLLM send the error itself. */
const ErrorBody = z.union([
  z.object({ error: ServerError }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }): ServerError => ({ message: error })),
  ServerError.extend({ object: z.literal('error') }).transform((error): ServerError => error),
])

/** How servers say that a question does not fit the model's context, or a request; each with status 400 and words of its own. */
const TOO_LONG =
  /context[_ ](?:length|window|size)|(?:input|prompt).{0,40}(?:too long|exceeds)|exceeds? the (?:maximum|available)|payload size/i

/**
 * `fetch` that throws a `CallFailure` for everything but a good answer, so that what the SDKs hide (Retry-After, the body's details, HTML
 * with status 200) is still seen. Both SDKs take it in place of their own.
 */
export const watchedFetch =
  (inner: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const response = await inner(input, init).catch((cause: unknown) => {
      if (init?.signal?.aborted) throw cause // whoever aborted knows why
      throw new CallFailure({ kind: 'network', detail: reasonOf(cause) }, { cause })
    })
    if (/\bhtml\b/.test(response.headers.get('content-type') ?? '')) {
      await response.body?.cancel()
      throw new CallFailure({ kind: response.status >= 500 ? 'server' : 'not-an-api', detail: '', status: response.status })
    }
    if (response.ok) return response
    throw failureOf(response.status, response.headers, await response.text())
  }

/** The innermost reason of a network error: "fetch failed" alone helps nobody. */
function reasonOf(error: unknown): string {
  let reason: unknown = error
  while (reason instanceof Error && reason.cause !== undefined) reason = reason.cause
  if (!(reason instanceof Error)) return String(reason)
  return 'code' in reason && typeof reason.code === 'string' ? reason.code : reason.message
}

/** What an HTTP error means. */
function failureOf(status: number, headers: Headers, body: string): CallFailure {
  const error = parseError(body)
  const detail = (error?.message ?? body).replace(/\s+/g, ' ').trim().slice(0, EXCERPT)
  const retryAfter = waitAsked(headers, error)
  return new CallFailure({ kind: kindOf(status, error, retryAfter), detail, status, retryAfter })
}

function parseError(body: string): ServerError | undefined {
  try {
    const json: unknown = JSON.parse(body)
    return ErrorBody.safeParse(Array.isArray(json) ? json[0] : json).data // Google streams errors as a list
  } catch {
    return undefined // not JSON: the text itself is the message
  }
}

function kindOf(status: number, error: ServerError | undefined, retryAfter: number | undefined): FailureKind {
  const reasons = error?.details?.map(({ reason }) => reason) ?? []
  if (status === 429) return isQuota(error, retryAfter) ? 'quota' : 'rate-limited'
  if (status === 401 || status === 403 || reasons.includes('API_KEY_INVALID')) return 'unauthorised'
  if (status === 402) return 'quota'
  if (status === 404) return error ? 'unknown-model' : 'not-an-api' // no such path, rather than no such model
  if (status === 408 || status === 504) return 'timeout'
  if (status === 413) return 'too-large'
  if (status >= 500) return 'server'
  if (error?.code === 'content_filter') return 'refused'
  if (TOO_LONG.test(`${error?.code ?? ''} ${error?.message ?? ''}`)) return 'too-large'
  return 'bad-request'
}

const isQuota = (error: ServerError | undefined, retryAfter: number | undefined): boolean =>
  error?.code === 'insufficient_quota' ||
  error?.type === 'insufficient_quota' ||
  (error?.details ?? []).some(({ violations = [] }) => violations.some(({ quotaId = '' }) => /PerDay|PerMonth/.test(quotaId))) ||
  (retryAfter ?? 0) > LONGEST_WAIT

/** Milliseconds to wait: from Retry-After (seconds or a date), else from Google's RetryInfo ("46s"). */
function waitAsked(headers: Headers, error: ServerError | undefined): number | undefined {
  const header = headers.get('retry-after')
  if (header !== null && header.trim() !== '') {
    const seconds = Number(header)
    const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
    if (Number.isFinite(wait)) return Math.max(0, wait)
  }
  const [delay] = (error?.details ?? []).flatMap(({ retryDelay }) => (retryDelay === undefined ? [] : [retryDelay]))
  const seconds = Number.parseFloat(delay ?? '')
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** Why an SDK threw. `signal` is the user's, `deadline` that of this attempt. An error that we do not know is handed on as it is. */
export function failureFrom(error: unknown, signal: AbortSignal, deadline: AbortSignal): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof CallFailure) return cause
  if (signal.aborted) return new CallFailure({ kind: 'interrupted', detail: '' }, { cause: error })
  if (deadline.aborted) return new CallFailure({ kind: 'timeout', detail: '' }, { cause: error })
  if (error instanceof SyntaxError)
    return new CallFailure({ kind: 'server', detail: `an answer that is not JSON (${error.message})` }, { cause: error })
  if (isBroken(error)) return new CallFailure({ kind: 'network', detail: reasonOf(error) }, { cause: error })
  return error
}

/** undici's words for a connection that ended in the middle of a body, wherever an SDK has put them. */
const isBroken = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/^(terminated|fetch failed|other side closed|aborted|Connection error\.)$/.test(cause.message)) return true
    if ('code' in cause && typeof cause.code === 'string' && /^(UND_ERR_|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/.test(cause.code))
      return true
  }
  return false
}
