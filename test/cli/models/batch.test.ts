import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answersIn } from '../../../cli/models/answers.ts'
import { type BatchOptions, collectBatches, submitBatches } from '../../../cli/models/batch.ts'
import { type Queue, type QueueingOptions, queueing, type Settled } from '../../../cli/models/batch-queue.ts'
import { wholeAnswers } from '../../../cli/models/client.ts'
import { CallFailure } from '../../../cli/models/failure.ts'
import { geminiClient } from '../../../cli/models/gemini.ts'
import { ledger } from '../../../cli/models/ledger.ts'
import { loadPrices } from '../../../cli/models/prices.ts'
import type { ModelCall } from '../../../schemas/model.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { batchServer } from './batch-server.ts'
import { geminiSays, serve, type TestServer } from './server.ts'

let server: TestServer
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'batch-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const call = (prompt: string): ModelCall => ({ model: 'gemini-2.5-flash', prompt, maxTokens: 100, about: { item: prompt } })
const setUp = async (answer: (key: string) => Record<string, unknown> = () => ({ response: geminiSays('Hello') }), budget?: number) => {
  const { reply, jobs } = batchServer(answer)
  server = await serve(reply)
  const prices = await loadPrices()
  const slept: number[] = []
  const options: BatchOptions = {
    client: geminiClient({ apiKey: 'k', baseUrl: server.url }),
    answers: answersIn(path.join(folder, 'answers')),
    folder: path.join(folder, 'batches'),
    ledger: ledger({ prices, budget, discount: prices.batch }),
    reserved: new Map(),
    clock: { now: () => 0, sleep: async (milliseconds) => void slept.push(milliseconds) },
    signal: new AbortController().signal,
  }
  const queue: Queue = new Map()
  const settled: Settled = new Map()
  const asking = (more: QueueingOptions = {}) => wholeAnswers(queueing(options.answers, queue, more))
  return {
    options: { ...options, onDone: (key: string, problem: Problem | undefined) => void settled.set(key, problem) },
    jobs,
    slept,
    queue,
    settled,
    asking,
    ask: asking(),
  }
}
const queued = async (ask: (one: ModelCall) => Promise<string>, ...prompts: string[]): Promise<unknown[]> =>
  Promise.all(prompts.map((prompt) => ask(call(prompt)).catch((error) => error.problem.code)))

describe('batches', () => {
  it('collect what is not stored, are handed in, waited for, and answer the next run at half price', async () => {
    const { options, jobs, slept, queue, ask } = await setUp()
    expect(await queued(ask, 'a', 'b')).toEqual(['model-failed', 'model-failed'])
    expect(await submitBatches(queue, options)).toEqual({ jobs: ['batches/1'], calls: 2 })
    expect(await collectBatches(options)).toEqual([])
    expect(slept.length).toBeLessThanOrEqual(1)
    expect(jobs).toHaveLength(1)
    expect(await queued(ask, 'a', 'b')).toEqual(['Hello', 'Hello'])
    const { total, byItem } = options.ledger.accounts()
    expect(total.calls).toBe(2)
    expect(byItem.a?.cost).toBeCloseTo((0.5 * (60 * 0.3 + 40 * 0.075 + 25 * 2.5)) / 1e6, 12)
  })

  it('are not handed in twice, even when the name of the job was never written down', async () => {
    const { options, jobs, queue, ask } = await setUp()
    await queued(ask, 'a')
    await submitBatches(queue, options)
    await submitBatches(queue, options)
    const [file = ''] = await readdir(options.folder)
    const record = JSON.parse(await readFile(path.join(options.folder, file), 'utf8'))
    await writeFile(path.join(options.folder, file), JSON.stringify({ ...record, name: null })) // as after a kill between two writes
    expect(await submitBatches(queue, options)).toEqual({ jobs: ['batches/1'], calls: 1 })
    expect(jobs).toHaveLength(1)
    expect(await collectBatches(options)).toEqual([])
    expect(await queued(ask, 'a')).toEqual(['Hello'])
  })

  it('do not pay twice for calls that wait in a job of an earlier run', async () => {
    const { options, jobs, queue, ask } = await setUp()
    await queued(ask, 'a', 'b')
    await submitBatches(queue, options)
    await queued(ask, 'c')
    expect(await submitBatches(queue, options)).toEqual({ jobs: ['batches/1', 'batches/2'], calls: 3 })
    expect(jobs.map((job) => JSON.stringify(job).match(/"key"/g)?.length)).toEqual([2, 1])
    expect(await collectBatches(options)).toEqual([])
    expect(await queued(ask, 'a', 'b', 'c')).toEqual(['Hello', 'Hello', 'Hello'])
  })

  it('are handed in anew when every call in one has failed', async () => {
    let fails = true
    const { options, jobs, queue, ask } = await setUp(() =>
      fails ? { error: { code: 13, message: 'Oops' } } : { response: geminiSays('Hello') },
    )
    await queued(ask, 'a')
    await submitBatches(queue, options)
    expect(await collectBatches(options)).toHaveLength(1)
    fails = false
    expect(await submitBatches(queue, options)).toMatchObject({ jobs: ['batches/2'] })
    expect(jobs).toHaveLength(2)
    await collectBatches(options)
    expect(await queued(ask, 'a')).toEqual(['Hello'])
  })

  it('are waited for though a look at them fails, and handed in anew when the server has forgotten them', async () => {
    const { options, jobs, queue, ask } = await setUp()
    const { get } = options.client.batches
    let looks = 0
    Object.assign(options.client.batches, {
      get: (...args: Parameters<typeof get>) => {
        looks++
        if (looks === 1) throw new CallFailure({ kind: 'server', detail: 'Oops', status: 503 })
        if (looks === 2) throw new CallFailure({ kind: 'unknown-model', detail: 'no such batch', status: 404 })
        return get.apply(options.client.batches, args)
      },
    })
    await queued(ask, 'a')
    await submitBatches(queue, options)
    expect(await collectBatches(options)).toEqual([])
    expect(await queued(ask, 'a')).toEqual(['model-failed'])
    await submitBatches(queue, options)
    expect(jobs).toHaveLength(2)
    await collectBatches(options)
    expect(await queued(ask, 'a')).toEqual(['Hello'])
  })

  it('go in as many as the server takes at a time, and the others after them', async () => {
    const { options, jobs, queue, ask } = await setUp(undefined, 1)
    const { create } = options.client.batches
    let full = false
    Object.assign(options.client.batches, {
      create: (...args: Parameters<typeof create>) => {
        if (full) throw new CallFailure({ kind: 'rate-limited', detail: 'too many batches', status: 429 })
        full = true
        return create.apply(options.client.batches, args)
      },
    })
    const long = (prompt: string) => ask({ ...call(prompt.padEnd(8_000_000, ' ')), maxTokens: 1 }).catch(() => undefined)
    for (const prompt of ['a', 'b']) await long(prompt) // a job each
    expect(await submitBatches(queue, options)).toEqual({ jobs: ['batches/1'], calls: 1 })
    full = false
    await collectBatches(options)
    queue.delete([...queue.keys()][0] ?? '')
    expect(await submitBatches(queue, options)).toEqual({ jobs: ['batches/2'], calls: 1 })
    expect(jobs).toHaveLength(2)
    await expect(submitBatches(new Map([['k', call('c')]]), { ...options, folder: path.join(folder, 'other') })).rejects.toMatchObject({
      problem: { code: 'model-unavailable' },
    })
  })

  it('report the calls that failed in them and keep the others', async () => {
    let count = 0
    const { options, queue, ask } = await setUp(() =>
      count++ === 0 ? { error: { code: 13, message: 'Oops' } } : { response: geminiSays('Hello') },
    )
    await queued(ask, 'a', 'b')
    await submitBatches(queue, options)
    expect(await collectBatches(options)).toMatchObject([{ code: 'model-failed', place: { item: 'a' } }])
    expect(await queued(ask, 'a', 'b')).toEqual(['model-failed', 'Hello'])
    expect(await collectBatches(options)).toEqual([])
  })

  it('ask once more for an answer that does not fit, saying what was wrong, then keep both and ask no further unless told to', async () => {
    const { options, jobs, queue, settled, asking } = await setUp(() => ({ response: geminiSays('not JSON') }))
    const one: ModelCall = { ...call('a'), answer: { type: 'object', title: 'Wanted' } }
    const ask = asking({ settled })
    const severity = (asks: (one: ModelCall) => Promise<string>) => asks(one).catch((error) => error.problem.severity)
    const round = async () => {
      await submitBatches(queue, options)
      await collectBatches(options)
      queue.clear()
    }
    expect(await severity(ask)).toBe('notice')
    await round()
    expect(await severity(ask)).toBe('notice')
    await round()
    expect(JSON.stringify(jobs[1])).toContain('An earlier answer')
    expect(JSON.stringify(jobs[1])).toContain('JSON Schema, and nothing else')
    expect(await severity(ask)).toBe('error')
    expect(await severity(asking())).toBe('error')
    expect(queue.size).toBe(0)
    expect(await severity(asking({ retryFailed: true }))).toBe('notice')
    const [key = ''] = [...queue.keys()]
    expect((await options.answers.get(key))?.raw).toEqual(['not JSON', 'not JSON'])
    expect((await options.answers.get(key))?.usage?.outputTokens).toBe(50)
  })

  it('do not queue a call again that failed in this run', async () => {
    const { queue, settled, asking } = await setUp()
    const ask = asking({ retryFailed: true, settled })
    expect(await queued(ask, 'a')).toEqual(['model-failed'])
    const [key = ''] = [...queue.keys()]
    queue.clear()
    settled.set(key, { code: 'model-failed', severity: 'error', message: 'Oops.', hint: '', place: {} })
    await expect(ask(call('a'))).rejects.toMatchObject({ problem: { message: 'Oops.', place: { item: 'a' } } })
    expect(queue.size).toBe(0)
  })

  it('keep a refusal, which a later run does not ask for again', async () => {
    const { options, queue, ask } = await setUp(() => ({ response: { promptFeedback: { blockReason: 'SAFETY' } } }))
    await queued(ask, 'a')
    await submitBatches(queue, options)
    expect(await collectBatches(options)).toMatchObject([{ code: 'model-refused' }])
    queue.clear()
    expect(await queued(ask, 'a')).toEqual(['model-refused'])
    expect(queue.size).toBe(0)
  })

  it('hold as many calls as the budget has room for, and tell of the others', async () => {
    const most = 0.5 * (Math.ceil('a'.length / 3) * 0.3 + 100 * 2.5) * 1e-6 // batches cost half
    const { options, jobs, queue, settled, asking } = await setUp(undefined, 2.5 * most)
    const ask = asking({ settled })
    await queued(ask, 'a', 'b', 'c', 'd')
    expect(await submitBatches(queue, options)).toMatchObject({ calls: 2 })
    expect(JSON.stringify(jobs).match(/"key"/g)).toHaveLength(2)
    await collectBatches(options)
    queue.clear()
    expect(await queued(ask, 'a', 'b', 'c', 'd')).toEqual(['Hello', 'Hello', 'budget-reached', 'budget-reached'])
    expect(queue.size).toBe(0)
    expect(options.ledger.accounts().total.cost).toBeLessThan(2.5 * most)
  })

  it('free what was set aside when their answers are there, so that a later round can use it', async () => {
    const most = 0.5 * (1 * 0.3 + 100 * 2.5) * 1e-6
    const { options, queue, ask } = await setUp(undefined, 1.9 * most)
    await queued(ask, 'a')
    await submitBatches(queue, options)
    await collectBatches(options)
    queue.clear()
    await queued(ask, 'b')
    expect(await submitBatches(queue, options)).toMatchObject({ calls: 1 })
  })

  it('send a picture that many calls share once, where a job would be too large with it', async () => {
    const uploaded: string[] = []
    const { options, jobs, queue, ask } = await setUp()
    Object.assign(options.client.files, {
      upload: async () => ({ uri: `https://files.invalid/${uploaded.push('one')}`, mimeType: 'image/png' }),
    })
    const images = [{ mime: 'image/png', base64: 'A'.repeat(8_000_000) }]
    for (const prompt of ['a', 'b']) await ask({ ...call(prompt), images }).catch(() => undefined)
    await submitBatches(queue, options)
    expect(uploaded).toHaveLength(1)
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs[0]).match(/files\.invalid\/1/g)).toHaveLength(2)
  })
})
