import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canaryOf } from '../../../corpus/release/canary.ts'
import { migrations } from '../../../corpus/release/migrations.ts'
import { readRelease } from '../../../corpus/release/read.ts'
import { verifyRelease } from '../../../corpus/release/verify.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import { RELEASE_FORMAT } from '../../../schemas/release.ts'
import { diagram, item, picture, releaseInput, sha256 } from './sample.ts'

/** A release as format 1 had it: an item a line, no split, no canary, and a manifest that knew of no other release. */
async function writeFormat1(folder: string): Promise<void> {
  const png = await picture(1)
  const digest = sha256(png)
  const items = [item('1', { diagrams: [diagram({ file: `images/${digest}.png`, sha256: digest, width: 240, height: 120 })] }), item('2')]
  const lines = items.map((one) => `${JSON.stringify(one)}\n`).join('')
  await mkdir(join(folder, 'images'), { recursive: true })
  await writeFile(join(folder, `images/${digest}.png`), png)
  await writeFile(join(folder, 'items.jsonl'), lines)
  const source = {
    document: 'book',
    title: 'A Book',
    origin: null,
    sha256: sha256('book'),
    pages: 12,
    solutionsSha256: null,
    solutionsPages: null,
    licence: 'CC-BY-4.0',
    mayRedistribute: true,
    items: 2,
  }
  const manifest = {
    format: 1,
    name: 'tiny-vqa',
    title: 'Tiny VQA',
    version: '1.0.0',
    date: '2025-01-02',
    code: '0.0.1',
    licence: 'CC-BY-4.0',
    contact: '',
    items: 2,
    unreviewed: 0,
    subjects: { 'fluid-mechanics': 2 },
    stages: { layout: [1] },
    models: [],
    sources: [source],
    heldBack: {},
    files: [
      { path: `images/${digest}.png`, sha256: digest, bytes: png.length },
      { path: 'items.jsonl', sha256: sha256(lines), bytes: Buffer.byteLength(lines) },
    ],
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFormat1(join(folder, '1.0.0'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('migrations', () => {
  it('lead from format to format without a gap, up to today’s', () => {
    expect(migrations.map(({ to }) => to)).toEqual(Array.from({ length: RELEASE_FORMAT - 1 }, (_, index) => index + 2))
    for (const { why } of migrations) expect(why).not.toBe('')
  })

  it('to 2: items get a split, a canary and no withheld solution', () => {
    const [to2] = migrations
    expect(to2?.item({ id: 'a' }, { canary: 'c' })).toEqual({ id: 'a', split: 'test', canary: 'c', withheldSolution: null })
    expect(to2?.manifest({ name: 'tiny-vqa', items: 3, sources: [{ document: 'book' }] })).toMatchObject({
      canary: canaryOf('tiny-vqa'),
      splits: { test: 3 },
      previous: null,
      solutions: { kind: 'included' },
      sources: [{ document: 'book', authors: [] }],
    })
  })
})

describe('a release of format 1', () => {
  it('still reads and verifies', async () => {
    const release = await readRelease(join(folder, '1.0.0'))
    expect(release.items).toMatchObject([{ id: 'fluid-mechanics/book/1', split: 'test' }, { id: 'fluid-mechanics/book/2' }])
    expect(release.manifest).toMatchObject({ version: '1.0.0', format: RELEASE_FORMAT, canary: canaryOf('tiny-vqa') })
    expect((await verifyRelease(join(folder, '1.0.0'))).faults).toEqual([])
  })

  it('is what the next version is compared with', async () => {
    const old = await readRelease(join(folder, '1.0.0'))
    const items = [item('1', { diagrams: old.items[0]?.diagrams ?? [] }), item('2'), item('3')]
    const { manifest } = await writeRelease(releaseInput(folder, items, { image: old.image }))
    expect(manifest).toMatchObject({ version: '1.1.0', bump: 'minor', canary: old.manifest.canary })
  })
})

it('refuses a release that is newer than this software', async () => {
  const newer = join(folder, 'newer')
  await mkdir(newer)
  await writeFile(join(newer, 'manifest.json'), JSON.stringify({ format: RELEASE_FORMAT + 1 }))
  await expect(readRelease(newer)).rejects.toMatchObject({ problem: { code: 'release-too-new' } })
})
