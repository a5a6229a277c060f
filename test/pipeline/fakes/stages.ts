import { ingest, present } from '../../../pipeline/ingest.ts'
import { Chain, type Stage } from '../../../pipeline/stage.ts'
import { type Item, PENDING } from '../../../schemas/item.ts'

/** Reads all pages; the first line of each is furniture. */
export const layout: Stage<'ingest', 'layout'> = {
  adds: 'layout',
  needs: ['ingest'],
  version: 1,
  uses: ['pages'],
  run: async ({ ingest: source }, { file, options }) => {
    const pages: number[] = []
    for await (const { page } of present(file).readPages(options.pages ?? source.pages.map(({ page: number }) => number))) pages.push(page)
    return { pages, bodySize: 10, bodyFont: 'F', leading: 12, language: 'en', furniture: pages.map((page) => ({ page, lines: [0] })) }
  },
}

export const segment: Stage<'layout', 'segment'> = {
  adds: 'segment',
  needs: ['layout'],
  version: 1,
  uses: ['items'],
  run: (_, { options }) => ({ items: options.items, numbering: '1', problems: [], solutions: [], tables: [], notes: [] }),
}

/** One figure a page, cut out. */
export const figures: Stage<'layout' | 'segment', 'figures'> = {
  adds: 'figures',
  needs: ['layout', 'segment'],
  version: 1,
  uses: ['dpi'],
  run: async (known, { pages }) => {
    const box = { left: 1, top: 1, right: 20, bottom: 20 }
    const crops = await pages.crop(known.layout.pages.map((page) => ({ page, box })))
    return known.layout.pages.map((page, index) => ({ page, box, kind: 'vector', lines: [], captionLines: [], crop: crops[index] ?? null }))
  },
  draw: (found) => found.map(({ page, box }) => ({ page, box, label: 'figure', kind: 'figure' })),
}

export const equations: Stage<'layout' | 'segment', 'equations'> = {
  adds: 'equations',
  needs: ['layout', 'segment'],
  version: 1,
  uses: [],
  run: () => [],
}

/** One item a page. */
export const link: Stage<'ingest' | 'layout' | 'segment' | 'figures' | 'equations', 'link'> = {
  adds: 'link',
  needs: ['ingest', 'layout', 'segment', 'figures', 'equations'],
  version: 1,
  run: async ({ ingest: source, layout: { pages } }, { options, solutions, pages: reader }): Promise<Item[]> => {
    const marked = await Promise.all(pages.map((page) => reader.page(page)))
    return marked.map(({ page, lines }) => ({
      id: `${options.subject}/${options.document}/${page}`,
      subject: options.subject,
      source: {
        document: options.document,
        sha256: source.sha256,
        solutionsSha256: solutions?.layers.ingest.sha256 ?? null,
        number: String(page),
        pages: [page],
        chapter: null,
        licence: options.licence,
      },
      question: { text: lines.every(({ furniture }) => furniture) ? 'furniture is marked' : 'not marked', parts: [], spans: [] },
      diagrams: [],
      equations: [],
      solution: solutions
        ? { text: solutions.layers.segment.items, pages: solutions.layers.layout.pages, spans: [], files: [], answers: [] }
        : null,
      topics: [],
      review: PENDING,
      provenance: { engine: 'local', stages: {}, models: [], confidence: 1, problems: [] },
    }))
  },
}

export const chain = new Chain().add(ingest).add(layout).add(segment).add(figures).add(equations).add(link)
