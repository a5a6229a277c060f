import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishTarget, publishToFolder, publishToHub } from '../../../corpus/release/publish.ts'
import { verifyRelease } from '../../../corpus/release/verify.ts'
import { type WrittenRelease, writeRelease } from '../../../corpus/release/write.ts'
import { startHub } from './hub.ts'
import { diagram, item, Pictures, releaseInput } from './sample.ts'

const TOKEN = 'hf_0000'
const REPO = 'group/tiny-vqa'

let folder: string
let first: WrittenRelease
let second: WrittenRelease
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'))
  const pictures = new Pictures()
  const [a, b, c] = [await pictures.add(1), await pictures.add(2), await pictures.add(3)]
  const releases = join(folder, 'releases')
  const two = item('2', { question: { text: 'The second question has other words than the first one has.', parts: [], spans: [] } })
  first = await writeRelease(
    releaseInput(releases, [item('1', { diagrams: [diagram(a)] }), { ...two, diagrams: [diagram(b)] }], { image: pictures.read }),
  )
  second = await writeRelease(
    releaseInput(releases, [item('1', { diagrams: [diagram(a)] }), { ...two, diagrams: [diagram(c)] }], { image: pictures.read }),
  )
})
afterAll(() => rm(folder, { recursive: true }))

it('tells a repository from a folder by how it is written', () => {
  expect(publishTarget('hf:group/tiny-vqa')).toEqual({ kind: 'hub', repo: 'group/tiny-vqa' })
  expect(publishTarget('https://huggingface.co/datasets/group/tiny-vqa')).toEqual({
    kind: 'hub',
    repo: REPO,
    hubUrl: 'https://huggingface.co',
  })
  for (const path of ['group/tiny-vqa', '../checkout', 'hf:nonsense']) expect(publishTarget(path)).toEqual({ kind: 'folder', path })
})

describe('publishToFolder', () => {
  it('makes a checkout hold just the release, and leaves what is not ours alone', async () => {
    const target = join(folder, 'checkout')
    await mkdir(join(target, '.git'), { recursive: true })
    await writeFile(join(target, '.git/HEAD'), 'ref: refs/heads/main')
    await writeFile(join(target, 'NOTES.md'), 'mine')
    const files = first.manifest.files.length + 1
    expect(await publishToFolder(first.folder, target)).toEqual({ version: '1.0.0', where: target, sent: files, kept: 0, removed: 0 })
    expect(await publishToFolder(first.folder, target)).toMatchObject({ sent: 0, kept: files })
    expect(await publishToFolder(second.folder, target)).toMatchObject({ version: '2.0.0', removed: 1 })
    expect(await readFile(join(target, 'NOTES.md'), 'utf8')).toBe('mine')
    expect(await readFile(join(target, '.git/HEAD'), 'utf8')).toContain('main')
    await rm(join(target, '.git'), { recursive: true })
    await rm(join(target, 'NOTES.md'))
    expect((await verifyRelease(target)).faults).toEqual([])
  })

  it('goes on where it was interrupted', async () => {
    const target = join(folder, 'interrupted')
    await publishToFolder(first.folder, target)
    await rm(join(target, 'items.jsonl'))
    await writeFile(join(target, 'croissant.json'), 'half')
    expect(await publishToFolder(first.folder, target)).toMatchObject({ sent: 2 })
  })

  it('deletes nothing outside the folder, whatever an old manifest says', async () => {
    const target = join(folder, 'hostile')
    await publishToFolder(first.folder, target)
    const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'))
    manifest.files.push({ path: '../precious.txt', sha256: '0'.repeat(64), bytes: 1 })
    await writeFile(join(target, 'manifest.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'precious.txt'), 'keep me')
    expect(await publishToFolder(second.folder, target)).toMatchObject({ removed: 1 })
    expect(await readdir(folder)).toContain('precious.txt')
  })
})

describe('publishToHub', () => {
  it('makes the repository and uploads every file; a second time there is nothing to send', async () => {
    const hub = await startHub(REPO, TOKEN)
    const target = { repo: REPO, token: TOKEN, hubUrl: hub.url }
    const published = await publishToHub(first.folder, target)
    expect(published).toMatchObject({
      version: '1.0.0',
      sent: first.manifest.files.length + 1,
      kept: 0,
      where: `${hub.url}/datasets/${REPO}`,
    })
    for (const { path } of first.manifest.files) {
      expect(hub.files.get(path)?.bytes.equals(await readFile(join(first.folder, path))), path).toBe(true)
    }
    const commits = hub.commits.length
    expect(await publishToHub(first.folder, target)).toMatchObject({ sent: 0 })
    expect(hub.commits.length).toBe(commits)
    await hub.close()
  })

  it('takes away what the new version has not, and sends only what is new', async () => {
    const hub = await startHub(REPO, TOKEN)
    const target = { repo: REPO, token: TOKEN, hubUrl: hub.url }
    await publishToHub(first.folder, target)
    hub.files.set('mine.txt', { bytes: Buffer.from('x'), lfs: false })
    const published = await publishToHub(second.folder, target)
    expect(published.removed).toBe(1)
    expect(published.kept).toBeGreaterThan(0)
    expect([...hub.files.keys()].toSorted()).toEqual(
      [...second.manifest.files.map(({ path }) => path), 'manifest.json', 'mine.txt'].toSorted(),
    )
    await hub.close()
  })

  it('says what went wrong, and goes on from there when run again', async () => {
    const hub = await startHub(REPO, TOKEN)
    hub.failFrom = 1
    const target = { repo: REPO, token: TOKEN, hubUrl: hub.url }
    await expect(publishToHub(first.folder, target)).rejects.toMatchObject({
      problem: { code: 'publish-failed', message: expect.stringContaining('tired') },
    })
    const uploaded = hub.uploads.length
    expect(uploaded).toBeGreaterThan(0)
    hub.failFrom = Number.POSITIVE_INFINITY
    await publishToHub(first.folder, target)
    expect(hub.uploads.length).toBe(uploaded) // large files had arrived, and are not sent again
    expect(hub.files.size).toBe(first.manifest.files.length + 1)
    await hub.close()
  })

  it('is refused with a wrong token', async () => {
    const hub = await startHub(REPO, TOKEN)
    await expect(publishToHub(first.folder, { repo: REPO, token: 'hf_wrong', hubUrl: hub.url })).rejects.toMatchObject({
      problem: { code: 'publish-failed' },
    })
    await hub.close()
  })
})
