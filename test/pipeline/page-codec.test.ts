import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packPage, unpackPage } from '../../pipeline/page-codec.ts'
import type { Glyph, PageLayout } from '../../schemas/layout.ts'

const length = fc.double({ min: -100, max: 2000, noNaN: true })
const glyph: fc.Arbitrary<Glyph> = fc.record(
  {
    text: fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => text.replaceAll('\u0000', '')),
    code: fc.string(),
    font: fc.nat({ max: 5 }),
    size: length,
    x: length,
    y: length,
    advance: length,
    ink: fc.record({ left: length, top: length, right: length, bottom: length }),
    angle: length,
    colour: fc.constant('#ff0000'),
    gap: length,
    space: fc.boolean(),
  },
  { requiredKeys: ['text', 'font', 'size', 'x', 'y', 'advance', 'ink', 'gap', 'space'], noNullPrototype: true },
)

const page = (glyphs: Glyph[]): PageLayout => ({
  page: 3,
  width: 595,
  height: 842,
  source: 'text',
  fonts: [{ name: 'CMR10', bold: false, italic: false, serif: true, mono: false, math: false }],
  glyphs,
  lines: [
    {
      glyphs: glyphs.map((_, index) => index),
      box: { left: 0, top: 0, right: 1, bottom: 1 },
      baseline: 1,
      size: 10,
      column: 0,
      band: 0,
      furniture: false,
    },
  ],
  drawings: [{ box: { left: 0, top: 0, right: 1, bottom: 1 }, kind: 'stroke', shape: 'path', order: 1 }],
  images: [],
})

describe('a packed page', () => {
  it('comes back exactly as it was', () => {
    fc.assert(
      fc.property(fc.array(glyph, { maxLength: 20 }), (glyphs) => {
        expect(unpackPage(packPage(page(glyphs)))).toEqual(page(glyphs))
      }),
      { numRuns: 100 },
    )
  })

  it('is nothing when the runtime cannot read it', () => {
    expect(unpackPage(Buffer.from('not a page'))).toBeUndefined()
  })
})
