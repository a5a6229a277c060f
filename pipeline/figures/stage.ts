import type { Figure, Overlay } from '../../schemas/figure.ts'
import type { Layout, PageLayout } from '../../schemas/layout.ts'
import type { Segmentation } from '../../schemas/segment.ts'
import type { Stage } from '../stage.ts'
import { findCaptions } from './captions.ts'
import { diagramInk } from './ink.ts'
import { matchCaptions, type PageCandidates, usualSide } from './match.ts'
import { markedLines, pageText } from './page-text.ts'
import { RecurringMarks } from './recurring.ts'
import { findRegions } from './regions.ts'

type Found = Omit<Figure, 'crop'>

/** Every diagram: the connected drawing with its labels, its caption, and a crop. */
export const figures: Stage<'layout' | 'segment', 'figures'> = {
  adds: 'figures',
  needs: ['layout', 'segment'],
  version: 1,
  uses: ['dpi'],
  async run({ layout, segment }, { pages, progress }) {
    const recurring = new RecurringMarks()
    for (const number of layout.pages) recurring.add(await pages.page(number))
    const search = new PageSearch(layout, segment, recurring)
    const candidates: PageCandidates[] = []
    for (const number of layout.pages) {
      candidates.push(search.candidates(await pages.page(number)))
      progress(candidates.length, layout.pages.length)
    }
    const side = usualSide(candidates, layout.bodySize)
    const found = candidates.flatMap((page) => toFigures(page, matchCaptions(page, side, layout.bodySize)))
    const crops = await pages.crop(found.map(({ page, box }) => ({ page, box })))
    return found.map((figure, index) => ({ ...figure, crop: crops[index] ?? null }))
  },
  draw: (layer) => layer.flatMap(overlays),
}

/** What the search on one page needs to know about the document. */
class PageSearch {
  private readonly em: number
  private readonly marked: ReadonlyMap<number, ReadonlySet<number>>
  private readonly numbers: ReadonlySet<string>
  private readonly segment: Segmentation
  private readonly recurring: RecurringMarks

  constructor(layout: Layout, segment: Segmentation, recurring: RecurringMarks) {
    this.em = layout.bodySize
    this.segment = segment
    this.recurring = recurring
    this.marked = markedLines(segment)
    // A plain "3" is too often something else: a label, a page number.
    this.numbers = new Set(segment.problems.map(({ number }) => number).filter((number) => /[-./]|^[A-Z]/.test(number)))
  }

  candidates(page: PageLayout): PageCandidates {
    const marked = this.marked.get(page.page) ?? new Set<number>()
    const text = pageText(page, this.em, marked)
    const captions = findCaptions(page, text, marked, this.numbers)
    const tables = this.segment.tables.filter((table) => table.page === page.page).map(({ box }) => box)
    const ink = diagramInk(page, text.kinds, this.em, this.recurring, tables)
    const regions = findRegions({ page, text, captions, ink, em: this.em })
    return { page: page.page, regions, captions }
  }
}

const toFigures = ({ page, regions }: PageCandidates, captions: ReturnType<typeof matchCaptions>): Found[] =>
  regions.map(({ box, kind, labels }, index) => {
    const caption = captions.get(index)
    return {
      page,
      box,
      kind,
      lines: [...labels],
      captionLines: [...(caption?.lines ?? [])],
      ...(caption ? { label: caption.label, caption: caption.text, captionBox: caption.box } : {}),
    }
  })

const overlays = ({ page, box, label, captionBox }: Figure): Overlay[] => [
  { page, box, label: label ?? 'figure', kind: 'figure' },
  ...(captionBox ? [{ page, box: captionBox, label: `caption of ${label ?? 'figure'}`, kind: 'caption' }] : []),
]
