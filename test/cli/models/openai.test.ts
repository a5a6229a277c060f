import { afterEach, describe, expect, it } from 'vitest'
import { failureFrom } from '../../../cli/models/http.ts'
import { openai } from '../../../cli/models/openai.ts'
import type { ModelCall } from '../../../schemas/model.ts'
import { cutOffBody, events, html, json, openaiSays, type Reply, reset, serve, type TestServer } from './server.ts'

let server: TestServer
afterEach(() => server.close())

const answer = {
  type: 'object',
  properties: { topics: { type: 'array', items: { type: 'string' } } },
  required: ['topics'],
  additionalProperties: false,
}
const call: ModelCall = {
  model: 'qwen3-vl',
  system: 'You index.',
  prompt: 'Problem?',
  images: [{ mime: 'image/png', base64: 'BBBB' }],
  answer,
  temperature: 0,
  maxTokens: 64,
  seed: 7,
}
const never = new AbortController().signal
const send = async (asked: ModelCall, replies: Reply[], options: { stream?: boolean; apiKey?: string } = {}) => {
  server = await serve(...replies)
  return openai({ baseUrl: `${server.url}/v1`, ...options }).send(asked, AbortSignal.timeout(20_000))
}
const factsOf = (reply: Reply, options = {}): Promise<unknown> =>
  send(call, [reply], options).then(
    () => 'answered',
    (error) => {
      const failure = failureFrom(error, never, never)
      return failure instanceof Error && 'facts' in failure ? failure.facts : error
    },
  )
const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null): Record<string, unknown> => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})

describe('openai', () => {
  it('sends everything that was asked and reads text and tokens', async () => {
    expect(await send(call, [json(openaiSays('{"topics":[]}'))], { apiKey: 'k' })).toEqual({
      text: '{"topics":[]}',
      finish: 'complete',
      usage: { inputTokens: 100, cachedTokens: 40, cacheWriteTokens: 0, outputTokens: 20 },
    })
    expect(server.seen[0]).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: 'Bearer k' } })
    expect(server.seen[0]?.json).toEqual({
      model: 'qwen3-vl',
      messages: [
        { role: 'system', content: 'You index.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Problem?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,BBBB' } },
          ],
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: answer } },
      temperature: 0,
      max_tokens: 64,
      seed: 7,
    })
  })

  it('leaves strict mode off for a schema that it would not take', async () => {
    await send({ ...call, answer: { ...answer, required: [] } }, [json(openaiSays('{}'))])
    expect(server.seen[0]?.json?.response_format).toMatchObject({ json_schema: { strict: false } })
  })

  it('puts the schema into words for a server that does not know it, from then on', async () => {
    const refused = json({ error: { message: "'response_format.type' must be 'text'" } }, 400)
    server = await serve(refused, json(openaiSays('{"topics":["a"]}')), json(openaiSays('{"topics":["b"]}')))
    const provider = openai({ baseUrl: `${server.url}/v1` })
    expect((await provider.send(call, never)).text).toBe('{"topics":["a"]}')
    expect((await provider.send(call, never)).text).toBe('{"topics":["b"]}')
    expect(server.seen).toHaveLength(3)
    expect(server.seen[2]?.json?.response_format).toBeUndefined()
    expect(JSON.stringify(server.seen[2]?.json?.messages)).toContain('JSON Schema')
  })

  it('takes the words of LM Studio for a server that does not know the schema', async () => {
    const refused = json({ error: "'response_format.type' must be 'json_schema' or 'text'" }, 400)
    expect((await send(call, [refused, json(openaiSays('{"topics":[]}'))])).text).toBe('{"topics":[]}')
    expect(server.seen[1]?.json).not.toHaveProperty('response_format')
  })

  it('puts a stream together with its count', async () => {
    const usage = {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    }
    const sent = await send(
      call,
      [events(chunk({ role: 'assistant', content: 'Ber' }), chunk({ content: 'noulli' }), chunk({}, 'stop'), usage, '[DONE]')],
      { stream: true },
    )
    expect(sent).toMatchObject({ text: 'Bernoulli', finish: 'complete', usage: { inputTokens: 3, outputTokens: 2 } })
  })

  it('does not take a stream that breaks off for a whole answer', async () => {
    expect(await factsOf(events(chunk({ content: '{"topics":[]}' })), { stream: true })).toMatchObject({ kind: 'network' })
  })

  it.each([
    ['<think>\nHm.\n</think>\n{"topics":[]}', '{"topics":[]}'],
    ['Hm.\n</think>\n\n{"topics":[]}', '{"topics":[]}'], // the opening tag stood in the prompt
  ])('leaves out what a local model thinks aloud: %j', async (said, text) => {
    expect((await send(call, [json(openaiSays(said))])).text).toBe(text)
    await server.close()
    expect(await send(call, [json(openaiSays('<think>\nHm.', { finish_reason: 'length' }))])).toMatchObject({ text: '', finish: 'cut-off' })
  })

  it('tells a cut-off answer from a whole one, and says nothing of tokens when the server does not', async () => {
    const { usage: _, ...silent } = openaiSays('{"to', { finish_reason: 'length' })
    expect(await send(call, [json(silent)])).toEqual({ text: '{"to', finish: 'cut-off', usage: null })
  })

  it.each<[string, Reply, Record<string, unknown>]>([
    [
      'a rate limit',
      json({ error: { message: 'Rate limit reached' } }, 429, { 'retry-after': '2' }),
      { kind: 'rate-limited', retryAfter: 2000 },
    ],
    [
      'an empty purse',
      json({ error: { message: 'You exceeded your quota', type: 'insufficient_quota', code: 'insufficient_quota' } }, 429),
      { kind: 'quota' },
    ],
    ['a server error', json({ error: { message: 'CUDA out of memory' } }, 500), { kind: 'server', detail: 'CUDA out of memory' }],
    ['a wrong key', json({ error: { message: 'Incorrect API key' } }, 401), { kind: 'unauthorised' }],
    ['an unknown model', json({ error: { message: 'model "x" not found', code: 'model_not_found' } }, 404), { kind: 'unknown-model' }],
    ['HTML', html(), { kind: 'not-an-api' }],
    ['HTML with status 404', html(404), { kind: 'not-an-api' }],
    ['a path that vLLM does not have', json({ detail: 'Not Found' }, 404), { kind: 'not-an-api' }],
    [
      'a path that LM Studio does not have',
      json({ error: 'Unexpected endpoint or method. (POST /chat/completions)' }),
      { kind: 'not-an-api', detail: expect.stringContaining('Unexpected endpoint') },
    ],
    [
      'a refusal',
      json(openaiSays(null, { message: { role: 'assistant', content: null, refusal: 'I cannot.' } })),
      { kind: 'refused', detail: 'I cannot.' },
    ],
    ['a filtered answer', json(openaiSays('', { finish_reason: 'content_filter' })), { kind: 'refused' }],
    ['a filtered prompt', json({ error: { message: 'filtered', code: 'content_filter' } }, 400), { kind: 'refused' }],
    ['an error of LM Studio', json({ error: 'No models loaded.' }, 400), { kind: 'bad-request', detail: 'No models loaded.' }],
    [
      'an error of vLLM',
      json({ object: 'error', message: 'top_p must be in (0, 1]', type: 'BadRequestError', code: 400 }, 400),
      { kind: 'bad-request', detail: 'top_p must be in (0, 1]' },
    ],
    [
      'a question that is too long for vLLM',
      json({ error: { message: "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens." } }, 400),
      { kind: 'too-large' },
    ],
    [
      'a question that is too long for Ollama',
      json({ error: { message: 'the input length exceeds the context length', type: 'invalid_request_error' } }, 400),
      { kind: 'too-large' },
    ],
    ['a picture that is too large', json({ error: { message: 'Request Entity Too Large' } }, 413), { kind: 'too-large' }],
    ['an empty answer', json(openaiSays('')), { kind: 'server' }],
    ['a reset', reset, { kind: 'network' }],
    ['a body that breaks off', cutOffBody, { kind: 'network' }],
  ])('tells %s', async (_, reply, facts) => {
    expect(await factsOf(reply)).toMatchObject(facts)
  })
})
