import { type Layout, lineText, type PageLayout } from '../../schemas/layout.ts'
import { type EdgeLine, edgeLines, findFurniture, type Title } from './furniture.ts'

/** Leading of ten-point text, for documents too short to measure one. */
const USUAL_LEADING = 12

/** Em. Text is never led wider: double line spacing is 2.4. What stands further apart are paragraphs and displays. */
const MAX_LEADING = 2.5

/** Share of the most frequent distance that lines of text must reach; notes and lines of script type are fewer. */
const OFTEN = 0.4

/** Points by which the leading of one text varies: tall letters and formulas push lines apart. */
const LEADING_SLACK = 0.75

/** Share of the glyphs that letters of text fonts must make up for their size to be the body's; in a book of formulas they are a fifth. */
const ENOUGH_LETTERS = 0.05

/** Gathers, page by page, what a document's pages have in common. Keeps a few numbers a page, never the page. */
export class DocumentSummary {
  private readonly pages: number[] = []
  private readonly edges: EdgeLine[] = []
  private readonly titles: Title[] = []
  /** By how many small pages outnumber the sheets that hold them. */
  private extraSheets = 0
  private readonly sizes = new Map<number, number>()
  private readonly letterSizes = new Map<number, number>()
  private readonly fonts = new Map<string, number>()
  private readonly leadings = new Map<number, number>()

  add(page: PageLayout): void {
    this.pages.push(page.page)
    this.edges.push(...edgeLines(page, this.extraSheets))
    this.titles.push(...largeLines(page))
    this.extraSheets += (page.panels?.length ?? 1) - 1
    for (const glyph of page.glyphs) {
      const size = Math.round(glyph.size * 10) / 10
      count(this.sizes, size)
      const font = page.fonts[glyph.font]
      if (!font || font.math) continue
      count(this.fonts, font.name)
      if (/^\p{L}/u.test(glyph.text)) count(this.letterSizes, size)
    }
    page.lines.forEach((line, at) => {
      const next = page.lines[at + 1]
      if (!next || next.column !== line.column || next.band !== line.band) return
      const leading = next.baseline - line.baseline
      if (leading > 0.5 * line.size && leading < MAX_LEADING * line.size) count(this.leadings, Math.round(leading * 2) / 2)
    })
  }

  toLayout(): Layout {
    const leading = usualLeading(this.leadings) ?? USUAL_LEADING
    const bodySize = this.bodySize()
    return {
      pages: this.pages,
      bodySize,
      bodyFont: most(this.fonts) ?? '',
      leading,
      language: 'und',
      furniture: findFurniture(this.edges, { leading, bodySize, titles: this.titles }),
    }
  }

  /** Web pages and word processors set formulas larger than the text around them, and there may be more of them. */
  private bodySize(): number {
    const isText = total(this.letterSizes) > ENOUGH_LETTERS * total(this.sizes)
    return most(isText ? this.letterSizes : this.sizes) ?? 10
  }
}

/** Largest lines of a page that are kept: those of its headings, and what is drawn larger still. */
const LARGEST = 4

/** The largest lines of a page: what a later page's head may say again. */
const largeLines = (page: PageLayout): Title[] =>
  [...page.lines]
    .filter(({ angle }) => angle === undefined)
    .sort((a, b) => b.size - a.size)
    .slice(0, LARGEST)
    .map((line) => ({ page: page.page, size: line.size, text: lineText(page, line).trim() }))

const total = (counts: ReadonlyMap<unknown, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0)

/** The least leading that many lines have: where paragraphs are short, more lines stand a paragraph apart. */
function usualLeading(counts: ReadonlyMap<number, number>): number | undefined {
  const around = (leading: number): number =>
    [...counts].reduce((sum, [other, times]) => (Math.abs(other - leading) <= LEADING_SLACK ? sum + times : sum), 0)
  const often = OFTEN * Math.max(0, ...[...counts.keys()].map(around))
  const least = Math.min(...[...counts.keys()].filter((leading) => around(leading) >= often))
  return most(new Map([...counts].filter(([leading]) => leading >= least && leading <= least + 2 * LEADING_SLACK)))
}

const count = <Key>(counts: Map<Key, number>, key: Key): Map<Key, number> => counts.set(key, (counts.get(key) ?? 0) + 1)

const most = <Key>(counts: ReadonlyMap<Key, number>): Key | undefined =>
  [...counts].reduce<[Key, number] | undefined>((best, entry) => (best && best[1] >= entry[1] ? best : entry), undefined)?.[0]
