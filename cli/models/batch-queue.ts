import type { AskModelFully, ModelCall } from '../../schemas/model.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { type AnswerStore, keyOf, type StoredAnswer } from './answers.ts'
import { askedAgain, replyFrom } from './client.ts'
import { fitTo } from './fit.ts'

/** Calls waiting for a batch, by key. */
export type Queue = Map<string, ModelCall>

/** What became of the calls that this run has handed in, or could not: the reason where there is no usable answer; by key. */
export type Settled = Map<string, Problem | undefined>

export interface QueueingOptions {
  readonly settled?: Settled
  /** Put what was stored as unfit, cut off or refused into the queue again. */
  readonly retryFailed?: boolean
  /** Told of every call that an earlier run has had answered, once. */
  readonly onStored?: (call: ModelCall) => void
}

/**
 * An `ask` that answers from the store and puts every other call into a queue. The caller does its work, hands the queue in, collects, and
 * does the work again. A call that has been `settled` is not queued a second time, so such rounds come to an end; but for an answer that does
 * not fit its schema, which is asked for once more, saying what was wrong.
 */
export function queueing(answers: AnswerStore, queue: Queue, options: QueueingOptions = {}): AskModelFully {
  const { settled = new Map(), retryFailed = false, onStored } = options
  const told = new Set<string>()
  return async (call) => {
    const key = keyOf(call, 'gemini')
    const isFresh = settled.has(key)
    const known = await answers.get(key)
    if (known && (known.outcome === 'fits' || isFresh || !retryFailed)) {
      const again = secondAsking(known, call)
      if (!again || settled.get(key)) {
        if (!isFresh && !told.has(key)) onStored?.(call)
        told.add(key)
        return replyFrom(known, call, !isFresh)
      }
      queue.set(key, again)
    } else {
      const problem = settled.get(key)
      if (problem) throw new ProblemError({ ...problem, place: { ...call.about } })
      queue.set(key, withoutSeries(call))
    }
    throw putOff(call)
  }
}

/** The call as it is put again after one answer that does not fit; undefined for all others. */
function secondAsking({ outcome, raw, text }: StoredAnswer, call: ModelCall): ModelCall | undefined {
  if (outcome !== 'unfit' || raw.length !== 1 || !call.answer) return undefined
  const fit = fitTo(call.answer, text)
  return fit.fits ? undefined : withoutSeries(askedAgain(call, fit.fault))
}

/** Batches make no explicit caches, so nothing is to be set aside for one. */
function withoutSeries({ shared, ...call }: ModelCall): ModelCall {
  if (!shared) return call
  const { calls: _, ...content } = shared
  return { ...call, shared: content }
}

const putOff = ({ about }: ModelCall): ProblemError =>
  new ProblemError({
    code: 'model-failed',
    severity: 'notice',
    message: 'Put into the batch; there is no answer yet.',
    hint: 'Run the same command again when the batch is done.',
    place: { ...about },
  })
