import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { show, tinyPdf } from '../pipeline/tiny-pdf.ts'
import { seen, service } from './models/adobe-service.ts'
import { engvqa } from './run-cli.ts'
import { emptySet, SUBJECT } from './tiny-set.ts'

const SIZE = 4
const TEXTS: readonly [string, number][] = [
  ['1. A shaft carries a torque of 2.5 kN m. Find the largest stress.', 180],
  ['2. Find the reactions of the beam in the figure.', 150],
]
/** What the file says in its own letters; Adobe is made to read other numerals, so that one can tell who has read the page. */
const sheet = tinyPdf([
  [...TEXTS.map(([text, y]) => show(text.replace('2.5', '9.9'), 20, y, { size: SIZE })), '1 w 40 60 100 40 re S 40 60 m 140 100 l S'].join(
    '\n',
  ),
])

const element = ([text, y]: readonly [string, number]) => {
  const width = SIZE / 2
  const bottom = y - 0.21 * SIZE
  return {
    Path: '//Document/P',
    Page: 0,
    Text: `${text} `,
    TextSize: SIZE,
    Font: { name: 'ABCDEF+TimesNewRomanPSMT', weight: 400 },
    Bounds: [20, bottom, 20 + width * text.length, bottom + SIZE],
    CharBounds: [...text].map((_, at) => [20 + width * at, bottom, 20 + width * (at + 1), bottom + SIZE]),
  }
}
const zip = zipSync({
  'structuredData.json': strToU8(
    JSON.stringify({
      elements: TEXTS.map(element),
      pages: [{ page_number: 0, width: 200, height: 200, boxes: { MediaBox: [0, 0, 200, 200] } }],
    }),
  ),
})
const KEYS = { PDF_SERVICES_CLIENT_ID: 'id', PDF_SERVICES_CLIENT_SECRET: 'secret' }

const server = setupServer(
  ...service(
    () => ({ status: 'done' }),
    () => zip,
  ),
)
let folder = ''
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' })
  folder = await mkdtemp(join(tmpdir(), 'adobe-cli-'))
  await writeFile(join(folder, 'sheet.pdf'), sheet)
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})
const itemsIn = async (out: string) =>
  (await readFile(join(folder, out, 'items.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('extract --engine adobe', () => {
  it('reads text through Adobe, keeps drawings of the file, signs as adobe, and says what it used', async () => {
    const made = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'out', '--engine', 'adobe'], { env: KEYS })
    expect(made.out, made.err).toContain('1 document transaction of Adobe')
    const items = await itemsIn('out')
    expect(items.map(({ source }) => source.number)).toEqual(['1', '2'])
    expect(items[0].question.text).toContain('2.5')
    expect(items[1].diagrams).toHaveLength(1)
    expect(items.map(({ provenance }) => provenance.engine)).toEqual(['adobe', 'adobe'])
  })

  it('says with --dry-run what it would cost, sends nothing and writes no items', async () => {
    const before = seen.length
    const adobe = ['--engine', 'adobe']
    const dry = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'dry', ...adobe, '--dry-run'])
    expect(dry, dry.err).toMatchObject({ code: 0, out: expect.stringContaining('1 document transactions') })
    expect(dry.out).toContain('price that is not known')
    expect(await readdir(join(folder, 'dry'))).toEqual(['.engvqa'])
    expect((await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'dry', '--dry-run'])).out).toContain('costs nothing')
    const none = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'dry', ...adobe, '--transactions', '0'], { env: KEYS })
    expect(none).toMatchObject({ code: 3, err: expect.stringContaining('would use 1 document transaction') })
    const priceless = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'dry', ...adobe, '--budget', '1'], { env: KEYS })
    expect(priceless).toMatchObject({ code: 3, err: expect.stringContaining('extraction.adobeTransaction') })
    expect(seen).toHaveLength(before)
    const within = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'dry', ...adobe, '--transactions', '1'], { env: KEYS })
    expect(within.out).toContain('1 document transaction of Adobe')
    const kept = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'dry', ...adobe, '--transactions', '0'], { env: KEYS })
    expect(kept.code, kept.err).toBe(0)
  })

  it('tells dollars by the price in engvqa.yaml, keeps the budget, and records what each document and item cost', async () => {
    const set = await emptySet()
    await writeFile(join(set.folder, 'sheet.pdf'), sheet)
    await engvqa(set.folder, ['add', 'sheet.pdf', '--subject', SUBJECT, '--licence', 'CC0-1.0'])
    const config = join(set.folder, 'engvqa.yaml')
    await writeFile(
      config,
      (await readFile(config, 'utf8')).replace('extraction:', 'extraction:\n  engine: adobe\n  adobeTransaction: 0.06'),
    )
    const run = (...args: string[]) => engvqa(set.folder, ['extract', ...args], { env: KEYS })
    const dry = JSON.parse((await run('--dry-run', '--json')).out)
    expect(dry.estimate).toEqual({ total: { transactions: 1, cost: 0.06 }, byDocument: { sheet: { transactions: 1, cost: 0.06 } } })
    const shown = () => engvqa(set.folder, ['show', 'sheet', 'segment', '--out', 'page.svg'], { env: KEYS })
    expect(await shown()).toMatchObject({ code: 3, err: expect.stringContaining('engvqa extract') }) // looking costs nothing
    expect(await run('--budget', '0.05')).toMatchObject({ code: 3, err: expect.stringContaining('$0.0600') })
    expect(await run('--budget', '0.06')).toMatchObject({
      out: expect.stringContaining('1 document transaction of Adobe PDF Services, $0.0600'),
    })
    expect(await shown()).toMatchObject({ code: 0 })
    expect(JSON.parse((await run('--json')).out).accounts).toEqual({ total: { transactions: 0, cost: 0 }, byDocument: {} })
    const runs = (await readFile(join(set.folder, '.engvqa', 'models', 'runs.jsonl'), 'utf8')).trim().split('\n')
    expect(runs).toHaveLength(1)
    const { adobe } = JSON.parse(runs[0] ?? '')
    expect(adobe.byDocument.sheet).toEqual({ transactions: 1, cost: 0.06 })
    expect(Object.values(adobe.byItem)).toEqual([
      { transactions: 0.5, cost: 0.03 },
      { transactions: 0.5, cost: 0.03 },
    ])
    await set.drop()
  })

  it('pays for nothing twice, and needs no credentials for what is kept', async () => {
    const before = seen.length
    const again = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'out', '--engine', 'adobe'])
    expect(again.out).not.toContain('transactions')
    expect((await itemsIn('out'))[0].question.text).toContain('2.5')
    await rm(join(folder, 'out', '.engvqa', 'store'), { recursive: true })
    expect((await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'out', '--engine', 'adobe'], { env: KEYS })).out).not.toContain(
      'transactions',
    )
    expect(seen).toHaveLength(before)
  })

  it('leaves what the local engine reads alone', async () => {
    await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'out'])
    const [first] = await itemsIn('out')
    expect(first.question.text).toContain('9.9')
    expect(first.provenance.engine).toBe('local')
  })

  it('says once what is missing without credentials, and refuses an engine that does not exist', async () => {
    const result = await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'none', '--engine', 'adobe'])
    expect(result).toMatchObject({ code: 3, err: expect.stringContaining('PDF_SERVICES_CLIENT_ID') })
    expect(result.err.match(/no credentials/g)).toHaveLength(1)
    expect(await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'none', '--engine', 'other'])).toMatchObject({ code: 2 })
  })
})
