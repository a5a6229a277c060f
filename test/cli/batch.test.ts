import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { batchServer } from './models/batch-server.ts'
import { geminiSays, serve } from './models/server.ts'
import { engvqa } from './run-cli.ts'
import { SUBJECT, tinySet } from './tiny-set.ts'

let folder = ''
beforeAll(async () => {
  const set = await tinySet()
  folder = set.folder
  return set.drop
})

const withServer = async (answer: Parameters<typeof batchServer>[0]) => {
  const { reply, jobs } = batchServer(answer)
  const server = await serve(reply)
  const run = (...args: string[]) => engvqa(folder, args, { env: { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url } })
  return { server, jobs, run }
}
const candidates = async () => JSON.parse(await readFile(join(folder, '.engvqa', 'candidates', 'sheet.json'), 'utf8'))

describe('--batch', () => {
  it('hands the calls of `topics assign` in at once, waits, and assigns; a second time nothing is asked', async () => {
    const { server, jobs, run } = await withServer((_, request) => ({
      response: geminiSays(
        JSON.stringify({ topics: JSON.stringify(request).includes('A shaft') ? ['Torsion of circular shafts', 'Cooking'] : [] }),
      ),
    }))
    const dry = await run('topics', 'assign', '--model', 'gemini-2.5-flash', '--batch', '--dry-run', '--json')
    const full = await run('topics', 'assign', '--model', 'gemini-2.5-flash', '--dry-run', '--json')
    expect(JSON.parse(dry.out).estimate.costAtMost).toBeCloseTo(JSON.parse(full.out).estimate.costAtMost / 2, 9)
    expect(server.seen).toHaveLength(0)
    const done = await run('topics', 'assign', '--model', 'gemini-2.5-flash', '--batch')
    expect(done, done.err).toMatchObject({ out: expect.stringContaining('2 calls to models') })
    expect(done.err).toContain('2 calls in batches/1; waiting')
    expect(jobs).toHaveLength(1)
    const { items } = await candidates()
    expect(items[0].topics.map(({ by }: { by: string }) => by)).toEqual(['gemini-2.5-flash'])
    await run('topics', 'assign', '--model', 'gemini-2.5-flash', '--batch')
    expect(jobs).toHaveLength(1)
    await server.close()
  })

  it('refines in rounds and ends even if calls fail in their job', async () => {
    let calls = 0
    const { server, jobs, run } = await withServer(() =>
      calls++ === 0 ? { error: { code: 13, message: 'Oops' } } : { response: geminiSays('{"faults":[]}') },
    )
    const first = await run('refine', '--model', 'gemini-2.5-flash', '--batch')
    expect(first, first.err).toMatchObject({ code: 1, err: expect.stringContaining('Oops') })
    expect(jobs).toHaveLength(1)
    const again = await run('refine', '--model', 'gemini-2.5-flash', '--batch')
    expect(again.err).not.toContain('Oops')
    expect(jobs).toHaveLength(2)
    await server.close()
  })

  it('synthesises a list from its parts in one round and merges them in the next', async () => {
    const set = await tinySet()
    const file = join(set.folder, '.engvqa', 'candidates', 'sheet.json')
    const found = JSON.parse(await readFile(file, 'utf8'))
    for (const item of found.items) item.question.text = item.question.text.padEnd(200_000, ' and so on') // two parts
    await writeFile(file, JSON.stringify(found))
    const names = Array.from({ length: 55 }, (_, at) => createHash('sha256').update(String(at)).digest('base64url').slice(0, 20))
    const { server, jobs } = await withServer(() => ({
      response: geminiSays(JSON.stringify({ topics: names.map((name) => ({ name, keywords: ['k'] })) })),
    }))
    const env = { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url }
    const args = ['topics', 'synthesize', '--subject', SUBJECT, '--model', 'gemini-2.5-flash', '--batch']
    const done = await engvqa(set.folder, args, { env })
    expect(done, done.err).toMatchObject({ out: expect.stringContaining('55 topics') })
    expect(jobs.map((job) => JSON.stringify(job).match(/"key"/g)?.length)).toEqual([2, 1])
    expect(JSON.stringify(jobs[1])).toContain('Merge these lists')
    expect(done.out).toContain('3 calls to models')
    await server.close()
    await set.drop()
  })

  it('goes on waiting for the same job after it was interrupted', async () => {
    const { server, jobs } = await withServer((_, request) => ({
      response: geminiSays(JSON.stringify({ topics: JSON.stringify(request).includes('A shaft') ? ['Torsion of circular shafts'] : [] })),
    }))
    const env = { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url }
    const args = ['topics', 'assign', '--model', 'gemini-3.1-flash-lite', '--batch']
    const stop = new AbortController()
    const first = await engvqa(folder, args, {
      env,
      signal: stop.signal,
      err: (text) => void (text.includes('waiting') && stop.abort()),
    })
    expect(first.code).toBe(3)
    const again = await engvqa(folder, args, { env })
    expect(again, again.err).toMatchObject({ out: expect.stringContaining('2 calls to models') })
    expect(jobs).toHaveLength(1)
    await server.close()
  })

  it('needs the Gemini API', async () => {
    const result = await engvqa(folder, ['topics', 'assign', '--model', 'gemini-2.5-flash', '--batch'])
    expect(result).toMatchObject({ code: 3, err: expect.stringContaining('key') })
    const { server, run } = await withServer(() => ({}))
    expect((await run('topics', 'assign', '--model', 'qwen3-vl', '--batch')).err).toContain('Only the Gemini API takes batches')
    expect(server.seen).toEqual([])
    await server.close()
  })
})
