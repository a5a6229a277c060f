import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAboutDocument } from '../../cli/commands/add.ts'
import { claim } from '../../review/claims.ts'
import { openReview } from '../../review/store/open.ts'
import { submit } from '../../review/submit.ts'
import { show, tinyPdf } from '../pipeline/tiny-pdf.ts'
import { engvqa } from './run-cli.ts'

/** Two problems, the second with a drawing and its label. */
const sheet = tinyPdf([
  [
    show('1. A shaft of 40 mm diameter carries a torque of 2.5 kN m. Find the largest shear stress.', 20, 180, { size: 4 }),
    show('2. Find the reactions of the beam in the figure. The load is 12 kN.', 20, 150, { size: 4 }),
    '1 w 40 60 100 40 re S 40 60 m 140 100 l S',
    show('P = 12 kN', 60, 105, { size: 4 }),
  ].join('\n'),
])

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ws-'))
  await engvqa(folder, ['init', '.', '--name', 'tiny'])
  await writeFile(join(folder, 'sheet.pdf'), sheet)
  await engvqa(folder, ['add', 'sheet.pdf', '--subject', 'mechanics-of-materials', '--licence', 'CC0-1.0', '--may-redistribute'])
  await engvqa(folder, ['extract'])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a workspace with extracted items', () => {
  it('draws what a stage saw, as PNG and as SVG', async () => {
    expect(await engvqa(folder, ['show', 'sheet', 'segment', '--page', '1', '--out', 'page.png'])).toMatchObject({ code: 0 })
    expect((await sharp(join(folder, 'page.png')).metadata()).width).toBe(Math.ceil((200 * 110) / 72))
    expect((await engvqa(folder, ['show', 'sheet', 'segment'])).out).toContain('sheet-segment-1.svg')
    expect(await readFile(join(folder, 'sheet-segment-1.svg'), 'utf8')).toMatch(/<svg[\s\S]*<image[\s\S]*<rect[\s\S]*<text/)
  })

  it('refuses a stage and a page that are not there', async () => {
    expect(await engvqa(folder, ['show', 'sheet', 'frobnicate'])).toMatchObject({ code: 2, err: expect.stringContaining('segment') })
    expect(await engvqa(folder, ['show', 'sheet', 'segment', '--page', '9'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no page 9'),
    })
    expect(await engvqa(folder, ['show', 'shet', 'segment'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('Did you mean “sheet”?'),
    })
  })

  it('keeps what it has when a part of a document is read, or when the file is another one', async () => {
    const candidates = join(folder, '.engvqa', 'candidates', 'sheet.json')
    const before = await readFile(candidates, 'utf8')
    const part = await engvqa(folder, ['extract', 'sheet', '--pages', '1', '--items', 'examples'])
    expect(part.out).toContain('only a part was read')
    expect(await readFile(candidates, 'utf8')).toBe(before)
    await writeFile(join(folder, 'sheet.pdf'), tinyPdf([show('9. Another sheet. Find the load of the beam.', 20, 180, { size: 4 })]))
    expect(await engvqa(folder, ['extract'])).toMatchObject({ code: 3, err: expect.stringContaining('not the file that was added') })
    expect(await readFile(candidates, 'utf8')).toBe(before)
    await writeFile(join(folder, 'sheet.pdf'), sheet)
    expect((await engvqa(folder, ['extract'])).out).toContain('2 unchanged')
  })

  it('says which items of before are not found again, and has them back when they are', async () => {
    await engvqa(folder, ['init', 'again', '--name', 'again'])
    const again = join(folder, 'again')
    await writeFile(join(again, 'sheet.pdf'), sheet)
    await engvqa(again, ['add', 'sheet.pdf', '--subject', 'mechanics-of-materials'])
    expect((await engvqa(again, ['extract'])).out).toContain('2 items: 2 new in the review queue')
    const { out } = await engvqa(again, ['extract', '--items', 'examples'])
    expect(out).toMatch(/^Items that were not found again: 2, kept in the review under “No longer found”\.$/m)
    expect((await engvqa(again, ['extract'])).out).not.toContain('not found again')
  })

  it('takes no second document of a name, and tells that before it reads the file', async () => {
    const { code, err } = await engvqa(folder, ['add', 'nowhere.pdf', '--id', 'sheet', '--subject', 'dynamics'])
    expect([code, err]).toEqual([3, expect.stringContaining('There is a document “sheet” already')])
  })

  it('doubts a document as a whole when it holds no items, not for a doubt about one of them', async () => {
    await engvqa(folder, ['init', 'more', '--name', 'more'])
    const more = join(folder, 'more')
    const doubt = { code: 'numeral-lost', severity: 'warning', message: 'm', hint: 'h' } as const
    expect([{ document: 'a' }, { page: 3 }, { item: '1' }].map((place) => isAboutDocument({ ...doubt, place }))).toEqual([
      true,
      false,
      false,
    ])
    await writeFile(join(more, 'prose.pdf'), tinyPdf([show('A text without any exercise.', 20, 180, { size: 4 })]))
    expect((await engvqa(more, ['add', 'prose.pdf', '--subject', 'dynamics'])).code).toBe(1)
  })

  it('assigns topics again without losing items', async () => {
    const { out } = await engvqa(folder, ['topics', 'assign', '--model', 'embedded', '--json'])
    expect(JSON.parse(out).items).toBe(2)
  })

  it('asks no model without a key, and says how to get one', async () => {
    const { code, err } = await engvqa(folder, ['topics', 'assign', '--model', 'gemini-2.5-flash'])
    expect(code).toBe(3)
    expect(err).toMatch(/GEMINI_API_KEY|key/)
  })

  it('is not compared with its pages without a key, which is told once', async () => {
    const { code, out, err } = await engvqa(folder, ['refine', '--model', 'gemini-2.5-flash'])
    expect([code, out]).toEqual([3, ''])
    expect(err.match(/There is no key for Gemini/g)).toHaveLength(1)
    const dry = await engvqa(folder, ['refine', '--model', 'gemini-2.5-flash', '--dry-run'])
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('would be sent') })
    expect(dry.out).not.toContain('compared')
  })

  it('counts itself', async () => {
    const { out } = await engvqa(folder, ['stats', '--json'])
    expect(JSON.parse(out)).toMatchObject({ name: 'tiny' })
    expect(out).toContain('mechanics-of-materials')
  })

  it('plots the confidence of what people rejected, too', async () => {
    const review = await openReview(join(folder, '.engvqa', 'review.db'))
    const id = 'mechanics-of-materials/sheet/2'
    const actor = { name: 'ann', role: 'curator' } as const
    const { token } = await claim(review, id, 'first', actor)
    const { revision } = await review.db.selectFrom('items').select('revision').where('id', '=', id).executeTakeFirstOrThrow()
    const decided = { decision: 'rejected', reason: 'one-step', seconds: 4 } as const
    await submit(review, { item: id, reading: 'first', token, base: revision, ...decided, edits: [] }, actor)
    await review.close()
    await engvqa(folder, ['stats', '--out', 'stats'])
    expect(await readFile(join(folder, 'stats', 'stats.html'), 'utf8')).toMatch(/>rejected</)
    expect(await readFile(join(folder, 'stats', 'stats.md'), 'utf8')).toMatch(/^\| subject \|[\s\S]*\| mechanics-of-materials \| 2 \|/)
  })

  it('releases nothing that nobody approved, unless told to, and what it releases is sound', async () => {
    expect(await engvqa(folder, ['release'])).toMatchObject({ code: 3, err: expect.stringContaining('--include-unreviewed') })
    const made = await engvqa(folder, ['release', '--include-unreviewed', '--date', '2026-01-31', '--json'])
    expect(JSON.parse(made.out)).toMatchObject({ version: '1.0.0', items: 1 })
    const checked = await engvqa(folder, ['verify', '1.0.0'])
    expect(checked).toMatchObject({
      code: 0,
      out: expect.stringMatching(/sound, 1 doubt\./),
      err: expect.stringContaining('no reference solution.\n  → Link one in the review'),
    })
    expect(JSON.parse((await engvqa(folder, ['verify', '1.0.0', '--json'])).out).doubts.length).toBeGreaterThan(0)
    const { canary } = JSON.parse(await readFile(join(folder, 'releases/1.0.0/manifest.json'), 'utf8'))
    await writeFile(join(folder, 'seen.txt'), `x ${canary}`)
    expect(await engvqa(folder, ['canary', '1.0.0', 'seen.txt'])).toMatchObject({
      code: 1,
      out: `${join(folder, 'seen.txt')}: at byte 2\n`,
    })
    await writeFile(join(folder, 'releases/1.0.0/items.jsonl'), '{}\n')
    expect((await engvqa(folder, ['verify', '1.0.0'])).code).toBe(1)
  })
})
