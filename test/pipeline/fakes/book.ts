import { equations } from '../../../pipeline/equations/stage.ts'
import { figures } from '../../../pipeline/figures/stage.ts'
import { DocumentSummary } from '../../../pipeline/layout/document.ts'
import { layoutPage } from '../../../pipeline/layout/page.ts'
import { type Book, openBook } from '../../../pipeline/link/book.ts'
import { link } from '../../../pipeline/link/stage.ts'
import { openPdf } from '../../../pipeline/pdf/open.ts'
import { segment } from '../../../pipeline/segment/stage.ts'
import type { Companion, Layers, StageContext, StageOptions } from '../../../pipeline/stage.ts'
import type { Item } from '../../../schemas/item.ts'
import { lineGlyphs, type PageLayout } from '../../../schemas/layout.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { Passage, Segmentation } from '../../../schemas/segment.ts'
import { show, type TinyPage, tinyPdf } from '../tiny-pdf.ts'

/** A line of a made-up book: text alone is body text at the left margin, one leading below the last. */
export interface Row {
  readonly text: string
  readonly font?: 'F' | 'B' | 'T' | 'I' | 'S'
  readonly size?: number
  /** Points right of the margin. */
  readonly x?: number
  /** Points below the last baseline; 12 unless it is said. */
  readonly down?: number
  /** Drawn as it stands, at the row's baseline: {y} is replaced by it. */
  readonly draw?: string
}
export type Rows = readonly (Row | string)[]

const PAGE = { width: 360, height: 480 } as const
const MARGIN = 40
const LEADING = 12

/** WinAnsi codes of what latin-1 does not have. */
const WIN_ANSI: Readonly<Record<string, string>> = { '–': '\x96', '—': '\x97', '’': '\x92', '“': '\x93', '”': '\x94', '•': '\x95' }

/** Sets each list of rows on a page of its own. */
export const typeset = (...pages: readonly Rows[]): Uint8Array =>
  tinyPdf(pages.map((rows): TinyPage => ({ content: contentOf(rows), ...PAGE })))

function contentOf(rows: Rows): string {
  let y = PAGE.height - 50
  const parts: string[] = []
  for (const row of rows) {
    const { text, font = 'F', size = 10, x = 0, down = LEADING, draw } = typeof row === 'string' ? { text: row } : row
    y -= down
    if (draw !== undefined) parts.push(draw.replaceAll('{y}', String(y)))
    if (text !== '')
      parts.push(
        show(
          text.replace(/[–—’“”•]/g, (sign) => WIN_ANSI[sign] ?? sign),
          MARGIN + x,
          y,
          { font, size },
        ),
      )
  }
  return parts.join('\n')
}

/** A drawing like no rule or frame: a slanted stroke joins the ends of two others, 60 points a side, its foot at the row's baseline. */
export const triangle: Row = { text: '', down: 84, draw: 'q 1 0 0 1 100 {y} cm 0 0 m 60 0 l 0 60 l s Q' }

const OPTIONS: StageOptions = { document: 'tiny', subject: 'dynamics', licence: 'CC0-1.0', items: 'problems', pages: undefined, dpi: 72 }

type Known = Pick<Layers, 'ingest' | 'layout' | 'segment' | 'figures' | 'equations'>

interface Read {
  readonly layers: Known
  readonly pages: StageContext['pages']
  readonly text: (passage: Passage) => string
  readonly context: StageContext
}

/** Takes a PDF through layout, segment and figures; through equations only where `formulas` says so: their stage has tests of its own. */
async function read(
  bytes: Uint8Array,
  options: StageOptions,
  problems: Problem[],
  formulas = false,
  asRead: (sheet: PageLayout) => PageLayout = (sheet) => sheet,
): Promise<Read> {
  const pdf = openPdf(bytes, { file: 'tiny.pdf' })
  const summary = new DocumentSummary()
  const sheets = new Map<number, PageLayout>()
  for (const { page } of pdf.source.pages) {
    const sheet = asRead(layoutPage(pdf, page, () => undefined))
    summary.add(sheet)
    sheets.set(page, sheet)
  }
  const source = pdf.source
  pdf.close()
  const at = (number: number): PageLayout => {
    const page = sheets.get(number)
    if (!page) throw new RangeError(`There is no page ${number}.`)
    return page
  }
  const pages: StageContext['pages'] = {
    page: async (number) => at(number),
    crop: async (requests) => requests.map(() => ({ sha256: '0'.repeat(64), width: 10, height: 10 })),
  }
  const context: StageContext = {
    options,
    pages,
    solutions: undefined,
    note: (problem) => void problems.push(problem),
    progress: () => undefined,
    signal: new AbortController().signal,
  }
  const layout = summary.toLayout()
  for (const { page, lines } of layout.furniture ?? []) {
    const sheet = at(page)
    sheets.set(page, { ...sheet, lines: sheet.lines.map((line, index) => (lines.includes(index) ? { ...line, furniture: true } : line)) })
  }
  const segmented = await segment.run({ layout }, context)
  const drawn = await figures.run({ layout, segment: segmented }, context)
  const set = formulas ? await equations.run({ layout, segment: segmented, figures: drawn }, context) : []
  const text = (passage: Passage): string =>
    passage
      .map(({ page, line, from, to }) => {
        const sheet = at(page)
        const own = sheet.lines[line]
        const glyphs = own ? lineGlyphs(sheet, own).slice(from, to) : []
        return glyphs.map((glyph, index) => `${glyph.space && index > 0 ? ' ' : ''}${glyph.text}`).join('')
      })
      .join(' ')
  return { layers: { ingest: source, layout, segment: segmented, figures: drawn, equations: set }, pages, text, context }
}

/** A page as if it had been read off a picture. */
export const scanned = (sheet: PageLayout): PageLayout => ({
  ...sheet,
  source: 'ocr',
  lines: sheet.lines.map((line) => ({ ...line, confidence: 0.9 })),
})

/** What the segment stage makes of a book whose pages come out as `asRead` changes them. */
export async function segmentBook(
  bytes: Uint8Array,
  options: Partial<StageOptions> = {},
  asRead?: (sheet: PageLayout) => PageLayout,
): Promise<{ found: Segmentation; text: (passage: Passage) => string; problems: Problem[] }> {
  const problems: Problem[] = []
  const { layers, text } = await read(bytes, { ...OPTIONS, ...options }, problems, false, asRead)
  return { found: layers.segment, text, problems }
}

/** What the link stage makes of a book, and of its solution manual if there is one. */
export async function linkBook(
  bytes: Uint8Array,
  { manual, formulas, ...options }: Partial<StageOptions> & { manual?: Uint8Array; formulas?: boolean } = {},
): Promise<{ items: Item[]; problems: Problem[] }> {
  const problems: Problem[] = []
  const book = await read(bytes, { ...OPTIONS, ...options }, problems, formulas)
  const other = manual ? await read(manual, { ...OPTIONS, ...options, items: 'solutions' }, problems) : undefined
  const solutions: Companion | undefined = other ? { layers: other.layers, pages: other.pages } : undefined
  const items = await link.run(book.layers, { ...book.context, solutions })
  return { items, problems }
}

/** A book as text is written from it. */
export async function openTiny(bytes: Uint8Array): Promise<Book> {
  const { layers, pages } = await read(bytes, OPTIONS, [])
  return openBook(layers, pages)
}
