import OpenAI from 'openai'
import type {
  ChatCompletion,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { ModelCall, ModelImage, ModelUsage } from '../../schemas/model.ts'
import { CallFailure } from './failure.ts'
import { failureFrom, watchedFetch } from './http.ts'
import type { Provider, Sent } from './provider.ts'

/** OpenAI's own address, whose newer models know `max_completion_tokens` only; other servers know `max_tokens`. */
const OPENAI_HOST = 'api.openai.com'

/** A server that does not know JSON Schema says so with one of these in its message. */
const NO_SCHEMA = /response_format|json_schema|guided|structured/i

/** Characters of an answer that is none which a problem quotes. */
const EXCERPT = 200

export interface OpenAIOptions {
  /** Servers of one's own usually need none. */
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly stream?: boolean
}

/**
 * Any server that speaks OpenAI's chat completions: OpenAI, vLLM, Ollama, LM Studio. Asks for JSON Schema; a server that turns out not to
 * know it gets the schema in words from then on. `thinkingTokens` has no counterpart there and is left out.
 */
export function openai({ apiKey = 'none', baseUrl, stream = false }: OpenAIOptions): Provider {
  const client = new OpenAI({
    apiKey,
    maxRetries: 0,
    fetch: watchedFetch(),
    logLevel: 'off',
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  })
  const own = new URL(client.baseURL).host !== OPENAI_HOST
  let knowsSchema = true

  const attempt = async (call: ModelCall, signal: AbortSignal): Promise<Sent> => {
    const request = toRequest(call, { own, schema: knowsSchema })
    if (!stream) return toSent(await client.chat.completions.create(request, { signal }))
    return collect(await client.chat.completions.create({ ...request, stream: true, stream_options: { include_usage: true } }, { signal }))
  }
  return {
    name: 'openai',
    async send(call, signal) {
      try {
        return await attempt(call, signal)
      } catch (error) {
        const failure = failureFrom(error, signal, signal)
        const schemaRefused = failure instanceof CallFailure && failure.facts.kind === 'bad-request' && NO_SCHEMA.test(failure.facts.detail)
        if (!schemaRefused || !knowsSchema || call.answer === undefined) throw error
        knowsSchema = false
        return attempt(call, signal)
      }
    },
  }
}

const picture = ({ mime, base64 }: ModelImage): ChatCompletionContentPart => ({
  type: 'image_url',
  image_url: { url: `data:${mime};base64,${base64}` },
})

function messagesOf({ system, shared, prompt, images = [], answer }: ModelCall, schema: boolean): ChatCompletionMessageParam[] {
  const inWords =
    answer !== undefined && !schema
      ? `Answer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(answer)}`
      : undefined
  const told = [system, inWords].filter((text) => text !== undefined).join('\n\n')
  const content: ChatCompletionContentPart[] = []
  if (shared) content.push({ type: 'text', text: shared.text }, ...(shared.images ?? []).map(picture))
  content.push({ type: 'text', text: prompt }, ...images.map(picture))
  return [...(told === '' ? [] : [{ role: 'system' as const, content: told }]), { role: 'user', content }]
}

function toRequest(call: ModelCall, { own, schema }: { own: boolean; schema: boolean }): ChatCompletionCreateParamsNonStreaming {
  const { model, answer, temperature, topP, maxTokens, seed } = call
  return {
    model,
    messages: messagesOf(call, schema),
    ...(answer === undefined || !schema
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: isStrict(answer), schema: answer } } }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : own ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
  }
}

/** OpenAI's strict mode wants every property required and none besides; a schema that is laxer is sent without it. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  if (typeof schema !== 'object' || schema === null) return true
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null) {
    const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
    if (Object.keys(schema.properties).some((name) => !required.includes(name))) return false
    if (!('additionalProperties' in schema) || schema.additionalProperties !== false) return false
  }
  return Object.values(schema).every(isStrict)
}

/** Local models often think aloud before they answer; with some chat templates the opening tag stands in the prompt and is not repeated. */
const THOUGHTS = /^\s*(?:<think>)?[\s\S]*?<\/think>\s*|^\s*<think>[\s\S]*$/

function toSent(answer: Pick<ChatCompletion, 'choices' | 'usage'>): Sent {
  const { usage } = answer
  const choices: unknown = answer.choices // LM Studio answers on a path that it does not have with status 200 and an error
  if (!Array.isArray(choices)) throw new CallFailure({ kind: 'not-an-api', detail: JSON.stringify(answer).slice(0, EXCERPT) })
  const [choice] = answer.choices
  if (!choice) throw new CallFailure({ kind: 'server', detail: 'an answer without choices' })
  const { message, finish_reason: reason } = choice
  if (message.refusal) throw new CallFailure({ kind: 'refused', detail: message.refusal })
  if (reason === 'content_filter') throw new CallFailure({ kind: 'refused', detail: 'the answer was filtered' })
  if (reason !== 'stop' && reason !== 'length')
    throw new CallFailure({ kind: 'server', detail: `the answer ended with ${reason ?? 'no reason'}` })
  const text = (message.content ?? '').replace(THOUGHTS, '')
  if (text === '' && reason === 'stop') throw new CallFailure({ kind: 'server', detail: 'an empty answer' })
  return { text, finish: reason === 'length' ? 'cut-off' : 'complete', usage: usage ? usageOf(usage) : null }
}

const usageOf = ({ prompt_tokens, completion_tokens, prompt_tokens_details }: NonNullable<ChatCompletion['usage']>): ModelUsage => ({
  inputTokens: prompt_tokens,
  cachedTokens: prompt_tokens_details?.cached_tokens ?? 0,
  cacheWriteTokens: 0,
  outputTokens: completion_tokens,
})

/** Puts a streamed answer together; usage comes in a last piece without choices. */
async function collect(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<Sent> {
  let content = ''
  let refusal = ''
  let reason: ChatCompletion.Choice['finish_reason'] | null = null
  let usage: ChatCompletion['usage']
  for await (const { choices, usage: counted } of stream) {
    const [choice] = choices
    content += choice?.delta.content ?? ''
    refusal += choice?.delta.refusal ?? ''
    reason = choice?.finish_reason ?? reason
    usage = counted ?? usage
  }
  if (reason === null) throw new CallFailure({ kind: 'network', detail: 'the stream ended in the middle of the answer' })
  const message = { role: 'assistant' as const, content, refusal: refusal === '' ? null : refusal }
  return toSent({ choices: [{ index: 0, finish_reason: reason, logprobs: null, message }], ...(usage ? { usage } : {}) })
}
