import { jsonrepair } from 'jsonrepair'
import type { z } from 'zod'
import {
  type AnyStageAnswer,
  CoverageAnswer,
  EquationAnswer,
  FinalAnswer,
  type Flag,
  type MetaCheck,
  type MetaResult,
  SanityAnswer,
  type ScoredStage,
  SinglePassAnswer,
  StageAnswer,
  type StageResult,
  type StageTag,
  type UnscoredWhy,
  VerbosityAnswer,
} from '../schemas/judge.ts'
import { type AnswerKey, readFinalAnswer } from './answers/final-answer.ts'
import { contradictions, FULL, fatalErrors, stagePoints } from './score/penalties.ts'

/** What came back from a judge, before anyone has read it. */
export interface RawReply {
  readonly text: string
  readonly stop: 'stop' | 'max_tokens' | 'content_filter' | 'error'
}

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: UnscoredWhy; readonly detail: string }

/**
 * Reads a reply as JSON of the given shape. Broken JSON is repaired first; an answer that was cut off never is, because half a list of
 * errors would read as a better score. Never guesses.
 */
export function readReply<T>(reply: RawReply, shape: z.ZodType<T>): Reading<T> {
  if (reply.stop === 'max_tokens') return { ok: false, why: 'cut-off', detail: 'the answer stopped at its token limit' }
  if (reply.stop === 'content_filter') return { ok: false, why: 'refused', detail: 'the model refused to answer' }
  if (reply.stop === 'error') return { ok: false, why: 'failed', detail: 'the call failed' }
  const json = jsonOf(reply.text)
  if (json === undefined) return { ok: false, why: 'not-json', detail: 'the answer is not a JSON object' }
  const parsed = shape.safeParse(json)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, why: 'wrong-shape', detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` }
}

/** The outermost JSON object of a text, with or without a code fence and words around it. */
function jsonOf(text: string): unknown {
  const bare = text.replaceAll(/<(think|thinking)>[\s\S]*?<\/\1>/gi, '')
  const begin = bare.indexOf('{')
  const end = bare.lastIndexOf('}')
  // Without a closing brace the object is not whole: repairing it would be half-reading it.
  if (begin < 0 || end < begin) return undefined
  const object = bare.slice(begin, end + 1)
  for (const candidate of [() => object, () => wholeOnly(object, jsonrepair(object))]) {
    try {
      const value: unknown = JSON.parse(candidate())
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
    } catch {
      // not this way; the next one, or undefined below
    }
  }
  return undefined
}

/** Mended JSON, unless a bracket had to be closed at its end: what was open there may have gone on. Throws SyntaxError. */
function wholeOnly(object: string, mended: string): string {
  const closing = (text: string): string => /[\]}]*$/.exec(text.replace(/[\s,]+/g, ''))?.[0] ?? ''
  if (closing(object) === closing(mended)) return mended
  throw new SyntaxError('The JSON ends in the middle.')
}

/** The shape that a judge’s answer about this stage must have. */
export function stageShape(tag: StageTag): z.ZodType<AnyStageAnswer> {
  if (tag === 'EQUATION_SELECTION') return EquationAnswer
  return tag === 'FINAL_ANSWER' ? FinalAnswer : StageAnswer
}

/** Points of one stage from the judge’s answer: errors, caps and bands are counted here, whatever total the judge may have written. */
function scoreStage(tag: StageTag, text: string, answer: AnyStageAnswer, key: AnswerKey): ScoredStage {
  const fatal = fatalErrors(tag, answer)
  const final = answer.predicted_values ? readFinalAnswer(text, answer.predicted_values, answer.errors, key) : undefined
  const errors = final?.counted ?? answer.errors
  const points = stagePoints(
    errors.map(({ severity }) => severity),
    fatal.caps,
  )
  const flags: Flag[] = [...contradictions(answer.errors), ...fatal.flags, ...(final?.flags ?? [])]
  return {
    state: 'scored',
    ...points,
    errors,
    fatal: fatal.counted,
    setAside: final?.setAside ?? [],
    values: final?.values ?? [],
    justification: answer.justification,
    flags,
  }
}

export function judgeStage(tag: StageTag, text: string, reply: RawReply, key: AnswerKey): StageResult {
  const read = readReply(reply, stageShape(tag))
  return read.ok ? scoreStage(tag, text, read.value, key) : { state: 'unscored', why: read.why, answer: reply.text }
}

/** A whole-solution check as points out of ten and what was found. */
export function judgeMeta(check: MetaCheck, reply: RawReply): MetaResult {
  const read = readMeta(check, reply)
  return read.ok ? { state: 'scored', ...read.value } : { state: 'unscored', why: read.why, answer: reply.text }
}

type MetaValue = { score: number; found: string[]; justification: string }

function readMeta(check: MetaCheck, reply: RawReply): Reading<MetaValue> {
  if (check === 'COVERAGE')
    return mapped(readReply(reply, CoverageAnswer), (it) => ({
      score: it.coverage_score,
      found: it.missing,
      justification: it.justification,
    }))
  if (check === 'VERBOSITY')
    return mapped(readReply(reply, VerbosityAnswer), (it) => ({
      score: it.verbosity_score,
      found: it.filler,
      justification: it.justification,
    }))
  return mapped(readReply(reply, SanityAnswer), (it) => ({
    score: it.sanity_fail ? 0 : FULL,
    found: it.violations,
    justification: it.justification,
  }))
}

const mapped = <T, U>(reading: Reading<T>, to: (value: T) => U): Reading<U> =>
  reading.ok ? { ok: true, value: to(reading.value) } : reading

/** One stage of the baseline’s single answer. */
export function judgeSinglePass(tag: StageTag, reply: RawReply): StageResult {
  const read = readReply(reply, SinglePassAnswer)
  if (!read.ok) return { state: 'unscored', why: read.why, answer: reply.text }
  const { scores, justification } = read.value
  const raw = scores[tag]
  return { state: 'scored', raw, penalty: FULL - raw, cap: null, errors: [], fatal: [], setAside: [], values: [], justification, flags: [] }
}
