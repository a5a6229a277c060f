import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdobeOptions, adobeCredentials, extractWithAdobe } from '../../../cli/models/adobe.ts'
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
const options = (pages: number): AdobeOptions => ({
  clientId: 'id',
  clientSecret: 'secret',
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
    expect(await extractWithAdobe(options(12))).toMatchObject({
      data: { pages: Array.from({ length: 12 }, (_, at) => ({ page_number: at })) },
      transactions: 3,
    })
    expect(uploads).toEqual(['1-12'])
    expect(await extractWithAdobe(options(12))).toMatchObject({ transactions: 0 })
    expect(seen.filter((what) => what === 'job')).toHaveLength(1)
  })

  it('splits a book at the page limit and counts its pages through', async () => {
    server.use(...service(done, (upload) => packageOf(sizeOf(upload))))
    const { data } = await extractWithAdobe(options(850))
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
    const { data } = await extractWithAdobe(options(200))
    expect(uploads).toEqual(['1-200', '1-100', '101-200'])
    expect(data.pages).toHaveLength(200)
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
    expect((await extractWithAdobe(options(3))).data.pages).toHaveLength(3)
    expect(seen.filter((what) => what === 'job')).toHaveLength(3)
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
    expect(await problemOf(extractWithAdobe({ ...options(3), clientId: 'other' }))).toMatchObject({ code: 'model-unavailable' })
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
