import type { Formula } from '../../schemas/equation.ts'
import type { Figure } from '../../schemas/figure.ts'
import type { Righted } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { Segmentation, Table } from '../../schemas/segment.ts'
import { grouped } from '../grouped.ts'
import { type Patterns, toPatterns } from '../segment/language/patterns.ts'
import { LeadingCount } from '../segment/leading.ts'
import type { PageReader } from '../stage.ts'
import { LigatureWidths } from './ligatures.ts'
import { type CaptionLook, loneCaptions } from './lone-captions.ts'
import { Vocabulary } from './words.ts'

/** Everything that stands on one page, as text is written from it. */
export interface Sheet {
  readonly page: PageLayout
  /** Glyph → its formula. */
  readonly formulas: ReadonlyMap<number, Formula>
  /** Lines that are labels in figures, or captions: no text of a problem. */
  readonly drawn: ReadonlySet<number>
  readonly tables: readonly Table[]
  readonly figures: readonly Figure[]
}

/** One document as text is made from it: its pages on demand, its vocabulary. */
export interface Book {
  readonly segment: Segmentation
  readonly figures: readonly Figure[]
  readonly formulas: readonly Formula[]
  readonly vocabulary: Vocabulary
  readonly ligatures: LigatureWidths
  readonly isEnglish: boolean
  readonly patterns: Patterns
  readonly leading: number
  /** Body size, points. */
  readonly em: number
  /** Pages that were righted before they were read. */
  readonly turned: ReadonlyMap<number, Righted>
  sheets(pages: Iterable<number>): Promise<ReadonlyMap<number, Sheet>>
}

/** Sheets kept ready: problems that follow one another share pages. */
const KEPT = 12

export interface BookParts {
  readonly layout: { readonly pages: readonly number[]; readonly leading: number; readonly bodySize: number }
  readonly segment: Segmentation
  readonly figures: readonly Figure[]
  readonly equations: readonly Formula[]
}

export async function openBook(known: BookParts, pages: PageReader): Promise<Book> {
  const vocabulary = new Vocabulary()
  const counted = new LeadingCount()
  const ligatures = new LigatureWidths()
  const turned = new Map<number, Righted>()
  for (const number of known.layout.pages) {
    const page = await pages.page(number)
    vocabulary.add(page)
    counted.add(page)
    ligatures.add(page)
    if (page.turned !== undefined) turned.set(number, { width: page.width, height: page.height, turned: page.turned })
  }
  const leading = counted.result(known.layout.leading)
  const figures = byPage(known.figures)
  const formulas = byPage(known.equations)
  const tables = byPage(known.segment.tables)
  const patterns = toPatterns(known.segment.language ?? 'en')
  const captions = { pattern: patterns.figureCaption, leading }
  const kept = new Map<number, Sheet>()
  const sheet = async (number: number): Promise<Sheet> => {
    const ready = kept.get(number)
    if (ready) return ready
    const made = toSheet(
      await pages.page(number),
      figures.get(number) ?? [],
      formulas.get(number) ?? [],
      tables.get(number) ?? [],
      captions,
    )
    kept.set(number, made)
    const oldest = kept.keys().next().value
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return made
  }
  return {
    segment: known.segment,
    figures: known.figures,
    formulas: known.equations,
    vocabulary,
    ligatures,
    isEnglish: ['en', 'und'].includes(known.segment.language ?? 'en'),
    patterns,
    leading,
    em: known.layout.bodySize,
    turned,
    sheets: async (wanted) => {
      const found = new Map<number, Sheet>()
      for (const number of new Set(wanted)) found.set(number, await sheet(number))
      return found
    },
  }
}

function toSheet(
  page: PageLayout,
  figures: readonly Figure[],
  formulas: readonly Formula[],
  tables: readonly Table[],
  captions: CaptionLook,
): Sheet {
  const byGlyph = new Map<number, Formula>()
  for (const formula of formulas) for (const glyph of formula.glyphs) byGlyph.set(glyph, formula)
  return {
    page,
    formulas: byGlyph,
    drawn: new Set([...figures.flatMap((figure) => [...figure.lines, ...figure.captionLines]), ...loneCaptions(page, captions)]),
    tables,
    figures,
  }
}

/** Things of each page. */
export const byPage = <Thing extends { readonly page: number }>(things: readonly Thing[]): Map<number, Thing[]> =>
  grouped(things, ({ page }) => page)
