import type { Drawing } from '../../schemas/layout.ts'
import type { Identity } from '../pdf/glyph-identity.ts'
import { InkMeter } from '../pdf/glyph-ink.ts'
import type { PageMarks } from '../pdf/marks.ts'

/** Marks of a page in which glyphs that are pieces of drawings, heads of arrows and parts of circles, are painted paths like any other. */
export function withPicturePieces(marks: PageMarks, identity: (glyph: PageMarks['glyphs'][number]) => Identity): PageMarks {
  const pieces = new Set(marks.glyphs.filter((glyph) => identity(glyph).isDrawn))
  if (pieces.size === 0) return marks
  const meter = new InkMeter()
  const drawn = [...pieces].flatMap(({ font: id, gid, trm, order, colour }): Drawing[] => {
    const font = marks.fonts.get(id)
    const box = font && meter.ink(id, font, gid, trm)
    return box ? [{ box, kind: 'fill', shape: 'path', order, ...(colour ? { colour } : {}) }] : []
  })
  return {
    ...marks,
    glyphs: marks.glyphs.filter((glyph) => !pieces.has(glyph)),
    drawings: [...marks.drawings, ...drawn].sort((a, b) => a.order - b.order),
  }
}
