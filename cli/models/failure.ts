import { type Place, ProblemError } from '../../schemas/problem.ts'

/** Why a call could not be answered, told apart because each asks for something else. */
export type FailureKind =
  | 'rate-limited' // too many requests or tokens a minute: wait and ask again
  | 'quota' // a day's, a month's or a purse's limit: stop and resume later
  | 'server' // 5xx, or an answer that is not one: ask again
  | 'network' // no connection, reset, cut: ask again
  | 'timeout' // no whole answer in time: ask again
  | 'refused' // the model or its filter will not answer this: asking again is no use
  | 'unauthorised' // no key or a wrong one
  | 'unknown-model'
  | 'not-an-api' // HTML where JSON belongs, or no such path: a wrong address or a login page
  | 'too-large' // request or picture beyond what the server takes
  | 'bad-request' // the server does not like what we send
  | 'interrupted' // Ctrl-C

const RETRIED: ReadonlySet<FailureKind> = new Set<FailureKind>(['rate-limited', 'server', 'network', 'timeout'])

/** Every further call would fail in the same way. */
const FINAL: ReadonlySet<FailureKind> = new Set<FailureKind>(['quota', 'unauthorised', 'unknown-model', 'not-an-api', 'interrupted'])

export interface FailureFacts {
  readonly kind: FailureKind
  /** What the server said, shortened. */
  readonly detail: string
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined
  /** How long the server asks us to wait, milliseconds. */
  readonly retryAfter?: number | undefined
}

/** One failed attempt; stays inside the client, which turns the last one into a `Problem`. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly facts: FailureFacts

  constructor(facts: FailureFacts, options?: ErrorOptions) {
    super(`${facts.kind}: ${facts.detail}`, options)
    this.facts = facts
  }
}

export const mayRetry = ({ facts }: CallFailure): boolean => RETRIED.has(facts.kind)

export const isFinal = ({ facts }: CallFailure): boolean => FINAL.has(facts.kind)

const CODES: Record<FailureKind, 'model-unavailable' | 'model-refused' | 'model-failed' | 'interrupted'> = {
  'rate-limited': 'model-unavailable',
  quota: 'model-unavailable',
  server: 'model-failed',
  network: 'model-failed',
  timeout: 'model-failed',
  refused: 'model-refused',
  unauthorised: 'model-unavailable',
  'unknown-model': 'model-unavailable',
  'not-an-api': 'model-unavailable',
  'too-large': 'model-failed',
  'bad-request': 'model-failed',
  interrupted: 'interrupted',
}

const MESSAGES: Record<FailureKind, string> = {
  'rate-limited': 'kept saying that it gets too many requests',
  quota: 'says that a quota is used up',
  server: 'kept failing',
  network: 'could not be reached, or broke off',
  timeout: 'did not answer in time',
  refused: 'refused to answer',
  unauthorised: 'does not accept the key',
  'unknown-model': 'is not known to the server',
  'not-an-api': 'is not behind this address: what the server answered is no answer of an API',
  'too-large': 'does not take a request of this size',
  'bad-request': 'does not accept the request',
  interrupted: 'was interrupted',
}

const HINTS: Record<FailureKind, string> = {
  'rate-limited': 'Set models.requestsPerMinute and models.tokensPerMinute in engvqa.yaml to your tier, then run the same command again.',
  quota: 'Run the same command again when the quota is renewed: what has been answered is kept and not asked again.',
  server: 'Run the same command again later: what has been answered is kept.',
  network: 'Check the connection and models.baseUrl in engvqa.yaml, then run the same command again.',
  timeout: 'Raise models.timeoutSeconds in engvqa.yaml, or set models.stream to true.',
  refused: 'Look at the item by hand, or choose another model for it.',
  unauthorised: 'Set GEMINI_API_KEY (or OPENAI_API_KEY) to a valid key; for Vertex AI run `gcloud auth application-default login`.',
  'unknown-model': 'Check the name of the model in engvqa.yaml or --model against the list of your provider.',
  'not-an-api':
    'Check models.baseUrl in engvqa.yaml, GOOGLE_GEMINI_BASE_URL and OPENAI_BASE_URL; most OpenAI-compatible addresses end in /v1.',
  'too-large': 'Lower extraction.dpi in engvqa.yaml, or shorten what is asked.',
  'bad-request': 'The server says why; if it is a setting of ours that it does not know, choose another model or server.',
  interrupted: 'Run the same command again: what has been answered is kept.',
}

/** The failure as people see it. `attempts` is how often it was tried. */
export function toProblem(failure: CallFailure, model: string, attempts: number, place: Place): ProblemError {
  const { kind, detail, status } = failure.facts
  const tried = attempts > 1 ? ` after ${attempts} attempts` : ''
  const said = detail === '' ? '' : `: ${detail}`
  return new ProblemError(
    {
      code: CODES[kind],
      message: `The model ${model} ${MESSAGES[kind]}${tried}${status === undefined ? '' : ` (HTTP ${status})`}${said}.`.replace(
        /\.\.$/,
        '.',
      ),
      hint: HINTS[kind],
      place,
    },
    { cause: failure },
  )
}
