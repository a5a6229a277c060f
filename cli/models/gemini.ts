import {
  type Content,
  FinishReason,
  type GenerateContentConfig,
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from '@google/genai'
import type { ModelCall, ModelImage, ModelUsage } from '../../schemas/model.ts'
import { CallFailure } from './failure.ts'
import { type ContextCaches, contextCaches } from './gemini-cache.ts'
import { bytesOf, inlinePart, MOST_INLINE, partsOf, uploads } from './gemini-parts.ts'
import { watchedFetch } from './http.ts'
import type { Provider, Sent } from './provider.ts'

export interface GeminiOptions {
  /** For the Gemini API, and for Vertex AI in express mode. */
  readonly apiKey?: string
  /** For Vertex AI; signs in with the machine's Google credentials when there is no key. */
  readonly vertex?: { readonly project: string; readonly location: string }
  readonly baseUrl?: string
  readonly stream?: boolean
  /** Keep the shared part of a series in an explicit context cache; true when absent. */
  readonly contextCache?: boolean
}

/** The SDK's client, with every failure visible. */
export function geminiClient({ apiKey, vertex, baseUrl }: GeminiOptions): GoogleGenAI {
  const httpOptions = { fetch: watchedFetch(), ...(baseUrl === undefined ? {} : { baseUrl }) }
  if (vertex && apiKey === undefined) return new GoogleGenAI({ vertexai: true, ...vertex, httpOptions })
  return new GoogleGenAI({ ...(vertex ? { vertexai: true } : {}), ...(apiKey === undefined ? {} : { apiKey }), httpOptions })
}

/** Gemini through `@google/genai`, by key or through Vertex AI. */
export function gemini(options: GeminiOptions, client: GoogleGenAI = geminiClient(options)): Provider {
  const uploaded = uploads(client)
  const caches = options.contextCache === false ? undefined : contextCaches(client, uploaded)
  const ask = async (request: GenerateContentParameters): Promise<Sent> =>
    options.stream ? collect(await client.models.generateContentStream(request)) : toSent(await client.models.generateContent(request))

  /** Pictures inline, or uploaded where they are too many for that. */
  const contents = (call: ModelCall, signal: AbortSignal): Promise<Content[]> => {
    const isSmall = bytesOf([...(call.shared?.images ?? []), ...(call.images ?? [])]) <= MOST_INLINE
    return contentsOf(call, (image) => (isSmall ? inlinePart : uploaded)(image, signal))
  }
  const whole = async (call: ModelCall, signal: AbortSignal): Promise<Sent> =>
    ask({ model: call.model, contents: await contents(call, signal), config: { ...configOf(call), abortSignal: signal } })

  /** What is kept at the server, system prompt included, must not be sent again. */
  const short = async (call: ModelCall, cachedContent: string, signal: AbortSignal): Promise<Sent> => {
    const { shared: _, system: __, ...rest } = call
    return ask({
      model: call.model,
      contents: await contents(rest, signal),
      config: { ...configOf(rest), cachedContent, abortSignal: signal },
    })
  }
  const withCache = async (call: ModelCall, using: ContextCaches, signal: AbortSignal): Promise<Sent> => {
    const cache = await using.of(call, signal)
    if (cache === undefined) return whole(call, signal)
    const sent = await short(call, cache, signal).catch(async (error: unknown) => {
      if (await using.lost(call, error)) return undefined
      throw error
    })
    const answered = sent ?? (await whole(call, signal))
    if (sent) await using.answered(call, signal)
    return { ...answered, usage: answered.usage && { ...answered.usage, cacheWriteTokens: await using.written(call) } }
  }
  return {
    name: 'gemini',
    send: async (call, signal) => {
      try {
        return await (caches ? withCache(call, caches, signal) : whole(call, signal))
      } catch (error) {
        throw options.vertex && options.apiKey === undefined ? signInFailure(error) : error
      }
    },
  }
}

/** How Google's sign-in library says that it found no usable credentials; it has no error class for it. */
const NO_CREDENTIALS = /credential|DECODER routines|invalid_grant|private key|impersonat/i

const signInFailure = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof CallFailure) && NO_CREDENTIALS.test(error.message)
    ? new CallFailure({ kind: 'unauthorised', detail: error.message.split('\n')[0] ?? '' }, { cause: error })
    : error

/** Shared part first, byte for byte the same over a series, so that the server's implicit cache finds it. */
export async function contentsOf(
  { shared, prompt, images = [] }: ModelCall,
  toPart: (image: ModelImage) => Part | Promise<Part>,
): Promise<Content[]> {
  const head = shared ? await partsOf([shared.text], shared.images ?? [], toPart) : []
  return [{ role: 'user', parts: [...head, ...(await partsOf([prompt], images, toPart))] }]
}

/** Settings of a call in Gemini's words. */
export function configOf({ system, answer, temperature, topP, maxTokens, seed, thinkingTokens }: ModelCall): GenerateContentConfig {
  return {
    ...(system === undefined ? {} : { systemInstruction: system }),
    ...(answer === undefined ? {} : { responseMimeType: 'application/json', responseJsonSchema: withoutDialect(answer) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(thinkingTokens === undefined ? {} : { thinkingConfig: { thinkingBudget: thinkingTokens } }),
  }
}

/** The API refuses the "$schema" key. */
const withoutDialect = ({ $schema: _, ...schema }: Record<string, unknown>): Record<string, unknown> => schema

const FINISHED: ReadonlySet<FinishReason | undefined> = new Set([FinishReason.STOP, FinishReason.MAX_TOKENS])

/** Trouble on the server's side; anything else that is not an end is a refusal. */
const SERVER_TROUBLE: ReadonlySet<FinishReason | undefined> = new Set([
  undefined,
  FinishReason.FINISH_REASON_UNSPECIFIED,
  FinishReason.OTHER,
  FinishReason.MALFORMED_FUNCTION_CALL,
  FinishReason.UNEXPECTED_TOOL_CALL,
])

/** Reads an answer. Throws `CallFailure`: refused, or server for an answer without an end. */
export function toSent(response: GenerateContentResponse): Sent {
  const blocked = response.promptFeedback?.blockReason
  if (blocked !== undefined) throw new CallFailure({ kind: 'refused', detail: `the prompt was blocked (${blocked})` })
  const [candidate] = response.candidates ?? []
  const reason = candidate?.finishReason
  if (!FINISHED.has(reason)) {
    const kind = SERVER_TROUBLE.has(reason) ? 'server' : 'refused'
    throw new CallFailure({ kind, detail: `the answer ended with ${reason ?? 'no reason'}` })
  }
  const text = (candidate?.content?.parts ?? [])
    .flatMap((part) => (part.thought === true || part.text === undefined ? [] : [part.text]))
    .join('')
  const finish = reason === FinishReason.MAX_TOKENS ? 'cut-off' : 'complete'
  if (text === '' && finish === 'complete') throw new CallFailure({ kind: 'server', detail: 'an empty answer' })
  return { text, finish, usage: usageOf(response) }
}

function usageOf({ usageMetadata }: GenerateContentResponse): ModelUsage | null {
  if (!usageMetadata) return null
  const { promptTokenCount = 0, cachedContentTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usageMetadata
  return {
    inputTokens: promptTokenCount,
    cachedTokens: cachedContentTokenCount,
    cacheWriteTokens: 0,
    outputTokens: candidatesTokenCount + thoughtsTokenCount,
  }
}

/** Puts a streamed answer together; the last piece has the reason and the count. */
async function collect(stream: AsyncGenerator<GenerateContentResponse>): Promise<Sent> {
  const parts: Part[] = []
  let last: GenerateContentResponse | undefined
  for await (const piece of stream) {
    parts.push(...(piece.candidates?.[0]?.content?.parts ?? []))
    last = piece
  }
  if (!last) throw new CallFailure({ kind: 'server', detail: 'a stream without an answer' })
  const [candidate] = last.candidates ?? []
  if (candidate) candidate.content = { role: 'model', parts }
  return toSent(last)
}
