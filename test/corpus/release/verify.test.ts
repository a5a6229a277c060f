import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBlank, pngSize } from '../../../corpus/release/png.ts'
import { verifyRelease } from '../../../corpus/release/verify.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import type { ReleasedItem, ReleaseManifest } from '../../../schemas/release.ts'
import { diagram, equation, item, Pictures, picture, releaseInput, sha256 } from './sample.ts'

let folder: string
let runs = 0
const pictures = new Pictures()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Hands {
  readonly folder: string
  item(change: (item: ReleasedItem) => unknown): Promise<void>
  manifest(change: (manifest: ReleaseManifest) => unknown): Promise<void>
}

/** A sound release, and hands to harm it with; what is harmed gets its checksum in the manifest, so that only the harm is found. */
async function sound(): Promise<Hands> {
  const items = [
    item('1', { diagrams: [diagram(await pictures.add(1))], equations: [equation()] }),
    item('2', { question: { text: 'A second question, about something else than the first one is.', parts: [], spans: [] } }),
  ]
  const release = (await writeRelease(releaseInput(join(folder, String(++runs)), items, { image: pictures.read }))).folder
  const read = async (): Promise<ReleaseManifest> => JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'))
  const manifest: Hands['manifest'] = async (change) => {
    const value = await read()
    change(value)
    await writeFile(join(release, 'manifest.json'), JSON.stringify(value))
  }
  return {
    folder: release,
    manifest,
    item: async (change) => {
      const lines = (await readFile(join(release, 'items.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      change(lines[0])
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      await writeFile(join(release, 'items.jsonl'), text)
      await manifest(({ files }) => {
        for (const file of files)
          if (file.path === 'items.jsonl') Object.assign(file, { sha256: sha256(text), bytes: Buffer.byteLength(text) })
      })
      const croissant = (await readFile(join(release, 'croissant.json'), 'utf8')).replace(
        /("@id": "items\.jsonl"[\s\S]*?"sha256": ")[0-9a-f]+/,
        `$1${sha256(text)}`,
      )
      await writeFile(join(release, 'croissant.json'), croissant)
      await manifest(({ files }) => {
        for (const file of files)
          if (file.path === 'croissant.json') Object.assign(file, { sha256: sha256(croissant), bytes: Buffer.byteLength(croissant) })
      })
    },
  }
}

const faultsOf = async (release: string) => (await verifyRelease(release)).faults.map(({ code, message }) => `${code}: ${message}`)

describe('verifyRelease', () => {
  it('finds nothing in a sound release, and tells how far it is', async () => {
    const { folder: release } = await sound()
    const seen: number[] = []
    const report = await verifyRelease(release, { progress: (done, total) => seen.push(done / total) })
    expect(report).toMatchObject({ items: 2, images: 1, faults: [], doubts: [] })
    expect(seen.at(-1)).toBe(1)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  const harm: [string, (hands: Hands) => Promise<void>, RegExp][] = [
    [
      'a formula of the question that does not typeset',
      ({ item: edit }) =>
        edit((one) => {
          one.question.text += ' $\\frac{1}{$'
        }),
      /equation-unparsable: A formula of its question/,
    ],
    [
      'a formula of the solution that does not typeset',
      ({ item: edit }) =>
        edit((one) => {
          if (one.solution) one.solution.text = '$$\\nosuch{x}$$'
        }),
      /equation-unparsable: A formula of its solution/,
    ],
    [
      'an equation that does not typeset',
      ({ item: edit }) =>
        edit((one) => {
          for (const each of one.equations) each.latex = '}{'
        }),
      /equation-unparsable: One of its equations/,
    ],
    [
      'a page beyond the source',
      ({ item: edit }) =>
        edit((one) => {
          one.source.pages = [99]
        }),
      /page-out-of-range: It names page 99 of a source with 12 pages/,
    ],
    [
      'a solution page beyond the file',
      ({ item: edit }) =>
        edit((one) => {
          if (one.solution) one.solution.pages = [13]
        }),
      /page-out-of-range: Its solution names page 13/,
    ],
    [
      'another licence than the source’s',
      ({ item: edit }) =>
        edit((one) => {
          one.source.licence = 'MIT'
        }),
      /licence-unclear: Its licence is MIT/,
    ],
    [
      'an item from another file',
      ({ item: edit }) =>
        edit((one) => {
          one.source.sha256 = '0'.repeat(64)
        }),
      /file-changed/,
    ],
    [
      'a picture that is not there',
      ({ item: edit }) =>
        edit((one) => {
          for (const each of one.diagrams) each.file = `images/${'1'.repeat(64)}.png`
        }),
      /is used but not in the release/,
    ],
    [
      'a picture that nobody uses',
      ({ item: edit }) =>
        edit((one) => {
          one.diagrams = []
        }),
      /image-unused: images\/[0-9a-f]+\.png belongs to no item/,
    ],
    [
      'other dimensions',
      ({ item: edit }) =>
        edit((one) => {
          for (const each of one.diagrams) each.width = 5
        }),
      /image-differs: .* is 240 × 120 pixels, not 5 × 120/,
    ],
    [
      'an id that is used twice',
      ({ item: edit }) =>
        edit((one) => {
          one.id = 'fluid-mechanics/book/2'
        }),
      /duplicate-item: The id is used twice/,
    ],
    [
      'items that Parquet does not hold',
      ({ item: edit }) =>
        edit((one) => {
          one.id = 'fluid-mechanics/book/7'
        }),
      /The Parquet files of fluid-mechanics\/test do not hold/,
    ],
    [
      'a canary of another dataset',
      ({ item: edit }) =>
        edit((one) => {
          one.canary = '00000000-0000-8000-8000-000000000000'
        }),
      /The canary is not the one/,
    ],
    [
      'a field that the schema does not know',
      ({ item: edit }) =>
        edit((one) => {
          Object.assign(one, { hint: 'x' })
        }),
      /Line 1 of items.jsonl: .*hint/,
    ],
    [
      'a source that the manifest does not know',
      ({ item: edit }) =>
        edit((one) => {
          one.source.document = 'other'
        }),
      /no source called other/,
    ],
    [
      'a wrong count',
      ({ manifest }) =>
        manifest((all) => {
          all.items = 3
        }),
      /holds 2 items, the manifest says 3/,
    ],
    [
      'a wrong count of a subject',
      ({ manifest }) =>
        manifest((all) => {
          all.subjects = { 'fluid-mechanics': 1, dynamics: 1 }
        }),
      /There are 2 items in fluid-mechanics, the manifest says 1/,
    ],
  ]
  it.each(harm)('finds %s', async (_, damage, expected) => {
    const hands = await sound()
    await damage(hands)
    expect((await faultsOf(hands.folder)).join('\n')).toMatch(expected)
  })

  it('finds a picture that is blank, and one that is none', async () => {
    const blank = await sharp({ create: { width: 240, height: 120, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    for (const [bytes, expected] of [
      [blank, /crop-blank/],
      [Buffer.from('no picture'), /is not a PNG/],
    ] as const) {
      const { folder: release, manifest } = await sound()
      const path = `images/${sha256(bytes)}.png`
      await writeFile(join(release, path), bytes)
      await manifest(({ files }) => files.push({ path, sha256: sha256(bytes), bytes: bytes.length }))
      expect((await faultsOf(release)).join('\n')).toMatch(expected)
    }
  })

  it('finds a line that is no JSON and goes on', async () => {
    const { folder: release } = await sound()
    await writeFile(join(release, 'items.jsonl'), `{"id":\n${await readFile(join(release, 'items.jsonl'), 'utf8')}`)
    const faults = await faultsOf(release)
    expect(faults.join('\n')).toContain('line 1 of items.jsonl is not JSON')
    expect(faults.join('\n')).not.toContain('Get the release again') // that is the hint's place
    expect(faults.join('\n')).not.toMatch(/holds \d items/) // the two good lines were read
  })
})

describe('isBlank', () => {
  const page = (shape: string, width = 300, height = 200) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${shape}</svg>`,
      ),
    )

  it('tells blank from drawn, in grey, colour, transparency, palette and sixteen bits', async () => {
    for (const shape of ['', '<path d="M 299 199 h 1" stroke="#000"/>']) {
      const kinds = [
        page(shape).flatten().png(),
        page(shape).flatten().greyscale().png(),
        page(shape).ensureAlpha().png(),
        page(shape).png({ palette: true }),
        page(shape).toColourspace('rgb16').png(),
        page(shape).png({ adaptiveFiltering: true, compressionLevel: 0 }),
        page(shape).png({ progressive: true }),
      ]
      for (const kind of kinds) expect(await isBlank(await kind.toBuffer())).toBe(shape === '')
    }
  })

  it('looks at the whole of a large picture whose ink is at its end', async () => {
    const noise = Buffer.alloc(900 * 900 * 3, 255)
    const blank = await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    noise[noise.length - 1] = 0
    const drawn = await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect([await isBlank(blank), await isBlank(drawn)]).toEqual([true, false])
  })

  it('reads the size of a PNG and of nothing else', async () => {
    expect(pngSize(await picture(1))).toEqual({ width: 240, height: 120 })
    expect(pngSize(Buffer.from('GIF89a'))).toBeUndefined()
  })
})
