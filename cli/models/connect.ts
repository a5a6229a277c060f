import path from 'node:path'
import type { AskModel, AskModelFully, ModelSettings } from '../../schemas/model.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { type AnswerStore, answersIn } from './answers.ts'
import { type BatchOptions, collectBatches, type Submitted, submitBatches } from './batch.ts'
import { type Queue, queueing, type Settled } from './batch-queue.ts'
import { modelClient, wholeAnswers } from './client.ts'
import { systemClock } from './clock.ts'
import { dryRun, type Estimate } from './dry-run.ts'
import { type GeminiOptions, gemini, geminiClient } from './gemini.ts'
import { type Accounts, ledger } from './ledger.ts'
import { type OpenAIOptions, openai } from './openai.ts'
import { loadPrices } from './prices.ts'
import type { Provider } from './provider.ts'

/** The environment as the CLI read it. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface ConnectOptions {
  readonly settings: ModelSettings
  readonly environment: Environment
  /** Where answers are kept: they cost money, so not in the store that may be deleted. */
  readonly folder: string
  readonly signal: AbortSignal
  /** US dollars. */
  readonly budget?: number | undefined
  readonly dryRun?: boolean | undefined
  readonly onlyFailed?: boolean | undefined
  /** For `dryRun`: reckon with the price of batches. */
  readonly batch?: boolean | undefined
}

export interface Connection {
  readonly ask: AskModel
  readonly askFully: AskModelFully
  /** Calls, tokens and cost so far; for the run's record. */
  accounts(): Accounts
  /** What a dry run counted; undefined in a real one. */
  estimate(): Estimate | undefined
}

/** Everything a command needs to ask models. Nothing is sent before the first call; a missing key is reported then. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { settings, environment, folder, signal, budget, onlyFailed = false } = options
  const prices = await loadPrices(settings.prices)
  const answers: AnswerStore = answersIn(path.join(folder, 'answers'))
  const provider = providers(settings, environment)
  const free = runsAtHome(settings, environment)
  const books = ledger({ prices, budget, free })
  if (options.dryRun) {
    const dry = dryRun({
      provider: (model) => ({ name: providerName(model, settings) }),
      answers,
      prices,
      free,
      batch: options.batch ?? false,
    })
    const askFully: AskModelFully = async (call) => ({
      text: await dry.ask(call),
      finish: 'complete',
      usage: null,
      seconds: 0,
      stored: true,
    })
    return { ask: dry.ask, askFully, accounts: books.accounts, estimate: dry.estimate }
  }
  const { ask, askFully } = modelClient({
    provider,
    answers,
    ledger: books,
    signal,
    limits: { requestsPerMinute: settings.requestsPerMinute, tokensPerMinute: settings.tokensPerMinute },
    parallel: settings.parallel,
    attempts: settings.attempts,
    timeout: settings.timeoutSeconds * 1000,
    retryFailed: onlyFailed,
  })
  return { ask, askFully, accounts: books.accounts, estimate: () => undefined }
}

/** A run whose calls are batched: half the price, minutes to hours later. Its `ask` answers from the store, or queues and throws a notice. */
export interface BatchConnection extends Connection {
  /** Calls waiting to be handed in. */
  queued(): number
  /**
   * Hands the queue in, waits for all jobs (those of earlier runs too) and stores the answers; then run the command again. `onJobs` hears
   * what is waited for. Throws ProblemError.
   */
  run(onJobs?: (submitted: Submitted) => void): Promise<Submitted & { readonly problems: readonly Problem[] }>
}

/** Like `connect`, for Gemini's batch API. Throws ProblemError `model-unavailable` where there is none. */
export async function connectBatch({
  settings,
  environment,
  folder,
  signal,
  budget,
  onlyFailed = false,
}: ConnectOptions): Promise<BatchConnection> {
  if (settings.provider === 'vertex' || settings.provider === 'openai' || settings.provider === 'replay') throw noBatches()
  const prices = await loadPrices(settings.prices)
  const answers = answersIn(path.join(folder, 'answers'))
  const books = ledger({ prices, budget, discount: prices.batch })
  const queue: Queue = new Map()
  const settled: Settled = new Map()
  const options: BatchOptions = {
    client: geminiClient(geminiOptions(settings, environment)),
    answers,
    folder: path.join(folder, 'batches'),
    ledger: books,
    reserved: new Map(),
    clock: systemClock,
    signal,
    onDone: (key, problem) => void settled.set(key, problem),
  }
  const queued = queueing(answers, queue, { settled, retryFailed: onlyFailed, onStored: books.stored })
  const askFully: AskModelFully = async (call) => {
    if (providerName(call.model, settings) !== 'gemini') throw noBatches()
    return queued(call)
  }
  return {
    ask: wholeAnswers(askFully),
    askFully,
    queued: () => queue.size,
    async run(onJobs) {
      const submitted = await submitBatches(queue, options)
      if (submitted.calls > 0) onJobs?.(submitted)
      const problems = await collectBatches(options)
      queue.clear()
      return { ...submitted, problems }
    },
    accounts: books.accounts,
    estimate: () => undefined,
  }
}

const noBatches = (): ProblemError =>
  missing('Only the Gemini API takes batches here.', 'Leave out --batch, or choose a Gemini model with models.provider auto or gemini.')

/** Which kind of server answers for a model. */
export function providerName(model: string, { provider }: Pick<ModelSettings, 'provider'>): 'gemini' | 'openai' {
  if (provider === 'gemini' || provider === 'vertex') return 'gemini'
  if (provider === 'openai') return 'openai'
  return /^(?:models\/)?gemini/i.test(model) ? 'gemini' : 'openai'
}

/** Servers by model, made when first needed. */
function providers(settings: ModelSettings, environment: Environment): (model: string) => Provider {
  const made = new Map<'gemini' | 'openai', Provider>()
  return (model) => {
    const name = providerName(model, settings)
    const known = made.get(name)
    if (known) return known
    const server =
      settings.provider === 'replay'
        ? recordedOnly(name)
        : name === 'gemini'
          ? gemini(geminiOptions(settings, environment))
          : openai(openaiOptions(settings, environment))
    made.set(name, server)
    return server
  }
}

/** Throws ProblemError `model-unavailable` when no server answers for the model: there is no key. */
export function mustHaveServer(model: string, settings: ModelSettings, environment: Environment): void {
  providers(settings, environment)(model)
}

/** Throws ProblemError `model-unavailable` when there is no key. */
function geminiOptions(
  { provider, baseUrl, project, location, stream, contextCache }: ModelSettings,
  environment: Environment,
): GeminiOptions {
  const apiKey = environment.GEMINI_API_KEY ?? environment.GOOGLE_API_KEY
  const address = environment.GOOGLE_GEMINI_BASE_URL ?? (provider === 'auto' ? undefined : baseUrl)
  const common = { stream, contextCache, ...(address === undefined ? {} : { baseUrl: address }) }
  if (provider === 'vertex') {
    const cloud = { project: project ?? environment.GOOGLE_CLOUD_PROJECT, location: location ?? environment.GOOGLE_CLOUD_LOCATION }
    if (!cloud.project || !cloud.location)
      throw missing(
        'Vertex AI needs a project and a location.',
        'Set models.project and models.location in engvqa.yaml, or GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION.',
      )
    return { ...common, vertex: { project: cloud.project, location: cloud.location } }
  }
  if (!apiKey)
    throw missing(
      'There is no key for Gemini.',
      'Set GEMINI_API_KEY in the environment; `engvqa doctor` says which models are usable. Topics need no key with `--model embedded`.',
    )
  return { ...common, apiKey }
}

/** Throws ProblemError `model-unavailable` when OpenAI itself would be asked without a key. */
function openaiOptions({ baseUrl, stream }: ModelSettings, environment: Environment): OpenAIOptions {
  const address = environment.OPENAI_BASE_URL ?? baseUrl
  const apiKey = environment.OPENAI_API_KEY
  if (!apiKey && !address) {
    throw missing(
      'There is neither a key for OpenAI nor the address of another server.',
      'Set models.baseUrl in engvqa.yaml (http://localhost:11434/v1 for Ollama), or OPENAI_API_KEY.',
    )
  }
  return { stream, ...(address === undefined ? {} : { baseUrl: address }), ...(apiKey ? { apiKey } : {}) }
}

/** A server of one's own costs nothing; a known provider without a price in the table is not free. */
function runsAtHome({ baseUrl }: ModelSettings, environment: Environment): boolean {
  const address = environment.OPENAI_BASE_URL ?? baseUrl
  return address !== undefined && !/\b(?:openai|googleapis|azure)\.com\b/.test(address)
}

/** Recorded answers only: for tests and for looking at a run again without a key. */
const recordedOnly = (name: 'gemini' | 'openai'): Provider => ({
  name,
  send: ({ about, model }) =>
    Promise.reject(
      new ProblemError({
        code: 'model-unavailable',
        message: `There is no recorded answer of ${model} to this question.`,
        hint: 'Set models.provider to something else than replay and run the command once.',
        place: { ...about },
      }),
    ),
})

const missing = (message: string, hint: string): ProblemError => new ProblemError({ code: 'model-unavailable', message, hint, place: {} })
