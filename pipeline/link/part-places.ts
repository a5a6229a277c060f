import { type Box, toBBox, union, unionAll } from '../../schemas/geometry.ts'
import type { Span } from '../../schemas/item.ts'
import { columnKey, glyphAt, type Line } from '../../schemas/layout.ts'
import type { Sheet } from './book.ts'

interface Place {
  readonly page: number
  readonly box: Box
}

/** Where the parts of a question stand, gathered while its text is written: what is written after a label belongs to that part. */
export class PartPlaces {
  private readonly places = new Map<number, Map<string, Place>>()
  private current: number | undefined

  /** From here on everything belongs to this part. */
  begin(part: number): void {
    this.current = part
  }

  /** The stretch [from, to) of a line, and the formulas in it: their bars and roots are no glyphs. */
  line(sheet: Sheet, line: Line, from: number, to: number): void {
    const glyphs = line.glyphs.slice(from, to)
    const formulas = new Set(glyphs.map((index) => sheet.formulas.get(index)).filter((formula) => formula !== undefined))
    const boxes = [...glyphs.map((index) => glyphAt(sheet.page, index).ink), ...[...formulas].map(({ box }) => box)]
    const box = unionAll(boxes)
    if (box) this.block(sheet, line, box)
  }

  /** Something that is not written glyph by glyph, such as a table, beginning in a line. */
  block({ page: { page } }: Sheet, line: Line, box: Box): void {
    if (this.current === undefined) return
    const own = this.places.get(this.current) ?? new Map<string, Place>()
    this.places.set(this.current, own)
    const key = `${page}.${columnKey(line)}`
    const found = own.get(key)
    own.set(key, { page, box: found ? union(found.box, box) : box })
  }

  /** One box a column and page, in reading order; empty for a part that was never written. */
  of(part: number): Span[] {
    return [...(this.places.get(part)?.values() ?? [])].map(({ page, box }) => ({ page, bbox: toBBox(box) }))
  }
}
