import pLimit from 'p-limit'
import type { AskModel, AskModelFully, ModelCall, ModelReply, ModelUsage } from '../../schemas/model.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { type AnswerStore, askedOf, keyOf, type Outcome, type StoredAnswer } from './answers.ts'
import { backoff, type Clock, systemClock } from './clock.ts'
import { CallFailure, isFinal, mayRetry, toProblem } from './failure.ts'
import { fitTo } from './fit.ts'
import { failureFrom } from './http.ts'
import type { Ledger } from './ledger.ts'
import { type Limiter, type Limits, limiter } from './limits.ts'
import type { Provider, Sent } from './provider.ts'
import { estimateInput, mostOutput } from './tokens.ts'

/** Milliseconds before the second attempt. */
const FIRST_PAUSE = 1000

export interface ClientOptions {
  /** Which server answers for a model. Throws ProblemError `model-unavailable` when none does. */
  readonly provider: (model: string) => Provider
  readonly answers: AnswerStore
  readonly ledger: Ledger
  readonly signal: AbortSignal
  readonly limits?: Limits
  readonly parallel?: number
  readonly attempts?: number
  /** Milliseconds for one attempt, answer included. */
  readonly timeout?: number
  /** Ask again what was stored as unfit, cut off or refused (`--only-failed`). */
  readonly retryFailed?: boolean
  readonly clock?: Clock
  /** 0 to 1, for the jitter. */
  readonly random?: () => number
}

/**
 * The one client of a run: stored answers first, then the server, within its limits and the budget, with retries. An answer that does not
 * fit its schema is mended once, asked for once again, and then kept as unfit with every raw text. Equal calls in flight are sent once.
 */
export function modelClient(options: ClientOptions): { readonly ask: AskModel; readonly askFully: AskModelFully } {
  const { answers, ledger, signal, provider, limits = {}, parallel = 4, clock = systemClock, retryFailed = false } = options
  const inFlight = new Map<string, Promise<ModelReply>>()
  const slots = pLimit(parallel)
  const desk: Desk = {
    signal,
    clock,
    limits: limiter(limits, clock),
    ledger,
    attempts: options.attempts ?? 6,
    timeout: options.timeout ?? 120_000,
    random: options.random ?? Math.random,
    closed: undefined,
  }

  const answer = async (call: ModelCall, server: Provider, key: string): Promise<ModelReply> => {
    const known = await answers.get(key)
    if (known && (known.outcome === 'fits' || !retryFailed)) {
      ledger.stored(call)
      return replyFrom(known, call, true)
    }
    const fresh = await slots(async () => {
      const one = await converse(call, server, key, desk)
      await answers.put(one) // before the slot is free: a kill then costs no more than what is in flight
      return one
    })
    return replyFrom(fresh, call, false)
  }
  const askFully: AskModelFully = async (call) => {
    const server = provider(call.model)
    const key = keyOf(call, server.name)
    const running = inFlight.get(key)
    if (running) return running
    const started = answer(call, server, key).finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }
  return { askFully, ask: wholeAnswers(askFully) }
}

/** What all calls of a run share. */
interface Desk {
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly limits: Limiter
  readonly ledger: Ledger
  readonly attempts: number
  readonly timeout: number
  readonly random: () => number
  /** Why nothing is sent any more. */
  closed: CallFailure | undefined
}

/** An `ask` that gives whole answers that fit, or a problem: `model-refused` or `model-failed`. */
export const wholeAnswers =
  (askFully: AskModelFully): AskModel =>
  async (call) =>
    usable(await askFully(call), call)

function usable({ text, finish }: ModelReply, call: ModelCall): string {
  if (finish === 'cut-off') throw cutOff(call)
  if (call.answer) {
    const fit = fitTo(call.answer, text)
    if (!fit.fits) throw unfit(call, fit.fault)
  }
  return text
}

/** Asks, and once more if the answer does not fit. Throws ProblemError; a refusal comes back as an outcome, to be stored. */
async function converse(call: ModelCall, server: Provider, key: string, desk: Desk): Promise<StoredAnswer> {
  const began = desk.clock.now()
  const raw: string[] = []
  let usage: ModelUsage | null = null
  const stored = (outcome: Outcome, text: string): StoredAnswer => ({
    key,
    provider: server.name,
    at: new Date().toISOString(),
    asked: askedOf(call),
    outcome,
    text,
    raw,
    usage,
    seconds: (desk.clock.now() - began) / 1000,
  })
  let now = call
  for (let round = 0; ; round++) {
    const sent = await send(now, server, desk)
    if ('refusal' in sent) return stored('refused', sent.refusal)
    raw.push(sent.text)
    usage = together(usage, sent.usage)
    if (sent.finish === 'cut-off') return stored('cut-off', sent.text)
    if (!call.answer) return stored('fits', sent.text)
    const fit = fitTo(call.answer, sent.text)
    if (fit.fits) return stored('fits', fit.text)
    if (round > 0) return stored('unfit', sent.text)
    now = askedAgain(call, fit.fault)
  }
}

/** The call once more after an answer that did not fit. The schema is put into words: some servers take it and do not heed it. */
export const askedAgain = (call: ModelCall, fault: string): ModelCall => ({
  ...call,
  prompt: `${call.prompt}\n\nAn earlier answer did not have the shape that was asked for (${fault}). Answer again with JSON that fits this JSON Schema, and nothing else:\n${JSON.stringify(call.answer)}`,
})

export const together = (a: ModelUsage | null, b: ModelUsage | null): ModelUsage | null =>
  a && b
    ? {
        inputTokens: a.inputTokens + b.inputTokens,
        cachedTokens: a.cachedTokens + b.cachedTokens,
        cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
        outputTokens: a.outputTokens + b.outputTokens,
      }
    : (a ?? b)

/** One answer, over as many attempts as it takes and is allowed. Throws ProblemError. */
async function send(call: ModelCall, server: Provider, desk: Desk): Promise<Sent | { refusal: string }> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(call, server, desk)
    if (!(outcome instanceof CallFailure)) return outcome
    if (outcome.facts.kind === 'refused') return { refusal: outcome.facts.detail }
    if (isFinal(outcome)) desk.closed ??= outcome
    if (!mayRetry(outcome) || attempt >= desk.attempts) throw toProblem(outcome, call.model, attempt, { ...call.about })
    const { retryAfter } = outcome.facts
    if (outcome.facts.kind === 'rate-limited' && retryAfter !== undefined) desk.limits.hold(retryAfter)
    const pause = Math.max(retryAfter ?? 0, backoff(attempt, FIRST_PAUSE, desk.random))
    await desk.clock.sleep(pause, desk.signal).catch(() => undefined) // an abort is seen by the next attempt
  }
}

async function attemptOnce(call: ModelCall, server: Provider, desk: Desk): Promise<Sent | CallFailure> {
  if (desk.closed) return desk.closed
  const reservation = desk.ledger.reserve(call)
  const deadline = new AbortController()
  let timer: NodeJS.Timeout | undefined
  try {
    const turn = await desk.limits.take(estimateInput(call) + mostOutput(call), desk.signal)
    if (desk.closed) return desk.closed
    timer = setTimeout(() => deadline.abort(), desk.timeout)
    const sent = await server.send(call, AbortSignal.any([desk.signal, deadline.signal]))
    reservation.settle(sent.usage)
    if (sent.usage) turn.settle(sent.usage.inputTokens + sent.usage.outputTokens)
    return sent
  } catch (error) {
    const failure = failureFrom(error, desk.signal, deadline.signal)
    if (failure instanceof CallFailure) return failure
    throw failure
  } finally {
    clearTimeout(timer)
    reservation.release()
  }
}

/** A stored answer as a reply. Throws ProblemError for a refusal. */
export function replyFrom({ outcome, text, usage, seconds }: StoredAnswer, call: ModelCall, stored: boolean): ModelReply {
  if (outcome === 'refused') throw toProblem(new CallFailure({ kind: 'refused', detail: text }), call.model, 1, { ...call.about })
  return { text, finish: outcome === 'cut-off' ? 'cut-off' : 'complete', usage, seconds, stored }
}

const cutOff = ({ model, maxTokens, about }: ModelCall): ProblemError =>
  new ProblemError({
    code: 'model-failed',
    message: `The answer of ${model} was cut off at its limit${maxTokens === undefined ? '' : ` of ${maxTokens} tokens`}.`,
    hint: 'It is kept as it came and not used. Ask about less at a time, or choose a model that answers shorter.',
    place: { ...about },
  })

const unfit = ({ model, about }: ModelCall, fault: string): ProblemError =>
  new ProblemError({
    code: 'model-failed',
    message: `The answer of ${model} does not have the shape that was asked for, twice: ${fault.replace(/\s+/g, ' ').slice(0, 200)}.`,
    hint: 'The raw answers are kept. Run again with --only-failed, or choose another model.',
    place: { ...about },
  })
