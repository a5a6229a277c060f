import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { show, tinyPdf } from '../pipeline/tiny-pdf.ts'
import { engvqa } from './run-cli.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

/** Three numbered problems, one a line. */
const sheet = tinyPdf([
  [1, 2, 3]
    .map((n) => show(`${n}. A beam of length ${n}.5 m carries a load of ${n}0 kN. Find the reaction.`, 20, 180 - 40 * n, { size: 5 }))
    .join('\n'),
])

const cutOff = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, 40)
const badXref = (bytes: Uint8Array): Buffer =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n99999'),
    'latin1',
  )

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a single PDF', () => {
  it('becomes items.jsonl, images/ and problems.jsonl, with the PDF’s name as the document', async () => {
    await writeFile(join(folder, 'sheet-1.pdf'), sheet)
    const { code, out } = await engvqa(folder, ['extract', 'sheet-1.pdf', '--out', 'result'])
    expect(code).toBeLessThanOrEqual(1)
    expect(out).toContain('sheet-1')
    expect((await readdir(join(folder, 'result'))).toSorted()).toEqual(['.engvqa', 'images', 'items.jsonl', 'problems.jsonl'])
    const items = (await readFile(join(folder, 'result', 'items.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(items.map(({ source }) => [source.document, source.number])).toEqual([
      ['sheet-1', '1'],
      ['sheet-1', '2'],
      ['sheet-1', '3'],
    ])
    expect(items[1].question.text).toBe('A beam of length 2.5 m carries a load of 20 kN. Find the reaction.')
  })

  it.each([
    [['a/sheet.pdf', 'b/sheet.pdf'], /^sheet sheet-2$/],
    [['力学.pdf', '热.pdf'], /^document-(\w{8}) document-(?!\1)\w{8}$/],
  ])('has an id of its own beside others: %s', async (names, ids) => {
    for (const name of ['a', 'b']) await mkdir(join(folder, name))
    for (const name of names) await writeFile(join(folder, name), sheet)
    const { out } = await engvqa(folder, ['extract', ...names, '--out', 'result', '--json'])
    expect(
      JSON.parse(out)
        .documents.map(({ document }: { document: string }) => document)
        .join(' '),
    ).toMatch(ids)
    const lines = (await readFile(join(folder, 'result', 'items.jsonl'), 'utf8')).trim().split('\n')
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(6)
  })

  it('has no pages beyond its end: those asked for are left out with one warning, and none left is an error', async () => {
    await writeFile(join(folder, 'sheet-1.pdf'), sheet)
    const some = await engvqa(folder, ['extract', 'sheet-1.pdf', '--out', 'result', '--pages', '1-99'])
    expect(some).toMatchObject({ code: 1, out: expect.stringContaining('3 items') })
    expect(some.err.match(/The PDF has 1 page/g)).toHaveLength(1)
    const none = await engvqa(folder, ['extract', 'sheet-1.pdf', '--out', 'result', '--pages', '7'])
    expect(none).toMatchObject({ code: 3, out: '' })
    expect(none.err).toMatch(/^[^\n]*The PDF has 1 page: none[^\n]*\n {2}→ [^\n]*\n$/)
  })

  it('says with --quiet why it ends with 1', async () => {
    await writeFile(join(folder, 'sheet-1.pdf'), sheet)
    const { code, out, err } = await engvqa(folder, ['extract', 'sheet-1.pdf', '--out', 'result', '--pages', '1-2', '--quiet'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^\d+ to look at in result\/problems\.jsonl\.\n$/)
  })

  it('gets an SVG beside the PNG of a drawing when asked for, and none when not', async () => {
    const drawing = '0.5 w 40 40 80 50 re S 40 40 m 120 90 l S 40 90 m 120 40 l S'
    const texts = ['1. A shaft carries a torque of 2.5 kN m. Find the stress.', '2. Find the forces in the frame of the figure.']
    const content = [...texts.map((text, at) => show(text, 20, 180 - 25 * at, { size: 5 })), drawing].join('\n')
    await writeFile(join(folder, 'frame.pdf'), tinyPdf([content]))
    await engvqa(folder, ['extract', 'frame.pdf', '--out', 'result', '--svg'])
    const items = (await readFile(join(folder, 'result', 'items.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [diagram] = items.flatMap(({ diagrams }) => diagrams)
    const svg = await readFile(join(folder, 'result', 'images', `${diagram.sha256}.svg`), 'utf8')
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d/)
    await engvqa(folder, ['extract', 'frame.pdf', '--out', 'result'])
    expect((await readdir(join(folder, 'result', 'images'))).filter((name) => name.endsWith('.svg'))).toEqual([])
  })

  it('gets a preview that stands alone when one is asked for: each item beside its page', async () => {
    await writeFile(join(folder, 'sheet-1.pdf'), sheet)
    await engvqa(folder, ['extract', 'sheet-1.pdf', '--out', 'result', '--preview'])
    const page = await readFile(join(folder, 'result', 'preview.html'), 'utf8')
    for (const part of ['other/sheet-1/3', 'A beam of length 2.5 m', 'not reviewed', 'src="data:image/']) expect(page).toContain(part)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:|\/)/)
  })

  it('opens with an empty user password, and with the right one', async () => {
    expect(await engvqa(folder, ['extract', fixture('empty-password.pdf'), '--out', 'a', '--json'])).toMatchObject({
      out: expect.stringContaining('"pages":1'),
    })
    const right = await engvqa(folder, ['extract', fixture('asks-for-password.pdf'), '--out', 'b', '--json'], {
      env: { ENGVQA_PDF_PASSWORD: 'secret' },
    })
    expect(right.out).toContain('"pages":1')
    const wrongNow = await engvqa(folder, ['extract', fixture('asks-for-password.pdf'), '--out', 'b', '--password', 'wrong'])
    expect(wrongNow).toMatchObject({ code: 3, err: expect.stringContaining('does not open the file') })
  })

  it.each([
    ['missing', undefined, 'not there'],
    ['empty', new Uint8Array(), 'The file is empty'],
    ['cut off', cutOff(sheet), 'damaged beyond repair'],
    ['a web page', Buffer.from('<!doctype html>'), 'not a PDF'],
    ['without pages', tinyPdf([]), 'no pages'],
  ])('that is %s ends with 3 and two plain lines', async (_, bytes, said) => {
    if (bytes) await writeFile(join(folder, 'bad.pdf'), bytes)
    const { code, err, out } = await engvqa(folder, ['extract', 'bad.pdf', '--out', 'result'])
    expect(code).toBe(3)
    expect(err).toContain(said)
    expect(err.trim().split('\n')).toHaveLength(2)
    expect(err).toMatch(/\n {2}→ /)
    expect(out).toBe('')
  })

  it('that is a folder is called one', async () => {
    await mkdir(join(folder, 'book'))
    const { code, err } = await engvqa(folder, ['extract', 'book', '--out', 'result'])
    expect([code, err]).toEqual([3, expect.stringMatching(/book is a folder, not a PDF\.\n {2}→ Name a PDF in it\.\n$/)])
  })

  it('that is encrypted asks for its password, and says when it is wrong', async () => {
    const asked = await engvqa(folder, ['extract', fixture('asks-for-password.pdf'), '--out', 'a'])
    expect(asked).toMatchObject({ code: 3, err: expect.stringMatching(/--password.*ENGVQA_PDF_PASSWORD/) })
  })

  it('with a damaged cross-reference table is read, and said to be repaired', async () => {
    await writeFile(join(folder, 'xref.pdf'), badXref(sheet))
    expect(await engvqa(folder, ['extract', 'xref.pdf', '--out', 'r'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cross-reference table'),
    })
  })

  it('gives only the pages that are asked for, and refuses those that are not there', async () => {
    await writeFile(join(folder, 'two.pdf'), tinyPdf([show('1. Alpha is 5.', 20, 150), show('2. Beta is 6.', 20, 150)]))
    const { out } = await engvqa(folder, ['extract', 'two.pdf', '--out', 'r', '--pages', '2', '--json'])
    expect(JSON.parse(out).documents[0].pages).toBe(1)
    const beyond = await engvqa(folder, ['extract', 'two.pdf', '--out', 'r', '--pages', '2,7'])
    expect(beyond).toMatchObject({ code: 1, err: expect.stringContaining('page 7') })
  })

  it('cannot be written where a file is in the way', async () => {
    await writeFile(join(folder, 'sheet.pdf'), sheet)
    await writeFile(join(folder, 'taken'), 'a file')
    expect(await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'taken'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^taken is a file\.\n {2}→ Name a folder/),
    })
  })

  it.runIf(process.getuid?.() !== 0)('cannot be written into a folder that is not ours', async () => {
    await writeFile(join(folder, 'sheet.pdf'), sheet)
    await mkdir(join(folder, 'locked'))
    await chmod(join(folder, 'locked'), 0o500)
    expect(await engvqa(folder, ['extract', 'sheet.pdf', '--out', 'locked/x'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('cannot be written'),
    })
  })
})

describe('a workspace', () => {
  it('loses nothing when one of its files is bad, and queues the items of the others', async () => {
    await engvqa(folder, ['init', '.'])
    await writeFile(join(folder, 'good.pdf'), sheet)
    await copyFile(fixture('asks-for-password.pdf'), join(folder, 'locked.pdf'))
    expect(
      (await engvqa(folder, ['add', 'good.pdf', '--subject', 'mechanics-of-materials', '--licence', 'CC0-1.0'])).code,
    ).toBeLessThanOrEqual(1)
    expect(await engvqa(folder, ['add', 'locked.pdf', '--subject', 'dynamics'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('password'),
    })
    const manifest = await readFile(join(folder, 'documents.yaml'), 'utf8')
    expect(manifest).toContain('id: good')
    expect(manifest).not.toContain('id: locked')
    await writeFile(join(folder, 'documents.yaml'), `${manifest}  - id: locked\n    file: locked.pdf\n    subject: dynamics\n`)
    const { code, out, err } = await engvqa(folder, ['extract'])
    expect(code).toBe(1)
    expect(err).toContain('locked › ingest')
    expect(out).toContain('3 items: 3 new in the review queue')
    const second = await engvqa(folder, ['extract'])
    expect(second.out).toContain('0 new in the review queue, 0 changed, 3 unchanged')
    expect(second.out).toMatch(/good .* unchanged/)
  })
})
