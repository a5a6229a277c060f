import { readFileSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stageFolder } from '../../../corpus/release/folder.ts'
import { describeReasons } from '../../../corpus/release/gate.ts'
import { readRelease } from '../../../corpus/release/read.ts'
import { verifyRelease } from '../../../corpus/release/verify.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import type { HeldBackReason } from '../../../schemas/release.ts'
import { diagram, item, Pictures, releaseInput } from './sample.ts'

let folder: string
const pictures = new Pictures()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'))
})
afterAll(() => rm(folder, { recursive: true }))

let runs = 0
const fresh = () => join(folder, String(++runs))

const someItems = async () => [
  item('2', { diagrams: [diagram(await pictures.add(2))] }),
  item('1', { diagrams: [diagram(await pictures.add(1)), diagram(await pictures.add(2))] }),
]

describe('a release', () => {
  it('comes back from the disk as it went in, items by id, with their pictures', async () => {
    const items = await someItems()
    const written = await writeRelease(releaseInput(fresh(), items, { image: pictures.read }))
    const release = await readRelease(written.folder)
    expect(release.items.map(({ id }) => id)).toEqual(['fluid-mechanics/book/1', 'fluid-mechanics/book/2'])
    expect(release.items[1]).toMatchObject(items[0] ?? {})
    expect(release.items[1]).toMatchObject({ split: 'test', canary: release.manifest.canary, withheldSolution: null })
    expect(release.manifest).toMatchObject({
      version: '1.0.0',
      items: 2,
      unreviewed: 0,
      date: '2026-03-04',
      stages: { layout: [1], link: [2] },
    })
    const digest = items[0]?.diagrams[0]?.sha256 ?? ''
    expect(await release.image(digest)).toEqual(pictures.bytes.get(digest))
    expect(await release.image('0'.repeat(64))).toBeUndefined()
  })

  it('is the same, byte for byte, when made again from the same items in another order', async () => {
    const items = await someItems()
    const [a, b] = [fresh(), fresh()]
    await writeRelease(releaseInput(a, items, { image: pictures.read }))
    await writeRelease(releaseInput(b, items.toReversed(), { image: pictures.read }))
    const files = await readdir(join(a, '1.0.0'), { recursive: true, withFileTypes: true })
    const names = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(a.length))
    expect(names.length).toBeGreaterThan(4)
    for (const name of names) expect(readFileSync(join(b, name)).equals(readFileSync(join(a, name))), name).toBe(true)
  })

  it('is never written over, and nothing half-written stays behind when it fails', async () => {
    const releases = fresh()
    await writeRelease(releaseInput(releases, [item('1')]))
    await expect(stageFolder(join(releases, '1.0.0'))).rejects.toMatchObject({
      problem: { code: 'release-exists', hint: expect.stringContaining('again') },
    })
    const failing = { image: pictures.read, renderPage: () => Promise.reject(new Error('no disk')) }
    await expect(writeRelease(releaseInput(releases, await someItems(), failing))).rejects.toThrow('no disk')
    expect(await readdir(releases)).toEqual(['1.0.0'])
  })

  it('goes to the quicker of two runs, whole, and the other is told', async () => {
    const releases = fresh()
    const [one, other] = [await stageFolder(join(releases, '1.0.0')), fresh()]
    await one.write('who.txt', 'one')
    await mkdir(join(releases, '1.0.0'))
    await writeFile(join(releases, '1.0.0/who.txt'), other)
    await expect(one.commit()).rejects.toMatchObject({ problem: { code: 'release-exists', message: expect.stringContaining('meanwhile') } })
    await one.abandon()
    expect(await readdir(releases)).toEqual(['1.0.0'])
    expect(await readFile(join(releases, '1.0.0/who.txt'), 'utf8')).toBe(other)
  })

  it('clears away what a killed run left behind, and leaves a living one alone', async () => {
    const releases = fresh()
    await mkdir(join(releases, '.partial-4194399-0.9.0'), { recursive: true }) // above the highest process id that Linux gives
    await mkdir(join(releases, `.partial-${process.ppid}-0.9.1`), { recursive: true })
    await writeRelease(releaseInput(releases, [item('1')]))
    expect((await readdir(releases)).toSorted()).toEqual([`.partial-${process.ppid}-0.9.1`, '1.0.0'])
  })
})

describe('the gate', () => {
  const mixed = () => [
    item('1'),
    item('2', { review: { status: 'pending', by: [], at: null, changed: [] } }),
    item('3', { review: { status: 'rejected', by: ['r1'], at: '2026-01-02T03:04:05Z', changed: [] } }),
    item('4', { review: { status: 'discuss', by: ['r1'], at: '2026-01-02T03:04:05Z', changed: [] } }),
  ]

  it('lets approved items through and counts the others with reasons', async () => {
    const { manifest } = await writeRelease(releaseInput(fresh(), mixed()))
    expect(manifest).toMatchObject({ items: 1, unreviewed: 0, heldBack: { pending: 1, rejected: 1, discuss: 1 } })
  })

  it('tells the reasons in words', () => {
    const held = (reason: HeldBackReason, id: string) => ({ id, reason })
    const all = [held('rejected', '1'), held('duplicate', '2'), held('duplicate', '3')]
    expect(describeReasons(all, ['b', 'a', 'b'])).toBe('2 duplicates of items in a, b, 1 rejected in the review')
    expect(describeReasons([], [])).toBe('')
  })

  it('lets unreviewed items through when asked, says so, and still keeps rejected ones out', async () => {
    const { folder: written, manifest } = await writeRelease(releaseInput(fresh(), mixed(), { includeUnreviewed: true }))
    expect(manifest).toMatchObject({ items: 3, unreviewed: 2, heldBack: { rejected: 1 } })
    expect(await readFile(join(written, 'preview.html'), 'utf8')).toContain('2 of 3 items have not been approved')
  })

  it('refuses a release of nothing', async () => {
    await expect(writeRelease(releaseInput(fresh(), mixed().slice(1)))).rejects.toMatchObject({ problem: { code: 'release-empty' } })
  })

  it('holds an item back whose picture is gone, and says so', async () => {
    const input = releaseInput(fresh(), [item('1'), ...(await someItems()).slice(0, 1)])
    const { manifest } = await writeRelease(input)
    expect(manifest).toMatchObject({ items: 1, heldBack: { 'image-missing': 1 } })
    expect(input.noted).toMatchObject([{ severity: 'error', place: { item: 'fluid-mechanics/book/2' } }])
  })
})

describe('verifyRelease', () => {
  const sound = async () => (await writeRelease(releaseInput(fresh(), await someItems(), { image: pictures.read }))).folder
  const messages = async (release: string) => (await verifyRelease(release)).faults.map(({ message }) => message)

  it('finds nothing in a sound release', async () => {
    expect(await verifyRelease(await sound())).toMatchObject({ items: 2, images: 2, faults: [] })
  })

  it('finds a file that was changed, one that is missing and one that was added', async () => {
    const release = await sound()
    const [image = ''] = await readdir(join(release, 'images'))
    await appendFile(join(release, 'items.jsonl'), '{}\n')
    await rm(join(release, 'images', image))
    await writeFile(join(release, 'extra.txt'), 'x')
    const found = (await messages(release)).join('\n')
    expect(found).toContain('items.jsonl has')
    expect(found).toContain(`images/${image} is missing`)
    expect(found).toContain('extra.txt is not in the manifest')
    expect(found).toContain('Line 3 of items.jsonl')
    expect(found).toContain('holds 3 items, the manifest says 2')
  })

  it('says what is wrong with a folder that is no release', async () => {
    await expect(verifyRelease(folder)).rejects.toMatchObject({ problem: { code: 'release-invalid' } })
  })
})
