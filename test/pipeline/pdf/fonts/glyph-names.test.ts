import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGlyphName, readPlainName } from '../../../../pipeline/pdf/fonts/glyph-names.ts'

describe('readGlyphName', () => {
  it.each([
    ['parenleftBigg', '('],
    ['summationdisplay', '∑'],
    ['radicalBig', '√'],
    ['uni221A.s3', '√'],
    ['integral.upsm', '∫'],
    ['hatwider', 'ˆ'],
  ])('reads the big variant %s as its symbol and keeps that the name tells more', (name, text) => {
    expect(readGlyphName(name)).toEqual({ text, more: true })
  })

  it.each([
    ['bracelefttp', '⎧'],
    ['braceleftmid', '⎨'],
    ['bracketrightbt', '⎦'],
    ['arrowvertex', '⏐'],
  ])('reads the piece %s as the piece, not as the whole', (name, text) => {
    expect(readGlyphName(name)).toEqual({ text, more: true })
  })

  it.each([
    ['f_f_i', 'ffi'],
    ['t_t', 'tt'],
    ['u1D465', '𝑥'],
    ['uni03B103B2', 'αβ'],
    ['one.pnum', '1'],
    ['lscript', 'ℓ'],
    ['nelement', '∉'],
    ['bbR', 'ℝ'],
    ['uniEBE9', 'i'],
  ])('reads %s as %s', (name, text) => {
    expect(readGlyphName(name)).toEqual({ text, more: false })
  })

  it.each(['uniE001', 'g123', 'cid_77', 'a_unheardof', '.notdef', ''])('does not guess at %j', (name) => {
    expect(readGlyphName(name)).toBeUndefined()
  })

  it('never gives a control character or a private one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), (code) => {
        const text = readGlyphName(`uni${code.toString(16).toUpperCase().padStart(4, '0')}`)?.text
        expect(text === undefined || !/[\p{Cc}\p{Co}]/u.test(text) || code >= 0x7f).toBe(true)
        expect(text === undefined || !/\p{Co}/u.test(text)).toBe(true)
      }),
    )
  })
})

describe('readPlainName', () => {
  it.each([
    ['adieresis', 'ä'],
    ['Ccaron', 'Č'],
    ['ohungarumlaut', 'ő'],
    ['ccedilla', 'ç'],
    ['germandbls', 'ß'],
  ])('reads %s as %s', (name, text) => {
    expect(readPlainName(name)).toBe(text)
  })

  it.each(['xring', 'qgrave', 'spring', 'dieresis2'])('makes no letter up of %s', (name) => {
    expect(readPlainName(name)).toBeUndefined()
  })
})
