import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hydrateRelease, type OwnFiles } from '../../../corpus/release/hydrate.ts'
import { readRelease } from '../../../corpus/release/read.ts'
import { verifyRelease } from '../../../corpus/release/verify.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import type { Item } from '../../../schemas/item.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { CutFromFile } from '../../../schemas/render.ts'
import { diagram, equation, item, Pictures, picture, releaseInput, sha256 } from './sample.ts'

let folder: string
let runs = 0
const fresh = () => join(folder, String(++runs))
const pictures = new Pictures()

/** The curator's PDFs; what is in them does not matter here, only that they are the same bytes. */
const PDF = 'a book'
const SOLUTIONS = 'its solutions'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'withhold-'))
  await writeFile(join(folder, 'book.pdf'), PDF)
  await writeFile(join(folder, 'solutions.pdf'), SOLUTIONS)
  await writeFile(join(folder, 'other.pdf'), 'another edition')
})
afterAll(() => rm(folder, { recursive: true }))

async function closedItem(): Promise<Item> {
  const [figure, formula, printed] = [await pictures.add(1), await pictures.add(2), await pictures.add(3)]
  const closed = item('1', { document: 'closed' })
  return {
    ...closed,
    source: { ...closed.source, sha256: sha256(PDF), solutionsSha256: sha256(SOLUTIONS) },
    diagrams: [diagram(figure, { page: 4, bbox: [72, 300, 158.4, 343.2] })],
    equations: [equation({ file: formula.file, page: 4, bbox: [10, 20, 30, 40] })],
    solution: { text: 'So it is.', pages: [7], spans: [{ page: 7, bbox: [1, 2, 3, 4] }], files: [printed.file], answers: [] },
  }
}

const open = async () =>
  item('1', {
    document: 'open',
    diagrams: [diagram(await pictures.add(9))],
    question: { text: 'A very different question about open books and their many pages.', parts: [], spans: [] },
  })

const source = (id: string, mayRedistribute: boolean) => ({ id, licence: 'CC-BY-4.0', mayRedistribute, pages: 12, solutionsPages: 12 })
const released = async (items: readonly Item[], over = {}) =>
  writeRelease(
    releaseInput(fresh(), items, {
      image: pictures.read,
      sources: [source('closed', false), source('open', true)],
      renderPage: () => picture(5),
      ...over,
    }),
  )

describe('a source without the right to be given away', () => {
  it('ships coordinates and checksums instead of pictures, and is not drawn', async () => {
    const { folder: release, manifest } = await released([await closedItem(), await open()])
    const shipped = await readdir(join(release, 'images'))
    expect(shipped).toEqual([`${(await pictures.add(9)).sha256}.png`])
    expect(manifest).toMatchObject({ items: 2, withheldImages: 3 })
    const lines = (await readFile(join(release, 'withheld-images.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const figure = (await pictures.add(1)).sha256
    expect(lines.find(({ sha256: digest }) => digest === figure)).toMatchObject({
      document: 'closed',
      of: 'document',
      page: 4,
      bbox: [72, 300, 158.4, 343.2],
      dpi: 200,
      items: ['fluid-mechanics/closed/1'],
    })
    expect(lines.map(({ of }) => of).toSorted()).toEqual(['document', 'document', 'solutions'])
    const preview = await readFile(join(release, 'preview.html'), 'utf8')
    expect(preview).toContain('picture not in this release')
    expect(preview).toContain('nobody has said that this source may be given away')
    for (const seed of [1, 2, 3])
      expect(preview).not.toContain(Buffer.from(pictures.bytes.get((await pictures.add(seed)).sha256) ?? []).toString('base64'))
    expect((await verifyRelease(release)).faults).toEqual([])
  })

  it('needs no pictures at hand, and one that documents.yaml does not know has no rights', async () => {
    const { manifest } = await released([await closedItem()], { image: async () => undefined, sources: [] })
    expect(manifest).toMatchObject({ items: 1, withheldImages: 3, sources: [{ mayRedistribute: false }] })
  })
})

describe('the text of a source without the right to be given away', () => {
  it('is released with a warning in the notes, the card and the preview', async () => {
    const noted: Problem[] = []
    const { folder: release } = await released([await closedItem(), await open()], { note: (problem: Problem) => noted.push(problem) })
    expect(noted).toMatchObject([{ code: 'licence-unclear', severity: 'warning', place: { document: 'closed' } }])
    const said = '1 of 2 items come from sources that nobody has said may be given away'
    expect(await readFile(join(release, 'README.md'), 'utf8')).toContain(said)
    expect(await readFile(join(release, 'preview.html'), 'utf8')).toContain(said)
    expect(await readFile(join(release, 'items.jsonl'), 'utf8')).toContain('So it is.')
  })

  it('is nowhere in a release of what may be given away only, and nothing warns of it', async () => {
    const noted: Problem[] = []
    const given = { onlyRedistributable: true, note: (problem: Problem) => noted.push(problem) }
    const { folder: release, manifest, heldBack } = await released([await closedItem(), await open()], given)
    expect(noted).toEqual([])
    expect(heldBack).toEqual([{ id: 'fluid-mechanics/closed/1', reason: 'no-right' }])
    expect(manifest).toMatchObject({ items: 1, withheldImages: 0, heldBack: { 'no-right': 1 } })
    for (const file of ['README.md', 'preview.html', 'items.jsonl', 'inspect.jsonl', 'harness/vlmevalkit.tsv']) {
      const text = await readFile(join(release, file), 'utf8')
      expect(text).not.toContain('So it is.')
      expect(text).not.toContain('nobody has said')
    }
    expect((await verifyRelease(release)).faults).toEqual([])
  })

  it('is not released at all when there is nothing else, and the way out is told', async () => {
    const hint = expect.stringContaining('mayRedistribute')
    await expect(released([await closedItem()], { onlyRedistributable: true })).rejects.toMatchObject({
      problem: { code: 'release-empty', hint },
    })
  })
})

describe('hydrateRelease', () => {
  let release: string
  let noted: Problem[]
  beforeEach(async () => {
    release = (await released([await closedItem(), await open()])).folder
    noted = []
  })

  /** Cuts what the curator cut, if it is asked for the right place. */
  const cut: CutFromFile = async ({ file, page, box }) => {
    if (file.endsWith('solutions.pdf')) return page === 7 && box.left === 1 ? picture(3) : 'blank'
    return box.left === 72 ? picture(1) : picture(2)
  }
  const own = (document: string, solutions?: string) =>
    new Map([['closed', { document: join(folder, document), solutions: solutions && join(folder, solutions) }]])
  const hydrate = (files: ReadonlyMap<string, OwnFiles>, how = cut) =>
    hydrateRelease({ folder: release, files, cut: how, note: (problem) => noted.push(problem) })

  it('cuts the pictures again from the user’s own files, and the release still verifies', async () => {
    expect(await hydrate(own('book.pdf', 'solutions.pdf'))).toEqual({ cut: 3, present: 0, missing: [] })
    expect(noted).toEqual([])
    const { items, image } = await readRelease(release)
    expect(await image(items[0]?.diagrams[0]?.sha256 ?? '')).toEqual(await picture(1))
    expect((await verifyRelease(release)).faults).toEqual([])
    expect(await hydrate(own('book.pdf', 'solutions.pdf'))).toEqual({ cut: 0, present: 3, missing: [] })
  })

  it('does what it can with the files that there are', async () => {
    const { cut: done, missing } = await hydrate(own('book.pdf'))
    expect(done).toBe(2)
    expect(missing).toMatchObject([{ of: 'solutions' }])
  })

  it('uses no other edition, and says so', async () => {
    expect(await hydrate(own('other.pdf'))).toMatchObject({ cut: 0, missing: [{}, {}, {}] })
    expect(noted).toMatchObject([{ code: 'file-changed', severity: 'error', place: { document: 'closed' } }])
  })

  it('keeps no picture that comes out otherwise, and finds one whose edge was rounded away', async () => {
    const differs = await hydrate(own('book.pdf'), () => picture(30))
    expect(differs.missing).toHaveLength(3)
    expect(noted.filter(({ code }) => code === 'image-differs')).toHaveLength(2)
    const rounded = await hydrate(own('book.pdf'), async (request) =>
      request.box.right > 158.4 || request.box.left === 10 ? cut(request) : picture(30),
    )
    expect(rounded.cut).toBe(2)
  })

  it('says which files and sources it does not know', async () => {
    await hydrate(
      new Map([
        ['closed', { document: join(folder, 'nowhere.pdf') }],
        ['stranger', { document: join(folder, 'book.pdf') }],
      ]),
    )
    expect(noted).toMatchObject([{ code: 'file-missing' }, { code: 'document-unknown' }])
  })
})

describe('withheld solutions', () => {
  it('lie in an archive beside the release, and come back with it', async () => {
    const solved = {
      ...(await open()),
      solution: { text: 'Secret $x = 42$.', pages: [2], spans: [], files: [(await pictures.add(7)).file], answers: [] },
    }
    const { folder: release, archive, manifest } = await released([solved], { withholdSolutions: true })
    const closed = await readRelease(release)
    expect(closed.items[0]).toMatchObject({ solution: null, withheldSolution: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(manifest.solutions).toMatchObject({ kind: 'withheld', archive: '1.0.0.solutions.tar' })
    for (const name of await readdir(release)) {
      if (name.includes('.')) expect(await readFile(join(release, name), 'utf8'), name).not.toContain('Secret')
    }
    const whole = await readRelease(release, archive ?? '')
    expect(whole.items[0]?.solution).toEqual(solved.solution)
    expect(await whole.image((await pictures.add(7)).sha256)).toEqual(await picture(7))
    expect(await closed.image((await pictures.add(7)).sha256)).toBeUndefined()
    expect((await verifyRelease(release)).faults).toEqual([])
    expect(await readFile(join(release, 'README.md'), 'utf8')).toContain('Reference solutions are withheld')
  })

  it('are the same bytes each time, and showing them later is an addition, not an edit', async () => {
    const [a, b] = [
      await released([await open()], { withholdSolutions: true }),
      await released([await open()], { withholdSolutions: true }),
    ]
    expect(await readFile(a.archive ?? '')).toEqual(await readFile(b.archive ?? ''))
    const shown = await writeRelease(
      releaseInput(join(a.folder, '..'), [await open()], { image: pictures.read, sources: [source('open', true)] }),
    )
    expect(shown.diff).toMatchObject({ bump: 'minor', changes: [{ kind: 'extended', fields: ['solution'] }] })
    const hidden = await writeRelease(
      releaseInput(join(a.folder, '..'), [await open()], {
        image: pictures.read,
        sources: [source('open', true)],
        withholdSolutions: true,
      }),
    )
    expect(hidden.diff).toMatchObject({ bump: 'major', changes: [{ kind: 'edited', fields: ['solution'] }] })
  })

  it('of another version, or changed on the way, are refused', async () => {
    const mine = await released([await open()], { withholdSolutions: true })
    const base = await open()
    const other = await released([{ ...base, solution: { text: 'Another one.', pages: [2], spans: [], files: [], answers: [] } }], {
      withholdSolutions: true,
    })
    await expect(readRelease(mine.folder, other.archive ?? '')).rejects.toMatchObject({
      problem: { code: 'release-invalid', message: expect.stringContaining('is not the one of this release') },
    })
    const printed = await pictures.add(7)
    const solved = { ...base, solution: { text: 'So.', pages: [2], spans: [], files: [printed.file], answers: [] } }
    const { folder: release, archive } = await released([solved], { withholdSolutions: true })
    const bytes = await readFile(archive ?? '')
    bytes.writeUInt8(bytes.readUInt8(bytes.indexOf('IEND') - 9) ^ 1, bytes.indexOf('IEND') - 9)
    await writeFile(archive ?? '', bytes)
    await expect(readRelease(release, archive ?? '')).rejects.toMatchObject({ problem: { code: 'release-invalid' } })
  })

  it('cannot be read from what is no archive', async () => {
    const { folder: release } = await released([await open()], { withholdSolutions: true })
    await expect(readRelease(release, join(folder, 'book.pdf'))).rejects.toMatchObject({ problem: { code: 'release-invalid' } })
  })
})
