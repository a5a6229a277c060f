import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type OpenPdf, openPdf } from '../../pipeline/pdf/open.ts'
import { cropPng, pagePng } from '../../pipeline/pdf/render.ts'
import { BBox, type Box, fromBBox } from '../../schemas/geometry.ts'
import { Item, PENDING } from '../../schemas/item.ts'
import type { ReviewSources, SourceFile } from '../../schemas/review.ts'

/** Resolution of crops in the sample, dots an inch. */
const DPI = 150

const folder = new URL('../../sample/', import.meta.url)

/** The part of a gold file that an item is made of. */
const Gold = z.object({
  source: z.object({ subject: z.string(), solutions: z.string().nullable(), licence: z.string() }),
  problems: z.array(
    z.object({
      number: z.string(),
      pages: z.array(z.int()),
      text: z.string(),
      parts: z.array(z.string()),
      diagrams: z.array(z.object({ page: z.int(), bbox: BBox, label: z.string().nullable() })),
      equations: z.array(z.object({ latex: z.string(), display: z.boolean(), page: z.int() })),
      solution: z.object({ pages: z.array(z.int()), text: z.string() }).nullable(),
    }),
  ),
})
type GoldProblem = z.infer<typeof Gold>['problems'][number]

/** Real pages and crops of the sample workspace, and the items that its gold says are on them. */
export interface Sample {
  readonly items: Item[]
  readonly sources: ReviewSources
  close(): void
}

export async function openSample(documents: readonly string[] = ['thermo-a', 'mech-a']): Promise<Sample> {
  const files = new Map<string, OpenPdf>()
  const images = new Map<string, Uint8Array>()
  const open = async (document: string, file: SourceFile): Promise<OpenPdf> => {
    const name = file === 'solutions' ? `${document}-sol` : document
    const known = files.get(name) ?? openPdf(await readFile(new URL(`${name}.pdf`, folder)), { file: `${name}.pdf` })
    files.set(name, known)
    return known
  }
  const cut = async (document: string, page: number, bbox: BBox, file: SourceFile = 'document') => {
    const made = await cropPng(await open(document, file), page, fromBBox(bbox), DPI)
    if (made === 'blank') throw new Error('nothing is drawn there')
    const sha256 = createHash('sha256').update(made.png).digest('hex')
    images.set(sha256, made.png)
    return { crop: { sha256, width: made.width, height: made.height }, png: made.png }
  }
  const items: Item[] = []
  for (const document of documents) items.push(...(await itemsOf(document, await open(document, 'document'), cut)))
  return {
    items,
    sources: {
      pages: async (document, file) => (await open(document, file)).source.pages,
      renderPage: async (document, page, dpi, file) => (await pagePng(await open(document, file), page, dpi)).png,
      cutCrop: (document, page, { left, top, right, bottom }, file) => cut(document, page, [left, top, right, bottom], file),
      image: async (sha256) => images.get(sha256),
      topics: async () => TOPICS,
      readText: async (document, page, box, file) => textIn(await open(document, file), page, box),
    },
    close: () => {
      for (const pdf of files.values()) pdf.close()
    },
  }
}

const TOPICS = [
  'First law for closed systems',
  'Steady-flow energy equation',
  'Ideal-gas equation of state',
  'Boundary work',
  'Property tables',
  'Entropy balance',
  'Isentropic efficiency',
  'Axial loading',
  'Torsion of circular shafts',
  'Bending stress',
  'Shear and moment diagrams',
  'Mohr’s circle',
].map((name) => ({ id: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'), name }))

type Cut = (document: string, page: number, bbox: BBox) => Promise<{ crop: { sha256: string; width: number; height: number } }>

async function itemsOf(document: string, pdf: OpenPdf, cut: Cut): Promise<Item[]> {
  const gold = Gold.parse(JSON.parse(await readFile(new URL(`${document}.gold.json`, folder), 'utf8')))
  const items: Item[] = []
  for (const [index, problem] of gold.problems.entries())
    items.push(await toItem(document, gold, problem, pdf, cut, 0.35 + ((index * 7) % 13) / 20))
  return items
}

async function toItem(
  document: string,
  gold: z.infer<typeof Gold>,
  problem: GoldProblem,
  pdf: OpenPdf,
  cut: Cut,
  confidence: number,
): Promise<Item> {
  const diagrams = []
  for (const { page, bbox, label } of problem.diagrams) {
    const { crop } = await cut(document, page, bbox)
    diagrams.push({ ...crop, file: `images/${crop.sha256}.png`, page, bbox, label, caption: null, kind: 'vector', type: null })
  }
  const spans = spansOf(pdf, problem)
  const topics = TOPICS.slice(0, 2).map((topic) => ({ ...topic, by: 'embedded' }))
  return Item.parse({
    id: `${gold.source.subject}/${document}/${problem.number}`,
    subject: gold.source.subject,
    source: {
      document,
      sha256: pdf.source.sha256,
      solutionsSha256: gold.source.solutions === null ? null : 'b'.repeat(64),
      number: problem.number,
      pages: problem.pages,
      chapter: null,
      licence: gold.source.licence,
    },
    question: { text: problem.text, parts: problem.parts.map((label) => ({ label, text: '' })), spans },
    diagrams,
    equations: problem.equations.map(({ latex, display, page }) => ({
      latex,
      display,
      page,
      bbox: spans[0]?.bbox ?? [72, 72, 200, 90],
      tag: null,
      method: 'glyphs',
      confidence: 0.82,
      file: null,
    })),
    solution: problem.solution && { text: problem.solution.text, pages: problem.solution.pages, spans: [], files: [], answers: [] },
    topics,
    review: PENDING,
    provenance: {
      engine: 'local',
      stages: { layout: 1 },
      models: [],
      confidence,
      problems:
        confidence < 0.5
          ? [
              {
                code: 'equation-uncertain',
                severity: 'warning',
                message: 'A fraction bar may belong to the line above.',
                hint: 'Compare with the crop.',
                place: { document, page: problem.pages[0] },
              },
            ]
          : [],
    },
  })
}

/** About where a problem stands: from its number down a column’s width. Good enough to click on. */
function spansOf(pdf: OpenPdf, { number, pages: [page = 1] }: GoldProblem): Item['question']['spans'] {
  const loaded = pdf.document.loadPage(page - 1)
  const { width, height } = pdf.source.pages[page - 1] ?? { width: 612, height: 792 }
  const hits = loaded.search(number, '')
  const [left, top] = hits.map(([quad]) => quad ?? []).find(([x = 0]) => x < width) ?? []
  loaded.destroy()
  const from = left ?? 54
  const right = Math.min(width - 20, from + (from < width / 2 - 20 ? width / 2 - 50 : width / 2 - 60))
  return [{ page, bbox: [from, top ?? 72, right, Math.min(height - 20, (top ?? 72) + 130)] }]
}

const Text = z.object({
  blocks: z.array(
    z.object({
      lines: z
        .array(z.object({ text: z.string(), bbox: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }) }))
        .default([]),
    }),
  ),
})

/** The lines whose middle lies in a box, as one text. */
function textIn(pdf: OpenPdf, page: number, { left, top, right, bottom }: Box): string {
  const loaded = pdf.document.loadPage(page - 1)
  const { blocks } = Text.parse(JSON.parse(loaded.toStructuredText('').asJSON()))
  loaded.destroy()
  const isIn = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) =>
    left <= x + w / 2 && x + w / 2 <= right && top <= y + h / 2 && y + h / 2 <= bottom
  const inside = blocks.flatMap(({ lines }) => lines.filter(({ bbox }) => isIn(bbox)).map(({ text }) => text))
  return inside.join(' ').replaceAll(/\s+/g, ' ').trim()
}
