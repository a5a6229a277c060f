import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitOf } from '../../../corpus/release/splits.ts'

describe('splitOf', () => {
  it('deals out by the shares', () => {
    const shares = { test: 8, dev: 2 }
    const dev = Array.from({ length: 5000 }, (_, key) => splitOf(`item ${key}`, shares)).filter((split) => split === 'dev').length
    expect(dev / 5000).toBeCloseTo(0.2, 1)
  })

  it('puts a key into the same split whatever the order of the names', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const split = splitOf(key, { test: 3, dev: 1 })
        expect(['test', 'dev']).toContain(split)
        expect(splitOf(key, { dev: 1, test: 3 })).toBe(split)
        expect(splitOf(key, { dev: 100, test: 300 })).toBe(split)
      }),
    )
  })

  it('refuses to deal out to no split', () => {
    expect(() => splitOf('a', {})).toThrow('no split')
  })
})
