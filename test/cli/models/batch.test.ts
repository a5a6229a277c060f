import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answersIn } from '../../../cli/models/answers.ts'
import { type BatchOptions, collectBatches, type Failed, type Queue, queueing, submitBatches } from '../../../cli/models/batch.ts'
import { geminiClient } from '../../../cli/models/gemini.ts'
import { ledger } from '../../../cli/models/ledger.ts'
import { loadPrices } from '../../../cli/models/prices.ts'
import type { ModelCall } from '../../../schemas/model.ts'
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
    clock: { now: () => 0, sleep: async (milliseconds) => void slept.push(milliseconds) },
    signal: new AbortController().signal,
  }
  const queue: Queue = new Map()
  return { options, jobs, slept, queue, ask: queueing(options.answers, queue) }
}
const queued = async (ask: (one: ModelCall) => Promise<string>, ...prompts: string[]): Promise<unknown[]> =>
  Promise.all(prompts.map((prompt) => ask(call(prompt)).catch((error) => error.problem.code)))

describe('batches', () => {
  it('collect what is not stored, are handed in, waited for, and answer the next run at half price', async () => {
    const { options, jobs, slept, queue, ask } = await setUp()
    expect(await queued(ask, 'a', 'b')).toEqual(['model-failed', 'model-failed'])
    expect(await submitBatches(queue, options)).toEqual(['batches/1'])
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
    expect(await submitBatches(queue, options)).toEqual(['batches/1'])
    expect(jobs).toHaveLength(1)
    expect(await collectBatches(options)).toEqual([])
    expect(await queued(ask, 'a')).toEqual(['Hello'])
  })

  it('do not pay twice for calls that wait in a job of an earlier run', async () => {
    const { options, jobs, queue, ask } = await setUp()
    await queued(ask, 'a', 'b')
    await submitBatches(queue, options)
    await queued(ask, 'c')
    expect(await submitBatches(queue, options)).toEqual(['batches/1', 'batches/2'])
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
    expect(await submitBatches(queue, options)).toEqual(['batches/2'])
    expect(jobs).toHaveLength(2)
    await collectBatches(options)
    expect(await queued(ask, 'a')).toEqual(['Hello'])
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

  it('do not queue a call again that failed in this run or was stored as unfit, unless told to', async () => {
    const { options, queue, ask } = await setUp(() => ({ response: geminiSays('not JSON') }))
    const one: ModelCall = { ...call('a'), answer: { type: 'object' } }
    const codeOf = (asks: (one: ModelCall) => Promise<string>) => asks(one).catch((error) => error.problem.severity)
    expect(await codeOf(ask)).toBe('notice')
    await submitBatches(queue, options)
    await collectBatches(options)
    queue.clear()
    expect(await codeOf(ask)).toBe('error')
    expect(queue.size).toBe(0)
    const failed: Failed = new Map()
    const again = queueing(options.answers, queue, { retryFailed: true, failed })
    expect(await codeOf(again)).toBe('notice')
    const [key = ''] = [...queue.keys()]
    queue.clear()
    failed.set(key, { code: 'model-failed', severity: 'error', message: 'Oops.', hint: '', place: {} })
    expect(await codeOf(again)).toBe('error')
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

  it('are not handed in when they could pass the budget', async () => {
    const { options, jobs, queue, ask } = await setUp(undefined, 1e-9)
    await queued(ask, 'a')
    await expect(submitBatches(queue, options)).rejects.toMatchObject({ problem: { code: 'budget-reached' } })
    expect(jobs).toHaveLength(0)
  })
})
