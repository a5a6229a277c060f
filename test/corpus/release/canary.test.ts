import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { canaryOf, findCanary } from '../../../corpus/release/canary.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import { diagram, item, Pictures, releaseInput } from './sample.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canary-'))
})
afterAll(() => rm(folder, { recursive: true }))

const CANARY = canaryOf('tiny-vqa')

describe('the canary', () => {
  it('is a GUID of the dataset’s own, the same each time', () => {
    expect(z.uuid().safeParse(CANARY).success).toBe(true)
    expect(canaryOf('tiny-vqa')).toBe(CANARY)
    expect(canaryOf('other-vqa')).not.toBe(CANARY)
  })

  it('stands in every file of a release but the pictures, which are named by their content, and Git’s own', async () => {
    const pictures = new Pictures()
    const { folder: release } = await writeRelease(
      releaseInput(join(folder, 'releases'), [item('1', { diagrams: [diagram(await pictures.add(1))] })], { image: pictures.read }),
    )
    const hits = new Set((await findCanary([release], CANARY)).map(({ file }) => file))
    const files = (await readdir(release, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const without = files.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !hits.has(file))
    expect(without.map((file) => file.slice(release.length + 1).replace(/[0-9a-f]{64}/, '…')).toSorted()).toEqual([
      '.gitattributes',
      'images/….png',
    ])
    const lines = (await readFile(join(release, 'items.jsonl'), 'utf8')).trim().split('\n')
    for (const line of lines) expect(line).toContain(CANARY)
  })
})

describe('findCanary', () => {
  it('finds it in any case, inside gzip, deep in folders and across pieces of a large file', async () => {
    const corpus = join(folder, 'corpus')
    await mkdir(join(corpus, 'deep/er'), { recursive: true })
    await writeFile(join(corpus, 'deep/er/upper.txt'), `x ${CANARY.toUpperCase()}`)
    await writeFile(join(corpus, 'packed.jsonl.gz'), gzipSync(`{"text":"${CANARY}"}`))
    await writeFile(join(corpus, 'large.txt'), `${'a'.repeat(65_536 - 10)}${CANARY}${'b'.repeat(1000)}`)
    await writeFile(join(corpus, 'clean.txt'), CANARY.slice(0, 30))
    await writeFile(join(corpus, 'broken.gz'), gzipSync('nothing here').subarray(0, 15))
    const hits = await findCanary([corpus], CANARY)
    expect(hits.map(({ file, offset, unpacked }) => [file.slice(corpus.length + 1), offset, unpacked])).toEqual([
      ['deep/er/upper.txt', 2, false],
      ['large.txt', 65_526, false],
      ['packed.jsonl.gz', 9, true],
    ])
  })

  it('says which path is not there', async () => {
    await expect(findCanary([join(folder, 'nowhere')], CANARY)).rejects.toMatchObject({ problem: { code: 'file-missing' } })
  })
})
