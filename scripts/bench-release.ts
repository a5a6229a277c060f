// Writes and verifies a large made-up release: npm run bench:release -- 20000
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { verifyRelease } from '../corpus/release/verify.ts'
import { writeRelease } from '../corpus/release/write.ts'
import type { Item } from '../schemas/item.ts'

const COUNT = Number(process.argv[2] ?? 20_000)

/** Drawings that the pictures are made from; each item gets bytes of its own. */
const DRAWINGS = 64

/** Bytes of a PNG before which a chunk of text may stand: signature and first chunk. */
const AFTER_HEAD = 33

const SUBJECTS = ['dynamics', 'thermodynamics', 'fluid-mechanics', 'heat-and-mass-transfer', 'mechanics-of-materials']
const WORDS =
  'steel beam pipe water steam heat wall plate shaft gear load force moment pressure flow nozzle turbine pump tank valve rod spring mass block'.split(
    ' ',
  )

const digestOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let state = 1
const random = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return (state ^ (state >>> 13)) / 2 ** 32
}
const words = (count: number): string =>
  Array.from({ length: count }, () => WORDS[Math.floor(Math.abs(random()) * WORDS.length)] ?? 'beam').join(' ')

async function drawing(seed: number): Promise<Buffer> {
  const strokes = Array.from(
    { length: 25 },
    (_, at) =>
      `<path d="M ${(at * 37 * seed) % 800} ${(at * 13) % 400} L ${(at * 29 * seed + 90) % 800} ${(at * 17 * seed) % 400}" stroke="#000"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="100%" height="100%" fill="#fff"/>${strokes.join('')}</svg>`
  return sharp(Buffer.from(svg)).greyscale().png().toBuffer()
}

/** The same picture with other bytes: a chunk of text goes in. */
function numbered(png: Buffer, number: number): Buffer {
  const body = Buffer.from(`tEXtnumber\0${number}`)
  const chunk = Buffer.concat([Buffer.alloc(4), body, Buffer.alloc(4)])
  chunk.writeUInt32BE(body.length - 4, 0)
  chunk.writeUInt32BE(crc32(body), chunk.length - 4)
  return Buffer.concat([png.subarray(0, AFTER_HEAD), chunk, png.subarray(AFTER_HEAD)])
}

function toItem(number: number, digest: string): Item {
  const subject = SUBJECTS[number % SUBJECTS.length] ?? 'dynamics'
  const document = `${subject}-book-${number % 20}`
  const page = 1 + (number % 400)
  const formula = `$x_{${number}} = ${number}\\,\\mathrm{kg/m^3}$ and $\\frac{a_{${number % 977}}}{b}$`
  return {
    id: `${subject}/${document}/${number}`,
    subject,
    source: {
      document,
      sha256: digestOf(document),
      solutionsSha256: null,
      number: String(number),
      pages: [page],
      chapter: null,
      licence: 'CC-BY-4.0',
    },
    question: { text: `${words(60)} ${formula}.`, parts: [], spans: [{ page, bbox: [10, 10, 200, 200] }] },
    diagrams: [
      {
        file: `images/${digest}.png`,
        sha256: digest,
        width: 800,
        height: 400,
        page,
        bbox: [10, 10, 298, 154],
        label: null,
        caption: null,
        kind: 'vector',
        type: null,
      },
    ],
    equations: [],
    solution: { text: `${words(80)} $$y_{${number}} = \\frac{${number}}{3}\\sqrt{x}$$`, pages: [page], spans: [], files: [], answers: [] },
    topics: [{ id: 'a', name: 'Topic A', by: 'embedded' }],
    review: { status: 'approved', by: ['r1'], at: '2026-01-01T00:00:00Z', changed: [] },
    provenance: { engine: 'local', stages: { layout: 1 }, models: [], confidence: 0.9, problems: [] },
  }
}

const drawings = await Promise.all(Array.from({ length: DRAWINGS }, (_, seed) => drawing(seed + 1)))
const picture = (number: number): Buffer => numbered(drawings[number % DRAWINGS] ?? Buffer.alloc(0), number)
const numbers = new Map<string, number>()
const items = Array.from({ length: COUNT }, (_, number) => {
  const digest = digestOf(picture(number))
  numbers.set(digest, number)
  return toItem(number, digest)
})
const sources = [...new Set(items.map(({ source }) => source.document))].map((id) => ({
  id,
  licence: 'CC-BY-4.0',
  mayRedistribute: true,
  pages: 400,
}))

const folder = await mkdtemp(join(tmpdir(), 'engvqa-bench-'))
const seconds = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  const result = await act()
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s, ${megabytes} MB at most so far`)
  return result
}
const written = await seconds(`release of ${COUNT} items with images`, () =>
  writeRelease({
    releases: folder,
    name: 'bench',
    title: 'Bench',
    licence: 'CC-BY-4.0',
    contact: '',
    items,
    sources,
    image: async (digest) => {
      const number = numbers.get(digest)
      return number === undefined ? undefined : picture(number)
    },
    date: new Date(0),
    code: '0',
    note: ({ message }) => console.error(message),
  }),
)
const report = await seconds('verify', () => verifyRelease(written.folder))
console.log(`${report.items} items, ${report.images} images, ${report.faults.length} faults`)
await rm(folder, { recursive: true })
if (report.faults.length > 0) process.exitCode = 1
