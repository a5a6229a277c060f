import { describe, expect, it } from 'vitest'
import { plainLetter } from '../../../pipeline/equations/alphabets.ts'
import type { Font, Glyph } from '../../../schemas/layout.ts'

/** The face of a letter that is set in a font of this name. */
function faceOf(text: string, name: string, math = true): string {
  const font: Font = { name, bold: false, italic: false, serif: true, mono: false, math }
  const glyph: Glyph = {
    text,
    font: 0,
    size: 10,
    x: 0,
    y: 0,
    advance: 5,
    ink: { left: 0, top: -7, right: 5, bottom: 0 },
    gap: 0,
    space: false,
  }
  const { text: letter, face } = plainLetter(glyph, font)
  return `${letter} ${face}`
}

describe('fonts that hold another alphabet under the codes of letters', () => {
  it.each([
    ['EUFM10', 'g', 'g fraktur'],
    ['txmia', 'g', 'g fraktur'],
    ['HFBRBS10', 'R', 'R double-struck'],
    ['KaTeX_AMS-Regular', 'R', 'R double-struck'],
    ['HFBRSY10', 'L', 'L calligraphic'],
    ['rsfs10', 'L', 'L script'],
    ['CMR10', 'R', 'R upright'],
  ])('%s', (name, letter, expected) => {
    expect(faceOf(letter, name)).toBe(expected)
  })

  it('hold no other Greek', () => {
    expect(faceOf('γ', 'txmia')).toBe('γ italic')
  })
})

describe('a letter of a mathematical alphabet', () => {
  it('is the plain one and its face', () => {
    expect(faceOf('𝔤', 'Any')).toBe('g fraktur')
    expect(faceOf('ℝ', 'Any')).toBe('R double-struck')
    expect(faceOf('𝓵', 'Any')).toBe('ℓ bold-italic')
  })
})

describe('a circle', () => {
  it('is a ring in a font for formulas, a bullet in one for text', () => {
    expect(faceOf('○', 'Any')).toBe('∘ upright')
    expect(faceOf('○', 'Any', false)).toBe('○ upright')
  })
})
