import { z } from 'zod'
import { ProblemError } from './problem.ts'

export const ModelImage = z.strictObject({ mime: z.string(), base64: z.string() })
export type ModelImage = z.infer<typeof ModelImage>

/**
 * What a series of calls has in common. Sent before everything but `system`, byte for byte the same in every call of the series, so that
 * a server can keep it in its cache; a client whose server has explicit context caching makes one cache per (model, system, shared).
 */
export const SharedContext = z
  .strictObject({
    text: z.string(),
    images: z.array(ModelImage).optional().describe('after `text`, in this order'),
    calls: z
      .int()
      .min(1)
      .optional()
      .describe('calls of the series, where that is known: from a few on an explicit cache pays; changes nothing in the answer'),
  })
  .meta({ id: 'SharedContext', title: 'What a series of model calls has in common' })
export type SharedContext = z.infer<typeof SharedContext>

/** One question to a language model, complete: everything that could change the answer is in it. */
export const ModelCall = z
  .strictObject({
    model: z.string(),
    system: z.string().optional(),
    shared: SharedContext.optional(),
    prompt: z.string(),
    images: z.array(ModelImage).optional(),
    answer: z.record(z.string(), z.unknown()).optional().describe('JSON Schema that the answer must fit'),
    temperature: z.number().min(0).optional(),
    topP: z.number().min(0).max(1).optional(),
    maxTokens: z.int().min(1).optional(),
    seed: z.int().optional(),
    thinkingTokens: z
      .int()
      .min(0)
      .optional()
      .describe('budget for reasoning before the answer; 0 asks for none; absent leaves it to the server'),
    purpose: z.string().optional().describe('what the call is for and the version of its prompt, for example "topics.assign/1"'),
    about: z
      .strictObject({ document: z.string().optional(), item: z.string().optional() })
      .optional()
      .describe('to whom the cost is booked; changes nothing in the answer'),
  })
  .meta({ id: 'ModelCall', title: 'A question to a language model' })
export type ModelCall = z.infer<typeof ModelCall>

/** The one way any part of this project talks to a language model. Throws ProblemError. */
export type AskModel = (call: ModelCall) => Promise<string>

/** Tokens of one call as the provider counted them. */
export const ModelUsage = z
  .strictObject({
    inputTokens: z.int().min(0).describe('the whole request: system, shared, prompt and images; cached ones included'),
    cachedTokens: z.int().min(0).describe('of `inputTokens`: read from the server’s cache, billed less or not at all'),
    cacheWriteTokens: z.int().min(0).describe('not in `inputTokens`: put into an explicit cache on account of this call, billed once'),
    outputTokens: z.int().min(0).describe('thinking included'),
  })
  .meta({ id: 'ModelUsage', title: 'Tokens of one model call' })
export type ModelUsage = z.infer<typeof ModelUsage>

/** A model’s answer with what is known about how it came about. */
export const ModelReply = z
  .strictObject({
    text: z.string(),
    finish: z.enum(['complete', 'cut-off']).describe('cut-off: stopped at its token limit, so the text is not the whole answer'),
    usage: ModelUsage.nullable().describe('null when the server does not say'),
    seconds: z.number().min(0).describe('wall clock of the call that was answered'),
    stored: z.boolean().describe('true when the answer came from our own store and nothing was sent'),
  })
  .meta({ id: 'ModelReply', title: 'A model’s answer' })
export type ModelReply = z.infer<typeof ModelReply>

/** Like AskModel, with usage. Throws ProblemError: model-refused, model-failed, model-unavailable, budget-reached. */
export type AskModelFully = (call: ModelCall) => Promise<ModelReply>

/**
 * Asks for JSON of a shape and reads it. Throws ProblemError: what the model's client throws, and `model-failed` for an answer that does
 * not have the shape (a client has then already tried to mend it and asked again).
 */
export async function askFor<T>(ask: AskModel, call: Omit<ModelCall, 'answer'>, shape: z.ZodType<T>): Promise<T> {
  const text = await ask({ ...call, answer: z.toJSONSchema(shape) })
  const parsed = shape.safeParse(jsonOr(text))
  if (parsed.success) return parsed.data
  throw new ProblemError({
    code: 'model-failed',
    message: `The answer of ${call.model} does not have the shape that was asked for: “${text.slice(0, EXCERPT)}”.`,
    hint: 'Run again with --only-failed, or choose another model.',
    place: { ...call.about },
  })
}

/** Characters of a bad answer that a message quotes. */
const EXCERPT = 120

/** The parsed text; undefined, which no shape of ours accepts, when it is not JSON. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How models are reached; part of engvqa.yaml. Keys are never in it: they come from the environment. */
export const ModelSettings = z
  .strictObject({
    provider: z
      .enum(['auto', 'gemini', 'vertex', 'openai', 'replay'])
      .default('auto')
      .describe('auto: Gemini for names that start with "gemini", else an OpenAI-compatible server; replay: recorded answers only'),
    topics: z.string().default('gemini-2.5-flash').describe('asked for topics when --model is given without a name'),
    extraction: z
      .string()
      .default('gemini-3.1-flash-lite')
      .describe('asked for transcription, correction, verification and segmentation help'),
    baseUrl: z
      .url()
      .optional()
      .describe('of the server, for example http://localhost:11434/v1 for Ollama; the environment may override it'),
    project: z.string().optional().describe('Google Cloud project, for vertex'),
    location: z.string().optional().describe('Google Cloud location, for vertex'),
    requestsPerMinute: z.int().min(1).optional(),
    tokensPerMinute: z.int().min(1).optional().describe('input and output together, estimated before and counted after each call'),
    parallel: z.int().min(1).default(4).describe('calls in flight'),
    timeoutSeconds: z.number().positive().default(120).describe('for one attempt, answer included'),
    attempts: z.int().min(1).default(6).describe('tries of one call in face of rate limits, server errors and broken connections'),
    stream: z.boolean().default(false).describe('receive answers in pieces; keeps connections alive through proxies that cut idle ones'),
    contextCache: z
      .boolean()
      .default(true)
      .describe('keep what the calls of a series share in an explicit cache, where the server has one (Gemini)'),
    prices: z
      .record(
        z.string(),
        z.strictObject({
          input: z.number().min(0).describe('US dollars for a million tokens'),
          output: z.number().min(0).describe('US dollars for a million tokens, thinking included'),
          cached: z
            .number()
            .min(0)
            .optional()
            .describe('US dollars for a million tokens read from the server’s cache; absent means as input'),
          storage: z.number().min(0).optional().describe('US dollars for a million tokens that are kept in an explicit cache for an hour'),
        }),
      )
      .default({})
      .describe('model → price, beside and above the built-in table'),
  })
  .meta({ id: 'ModelSettings', title: 'How models are reached' })
export type ModelSettings = z.infer<typeof ModelSettings>
