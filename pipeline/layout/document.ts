import type { Layout, PageLayout } from '../../schemas/layout.ts'
import { type EdgeLine, edgeLines, findFurniture } from './furniture.ts'

/** Leading of ten-point text, for documents too short to measure one. */
const USUAL_LEADING = 12

/** Gathers, page by page, what a document's pages have in common. Keeps a few numbers a page, never the page. */
export class DocumentSummary {
  private readonly pages: number[] = []
  private readonly edges: EdgeLine[] = []
  private readonly sizes = new Map<number, number>()
  private readonly fonts = new Map<string, number>()
  private readonly leadings = new Map<number, number>()

  add(page: PageLayout): void {
    this.pages.push(page.page)
    this.edges.push(...edgeLines(page))
    for (const glyph of page.glyphs) {
      count(this.sizes, Math.round(glyph.size * 10) / 10)
      const font = page.fonts[glyph.font]
      if (font && !font.math) count(this.fonts, font.name)
    }
    page.lines.forEach((line, at) => {
      const next = page.lines[at + 1]
      if (next && next.column === line.column && next.band === line.band && next.baseline > line.baseline + 0.5 * line.size) {
        count(this.leadings, Math.round((next.baseline - line.baseline) * 2) / 2)
      }
    })
  }

  toLayout(): Layout {
    const leading = most(this.leadings) ?? USUAL_LEADING
    return {
      pages: this.pages,
      bodySize: most(this.sizes) ?? 10,
      bodyFont: most(this.fonts) ?? '',
      leading,
      language: 'und',
      furniture: findFurniture(this.edges, leading),
    }
  }
}

const count = <Key>(counts: Map<Key, number>, key: Key): Map<Key, number> => counts.set(key, (counts.get(key) ?? 0) + 1)

const most = <Key>(counts: ReadonlyMap<Key, number>): Key | undefined =>
  [...counts].reduce<[Key, number] | undefined>((best, entry) => (best && best[1] >= entry[1] ? best : entry), undefined)?.[0]
