import { describe, expect, it } from 'vitest'
import { isBoldName, weighed } from '../../../pipeline/pdf/font-facts.ts'
import type { Font } from '../../../schemas/layout.ts'

const font = (name: string, bold = false): Font => ({ name, bold, italic: false, serif: true, mono: false, math: false })
const boldOnes = (...names: string[]): string[] =>
  weighed(names.map((name) => font(name))).flatMap(({ name, bold }) => (bold ? [name] : []))

describe('a medium face', () => {
  it('is the bold one beside a lighter face of its family', () => {
    expect(boldOnes('Kp-Regular', 'Kp-Medium', 'Kp-MediumItalic', 'Kp--M-Italic')).toEqual(['Kp-Medium', 'Kp-MediumItalic'])
  })

  it('is not bold by itself, nor beside a bold face or another family', () => {
    expect(boldOnes('Roboto-Medium', 'Roboto-Bold', 'Kp-Regular')).toEqual([])
  })
})

describe('the name of a face', () => {
  it('says of the sans faces of Computer Modern which are bold', () => {
    const names = ['SFSSDC10', 'CMSSDC10', 'CMSSBX10', 'SFSX1000', 'SFSS1000', 'CMSS10', 'SFORM10']
    expect(names.filter(isBoldName)).toEqual(['SFSSDC10', 'CMSSDC10', 'CMSSBX10', 'SFSX1000'])
  })
})
