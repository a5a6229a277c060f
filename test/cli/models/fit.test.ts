import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitTo } from '../../../cli/models/fit.ts'

const anything = {}
const mended = (text: string): unknown => {
  const fit = fitTo(anything, text)
  return fit.fits ? JSON.parse(fit.text) : 'not mended'
}

describe('fitTo', () => {
  it('mends what loses nothing: fences, trailing commas, quotes, constants of Python', () => {
    expect(mended('```json\n{"a": [1, 2,],}\n```')).toEqual({ a: [1, 2] })
    expect(mended("{'a': 'x', 'b': True, 'c': None}")).toEqual({ a: 'x', b: true, c: null })
    expect(mended('{"a": "b" "c": 1}')).toEqual({ a: 'b', c: 1 })
    expect(mended('{a: 1}')).toEqual({ a: 1 })
  })

  it('never closes at the end what may have gone on, even if the server called the answer complete', () => {
    for (const text of [
      '{"a": [1, 2]',
      '{"a": [1, 2',
      '{"items": [{"a": 1}, {"a": 2}',
      '{"a": "x',
      '{"a": "x}',
      '["a", "b',
      '[1, 2, 3',
      '"x',
    ])
      expect(mended(text), text).toBe('not mended')
    expect(mended('{"latex": "c{}')).toBe('not mended')
  })

  it('does not mend by leaving something out', () => {
    expect(mended('[1, 2, ...]')).toBe('not mended')
    expect(mended('{"a": 1} /* and more */')).toBe('not mended')
    expect(mended('{"latex": "\\sigma"}')).toBe('not mended')
  })

  it('reports a shape that is wrong, and leaves JSON that is right as it came', () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
    expect(fitTo(schema, '{"a": 1 }')).toEqual({ fits: true, text: '{"a": 1 }', mended: false })
    expect(fitTo(schema, '{"a": "x",}')).toMatchObject({ fits: false })
  })

  it('takes no beginning of an answer for the answer', () => {
    const value = fc.array(fc.record({ name: fc.stringMatching(/^[a-z{}[\] \\.]{1,12}$/), n: fc.nat(99) }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(value, fc.double({ min: 0, max: 0.999, noNaN: true }), (rows, share) => {
        const text = JSON.stringify({ rows })
        expect(mended(text.slice(0, Math.floor(text.length * share)))).toBe('not mended')
      }),
    )
  })
})
