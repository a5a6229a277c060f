import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copiesWanted, hydrateRelease } from '../../../corpus/release/hydrate.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import { type OpenPdf, openPdf } from '../../../pipeline/pdf/open.ts'
import { cropPng } from '../../../pipeline/pdf/render.ts'
import { type Box, toBBox } from '../../../schemas/geometry.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { WithheldImage } from '../../../schemas/release.ts'
import type { CutFromFile } from '../../../schemas/render.ts'
import { diagram, equation, item, releaseInput, sha256 } from './sample.ts'

const BOOK = fileURLToPath(new URL('../../../sample/thermo-a.pdf', import.meta.url))
const DPI = 200

/** Points a pixel. */
const PIXEL = 72 / DPI

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydrate-'))
})
afterAll(() => rm(folder, { recursive: true }))

const cutterOf =
  (pdf: OpenPdf): CutFromFile =>
  async ({ page, box, dpi, turned }) => {
    const picture = await cropPng(pdf, page, box, dpi, turned)
    return picture === 'blank' ? 'blank' : picture.png
  }

it('cuts from a real PDF the very pictures that were withheld, also where a box was rounded over a pixel’s edge', async () => {
  const bytes = await readFile(BOOK)
  const pdf = openPdf(bytes, { file: 'thermo-a.pdf' })
  const pictures = new Map<string, Uint8Array>()
  // The second box ends a thousandth of a point inside a pixel that its rounded neighbour in the release does not touch.
  const boxes: Box[] = [
    { left: 60.1234, top: 100.4321, right: 250.5678, bottom: 300.8765 },
    { left: 60, top: 100, right: 694 * PIXEL + 0.001, bottom: 300 },
  ]
  const diagrams = await Promise.all(
    boxes.map(async (box) => {
      const cut = await cropPng(pdf, 1, box, DPI)
      if (cut === 'blank') throw new Error('There is something on this page.')
      const digest = sha256(cut.png)
      pictures.set(digest, cut.png)
      return diagram({ file: `images/${digest}.png`, sha256: digest, width: cut.width, height: cut.height }, { bbox: toBBox(box) })
    }),
  )
  // A formula: its crop has three points of white around its box, as the equations stage cuts it.
  const formula: Box = { left: 140.442, top: 175.961, right: 205.493, bottom: 205.004 }
  const cutFormula = await cropPng(
    pdf,
    1,
    { left: formula.left - 3, top: formula.top - 3, right: formula.right + 3, bottom: formula.bottom + 3 },
    DPI,
  )
  if (cutFormula === 'blank') throw new Error('There is a formula on this page.')
  const digest = sha256(cutFormula.png)
  pictures.set(digest, cutFormula.png)
  const one = item('1', { diagrams, equations: [equation({ file: `images/${digest}.png`, bbox: toBBox(formula) })] })
  const closed = { ...one, source: { ...one.source, sha256: sha256(bytes) } }
  const { folder: release, manifest } = await writeRelease(
    releaseInput(folder, [closed], { sources: [], image: async (wanted) => pictures.get(wanted) }),
  )
  expect(manifest.withheldImages).toBe(3)

  const noted: Problem[] = []
  const hydrated = await hydrateRelease({
    folder: release,
    files: new Map([['book', { document: BOOK }]]),
    cut: cutterOf(pdf),
    note: (problem) => noted.push(problem),
  })
  expect(noted).toEqual([])
  expect(hydrated).toEqual({ cut: 3, present: 0, missing: [] })
  for (const [digest, png] of pictures) expect((await readFile(join(release, `images/${digest}.png`))).equals(png)).toBe(true)
  pdf.close()
})

it('sets pictures upright that were cut from a page that lies on its side', async () => {
  const bytes = await readFile(BOOK)
  const pdf = openPdf(bytes, { file: 'thermo-a.pdf' })
  const box: Box = { left: 60, top: 100, right: 250, bottom: 300.5 }
  const picture = await cropPng(pdf, 1, box, DPI, 90)
  if (picture === 'blank') throw new Error('There is something on this page.')
  const digest = sha256(picture.png)
  const { png, ...size } = picture
  const one = item('1', { diagrams: [diagram({ file: `images/${digest}.png`, sha256: digest, ...size }, { bbox: toBBox(box) })] })
  const source = { ...one.source, sha256: sha256(bytes), turned: [{ of: 'document' as const, page: 1, degrees: 90 as const }] }
  const { folder: release } = await writeRelease(
    releaseInput(join(folder, 'turned'), [{ ...one, source }], { sources: [], image: async () => png }),
  )
  const [image] = (await readFile(join(release, 'withheld-images.jsonl'), 'utf8')).split('\n')
  expect(JSON.parse(image ?? '')).toMatchObject({ turned: 90, dpi: DPI })
  const hydrated = await hydrateRelease({
    folder: release,
    files: new Map([['book', { document: BOOK }]]),
    cut: cutterOf(pdf),
    note: () => undefined,
  })
  pdf.close()
  expect(hydrated).toEqual({ cut: 1, present: 0, missing: [] })
})

it('says whose copies are still wanted, each once', () => {
  const image = (document: string, of: 'document' | 'solutions') => ({ document, of }) as WithheldImage
  const missing = [image('beams', 'document'), image('beams', 'document'), image('pipes', 'solutions')]
  expect(copiesWanted(missing, new Map())).toEqual(['--file beams=…', '--solutions pipes=…'])
  expect(copiesWanted(missing, new Map([['beams', { document: 'beams.pdf' }]]))).toEqual(['--solutions pipes=…'])
})
