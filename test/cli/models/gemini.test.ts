import { afterEach, describe, expect, it } from 'vitest'
import { gemini } from '../../../cli/models/gemini.ts'
import type { ModelCall } from '../../../schemas/model.ts'
import {
  cutOffBody,
  events,
  geminiSays,
  googleError,
  html,
  json,
  perDay,
  perMinute,
  type Reply,
  reset,
  serve,
  type TestServer,
} from './server.ts'

let server: TestServer
afterEach(() => server.close())

const call: ModelCall = {
  model: 'gemini-2.5-flash',
  system: 'You index.',
  shared: { text: 'List:', images: [{ mime: 'image/png', base64: 'AAAA' }] },
  prompt: 'Problem?',
  images: [{ mime: 'image/png', base64: 'BBBB' }],
  answer: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { topics: { type: 'array', items: { type: 'string' } } },
  },
  temperature: 0,
  topP: 0.9,
  maxTokens: 64,
  seed: 7,
  thinkingTokens: 0,
}
const send = async (reply: Reply, options: { stream?: boolean; apiKey?: string } = {}, asked: ModelCall = call) => {
  server = await serve(reply)
  return gemini({ apiKey: 'test-key', baseUrl: server.url, ...options }).send(asked, AbortSignal.timeout(20_000))
}
const kindOf = (reply: Reply, options = {}): Promise<unknown> =>
  send(reply, options).then(
    () => 'answered',
    (error) => error.facts ?? error,
  )

describe('gemini', () => {
  it('sends everything that was asked, shared part first, and reads text and tokens', async () => {
    expect(await send(json(geminiSays('{"topics":[]}')))).toEqual({
      text: '{"topics":[]}',
      finish: 'complete',
      usage: { inputTokens: 100, cachedTokens: 40, cacheWriteTokens: 0, outputTokens: 25 },
    })
    expect(server.seen[0]?.path).toBe('/v1beta/models/gemini-2.5-flash:generateContent')
    expect(server.seen[0]?.headers['x-goog-api-key']).toBe('test-key')
    expect(server.seen[0]?.json).toEqual({
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'List:' },
            { inlineData: { data: 'AAAA', mimeType: 'image/png' } },
            { text: 'Problem?' },
            { inlineData: { data: 'BBBB', mimeType: 'image/png' } },
          ],
        },
      ],
      systemInstruction: { role: 'user', parts: [{ text: 'You index.' }] },
      generationConfig: {
        temperature: 0,
        topP: 0.9,
        maxOutputTokens: 64,
        seed: 7,
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object', properties: { topics: { type: 'array', items: { type: 'string' } } } },
        thinkingConfig: { thinkingBudget: 0 },
      },
    })
  })

  it('puts a stream together, thoughts left out', async () => {
    const first = { candidates: [{ content: { role: 'model', parts: [{ text: 'Let me see', thought: true }, { text: 'Ber' }] } }] }
    const sent = await send(events(first, geminiSays('noulli')), { stream: true })
    expect(sent).toMatchObject({ text: 'Bernoulli', finish: 'complete', usage: { outputTokens: 25 } })
    expect(server.seen[0]?.path).toMatch(/:streamGenerateContent\?alt=sse$/)
  })

  it('tells an answer that was cut off from a whole one', async () => {
    expect(await send(json(geminiSays('{"topics":["Ber', { finishReason: 'MAX_TOKENS' })))).toMatchObject({
      text: '{"topics":["Ber',
      finish: 'cut-off',
    })
  })

  it.each<[string, Reply, Record<string, unknown>]>([
    [
      'a picture that is too large',
      googleError(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'),
      { kind: 'too-large' },
    ],
    [
      'a question that is too long',
      googleError(400, 'INVALID_ARGUMENT', 'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).'),
      { kind: 'too-large' },
    ],
    ['a limit a minute', perMinute, { kind: 'rate-limited', status: 429, retryAfter: 46_000 }],
    ['a quota a day', perDay, { kind: 'quota', status: 429 }],
    ['a Retry-After header', json({ error: { message: 'slow' } }, 429, { 'retry-after': '3' }), { kind: 'rate-limited', retryAfter: 3000 }],
    ['a server error', googleError(500, 'INTERNAL', 'Oops'), { kind: 'server', status: 500, detail: 'Oops' }],
    ['an overloaded server', googleError(503, 'UNAVAILABLE', 'Overloaded'), { kind: 'server', status: 503 }],
    ['a wrong key', googleError(400, 'INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]), { kind: 'unauthorised' }],
    ['a key without rights', googleError(403, 'PERMISSION_DENIED', 'No.'), { kind: 'unauthorised' }],
    ['an unknown model', googleError(404, 'NOT_FOUND', 'models/gemini-9 is not found'), { kind: 'unknown-model' }],
    [
      'a bad request',
      googleError(400, 'INVALID_ARGUMENT', 'Unable to process input image.'),
      { kind: 'bad-request', detail: 'Unable to process input image.' },
    ],
    ['a request that is too large', googleError(413, 'TOO_LARGE', 'Payload'), { kind: 'too-large' }],
    ['HTML with status 200', html(), { kind: 'not-an-api', status: 200 }],
    ['HTML from a proxy that cannot reach the server', html(502), { kind: 'server', status: 502 }],
    [
      'a blocked prompt',
      json({ promptFeedback: { blockReason: 'SAFETY' } }),
      { kind: 'refused', detail: 'the prompt was blocked (SAFETY)' },
    ],
    ['a blocked answer', json({ candidates: [{ finishReason: 'RECITATION' }] }), { kind: 'refused' }],
    ['an answer without an end', json({ candidates: [{ finishReason: 'OTHER' }] }), { kind: 'server' }],
    ['an empty answer', json(geminiSays('')), { kind: 'server', detail: 'an empty answer' }],
    ['a connection that is reset', reset, { kind: 'network' }],
  ])('tells %s', async (_, reply, facts) => {
    expect(await kindOf(reply)).toMatchObject(facts)
  })

  it('sees a body that breaks off, which the SDK reports in its own way', async () => {
    const { failureFrom } = await import('../../../cli/models/http.ts')
    const error = await send(cutOffBody).catch((thrown: unknown) => thrown)
    expect(failureFrom(error, new AbortController().signal, new AbortController().signal)).toMatchObject({ facts: { kind: 'network' } })
  })

  it('uploads pictures that are too many for one request', async () => {
    const start: Reply = (response, { headers }) => {
      expect(headers['x-goog-upload-protocol']).toBe('resumable')
      response.writeHead(200, { 'content-type': 'application/json', 'x-goog-upload-url': 'http://upload.invalid/put/1' }).end('{}')
    }
    const put: Reply = (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'x-goog-upload-status': 'final' })
        .end(JSON.stringify({ file: { name: 'files/1', uri: 'https://files/1', mimeType: 'image/png', state: 'ACTIVE' } }))
    server = await serve(start, put, json(geminiSays('Seen')))
    const { images: _, shared: __, ...bare } = call
    const big = { ...bare, images: [{ mime: 'image/png', base64: 'A'.repeat(15_000_000) }] }
    await gemini({ apiKey: 'k', baseUrl: server.url }).send(big, AbortSignal.timeout(20_000))
    expect(server.seen[1]?.path).toBe('/put/1')
    expect(server.seen[2]?.json?.contents).toEqual([
      { role: 'user', parts: [{ text: 'Problem?' }, { fileData: { fileUri: 'https://files/1', mimeType: 'image/png' } }] },
    ])
  })

  it('tells missing Google credentials from a bug of ours', async () => {
    server = await serve(json(geminiSays('Hi')))
    const before = process.env.GOOGLE_APPLICATION_CREDENTIALS
    process.env.GOOGLE_APPLICATION_CREDENTIALS = '/nowhere/credentials.json'
    try {
      const provider = gemini({ vertex: { project: 'p', location: 'l' }, baseUrl: server.url })
      await expect(provider.send({ model: 'gemini-2.5-flash', prompt: 'Hi?' }, AbortSignal.timeout(20_000))).rejects.toMatchObject({
        facts: { kind: 'unauthorised' },
      })
    } finally {
      if (before === undefined) delete process.env.GOOGLE_APPLICATION_CREDENTIALS
      else process.env.GOOGLE_APPLICATION_CREDENTIALS = before
    }
    expect(server.seen).toEqual([])
  })

  it('reaches Vertex AI in express mode', async () => {
    server = await serve(json(geminiSays('Hi')))
    const provider = gemini({ apiKey: 'k', vertex: { project: 'p', location: 'l' }, baseUrl: server.url })
    expect(await provider.send({ model: 'gemini-2.5-flash', prompt: 'Hi?' }, AbortSignal.timeout(20_000))).toMatchObject({ text: 'Hi' })
    expect(server.seen[0]?.path).toMatch(/publishers\/google\/models\/gemini-2.5-flash:generateContent$/)
  })
})
