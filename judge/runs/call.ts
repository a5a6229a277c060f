import { createHash } from 'node:crypto'
import type { CallTask } from '../../schemas/judge.ts'
import type { CallRecord, GenerationSettings } from '../../schemas/judge-run.ts'
import type { AskModelFully, ModelImage } from '../../schemas/model.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { RawReply } from '../verdict.ts'

/** A question about one item, whole but for the bytes of its images. */
export interface Question {
  readonly item: string
  /** Where the item comes from: to whom the cost is booked. */
  readonly document: string
  readonly task: CallTask
  readonly promptVersion: string
  readonly system: string
  readonly shared: string
  readonly prompt: string
  /** sha256 of each image, in order. */
  readonly images: readonly string[]
  readonly answer?: Record<string, unknown>
  /** The text that is judged; empty when something is solved. */
  readonly judged: string
}

/** Identifies a question with the settings it is asked under: the same hash is the same question. */
export function promptHash(question: Question, settings: GenerationSettings): string {
  const { item: _, document: __, judged: ___, ...asked } = question
  return sha256(JSON.stringify([asked, settings]))
}

/** Identifies what was judged, whatever words it was asked in. */
export const judgedHash = ({ task, judged }: Pick<Question, 'task' | 'judged'>): string => sha256(JSON.stringify([task, judged]))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Problems after which asking on is pointless: the run stops, and resumes where it stopped. */
const STOPPING: ReadonlySet<string> = new Set(['budget-reached', 'interrupted', 'model-unavailable'])

export const isStopping = (error: ProblemError): boolean => STOPPING.has(error.problem.code)

/** A client that only counts says so with a notice: there is no call to record. */
export const wasNotSent = ({ problem }: ProblemError): boolean => problem.severity === 'notice'

export interface Asking {
  /** Calls that share the beginning of this one, itself included; tells the client whether a cache of it pays. */
  readonly series?: number
  readonly ask: AskModelFully
  readonly settings: GenerationSettings
  readonly now: () => Date
}

/**
 * Asks, and returns the record of the call whatever came of it. Throws only what stops the run (budget reached, no such model, interrupted)
 * and bugs.
 */
export async function askOnce(
  question: Question,
  images: readonly ModelImage[],
  attempt: number,
  suffix: string,
  asking: Asking,
): Promise<CallRecord> {
  const { settings, now } = asking
  const at = now()
  const hash = promptHash(question, settings)
  const record = (rest: Pick<CallRecord, 'output' | 'usage' | 'working_time' | 'stored' | 'error'>): CallRecord => ({
    id: `${question.item}#${question.task}#${hash.slice(0, 8)}#${attempt}`,
    item: question.item,
    task: question.task,
    attempt,
    at: at.toISOString(),
    model: settings.model,
    config: configOf(settings),
    prompt_hash: hash,
    prompt_version: question.promptVersion,
    judged_hash: judgedHash(question),
    input: { system: question.system, shared: question.shared, prompt: question.prompt + suffix, images: [...question.images] },
    ...rest,
  })
  try {
    const reply = await asking.ask({
      ...settings,
      system: question.system,
      ...(question.shared === ''
        ? { images: [...images] }
        : { shared: { text: question.shared, images: [...images], ...(asking.series === undefined ? {} : { calls: asking.series }) } }),
      prompt: question.prompt + suffix,
      purpose: `${question.promptVersion} ${question.task}`,
      about: { document: question.document, item: question.item },
      ...(question.answer === undefined ? {} : { answer: question.answer }),
    })
    const stop = reply.finish === 'complete' ? 'stop' : 'max_tokens'
    return record({
      output: { completion: reply.text, stop_reason: stop },
      usage: reply.usage,
      working_time: reply.seconds,
      stored: reply.stored,
      error: null,
    })
  } catch (error) {
    if (!(error instanceof ProblemError) || isStopping(error) || wasNotSent(error)) throw error
    const stop = error.problem.code === 'model-refused' ? 'content_filter' : 'error'
    const seconds = (now().getTime() - at.getTime()) / 1000
    return record({
      output: { completion: '', stop_reason: stop },
      usage: null,
      working_time: seconds,
      stored: false,
      error: error.problem,
    })
  }
}

const configOf = ({ temperature, topP, maxTokens, seed, thinkingTokens }: GenerationSettings): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ temperature, top_p: topP, max_tokens: maxTokens, seed, reasoning_tokens: thinkingTokens }).filter(
      ([, value]) => value !== undefined,
    ),
  )

export const replyOf = ({ output }: CallRecord): RawReply => ({ text: output.completion, stop: output.stop_reason })
