import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../cli/commands/review.ts'
import { withPool } from '../../cli/extraction.ts'
import { textReader, turnReader } from '../../cli/read-text.ts'
import { reviewAddress } from '../../cli/review-queue.ts'
import { toSession } from '../../cli/session.ts'
import { openStore } from '../../corpus/store.ts'
import { readWorkspace } from '../../corpus/workspace.ts'
import { acceptInvitation, people, withPassword } from '../../review/people.ts'
import { queueItems } from '../../review/queue.ts'
import { restructure } from '../../review/restructure.ts'
import { openReview, type Review } from '../../review/store/open.ts'
import { asShown } from '../../schemas/geometry.ts'
import type { Restructure } from '../../schemas/review.ts'
import { scanOf } from '../pipeline/fakes/scans.ts'
import { show, tinyPdf } from '../pipeline/tiny-pdf.ts'
import { item } from '../review/fixtures.ts'
import { engvqa } from './run-cli.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-review-'))
  await engvqa(folder, ['init', 'a', '--name', 'tiny'])
  await engvqa(folder, ['init', 'b', '--name', 'tiny'])
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const inA = (...args: string[]) => engvqa(join(folder, 'a'), ['review', ...args])
const inB = (...args: string[]) => engvqa(join(folder, 'b'), ['review', ...args])

async function inDatabase<T>(workspace: string, work: (review: Review) => Promise<T>): Promise<T> {
  const review = await openReview(join(folder, workspace, '.engvqa', 'review.db'))
  try {
    return await work(review)
  } finally {
    await review.close()
  }
}

const nothing = () => undefined
const session = toSession(
  { cwd: '.', env: {}, out: nothing, err: nothing, terminal: false, signal: new AbortController().signal },
  { quiet: true },
)

/** Items in the queue of both, and one problem that a person drew in the first. */
async function work(): Promise<void> {
  for (const name of ['a', 'b']) await inDatabase(name, (review) => queueItems(review, [item('5-1'), item('5-2')]))
  const spans: { page: number; bbox: [number, number, number, number] }[] = [{ page: 1, bbox: [10, 10, 90, 40] }]
  const drawn: Restructure = { kind: 'add', document: 'thermo-a', number: '5-3', text: 'Find the power.', spans, diagrams: [] }
  await inDatabase('a', (review) => restructure(review, drawn, { name: 'ann', role: 'curator' }))
}

describe('the review log', () => {
  it('goes out as JSONL and comes into another workspace once', async () => {
    await work()
    const { code, out } = await inA('export')
    expect(code).toBe(0)
    const events = out.trim().split('\n')
    expect(events.map((line) => JSON.parse(line))).toMatchObject([{ kind: 'add', by: 'ann', item: 'thermodynamics/thermo-a/5-3' }])
    expect((await inA('export', '--out', 'log.jsonl', '--json')).out).toContain('"events":1')
    expect(await readFile(join(folder, 'a', 'log.jsonl'), 'utf8')).toBe(out)
    const first = await inB('import', '../a/log.jsonl', '--json')
    expect(JSON.parse(first.out)).toEqual({ added: 1, known: 0 })
    expect(await inB('import', '../a/log.jsonl')).toMatchObject({ code: 0, out: '0 events added, 1 were here already.\n' })
    expect((await inB('export')).out).toBe(out)
  })

  it('takes in nothing from a file that is not there, or that holds a line that is no event', async () => {
    await work()
    expect(await inB('import', 'log.jsonl')).toMatchObject({ code: 3, err: expect.stringContaining('→') })
    await writeFile(join(folder, 'b', 'log.jsonl'), `${(await inA('export')).out}{"kind":"add"}\n`)
    expect(await inB('import', 'log.jsonl')).toMatchObject({ code: 3, err: expect.stringContaining('Line 2') })
    expect((await inB('export')).out).toBe('')
  })
})

describe('the review database', () => {
  it('is the file of the workspace, unless the environment names a server', () => {
    const own = { reviewFile: 'own.db' }
    expect(reviewAddress({}, own)).toBe('own.db')
    expect(reviewAddress({ DATABASE_URL: 'postgres://team/review' }, own)).toBe('postgres://team/review')
    expect(reviewAddress({ DATABASE_URL: 'mysql://shop/orders' }, own)).toBe('own.db')
    expect(reviewAddress({ DATABASE_URL: 'postgres://shop/orders', ENGVQA_REVIEW_URL: 'postgres://team/review' }, own)).toBe(
      'postgres://team/review',
    )
  })
})

describe('a backup', () => {
  it('fills an empty database, and is for its owner alone', async () => {
    await work()
    expect(await inA('backup', '--out', 'all.jsonl')).toMatchObject({ code: 0, out: expect.stringContaining('lines in all.jsonl') })
    expect((await stat(join(folder, 'a', 'all.jsonl'))).mode & 0o077).toBe(0)
    expect((await inA('backup')).out).toBe(await readFile(join(folder, 'a', 'all.jsonl'), 'utf8'))
    await rm(join(folder, 'b', '.engvqa'), { recursive: true, force: true })
    expect(await inB('restore', '../a/all.jsonl', '--quiet')).toMatchObject({ code: 0, err: '' })
    expect((await inB('export')).out).toBe((await inA('export')).out)
  })

  it('overwrites no work, and a cut-off one restores nothing', async () => {
    await work()
    await inA('backup', '--out', 'all.jsonl')
    expect(await inB('restore', '../a/all.jsonl')).toMatchObject({ code: 3, err: expect.stringContaining('already holds work') })
    await rm(join(folder, 'b', '.engvqa'), { recursive: true, force: true })
    const whole = await readFile(join(folder, 'a', 'all.jsonl'), 'utf8')
    await writeFile(join(folder, 'b', 'cut.jsonl'), whole.split('\n').slice(0, -2).join('\n'))
    expect(await inB('restore', 'cut.jsonl')).toMatchObject({ code: 3, err: expect.stringContaining('cut off') })
    expect((await inB('export')).out).toBe('')
  })
})

describe('a box that a reviewer draws', () => {
  it('is read as the extraction reads, from the document and from its solution manual', async () => {
    const lines = (...texts: string[]) => tinyPdf([texts.map((text, at) => show(text, 20, 180 - 20 * at, { size: 4 })).join('\n')])
    const workspace = join(folder, 'a')
    await writeFile(join(workspace, 'sheet.pdf'), lines('1. A shaft turns. Find its speed.', '2. A beam bends. Find its load.'))
    await writeFile(join(workspace, 'manual.pdf'), lines('1. The speed is 12 m/s.', '2. The load is 5 kN.'))
    await engvqa(workspace, ['add', 'sheet.pdf', '--subject', 'dynamics', '--solutions', 'manual.pdf', '--licence', 'CC0-1.0'])
    const opened = await readWorkspace(workspace)
    const store = await openStore(opened.storeFolder)
    const job = (document: string, file: 'document' | 'solutions') => jobOf({ env: {} }, opened, document, file)
    const lower = { left: 10, top: 30, right: 190, bottom: 45 }
    await withPool(1, async (pool) => {
      const read = textReader(session, { workspace: opened, pool, store, job })
      expect(await read('sheet', 1, lower, 'document')).toBe('2. A beam bends. Find its load.')
      expect(await read('sheet', 1, lower, 'solutions')).toBe('2. The load is 5 kN.')
      expect(await read('sheet', 2, lower, 'document')).toBe('')
      await expect(read('shet', 1, lower, 'document')).rejects.toMatchObject({ problem: { code: 'document-unknown' } })
      expect(await turnReader(session, { workspace: opened, pool, store, job })('sheet', 1, 'document')).toBeUndefined()
    })
  })

  it('is of the page as shown, though the page was scanned on its side and righted', { timeout: 120_000 }, async () => {
    const workspace = join(folder, 'a')
    const text = ['1. A steel shaft turns slowly in', 'its bearing. Find the speed.', '2. A long beam bends. Find the load.']
    const page = { content: text.map((line, at) => show(line, 20, 120 - 14 * at)).join(''), width: 220, height: 160 }
    await writeFile(join(workspace, 'scan.pdf'), scanOf(tinyPdf([page]), { turn: 90 }))
    await engvqa(workspace, ['add', 'scan.pdf', '--subject', 'dynamics', '--licence', 'CC0-1.0'])
    const opened = await readWorkspace(workspace)
    const store = await openStore(opened.storeFolder)
    const job = (document: string, file: 'document' | 'solutions') => jobOf({ env: {} }, opened, document, file)
    await withPool(1, async (pool) => {
      const setup = { workspace: opened, pool, store, job }
      expect(await turnReader(session, setup)('scan', 1, 'document')).toBe(270)
      const last = asShown({ left: 10, top: 60, right: 210, bottom: 75 }, { ...page, turned: 270 })
      expect(await textReader(session, setup)('scan', 1, last, 'document')).toBe('2. A long beam bends. Find the load.')
    })
    const drawn = await engvqa(workspace, ['show', 'scan', 'segment', '--out', 'upright.svg', '--json'])
    const svg = await readFile(join(workspace, 'upright.svg'), 'utf8')
    const [across = 0, down = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? []
    expect(across / down).toBeCloseTo(page.width / page.height, 2)
    const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*fill-opacity="0.06"/g)]
    expect(boxes.length, drawn.err).toBeGreaterThan(0)
    for (const [, , , width, height] of boxes) expect(Number(width)).toBeGreaterThan(Number(height)) // lines run across
    const [{ box }] = JSON.parse(drawn.out).overlays
    expect(box.bottom - box.top).toBeGreaterThan(box.right - box.left) // told as the page lies in the file
  })
})

describe('an invitation', () => {
  const accepted = (path: string, password: string) =>
    inDatabase('a', (review) =>
      acceptInvitation(review, { token: path.replace('/#join=', ''), name: 'bea', password, qualification: 'engineer' }),
    )

  it('lets one person in with the role, and later gives them a new password', async () => {
    const made = JSON.parse((await inA('invite', '--role', 'adjudicator', '--public-url', 'https://review.example.org', '--json')).out)
    expect(made).toMatchObject({ role: 'adjudicator', person: null, link: `https://review.example.org${made.path}` })
    await accepted(made.path, 'a long first password')
    expect(await inDatabase('a', ({ db }) => people(db))).toMatchObject([{ name: 'bea', role: 'adjudicator' }])
    const again = JSON.parse((await inA('invite', '--person', 'bea', '--json')).out)
    expect(again).toMatchObject({ role: 'adjudicator', person: 'bea', link: null })
    await accepted(again.path, 'a long second password')
    expect(await inDatabase('a', (review) => withPassword(review, 'bea', 'a long second password'))).toMatchObject({ name: 'bea' })
    expect(await inDatabase('a', (review) => withPassword(review, 'bea', 'a long first password'))).toBeUndefined()
  })

  it.each([
    ['no role', []],
    ['a role that there is none', ['--role', 'king']],
    ['a person whom nobody knows', ['--person', 'zoe']],
    ['an address that is none', ['--role', 'reviewer', '--public-url', 'javascript:alert(1)']],
    ['an option of the server', ['--role', 'reviewer', '--host', '0.0.0.0']],
  ])('is not made for %s', async (_, args) => {
    expect(await inA('invite', ...args)).toMatchObject({ code: 2, out: '' })
  })
})

it('a second review of one workspace is refused, and says where the first runs', async () => {
  const stop = new AbortController()
  let said = ''
  const out = (text: string) => {
    said += text
  }
  const first = engvqa(join(folder, 'a'), ['review', '--no-open', '--json', '--name', 'ann'], { signal: stop.signal, out })
  await expect.poll(() => said, { timeout: 15_000 }).not.toBe('')
  expect(await inA('--no-open', '--name', 'bob')).toMatchObject({ code: 3, out: '', err: expect.stringContaining(JSON.parse(said).url) })
  expect((await inA('export')).code).toBe(0)
  stop.abort()
  await first
})

it('a word that is no part of the review starts no server', async () => {
  expect(await inA('frobnicate')).toMatchObject({ code: 2, out: '' })
})
