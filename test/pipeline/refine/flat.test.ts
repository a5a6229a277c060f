import { describe, expect, it } from 'vitest'
import { flatReading, withFlatReplaced } from '../../../pipeline/refine/flat.ts'
import { aPage } from './a-page.ts'

const put = (text: string, flat: string, latex = 'F=ma', display = false) => withFlatReplaced(text, flat, { latex, display })

describe('flatReading', () => {
  it('is the letters inside a box, in reading order', () => {
    const page = aPage(1, ['Here F = m a stands.', 'Not here.'])
    expect(flatReading(page, { left: 74, top: 42, right: 108, bottom: 52 })).toBe('F=ma')
  })
})

describe('withFlatReplaced', () => {
  it('puts a formula where its letters stand, whatever white space lies between', () => {
    expect(put('Since F = m a, find a.', 'F=ma')).toEqual({ text: 'Since $F=ma$, find a.', before: 'F = m a' })
    expect(put('Since\n\nF = m a\n\nfind it.', 'F=ma', 'F=ma', true)?.text).toBe('Since\n\n$$F=ma$$\n\nfind it.')
  })

  it('takes scripts along that the text already has', () => {
    expect(put('It is x = 3 + 10$^{6}$ m.', 'x=3+106', 'x=3+10^{6}')?.text).toBe('It is $x=3+10^{6}$ m.')
  })

  it('leaves the text alone where the place is not sure', () => {
    expect(put('F = m a and again F = m a', 'F=ma')).toBeUndefined()
    expect(put('Nothing of the kind', 'F=ma')).toBeUndefined()
    expect(put('The car is red', 'a')).toBeUndefined()
    expect(put('xF = m ab', 'F=ma')).toBeUndefined()
    expect(put('', '')).toBeUndefined()
  })

  it('makes no text that does not parse', () => {
    expect(put('It is $y = F = m a + 1$ here.', 'F=ma')).toBeUndefined()
    expect(put('Since F = m a, find a.', 'F=ma', 'F=\\frac{m')).toBeUndefined()
  })
})
