import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeProblem } from '../../corpus/atomic.ts'
import { openStore, type Store } from '../../corpus/store.ts'
import { ingest } from '../../pipeline/ingest.ts'
import { createPool, type Pool } from '../../pipeline/pool.ts'
import { type DocumentJob, inspectDocument, type RunSetup, runDocuments } from '../../pipeline/run.ts'
import { Chain, type Stage } from '../../pipeline/stage.ts'
import { chain, equations, figures, layout, link, segment } from './fakes/stages.ts'
import type { FakeFile } from './fakes/worker.ts'

let folder = ''
let pool: Pool
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'))
  pool = createPool({ threads: 2, timeout: 1500, entry: new URL('./fakes/worker.ts', import.meta.url) })
  store = await openStore(join(folder, 'store'))
})
afterEach(async () => {
  await pool.close()
  await rm(folder, { recursive: true, force: true })
})

const file = async (name: string, content: FakeFile): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(content))
  return path
}
const job = (path: string, more: Partial<DocumentJob> = {}): DocumentJob => ({
  id: 'doc',
  file: path,
  subject: 'dynamics',
  licence: 'CC0-1.0',
  items: 'problems',
  ...more,
})
const setup = (more: Partial<RunSetup> = {}): RunSetup => ({ chain, store, pool, dpi: 200, signal: new AbortController().signal, ...more })
const log = async (path: string): Promise<string[]> => (await readFile(`${path}.log`, 'utf8').catch(() => '')).split('\n').filter(Boolean)

describe('a run', () => {
  it('takes a document through every stage and says how', async () => {
    const [result] = await runDocuments([job(await file('a', { pages: 3 }))], setup())
    expect(result).toMatchObject({ document: 'doc', pages: 3, problems: [] })
    expect(result?.items.map(({ id }) => id)).toEqual(['dynamics/doc/1', 'dynamics/doc/2', 'dynamics/doc/3'])
    expect(result?.items[0]?.question.text).toBe('furniture is marked')
    expect(result?.items[0]?.provenance.stages).toEqual({ ingest: 1, layout: 1, segment: 1, figures: 1, equations: 1, link: 1 })
    expect(result?.stages.every(({ reused }) => !reused)).toBe(true)
  })

  it('does nothing again the second time', async () => {
    const path = await file('a', { pages: 3 })
    const [first] = await runDocuments([job(path)], setup())
    const before = await log(path)
    const [second] = await runDocuments([job(path)], setup())
    expect(await log(path)).toEqual(before)
    expect(second?.items).toEqual(first?.items)
    expect(second?.stages.every(({ reused }) => reused)).toBe(true)
  })

  it.each(['', 'another picture'])('cuts a picture again that was damaged (%j) in the store', async (damage) => {
    const path = await file('a', { pages: 2 })
    await runDocuments([job(path)], setup())
    const named = join(folder, 'store', 'v1', 'blobs')
    const blobs = (await readdir(named, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name)).map((name) => join(named, name))
    const before = await Promise.all(blobs.map((blob) => readFile(blob)))
    expect(blobs.length).toBeGreaterThan(0)
    for (const blob of blobs) await writeFile(blob, damage)
    const [repaired] = await runDocuments([job(path)], setup())
    expect(repaired?.stages.filter(({ reused }) => !reused).map(({ stage }) => stage)).toEqual(['figures'])
    expect(await Promise.all(blobs.map((blob) => readFile(blob)))).toEqual(before)
    const [after] = await runDocuments([job(path)], setup())
    expect(after?.stages.every(({ reused }) => reused)).toBe(true)
  })

  it('does again only what a changed option or stage touches', async () => {
    const path = await file('a', { pages: 2 })
    await runDocuments([job(path)], setup())
    const [otherSubject] = await runDocuments([job(path, { subject: 'other' })], setup())
    expect(otherSubject?.stages.filter(({ reused }) => !reused).map(({ stage }) => stage)).toEqual(['link'])
    const [otherDpi] = await runDocuments([job(path)], setup({ dpi: 100 }))
    expect(otherDpi?.stages.filter(({ reused }) => !reused).map(({ stage }) => stage)).toEqual(['figures', 'link'])
    const newer = new Chain()
      .add(ingest)
      .add(layout)
      .add({ ...segment, version: 2 })
      .add(figures)
      .add(equations)
      .add(link)
    const [otherVersion] = await runDocuments([job(path)], setup({ chain: newer }))
    expect(otherVersion?.stages.filter(({ reused }) => !reused).map(({ stage }) => stage)).toEqual([
      'segment',
      'figures',
      'equations',
      'link',
    ])
    expect((await log(path)).filter((line) => line.startsWith('page'))).toHaveLength(2)
  })

  it('reads only the pages that were asked for, and keeps them for a wider run', async () => {
    const path = await file('a', { pages: 4 })
    const [narrow] = await runDocuments([job(path, { pages: [2, 3] })], setup())
    expect(narrow?.items).toHaveLength(2)
    await runDocuments([job(path)], setup())
    expect((await log(path)).filter((line) => line.startsWith('page')).toSorted()).toEqual(['page 1', 'page 2', 'page 3', 'page 4'])
  })

  it('hands a solution manual to link, and does link again when the manual changes', async () => {
    const path = await file('a', { pages: 1 })
    const manual = await file('a-sol', { pages: 2 })
    const [result] = await runDocuments([job(path, { solutions: manual })], setup())
    expect(result?.items[0]?.solution).toMatchObject({ text: 'solutions', pages: [1, 2] })
    await file('a-sol', { pages: 3 })
    const [again] = await runDocuments([job(path, { solutions: manual })], setup())
    expect(again?.items[0]?.solution).toMatchObject({ pages: [1, 2, 3] })
    expect(again?.stages.filter(({ reused }) => !reused).map(({ stage }) => stage)).toEqual(['link'])
  })

  it('draws what a stage saw', async () => {
    const path = await file('a', { pages: 2 })
    expect(await (await inspectDocument(job(path), 'figures', setup())).overlays()).toMatchObject([{ page: 1 }, { page: 2 }])
    const broken = await inspectDocument(job(await file('b', { pages: 0 })), 'figures', setup())
    await expect(broken.overlays()).rejects.toMatchObject({ problem: { code: 'pdf-no-pages' } })
    await expect(inspectDocument(job(path), 'refine', setup())).rejects.toMatchObject({ problem: { code: 'usage' } })
  })

  it('reports progress by document and stage', async () => {
    const seen: string[] = []
    const noisy: Stage<'ingest', 'layout'> = {
      ...layout,
      run: (known, context) => {
        context.progress(1, 2)
        return layout.run(known, context)
      },
    }
    const { stages } = new Chain().add(ingest).add(noisy)
    await runDocuments(
      [job(await file('a', { pages: 1 }))],
      setup({ chain: { stages }, onProgress: ({ document, stage, done, total }) => seen.push(`${document} ${stage} ${done}/${total}`) }),
    )
    expect(seen).toEqual(['doc layout 1/2'])
  })
})

describe('when something goes wrong', () => {
  it('keeps the other pages of a document with a bad page', async () => {
    const [result] = await runDocuments([job(await file('a', { pages: 3, faults: { 2: 'problem' } }))], setup())
    expect(result?.items.map(({ source }) => source.number)).toEqual(['1', '3'])
    expect(result?.problems).toMatchObject([{ code: 'page-unreadable', place: { document: 'doc', stage: 'layout', page: 2 } }])
  })

  it('keeps the other documents when one cannot be opened, is missing or meets a bug', async () => {
    const good = await file('good', { pages: 1 })
    const results = await runDocuments(
      [
        job(await file('zero', { pages: 0 }), { id: 'zero' }),
        job(join(folder, 'nowhere.pdf'), { id: 'gone' }),
        job(folder, { id: 'folder' }),
        job(good, { id: 'good' }),
      ],
      setup(),
    )
    expect(results.map(({ items }) => items.length)).toEqual([0, 0, 0, 1])
    expect(results.flatMap(({ problems }) => problems.map(({ code, place }) => [place.document, code]))).toEqual([
      ['zero', 'pdf-no-pages'],
      ['gone', 'file-missing'],
      ['folder', 'file-missing'],
    ])
  })

  it('goes on without diagrams when their stage has a bug, says so, and tries again next time', async () => {
    const path = await file('a', { pages: 1 })
    const broken = {
      stages: chain.stages.map((stage) =>
        stage.adds === 'figures'
          ? {
              ...stage,
              run: () => {
                throw new TypeError('oops')
              },
            }
          : stage,
      ),
    }
    const [result] = await runDocuments([job(path)], setup({ chain: broken }))
    expect(result?.items).toHaveLength(1)
    expect(result?.problems).toMatchObject([
      { code: 'stage-failed', message: expect.stringContaining('oops'), place: { stage: 'figures' } },
    ])
    const [mended] = await runDocuments([job(path)], setup())
    expect(mended?.problems).toEqual([])
  })

  it('refuses to keep the result of a stage that reads an option it does not declare', async () => {
    const sly = { stages: chain.stages.map((stage) => (stage.adds === 'segment' ? { ...stage, uses: [] } : stage)) }
    const [result] = await runDocuments([job(await file('a', { pages: 1 }))], setup({ chain: sly }))
    expect(result?.problems).toMatchObject([{ code: 'stage-failed', message: expect.stringContaining('items') }])
    expect(result?.items).toEqual([])
  })

  it('starts a fresh thread when one dies, and asks again', async () => {
    const path = await file('a', { pages: 2, faults: { 1: 'crash-once' } })
    const [result] = await runDocuments([job(path)], setup())
    expect(result?.problems).toEqual([])
    expect(result?.items).toHaveLength(2)
  })

  it('gives up a page that kills its thread twice, keeps the rest, and tries that page again next time', async () => {
    const path = await file('a', { pages: 2, faults: { 1: 'crash' } })
    const [result] = await runDocuments([job(path)], setup())
    expect(result?.problems).toMatchObject([{ code: 'page-unreadable', place: { page: 1 } }])
    expect(result?.items.map(({ source }) => source.number)).toEqual(['2'])
    await runDocuments([job(path)], setup())
    const tries = await log(path)
    expect(tries.filter((line) => line === 'page 1').length).toBeGreaterThanOrEqual(4)
    expect(tries.filter((line) => line === 'page 2').length).toBeLessThanOrEqual(2)
  })

  it('gives up a page that never ends', async () => {
    const [result] = await runDocuments([job(await file('a', { pages: 2, faults: { 1: 'hang' } }))], setup())
    expect(result?.problems).toMatchObject([
      { code: 'page-unreadable', message: expect.stringContaining('1.5 seconds'), place: { page: 1 } },
    ])
    expect(result?.items).toHaveLength(1)
  })

  it('notes a crop that came out blank', async () => {
    const [result] = await runDocuments([job(await file('a', { pages: 1, faults: { 1: 'blank' } }))], setup())
    expect(result?.problems).toMatchObject([{ code: 'crop-blank', severity: 'warning', place: { stage: 'figures', page: 1 } }])
  })

  it('goes on where it was stopped', async () => {
    const path = await file('a', { pages: 6, faults: { 6: 'hang' } })
    const stop = new AbortController()
    const running = runDocuments(
      [job(path)],
      setup({ signal: stop.signal, pool: createPool({ threads: 1, entry: new URL('./fakes/worker.ts', import.meta.url) }) }),
    )
    running.catch(() => undefined)
    while (!(await log(path)).includes('page 6')) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    await expect(running).rejects.toMatchObject({ problem: { code: 'interrupted' } })
    const before = await log(path)
    const [result] = await runDocuments([job(path)], setup({ store: await openStore(store.folder) }))
    expect(result?.items).toHaveLength(5)
    expect((await log(path)).slice(before.length).filter((line) => /page [1-5]/.test(line))).toEqual([])
  })

  it('stops the run when the disk is full, and does not call it a page’s fault', async () => {
    const full: Store = { ...store, putResult: () => Promise.reject(writeProblem('x', Object.assign(new Error(), { code: 'ENOSPC' }))) }
    await expect(runDocuments([job(await file('a', { pages: 2 }))], setup({ store: full }))).rejects.toMatchObject({
      problem: { code: 'disk-full' },
    })
  })

  it('refuses a file that is not the one that was added, and takes the one that is', async () => {
    const path = await file('a', { pages: 1 })
    const [result] = await runDocuments([job(path, { sha256: 'b'.repeat(64) })], setup())
    expect(result?.problems).toMatchObject([{ code: 'file-changed', severity: 'error' }])
    expect(result).toMatchObject({ items: [], pages: 0 })
    const [same] = await runDocuments([job(path, { sha256: result?.sha256 })], setup())
    expect(same).toMatchObject({ items: [{}], problems: [] })
  })

  it('goes on without solutions when the manual is missing, and says so', async () => {
    const [result] = await runDocuments([job(await file('a', { pages: 1 }), { solutions: join(folder, 'nowhere.pdf') })], setup())
    expect(result?.items[0]?.solution).toBeNull()
    expect(result?.problems).toMatchObject([{ code: 'file-missing', place: { document: 'doc' } }])
  })
})
