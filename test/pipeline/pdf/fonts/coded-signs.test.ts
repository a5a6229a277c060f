import { describe, expect, it } from 'vitest'
import { codedName } from '../../../../pipeline/pdf/fonts/coded-signs.ts'

describe('signs that a file calls by their codes', () => {
  it('are sums and braces in extension fonts, and roots in symbol fonts', () => {
    expect(codedName('CMEX10', 'X', 'X')).toBe('summationdisplay')
    expect(codedName('txexs', '(', 'parenleft')).toBe('braceleftBigg')
    expect(codedName('LMMathExtension10-Regular', 'Z', undefined)).toBe('integraldisplay')
    expect(codedName('Fourier-Math-Symbols', 'p', 'p')).toBe('radical')
  })

  it('are what they are called where the program names them, and letters in other fonts', () => {
    expect(codedName('CMEX10', '(', 'parenleftbig')).toBeUndefined()
    expect(codedName('CMEX10', '(', undefined)).toBeUndefined()
    expect(codedName('CMSY10', 'X', 'X')).toBeUndefined() // a calligraphic letter
    expect(codedName('CMSY10', 'p', 'radical')).toBeUndefined()
    expect(codedName('CMMI10', 'X', 'X')).toBeUndefined()
    expect(codedName('Apex-Book', 'X', 'X')).toBeUndefined()
  })

  it('are integrals in a font of nothing else, whatever accents it calls them', () => {
    expect(codedName('esint10', 'ˆ', 'circumflex')).toBe('integraldisplay')
    expect(codedName('esint10', '˛', 'ogonek')).toBe('contintegraldisplay')
    expect(codedName('esint10', '˙', 'dotaccent')).toBe('')
    expect(codedName('CMR10', 'ˆ', 'circumflex')).toBeUndefined()
  })

  it('mean nothing beyond the codes that TeX shares out', () => {
    expect(codedName('Fourier-Math-Extension', '¡', 'exclamdown')).toBe('')
  })
})
