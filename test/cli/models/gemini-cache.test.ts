import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { gemini } from '../../../cli/models/gemini.ts'
import { readLog } from '../../../judge/runs/log.ts'
import { CallRecord } from '../../../schemas/judge-run.ts'
import type { ModelCall } from '../../../schemas/model.ts'
import { item } from '../../corpus/release/sample.ts'
import { emptyFolder, faultless, solutionText, tinyRelease } from '../../judge/scripted.ts'
import { engvqa } from '../run-cli.ts'
import { geminiSays, googleError, json, type Reply, type Seen, serve, type TestServer } from './server.ts'

let server: TestServer
afterEach(() => server.close())

const call: ModelCall = { model: 'gemini-2.5-flash', system: 'Judge.', shared: { text: 'x'.repeat(6000), calls: 3 }, prompt: 'TASK: A' }
const TOKENS = 1500
const created = (name: string): Reply => json({ name, model: 'models/gemini-2.5-flash', usageMetadata: { totalTokenCount: TOKENS } })
const kindOf = ({ method, path }: Seen): string =>
  method === 'DELETE' ? 'end' : path.includes(':generateContent') ? 'ask' : path.includes('cachedContents') ? 'make' : path

/** A server with caches; `make` and `ask` stand in for what it does then. */
const start = async (make: Reply = created('cachedContents/1'), ask: Reply = json(geminiSays('Hello'))) => {
  server = await serve((response, seen) => {
    const kind = kindOf(seen)
    const reply = kind === 'make' ? make : kind === 'end' ? json({}) : ask
    reply(response, seen)
  })
  const provider = gemini({ apiKey: 'k', baseUrl: server.url })
  const send = (changes: Partial<ModelCall> = {}) => provider.send({ ...call, ...changes }, AbortSignal.timeout(20_000))
  return { send, kinds: () => server.seen.map(kindOf) }
}

describe('an explicit context cache', () => {
  it('holds what a series shares, is written once, read by all its calls, and ended after the last', async () => {
    const { send, kinds } = await start()
    const first = await send()
    const others = await Promise.all([send({ prompt: 'TASK: B' }), send({ prompt: 'TASK: C' })])
    expect(kinds()).toEqual(['make', 'ask', 'ask', 'ask', 'end'])
    expect(server.seen[0]?.json).toMatchObject({ ttl: '300s', contents: [{ parts: [{ text: call.shared?.text }] }] })
    expect(JSON.stringify(server.seen[0]?.json)).toContain('Judge.')
    expect(server.seen[1]?.json).toMatchObject({ cachedContent: 'cachedContents/1', contents: [{ parts: [{ text: 'TASK: A' }] }] })
    expect(JSON.stringify(server.seen[1]?.json)).not.toContain('Judge.')
    expect([first, ...others].map(({ usage }) => usage?.cacheWriteTokens)).toEqual([TOKENS, 0, 0])
    expect(first.usage).toMatchObject({ inputTokens: 100, cachedTokens: 40 })
  })

  it('is not made for a short series, little text, or against the settings', async () => {
    const { send, kinds } = await start()
    await send({ shared: { text: 'x'.repeat(6000), calls: 2 } })
    await send({ shared: { text: 'x'.repeat(6000) } })
    await send({ shared: { text: 'short', calls: 9 } })
    await gemini({ apiKey: 'k', baseUrl: server.url, contextCache: false }).send(call, AbortSignal.timeout(20_000))
    expect(kinds()).toEqual(['ask', 'ask', 'ask', 'ask'])
  })

  it('gives way silently where the server makes none: for this series if it is too small, else for the model', async () => {
    const small = await start(googleError(400, 'INVALID_ARGUMENT', 'Cached content is too small. min_total_token_count=4096'))
    expect((await small.send()).text).toBe('Hello')
    await small.send()
    await small.send({ shared: { text: 'y'.repeat(9000), calls: 3 } })
    expect(small.kinds()).toEqual(['make', 'ask', 'ask', 'make', 'ask'])
    expect(JSON.stringify(server.seen[1]?.json)).toContain('Judge.')
    await server.close()
    const none = await start(googleError(404, 'NOT_FOUND', 'Model does not support createCachedContent.'))
    await none.send()
    await none.send({ shared: { text: 'y'.repeat(9000), calls: 3 } })
    expect(none.kinds()).toEqual(['make', 'ask', 'ask'])
  })

  it('is done without when it is gone, and what it cost is still booked', async () => {
    const { send, kinds } = await start(undefined, (response, seen) =>
      (seen.text.includes('cachedContents/1')
        ? googleError(403, 'PERMISSION_DENIED', 'CachedContent not found')
        : json(geminiSays('Hello')))(response, seen),
    )
    expect((await send()).usage?.cacheWriteTokens).toBe(TOKENS)
    expect((await send()).usage?.cacheWriteTokens).toBe(0)
    expect(kinds()).toEqual(['make', 'ask', 'ask', 'ask'])
  })

  it('hides no failure that is not its own', async () => {
    const { send } = await start(undefined, googleError(429, 'RESOURCE_EXHAUSTED', 'Too many requests.'))
    await expect(send()).rejects.toThrow('Too many')
  })
})

describe('the judge on a server with explicit caches', () => {
  it('writes one cache a solution and reads it eleven times', async () => {
    const folder = await emptyFolder()
    const release = await tinyRelease(folder, ['1', '2'], (number) => {
      const { question } = item(number)
      return { question: { ...question, text: `${question.text} ${'It is long. '.repeat(300)}` } }
    })
    let made = 0
    server = await serve((response, seen) => {
      const kind = kindOf(seen)
      const task = /TASK: (\w+)/.exec(seen.text)?.[1] ?? ''
      const reply =
        kind === 'make'
          ? created(`cachedContents/${++made}`)
          : kind === 'end'
            ? json({})
            : json(geminiSays(task === 'SOLVE' ? solutionText() : faultless(task)))
      reply(response, seen)
    })
    const run = (...args: string[]) => engvqa(folder, args, { env: { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url } })
    await run('solve', release, '--model', 'gemini-2.5-flash', '--out', 'solved')
    const judged = await run('judge', release, '--solutions', 'solved', '--model', 'gemini-2.5-flash', '--out', 'judged', '--json')
    expect(judged, judged.err).toMatchObject({ code: 0 })
    const calls = await readLog(join(folder, 'judged', 'calls.jsonl'), CallRecord)
    expect(calls).toHaveLength(22)
    expect(calls.filter(({ usage }) => usage?.cacheWriteTokens === TOKENS)).toHaveLength(2)
    expect(server.seen.map(kindOf).filter((kind) => kind !== 'ask')).toEqual(expect.arrayContaining(['make', 'make', 'end', 'end']))
    expect(JSON.parse(judged.out).accounts.total.cacheWriteTokens).toBe(2 * TOKENS)
    expect(JSON.parse(judged.out).usage.cacheWriteTokens).toBe(2 * TOKENS)
  })
})
