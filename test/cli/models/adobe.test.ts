import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdobeOptions, extractWithAdobe, transactionsNeeded } from '../../../cli/models/adobe.ts'
import { adobeCredentials } from '../../../cli/models/adobe-sdk.ts'
import { type TransactionLimits, transactionBooks } from '../../../cli/models/transactions.ts'
import { SERVICE, seen, service, uploads } from './adobe-service.ts'

const page = (number: number) => ({ page_number: number, width: 200, height: 300 })
const packageOf = (pages: number): Uint8Array =>
  zipSync({
    'structuredData.json': strToU8(
      JSON.stringify({ elements: [{ Path: 'P', Page: 0, Text: 'x' }], pages: Array.from({ length: pages }, (_, at) => page(at)) }),
    ),
    'figures/fileoutpart0.png': new Uint8Array([1]),
  })

const done = () => ({ status: 'done' })

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'adobe-'))
  seen.length = 0
  uploads.length = 0
})
afterEach(async () => {
  server.resetHandlers()
  await rm(folder, { recursive: true })
})

/** A book whose parts are named by their pages: "1-400". */
const options = (pages: number, limits: TransactionLimits = { price: null }): AdobeOptions => ({
  credentials: () => ({ clientId: 'id', clientSecret: 'secret' }),
  pagesPerTransaction: 5,
  books: transactionBooks(limits),
  folder,
  cut: (from, to) => Buffer.from(`${from}-${to}`),
  pages: Array.from({ length: pages }, (_, at) => at + 1),
  document: 'book',
  clock: { now: () => 0, sleep: async () => undefined },
  signal: new AbortController().signal,
})
const sizeOf = (upload: string): number => {
  const [from = 0, to = 0] = upload.split('-').map(Number)
  return to - from + 1
}
const problemOf = (answer: Promise<unknown>): Promise<Record<string, unknown>> =>
  answer.then(
    () => ({ code: 'answered' }),
    (error) => error.problem ?? error,
  )

describe('extractWithAdobe', () => {
  it('writes nothing to standard output, where results go', async () => {
    const log = vi.spyOn(console, 'log')
    const write = vi.spyOn(process.stdout, 'write')
    server.use(...service(done, () => packageOf(1)))
    await extractWithAdobe(options(1))
    expect([log.mock.calls, write.mock.calls]).toEqual([[], []])
    vi.restoreAllMocks()
  })

  it('goes from credentials to structured data, and pays once', async () => {
    server.use(...service(done, (upload) => packageOf(sizeOf(upload))))
    const asked = options(12, { price: 0.05 })
    expect(await extractWithAdobe(asked)).toMatchObject({ pages: Array.from({ length: 12 }, (_, at) => ({ page_number: at })) })
    const account = { transactions: 3, cost: expect.closeTo(0.15, 9) }
    expect(asked.books.accounts()).toEqual({ total: account, byDocument: { book: account } })
    expect(uploads).toEqual(['1-12'])
    const again = options(12, { price: 0.05, transactions: 0 })
    await extractWithAdobe({ ...again, credentials: () => adobeCredentials({}) })
    expect(again.books.accounts()).toEqual({ total: { transactions: 0, cost: 0 }, byDocument: {} })
    expect(seen.filter((what) => what === 'job')).toHaveLength(1)
  })

  it('splits a book at the page limit and counts its pages through', async () => {
    server.use(...service(done, (upload) => packageOf(sizeOf(upload))))
    const data = await extractWithAdobe(options(850))
    expect(uploads).toEqual(['1-400', '401-800', '801-850'])
    expect(data.pages.map(({ page_number }) => page_number)).toEqual(Array.from({ length: 850 }, (_, at) => at))
    expect(data.elements.map(({ Page }) => Page)).toEqual([0, 400, 800])
  })

  it('halves a part that the service finds too long, as it does with scans', async () => {
    const limit = {
      status: 'failed',
      error: { code: 'DISQUALIFIED_SCAN_PAGE_LIMIT', message: 'Scanned file exceeds page limit.', status: 400 },
    }
    server.use(
      ...service(
        (_, upload) => (sizeOf(upload) > 100 ? limit : done()),
        (upload) => packageOf(sizeOf(upload)),
      ),
    )
    expect((await extractWithAdobe(options(200))).pages).toHaveLength(200)
    expect(uploads).toEqual(['1-200', '1-100', '101-200'])
    expect(await transactionsNeeded(options(200))).toBe(0) // it is known now that the whole is too long
    expect((await extractWithAdobe(options(200, { price: null, transactions: 0 }))).pages).toHaveLength(200)
    expect(uploads).toHaveLength(3)
  })

  it('says what the service says about a file that it does not take, without asking again', async () => {
    const bad = { status: 'failed', error: { code: 'BAD_PDF', message: 'File is corrupted.', status: 400 } }
    server.use(...service(() => bad, packageOf.bind(undefined, 1)))
    expect(await problemOf(extractWithAdobe(options(3)))).toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('File is corrupted'),
      place: { document: 'book' },
    })
    expect(seen.filter((what) => what === 'job')).toHaveLength(1)
    expect(await readdir(folder)).toEqual([])
  })

  it('asks again after a server error', async () => {
    const busy = { status: 'failed', error: { code: 'ERROR', message: 'Internal error.', status: 500 } }
    server.use(...service((count) => (count < 3 ? busy : done()), packageOf.bind(undefined, 3)))
    expect((await extractWithAdobe(options(3))).pages).toHaveLength(3)
    expect(seen.filter((what) => what === 'job')).toHaveLength(3)
  })

  it('looks at the same job again after a broken connection, a stop and in the next run, instead of paying twice', async () => {
    const handlers = service(done, packageOf.bind(undefined, 3))
    let looks = 0
    server.use(
      http.get(`${SERVICE}/operation/extractpdf/:id/status`, () => {
        looks++
        return looks === 1 ? HttpResponse.error() : looks === 2 ? HttpResponse.json({}, { status: 503 }) : undefined
      }),
      ...handlers,
    )
    const stop = new AbortController()
    const clock = { now: () => 0, sleep: async () => (looks === 2 ? stop.abort() : undefined) }
    expect(await problemOf(extractWithAdobe({ ...options(3), clock, signal: stop.signal }))).toMatchObject({ code: 'interrupted' })
    expect((await readdir(folder)).map((name) => name.split('.')[1])).toEqual(['job'])
    const next = options(3, { price: 0.05 })
    expect((await extractWithAdobe(next)).pages).toHaveLength(3)
    expect(next.books.accounts().total.transactions).toBe(1)
    expect(seen.filter((what) => what === 'job')).toHaveLength(1)
    expect((await readdir(folder)).map((name) => name.split('.')[1])).toEqual(['zip'])
  })

  it('hands in anew what the service has forgotten, and gives up on a job that keeps failing', async () => {
    server.use(
      http.get(`${SERVICE}/operation/extractpdf/1/status`, () => HttpResponse.json({ error: { code: 'NOT_FOUND' } }, { status: 404 })),
      ...service(done, packageOf.bind(undefined, 3)),
    )
    expect((await extractWithAdobe(options(3))).pages).toHaveLength(3)
    expect(seen.filter((what) => what === 'job')).toHaveLength(2)
    server.resetHandlers()
    const broken = { status: 'failed', error: { code: 'ERROR', message: 'Internal error.', status: 500 } }
    server.use(...service(() => broken, packageOf.bind(undefined, 3)))
    expect(await problemOf(extractWithAdobe({ ...options(3), cut: () => Buffer.from('other') }))).toMatchObject({ code: 'model-failed' })
    expect(seen.filter((what) => what === 'job')).toHaveLength(5)
  })

  it('tells wrong credentials and a used-up quota', async () => {
    server.use(
      http.post(`${SERVICE}/token`, () =>
        HttpResponse.json({ error: { code: 'invalid_client', message: 'invalid client_secret' } }, { status: 401 }),
      ),
    )
    expect(await problemOf(extractWithAdobe(options(3)))).toMatchObject({ code: 'model-unavailable' })
    server.resetHandlers()
    server.use(
      http.post(`${SERVICE}/token`, () => HttpResponse.json({ access_token: 't', token_type: 'bearer', expires_in: 3600 })),
      http.post(`${SERVICE}/assets`, () =>
        HttpResponse.json({ error: { code: 'QUOTA_EXCEEDED', message: 'Quota exhausted.' } }, { status: 429 }),
      ),
    )
    expect(
      await problemOf(extractWithAdobe({ ...options(3), credentials: () => ({ clientId: 'other', clientSecret: 'secret' }) })),
    ).toMatchObject({ code: 'model-unavailable' })
  })

  it('waits longer than a minute where there were too many requests in one, with jitter', async () => {
    const slept: number[] = []
    const asked = { ...options(3), random: () => 0.5, clock: { now: () => 0, sleep: async (time: number) => void slept.push(time) } }
    server.use(
      http.post(`${SERVICE}/token`, () => HttpResponse.json({ access_token: 't', token_type: 'bearer', expires_in: 3600 })),
      http.post(`${SERVICE}/assets`, () =>
        HttpResponse.json({ error: { code: 'TOO_MANY_REQUESTS', message: 'Request limit exceeded.' } }, { status: 429 }),
      ),
    )
    const problem = await problemOf(extractWithAdobe({ ...asked, credentials: () => ({ clientId: 'third', clientSecret: 'secret' }) }))
    expect(problem).toMatchObject({ code: 'model-unavailable', message: expect.stringContaining('too many requests') })
    expect(slept.slice(0, 3)).toEqual([1500, 3000, 6000])
    expect(slept.reduce((sum, time) => sum + time, 0)).toBeGreaterThan(60_000)
  })

  it('sets aside what all documents of a run may use together, and gives back what was not used', async () => {
    server.use(...service(done, (upload) => packageOf(sizeOf(upload))))
    const { books } = options(1, { price: 0.05, budget: 0.15 })
    const cut = (name: string) => (from: number, to: number) => Buffer.from(`${from}-${to} ${name}`)
    const read = (name: string) => extractWithAdobe({ ...options(10), books, document: name, cut: cut(name) })
    const outcomes = await Promise.all([read('a'), read('b')].map(problemOf)) // two transactions each, three allowed
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['answered', 'budget-reached'])
    expect(outcomes.find(({ code }) => code !== 'answered')?.message).toContain('2 document transactions of Adobe PDF Services, $0.1000')
    expect(books.accounts().total.transactions).toBe(2)
    expect(uploads).toHaveLength(1)
  })

  it('keeps no budget without a price', () => {
    expect(() => transactionBooks({ price: null, budget: 1 })).toThrow(/price of a document transaction/)
    expect(() => transactionBooks({ price: 0.05, budget: 0.15 }).reserve(3, 'book')).not.toThrow()
    expect(() => transactionBooks({ price: 0.05, budget: 0.15 }).reserve(4, 'book')).toThrow(/3 are left/)
  })

  it('does not believe a package that is not one', async () => {
    server.use(...service(done, () => strToU8('no zip')))
    expect(await problemOf(extractWithAdobe(options(3)))).toMatchObject({
      code: 'stage-failed',
      hint: expect.stringContaining('local engine'),
    })
  })
})

describe('adobeCredentials', () => {
  it('come from the environment, or are asked for', () => {
    expect(adobeCredentials({ PDF_SERVICES_CLIENT_ID: 'a', PDF_SERVICES_CLIENT_SECRET: 'b' })).toEqual({ clientId: 'a', clientSecret: 'b' })
    expect(() => adobeCredentials({ PDF_SERVICES_CLIENT_ID: 'a' })).toThrow(/PDF_SERVICES_CLIENT_SECRET/)
  })
})
