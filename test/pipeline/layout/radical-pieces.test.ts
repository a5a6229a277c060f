import { describe, expect, it } from 'vitest'
import type { PlacedGlyph } from '../../../pipeline/layout/glyphs.ts'
import { nameRadicalPieces } from '../../../pipeline/layout/radical-pieces.ts'

/** A part six points high whose ink ends at `bottom`. */
const part = (text: string, bottom: number, x = 100): PlacedGlyph => ({
  ...{ text, font: 0, size: 10, x, y: bottom, advance: 3, order: 0, blank: false },
  ink: { left: x + 1, top: bottom - 6, right: x + 2, bottom },
})
const texts = (...glyphs: PlacedGlyph[]): string =>
  nameRadicalPieces(glyphs)
    .map(({ text }) => text)
    .join('')

describe('parts of a symbol that the file does not name', () => {
  it('are what stands under them: a radical, or a bar', () => {
    expect(texts(part('\uFFFD', 188), part('\uFFFD', 194), part('⎷', 200))).toBe('⎷⎷⎷')
    expect(texts(part('\uFFFD', 188), part('\uFFFD', 194), part('|', 200))).toBe('|||')
  })

  it('may have been known by their shape only, a stroke and a small radical', () => {
    const seen = (text: string, bottom: number): PlacedGlyph => ({ ...part(text, bottom), code: '#7' })
    expect(texts(seen('√', 188), seen('|', 194), part('⎷', 200))).toBe('⎷⎷⎷')
    expect(texts(part('\uFFFD', 188), seen('|', 194), seen('|', 200))).toBe('|||')
    expect(texts(part('√', 188), part('|', 194), part('⎷', 200))).toBe('√|⎷')
  })

  it('stay unknown where they stand apart, beside it, or on another sign', () => {
    expect(texts(part('\uFFFD', 180), part('|', 200))).toBe('\uFFFD|')
    expect(texts(part('\uFFFD', 194, 110), part('|', 200))).toBe('\uFFFD|')
    expect(texts(part('\uFFFD', 194), part('x', 200))).toBe('\uFFFDx')
  })
})
