import type { Figure, Overlay } from '../../schemas/figure.ts'
import type { Layout, PageLayout } from '../../schemas/layout.ts'
import type { Note } from '../../schemas/problem.ts'
import type { Segmentation } from '../../schemas/segment.ts'
import type { Stage } from '../stage.ts'
import { type Caption, findCaptions } from './captions.ts'
import { diagramInk, withoutBoxedText } from './ink.ts'
import { matchCaptions, type PageCandidates, usualSide } from './match.ts'
import { markedLines, pageText } from './page-text.ts'
import { RecurringMarks } from './recurring.ts'
import { findRegions } from './regions.ts'
import { withTablePanels } from './table-panels.ts'

type Found = Omit<Figure, 'crop'>

/** Every diagram: the connected drawing with its labels, its caption, and a crop. */
export const figures: Stage<'layout' | 'segment', 'figures'> = {
  adds: 'figures',
  needs: ['layout', 'segment'],
  version: 11,
  uses: ['dpi'],
  async run({ layout, segment }, { pages, progress, note }) {
    const recurring = new RecurringMarks()
    for (const number of layout.pages) recurring.add(await pages.page(number))
    const search = new PageSearch(layout, segment, recurring)
    const candidates: PageCandidates[] = []
    for (const number of layout.pages) {
      candidates.push(search.candidates(await pages.page(number)))
      progress(candidates.length, layout.pages.length)
    }
    const side = usualSide(candidates, layout.bodySize)
    const found = candidates.flatMap((page) => {
      const matched = matchCaptions(page, side, layout.bodySize)
      noteLoneCaptions(page, new Set(matched.values()), note)
      return toFigures(page, matched)
    })
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
    const bare = pageText(page, this.em, marked)
    const tables = this.segment.tables.filter((table) => table.page === page.page)
    // Only words tell before the drawings are known: a number alone may be a label within one.
    const worded = findCaptions(page, bare, marked, new Set()).map(({ box }) => box)
    const boxes = tables.map(({ box }) => box)
    const ink = diagramInk(page, bare.kinds, this.em, this.recurring, boxes, worded)
    const text = { ...bare, kinds: withoutBoxedText(bare.kinds, page.lines, ink) }
    const captions = findCaptions(page, text, marked, this.numbers)
    const regions = withTablePanels(findRegions({ page, text, captions, ink, em: this.em }), tables, captions, this.em)
    const taken = new Set([...regions.flatMap(({ labels }) => labels), ...captions.flatMap(({ lines }) => lines)])
    return { page: page.page, regions, captions, text: page.lines.filter((_, index) => !taken.has(index)).map(({ box }) => box) }
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

function noteLoneCaptions({ page, captions }: PageCandidates, matched: ReadonlySet<Caption>, note: Note): void {
  for (const caption of captions) {
    if (matched.has(caption)) continue
    note({
      code: 'caption-without-figure',
      severity: 'notice',
      message: `“${caption.label}” stands near no drawing.`,
      hint: 'Look at the page: the drawing may be on the next page, or a line of text that begins like a caption.',
      place: { page, box: caption.box },
    })
  }
}

const overlays = ({ page, box, label, captionBox }: Figure): Overlay[] => [
  { page, box, label: label ?? 'figure', kind: 'figure' },
  ...(captionBox ? [{ page, box: captionBox, label: `caption of ${label ?? 'figure'}`, kind: 'caption' }] : []),
]
