import * as mupdf from 'mupdf'
import type { Box } from '../../schemas/geometry.ts'
import { type Matrix, transformBox } from './matrix.ts'

/** mupdf widens every text box by one unit for its glyph cache; measuring at 1000 units an em makes that removable and tiny. */
const UNITS = 1000

/** Measures the ink of glyphs, each once a font. Boxes are in em, y up. */
export class InkMeter {
  private readonly known = new Map<number, Map<number, Box | undefined>>()

  /** Page-space box of a glyph's ink; undefined when it paints nothing (a space). */
  ink(fontId: number, font: mupdf.Font, gid: number, trm: Matrix): Box | undefined {
    const glyphs = this.known.get(fontId) ?? new Map<number, Box | undefined>()
    this.known.set(fontId, glyphs)
    if (!glyphs.has(gid)) glyphs.set(gid, measure(font, gid))
    const em = glyphs.get(gid)
    return em ? transformBox(trm, em.left, em.top, em.right, em.bottom) : undefined
  }
}

/** A glyph's ink in em, y up; undefined when it paints nothing. */
export function measure(font: mupdf.Font, gid: number): Box | undefined {
  const text = new mupdf.Text()
  text.showGlyph(font, [UNITS, 0, 0, UNITS, 0, 0], gid, 32)
  const [left, bottom, right, top] = text.getBounds(null as never, [1, 0, 0, 1, 0, 0]) // mupdf takes null for "not stroked"; its types do not say so
  text.destroy()
  const box = { left: (left + 1) / UNITS, top: (bottom + 1) / UNITS, right: (right - 1) / UNITS, bottom: (top - 1) / UNITS }
  return box.right - box.left > 1e-3 && box.bottom - box.top > 1e-3 ? box : undefined
}
