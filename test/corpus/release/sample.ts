import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ReleaseInput } from '../../../corpus/release/write.ts'
import type { Diagram, Item, ItemEquation } from '../../../schemas/item.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { ReadImage } from '../../../schemas/render.ts'

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** A picture with a triangle on white; `seed` moves its tip, so that every seed gives another picture. */
export const picture = (seed: number, width = 240, height = 120): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>
<path d="M 20 ${height - 20} L ${width - 20} ${height - 20} L ${20 + ((seed * 37) % (width - 40))} ${15 + ((seed * 13) % 50)} Z" fill="none" stroke="#000" stroke-width="2"/>
<circle cx="${30 + ((seed * 59) % (width - 60))}" cy="40" r="${6 + (seed % 9)}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Pictures in memory, found by their hash. */
export class Pictures {
  readonly bytes = new Map<string, Uint8Array>()
  readonly read: ReadImage = async (digest) => this.bytes.get(digest)

  async add(seed: number): Promise<Pick<Diagram, 'file' | 'sha256' | 'width' | 'height'>> {
    const png = await picture(seed)
    const digest = sha256(png)
    this.bytes.set(digest, png)
    return { file: `images/${digest}.png`, sha256: digest, width: 240, height: 120 }
  }
}

export const diagram = (image: Pick<Diagram, 'file' | 'sha256' | 'width' | 'height'>, over: Partial<Diagram> = {}): Diagram => ({
  ...image,
  page: 1,
  bbox: [72, 300, 244, 386],
  label: 'Fig. 1',
  caption: 'A loaded beam',
  kind: 'vector',
  type: 'beam loading',
  ...over,
})

export const equation = (over: Partial<ItemEquation> = {}): ItemEquation => ({
  latex: '\\Delta p = f\\frac{L}{D}\\frac{\\rho V^2}{2}',
  display: true,
  page: 1,
  bbox: [90, 260, 300, 290],
  tag: '5.12',
  method: 'glyphs',
  confidence: 0.98,
  file: null,
  ...over,
})

/** An approved item with a solution; everything can be said otherwise. */
export function item(number: string, over: Partial<Item> & { document?: string } = {}): Item {
  const { document = 'book', ...rest } = over
  const subject = rest.subject ?? 'fluid-mechanics'
  return {
    id: `${subject}/${document}/${number}`,
    subject,
    source: { document, sha256: sha256(document), solutionsSha256: null, number, pages: [1], chapter: null, licence: 'CC-BY-4.0' },
    question: {
      text: `Water of density $\\rho = 998\\,\\mathrm{kg/m^3}$ flows in pipe number ${number}. Find the loss.`,
      parts: [],
      spans: [{ page: 1, bbox: [72, 90, 500, 250] }],
    },
    diagrams: [],
    equations: [],
    solution: {
      text: 'From the energy equation, $\\Delta p = 12.4\\,\\mathrm{kPa}$.',
      pages: [2],
      spans: [{ page: 2, bbox: [72, 90, 500, 250] }],
      files: [],
      answers: [{ part: null, quantity: 'pressure loss', value: 12.4, unit: 'kPa', text: '12.4 kPa', sure: true }],
    },
    topics: [{ id: 'bernoulli-equation', name: 'Bernoulli equation', by: 'embedded' }],
    review: { status: 'approved', by: ['r1'], at: '2026-01-02T03:04:05Z', changed: [] },
    provenance: { engine: 'local', stages: { layout: 1, link: 2 }, models: [], confidence: 0.9, problems: [] },
    ...rest,
  }
}

/** What a release needs beside items, into `releases`. Sources of all items may be given away, unless `sources` says otherwise. */
export const releaseInput = (
  releases: string,
  items: readonly Item[],
  over: Partial<ReleaseInput> = {},
): ReleaseInput & { noted: Problem[] } => {
  const noted: Problem[] = []
  const documents = [...new Set(items.map(({ source }) => source.document))]
  return {
    releases,
    name: 'tiny-vqa',
    title: 'Tiny VQA',
    licence: 'CC-BY-4.0',
    contact: 'data@example.org',
    url: 'https://example.org/tiny-vqa',
    creators: ['The Tiny Group'],
    items,
    sources: documents.map((id) => ({
      id,
      title: `The book ${id}`,
      authors: ['A. Author'],
      origin: 'https://example.org/book',
      licence: 'CC-BY-4.0',
      mayRedistribute: true,
      pages: 12,
    })),
    image: async () => undefined,
    date: new Date('2026-03-04T00:00:00Z'),
    code: '0.1.0',
    note: (problem) => noted.push(problem),
    noted,
    ...over,
  }
}
