import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** Parsed body; undefined when it is not JSON. */
  readonly json: Record<string, unknown> | undefined
}

/** What a server of ours does with a request. */
export type Reply = (response: ServerResponse, seen: Seen) => void

export interface TestServer {
  readonly url: string
  readonly seen: Seen[]
  close(): Promise<void>
}

/** A server on loopback that answers the n-th request with the n-th reply, and all later ones with the last. */
export async function serve(...replies: Reply[]): Promise<TestServer> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, text, json: jsonOr(text) }
      seen.push(one)
      const reply = replies[Math.min(seen.length, replies.length) - 1]
      if (reply) reply(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function jsonOr(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(JSON.stringify(body))

export const html =
  (status = 200): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>')

/** Server-sent events, one a piece. */
export const events =
  (...pieces: unknown[]): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(`data: ${typeof piece === 'string' ? piece : JSON.stringify(piece)}\n\n`)
    response.end()
  }

/** Ends the connection before or in the middle of an answer. */
export const reset: Reply = (response) => void response.socket?.destroy()
export const cutOffBody: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"candidates": [', () => response.socket?.destroy())
}
export const silence: Reply = () => undefined

// Answers as the two APIs give them.
export const geminiSays = (text: string, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0, ...changes }],
  usageMetadata: {
    promptTokenCount: 100,
    cachedContentTokenCount: 40,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 5,
    totalTokenCount: 125,
  },
  modelVersion: 'gemini-2.5-flash',
})

export const openaiSays = (content: string | null, choice: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'qwen',
  choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', logprobs: null, ...choice }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 40 } },
})

export const googleError = (code: number, status: string, message: string, details: unknown[] = []): Reply =>
  json({ error: { code, message, status, details } }, code)

export const perDay = googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
  {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }],
  },
  { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36000s' },
])
export const perMinute = googleError(429, 'RESOURCE_EXHAUSTED', 'Too many requests.', [
  { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }] },
  { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '46s' },
])
