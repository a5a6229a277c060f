import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answersIn } from '../../../cli/models/answers.ts'
import { type ClientOptions, modelClient } from '../../../cli/models/client.ts'
import type { Clock } from '../../../cli/models/clock.ts'
import { gemini } from '../../../cli/models/gemini.ts'
import { ledger } from '../../../cli/models/ledger.ts'
import { loadPrices } from '../../../cli/models/prices.ts'
import type { ModelCall } from '../../../schemas/model.ts'
import { geminiSays, googleError, html, json, perDay, perMinute, type Reply, reset, serve, silence, type TestServer } from './server.ts'

let server: TestServer
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'answers-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Time that passes only when somebody sleeps. */
const fakeClock = (): Clock & { slept: number[] } => {
  let now = 1_000_000
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted()
      slept.push(milliseconds)
      now += milliseconds
    },
  }
}
const Topics = z.strictObject({ topics: z.array(z.string()) })
const call: ModelCall = {
  model: 'gemini-2.5-flash',
  prompt: 'Problem?',
  maxTokens: 1000,
  purpose: 'test/1',
  about: { document: 'sheet', item: 'sheet/1' },
}
const shaped: ModelCall = { ...call, answer: z.toJSONSchema(Topics) }

const start = async (replies: Reply[], options: Partial<ClientOptions> & { budget?: number } = {}) => {
  server = await serve(...replies)
  return client(options)
}
const client = async ({ budget, ...options }: Partial<ClientOptions> & { budget?: number } = {}) => {
  const clock = fakeClock()
  const books = ledger({ prices: await loadPrices(), budget })
  const provider = gemini({ apiKey: 'k', baseUrl: server.url })
  const made = modelClient({
    provider: () => provider,
    answers: answersIn(folder),
    ledger: books,
    signal: new AbortController().signal,
    clock,
    random: () => 1,
    ...options,
  })
  return { ...made, books, clock }
}
const problemOf = (answer: Promise<unknown>): Promise<Record<string, unknown>> =>
  answer.then(
    () => ({ code: 'answered' }),
    (error) => error.problem ?? error,
  )

describe('stored answers', () => {
  it('are not asked again, by another run either, and cost nothing', async () => {
    const first = await start([json(geminiSays('Hello'))])
    expect(await first.ask(call)).toBe('Hello')
    const second = await client()
    expect(await second.askFully(call)).toMatchObject({ text: 'Hello', stored: true, finish: 'complete' })
    expect(server.seen).toHaveLength(1)
    expect(second.books.accounts().total).toMatchObject({ calls: 0, stored: 1, cost: 0 })
  })

  it('depend on all that was asked, but not on whom the cost is booked to', async () => {
    const { ask } = await start([json(geminiSays('Hello'))])
    await ask(call)
    await ask({ ...call, about: { item: 'other' } })
    expect(server.seen).toHaveLength(1)
    const variants: Partial<ModelCall>[] = [
      { model: 'gemini-2.5-pro' },
      { system: 's' },
      { prompt: 'P' },
      { shared: { text: 's' } },
      { images: [{ mime: 'image/png', base64: 'AA' }] },
      { temperature: 1 },
      { topP: 0.5 },
      { maxTokens: 5 },
      { seed: 1 },
      { thinkingTokens: 0 },
      { purpose: 'test/2' },
    ]
    for (const variant of variants) await ask({ ...call, ...variant })
    expect(server.seen).toHaveLength(1 + variants.length)
  })

  it('are sent once when asked twice at the same time', async () => {
    const { ask } = await start([json(geminiSays('Hello'))])
    expect(await Promise.all([ask(call), ask(call), ask(call)])).toEqual(['Hello', 'Hello', 'Hello'])
    expect(server.seen).toHaveLength(1)
  })

  it('are asked again when the file was damaged', async () => {
    const { ask } = await start([json(geminiSays('Hello'))])
    await ask(call)
    const [name = ''] = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json'))
    await writeFile(path.join(folder, name), (await readFile(path.join(folder, name), 'utf8')).slice(0, 40))
    expect(await ask(call)).toBe('Hello')
    expect(server.seen).toHaveLength(2)
  })

  it('hold no key and no picture', async () => {
    const { ask } = await start([json(geminiSays('Hello'))])
    await ask({ ...call, images: [{ mime: 'image/png', base64: 'UElDVFVSRQ==' }] })
    const [name = ''] = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json'))
    const text = await readFile(path.join(folder, name), 'utf8')
    expect(text).toContain('sha256')
    expect(text).not.toContain('UElDVFVSRQ')
    expect(text).not.toContain('"k"')
  })
})

describe('answers with a shape', () => {
  it('are mended once without asking again', async () => {
    const { ask } = await start([json(geminiSays('```json\n{"topics": ["Drag",]}\n```'))])
    expect(JSON.parse(await ask(shaped))).toEqual({ topics: ['Drag'] })
    expect(server.seen).toHaveLength(1)
  })

  it('are asked for once more, saying what was wrong', async () => {
    const { ask, books } = await start([json(geminiSays('{"labels":[]}')), json(geminiSays('{"topics":[]}'))])
    expect(await ask(shaped)).toBe('{"topics":[]}')
    expect(server.seen[1]?.text).toContain('did not have the shape')
    expect(books.accounts().total.calls).toBe(2)
  })

  it('fail after that, every raw text kept; are not paid again until --only-failed', async () => {
    const { ask } = await start([
      json(geminiSays('I think it is drag.')),
      json(geminiSays('Drag!')),
      json(geminiSays('{"topics":["Drag"]}')),
    ])
    expect(await problemOf(ask(shaped))).toMatchObject({ code: 'model-failed', place: { item: 'sheet/1' } })
    expect(await problemOf((await client()).ask(shaped))).toMatchObject({ code: 'model-failed' })
    expect(server.seen).toHaveLength(2)
    const [name = ''] = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json'))
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).toMatchObject({
      outcome: 'unfit',
      raw: ['I think it is drag.', 'Drag!'],
    })
    expect(await (await client({ retryFailed: true })).ask(shaped)).toBe('{"topics":["Drag"]}')
  })

  it('come back verbatim from askFully, for those who grade by themselves', async () => {
    const { askFully } = await start([json(geminiSays('no')), json(geminiSays('still no'))])
    expect(await askFully(shaped)).toMatchObject({ text: 'still no', finish: 'complete' })
  })

  it('are never mended when they were cut off: that would make a shorter truth', async () => {
    const { ask, askFully } = await start([json(geminiSays('{"topics":["Drag","Li', { finishReason: 'MAX_TOKENS' }))])
    expect(await problemOf(ask(shaped))).toMatchObject({ code: 'model-failed', message: expect.stringContaining('cut off') })
    expect(await askFully(shaped)).toMatchObject({ text: '{"topics":["Drag","Li', finish: 'cut-off', stored: true })
    expect(server.seen).toHaveLength(1)
  })
})

describe('trouble on the way', () => {
  it('is retried with growing pauses until an answer comes', async () => {
    const { ask, clock } = await start([
      googleError(503, 'UNAVAILABLE', 'Busy'),
      reset,
      googleError(500, 'INTERNAL', 'Oops'),
      json(geminiSays('Hello')),
    ])
    expect(await ask(call)).toBe('Hello')
    expect(clock.slept).toEqual([1000, 2000, 4000])
  })

  it('waits as long as the server asks, and holds the others back', async () => {
    const { ask, clock } = await start([perMinute, json(geminiSays('Hello'))])
    await ask(call)
    expect(clock.slept.reduce((sum, pause) => sum + pause)).toBeGreaterThanOrEqual(46_000)
  })

  it('ends in a problem that says what and how often', async () => {
    const { ask } = await start([googleError(500, 'INTERNAL', 'Oops')], { attempts: 3 })
    expect(await problemOf(ask(call))).toMatchObject({
      code: 'model-failed',
      message: 'The model gemini-2.5-flash kept failing after 3 attempts (HTTP 500): Oops.',
    })
    expect(server.seen).toHaveLength(3)
  })

  it('is not retried when asking again is no use', async () => {
    const { ask } = await start([googleError(400, 'INVALID_ARGUMENT', 'Image too large')])
    expect(await problemOf(ask(call))).toMatchObject({ code: 'model-failed', message: expect.stringContaining('Image too large') })
    expect(server.seen).toHaveLength(1)
  })

  it.each<[string, Reply, string]>([
    ['a quota of the day', perDay, 'model-unavailable'],
    ['a wrong key', googleError(400, 'INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]), 'model-unavailable'],
    ['an unknown model', googleError(404, 'NOT_FOUND', 'models/x is not found'), 'model-unavailable'],
    ['a web page', html(), 'model-unavailable'],
  ])('stops the whole run at %s, sending nothing more', async (_, reply, code) => {
    const { ask } = await start([reply], { parallel: 1 })
    const problems = await Promise.all([1, 2, 3].map((n) => problemOf(ask({ ...call, prompt: String(n) }))))
    expect(problems).toMatchObject([{ code }, { code }, { code }])
    expect(server.seen).toHaveLength(1)
  })

  it('resumes after a stop and pays only for what is missing', async () => {
    const { ask } = await start([json(geminiSays('One')), perDay, json(geminiSays('Two'))], { parallel: 1 })
    await ask({ ...call, prompt: '1' })
    await problemOf(ask({ ...call, prompt: '2' }))
    const next = await client()
    expect([await next.ask({ ...call, prompt: '1' }), await next.ask({ ...call, prompt: '2' })]).toEqual(['One', 'Two'])
    expect(server.seen).toHaveLength(3)
  })

  it('keeps a refusal: the same question is refused again without being sent', async () => {
    const { ask } = await start([json({ promptFeedback: { blockReason: 'SAFETY' } })])
    expect(await problemOf(ask(call))).toMatchObject({ code: 'model-refused', place: { item: 'sheet/1' } })
    expect(await problemOf(ask(call))).toMatchObject({ code: 'model-refused' })
    expect(server.seen).toHaveLength(1)
  })

  it('takes silence for a timeout', async () => {
    const { ask } = await start([silence, json(geminiSays('Hello'))], { timeout: 50 })
    expect(await ask(call)).toBe('Hello')
    const last = await start([silence], { timeout: 50, attempts: 1 })
    expect(await problemOf(last.ask({ ...call, prompt: 'again' }))).toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('in time'),
    })
  })

  it('ends at once when interrupted, in flight or waiting', async () => {
    const stop = new AbortController()
    const { ask } = await start([silence], { signal: stop.signal, parallel: 1 })
    const both = [problemOf(ask(call)), problemOf(ask({ ...call, prompt: 'next' }))]
    while (server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect(await Promise.all(both)).toMatchObject([{ code: 'interrupted' }, { code: 'interrupted' }])
    expect(server.seen).toHaveLength(1)
  })
})

describe('money', () => {
  it('is booked by model, purpose, document and item as the server counted', async () => {
    const { ask, books } = await start([json(geminiSays('Hello'))])
    await ask(call)
    const cost = (60 * 0.3 + 40 * 0.075 + 25 * 2.5) / 1e6
    const { total, byItem, byDocument, byPurpose, byModel } = books.accounts()
    for (const account of [total, byItem['sheet/1'], byDocument.sheet, byPurpose['test/1'], byModel['gemini-2.5-flash']]) {
      expect(account).toMatchObject({ calls: 1, inputTokens: 100, cachedTokens: 40, outputTokens: 25 })
      expect(account?.cost).toBeCloseTo(cost, 12)
    }
  })

  it('stops before the budget is passed, whatever is in flight', async () => {
    const most = (3 * 0.3 + 1000 * 2.5) / 1e6 // what one of these calls can cost
    const { ask, books } = await start([json(geminiSays('Hello'))], { budget: most * 2.5, parallel: 8 })
    const problems = await Promise.all(Array.from({ length: 8 }, (_, n) => problemOf(ask({ ...call, prompt: String(n) }))))
    expect(problems.filter(({ code }) => code === 'answered').length).toBe(2)
    expect(problems.filter(({ code }) => code === 'budget-reached').length).toBe(6)
    expect(books.accounts().total.cost).toBeLessThanOrEqual(most * 2.5)
  })

  it('is not spent on a model whose price is not known when there is a budget', async () => {
    const { ask } = await start([json(geminiSays('Hello'))], { budget: 1 })
    expect(await problemOf(ask({ ...call, model: 'gemini-99-ultra' }))).toMatchObject({
      code: 'model-unavailable',
      hint: expect.stringContaining('models.prices'),
    })
    expect(server.seen).toHaveLength(0)
  })
})
