import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Tokens. What a server makes of a page-sized picture, and of four characters of text. */
const IMAGE_TOKENS = 1032
const CHARACTERS_A_TOKEN = 4
/** Tokens. Servers keep prefixes in blocks; a shorter one is not kept. */
const CACHE_BLOCK = 128

interface Part {
  readonly type: string
  readonly text?: string
  readonly image_url?: { readonly url: string }
}
interface Request {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Part[] }[]
}

export interface Asked {
  readonly task: string
  readonly prompt: string
  readonly promptTokens: number
  readonly cachedTokens: number
}

/**
 * A server that speaks OpenAI's chat completions on loopback and answers by script. It counts tokens, and keeps every prefix that it has
 * seen, as servers with automatic prefix caching do: the longest known one is reported in `prompt_tokens_details.cached_tokens`.
 */
export async function loopback(answer: (task: string, prompt: string) => string): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const known = new Set<string>()
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { messages } = JSON.parse(body) as Request // the client under test wrote it
      const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))
      const prompt = parts.findLast(({ text }) => text?.startsWith('TASK: '))?.text ?? ''
      const { total, cached } = countTokens(parts, known)
      const task = /^TASK: (\w+)/.exec(prompt)?.[1] ?? ''
      asked.push({ task, prompt, promptTokens: total, cachedTokens: cached })
      const text = answer(task, prompt)
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          id: `call-${asked.length}`,
          object: 'chat.completion',
          created: 0,
          model: 'loopback',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text, refusal: null } }],
          usage: {
            prompt_tokens: total,
            completion_tokens: Math.ceil(text.length / CHARACTERS_A_TOKEN),
            total_tokens: total,
            prompt_tokens_details: { cached_tokens: cached },
          },
        }),
      )
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked } // a server on a port has an address of this kind
}

function countTokens(parts: readonly Part[], known: Set<string>): { total: number; cached: number } {
  let [total, cached, prefix] = [0, 0, '']
  const seen: string[] = []
  for (const part of parts) {
    total += part.text === undefined ? IMAGE_TOKENS : Math.ceil(part.text.length / CHARACTERS_A_TOKEN)
    prefix += JSON.stringify(part)
    if (known.has(prefix)) cached = Math.floor(total / CACHE_BLOCK) * CACHE_BLOCK
    seen.push(prefix)
  }
  for (const one of seen) known.add(one)
  return { total, cached }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // an IncomingMessage yields buffers
  return Buffer.concat(chunks).toString('utf8')
}
