import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, connectBatch, type Environment, providerName } from '../../../cli/models/connect.ts'
import { ModelSettings } from '../../../schemas/model.ts'
import { geminiSays, json, openaiSays, type Reply, serve, type TestServer } from './server.ts'

let folder: string
let server: TestServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'connect-'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(folder, { recursive: true })
})

const open = (settings: Record<string, unknown>, environment: Environment = {}, more: { dryRun?: boolean; budget?: number } = {}) =>
  connect({ settings: ModelSettings.parse(settings), environment, folder, signal: new AbortController().signal, ...more })
const problemOf = (answer: Promise<unknown>): Promise<Record<string, unknown>> =>
  answer.then(
    () => ({ code: 'answered' }),
    (error) => error.problem ?? error,
  )
const listen = async (reply: Reply): Promise<string> => {
  server = await serve(reply)
  return server.url
}

describe('connectBatch', () => {
  it('hands in nothing when all is stored, and needs a key', async () => {
    const options = { settings: ModelSettings.parse({}), folder, signal: new AbortController().signal }
    expect(await problemOf(connectBatch({ ...options, environment: {} }))).toMatchObject({ code: 'model-unavailable' })
    const { ask, queued, run } = await connectBatch({
      ...options,
      environment: { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' },
    })
    expect(await run()).toEqual({ jobs: [], calls: 0, problems: [] })
    expect(await problemOf(ask({ model: 'gemini-2.5-flash', prompt: 'x' }))).toMatchObject({ severity: 'notice' })
    expect(queued()).toBe(1)
    expect(await problemOf(run())).toMatchObject({ code: 'model-failed', message: expect.stringContaining('could not be reached') })
  })

  it('says so where there are no batches', async () => {
    const settings = ModelSettings.parse({ provider: 'openai', baseUrl: 'http://127.0.0.1:9/v1' })
    expect(await problemOf(connectBatch({ settings, environment: {}, folder, signal: new AbortController().signal }))).toMatchObject({
      hint: expect.stringContaining('--batch'),
    })
  })
})

describe('connect', () => {
  it('asks Gemini for gemini names and an OpenAI-compatible server for all others', () => {
    const auto = { provider: 'auto' as const }
    expect([providerName('gemini-2.5-flash', auto), providerName('models/gemini-x', auto), providerName('qwen3-vl:8b', auto)]).toEqual([
      'gemini',
      'gemini',
      'openai',
    ])
    expect(providerName('my-tuned-gemini', { provider: 'vertex' })).toBe('gemini')
    expect(providerName('gemini-2.5-flash', { provider: 'openai' })).toBe('openai')
  })

  it('reaches Gemini at the address of the environment', async () => {
    const url = await listen(json(geminiSays('Hi')))
    const { ask, accounts } = await open({}, { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: url })
    expect(await ask({ model: 'gemini-2.5-flash', prompt: 'Hi?' })).toBe('Hi')
    expect(accounts().total.cost).toBeGreaterThan(0)
  })

  it('reaches a server of one’s own without a key, and books it as free', async () => {
    const url = await listen(json(openaiSays('Hi')))
    const { ask, accounts } = await open({ baseUrl: `${url}/v1` }, {}, { budget: 0 })
    expect(await ask({ model: 'qwen3-vl:8b', prompt: 'Hi?' })).toBe('Hi')
    expect(accounts()).toMatchObject({ total: { calls: 1, inputTokens: 100, cost: 0 }, unpriced: 0 })
  })

  it.each([
    ['no key for Gemini', {}, 'gemini-2.5-flash', /GEMINI_API_KEY/],
    ['neither key nor address for others', {}, 'qwen', /baseUrl/],
    ['no project for Vertex', { provider: 'vertex' }, 'gemini-2.5-flash', /models\.project/],
    ['no recorded answer', { provider: 'replay' }, 'gemini-2.5-flash', /replay/],
  ])('says what to do when there is %s', async (_, settings, model, hint) => {
    const { ask } = await open(settings)
    expect(await problemOf(ask({ model, prompt: 'Hi?' }))).toMatchObject({ code: 'model-unavailable', hint: expect.stringMatching(hint) })
  })

  it('says so when nothing listens at the address', async () => {
    const { ask } = await open({ baseUrl: 'http://127.0.0.1:9/v1', attempts: 1 })
    expect(await problemOf(ask({ model: 'qwen', prompt: 'Hi?' }))).toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('could not be reached'),
    })
  })

  it('replays recorded answers without a key', async () => {
    const url = await listen(json(geminiSays('Hi')))
    await (await open({}, { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: url })).ask({ model: 'gemini-2.5-flash', prompt: 'Hi?' })
    expect(await (await open({ provider: 'replay' })).ask({ model: 'gemini-2.5-flash', prompt: 'Hi?' })).toBe('Hi')
    expect(server?.seen).toHaveLength(1)
  })

  it('counts calls, tokens and cost in a dry run and sends nothing', async () => {
    const url = await listen(json(geminiSays('Hi')))
    const environment = { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: url }
    await (await open({}, environment)).ask({ model: 'gemini-2.5-flash', prompt: 'stored' })
    const { ask, estimate } = await open({}, {}, { dryRun: true })
    expect(await ask({ model: 'gemini-2.5-flash', prompt: 'stored' })).toBe('Hi')
    for (const prompt of ['new', 'new', 'newer'])
      expect(await problemOf(ask({ model: 'gemini-2.5-flash', prompt, maxTokens: 100 }))).toMatchObject({ severity: 'notice' })
    expect(estimate()).toMatchObject({ calls: 2, stored: 1, inputTokens: 3, outputTokensAtMost: 200, models: ['gemini-2.5-flash'] })
    expect(estimate()?.costAtMost).toBeCloseTo((3 * 0.3 + 200 * 2.5) / 1e6, 12)
    expect(server?.seen).toHaveLength(1)
  })

  it('does not invent a price in a dry run', async () => {
    const { ask, estimate } = await open({}, {}, { dryRun: true })
    await problemOf(ask({ model: 'gemini-99-ultra', prompt: 'x' }))
    expect(estimate()).toMatchObject({ calls: 1, costAtMost: null })
  })
})
