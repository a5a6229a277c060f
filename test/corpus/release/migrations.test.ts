import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canaryOf } from '../../../corpus/release/canary.ts'
import { migrations } from '../../../corpus/release/migrations.ts'
import { readRelease } from '../../../corpus/release/read.ts'
import { verifyRelease } from '../../../corpus/release/verify.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import type { Item } from '../../../schemas/item.ts'
import { RELEASE_FORMAT, type ReleasedItem } from '../../../schemas/release.ts'
import { item, releaseInput } from './sample.ts'

/** A frozen release of each format; see about.md there. */
const frozen = (format: number) => fileURLToPath(new URL(`../../fixtures/releases/format-${format}`, import.meta.url))

/** A released item as it was before it was released. */
const asCandidate = ({ split, canary, withheldSolution, ...candidate }: ReleasedItem): Item => candidate

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(frozen(1), join(folder, '1.0.0'), { recursive: true })
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

describe.each(Array.from({ length: RELEASE_FORMAT }, (_, index) => index + 1))('a release of format %i', (format) => {
  it('still reads and verifies', async () => {
    const release = await readRelease(frozen(format))
    expect(release.items).toMatchObject([
      { id: 'fluid-mechanics/book/1', split: 'test', diagrams: [{ label: 'Fig. 1' }], equations: [{ tag: '5.12' }] },
      { id: 'fluid-mechanics/book/2', question: { parts: [{ label: 'a' }, { label: 'b' }] }, solution: null },
    ])
    expect(release.manifest).toMatchObject({ version: '1.0.0', format: RELEASE_FORMAT, canary: canaryOf('tiny-vqa') })
    expect(await release.image(release.items[0]?.diagrams[0]?.sha256 ?? '')).toBeDefined()
    expect((await verifyRelease(frozen(format))).faults).toEqual([])
  })
})

describe('an old release', () => {
  it('is what the next version is compared with', async () => {
    const old = await readRelease(join(folder, '1.0.0'))
    const items = [...old.items.map(asCandidate), item('3')]
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
