import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../schemas/item.ts'
import type { Segmentation } from '../../../schemas/segment.ts'
import { linkBook, segmentBook } from '../fakes/book.ts'

let items: Item[]
let found: Segmentation
beforeAll(async () => {
  const bytes = await readFile(new URL('fixtures/tex-formulas.pdf', import.meta.url))
  ;({ items } = await linkBook(bytes, { formulas: true }))
  ;({ found } = await segmentBook(bytes))
})
const text = (number: string): string => items.find(({ source }) => source.number === number)?.question.text ?? ''

describe('formulas', () => {
  it('keep their exponents: a square, a power of ten', () => {
    expect(text('2')).toContain('$x^2=9$')
    expect(text('2')).toContain('10^{-6}')
    expect(text('2')).not.toMatch(/10 ?-6/)
  })

  it('tell an exponent from a numerator beside it', () => {
    expect(text('2')).toContain('$6\\times10^4\\,\\frac{\\mathrm{lb}}{\\mathrm{in}}$')
  })

  it('keep bars, fractions and sums within a line', () => {
    expect(text('3')).toBe(
      'The mean of $n$ readings is $\\bar{x}=\\frac{1}{n}\\sum_{i=1}^nx_i$ as every student of the subject knows by heart.',
    )
  })

  it('that are displayed are no tables, and their numbers no problems', () => {
    expect(found.tables).toEqual([])
    expect(found.problems.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5'])
  })

  it('have their numbers in a field of their own, one formula a number', () => {
    const displays = items.flatMap(({ equations }) => equations).filter(({ display }) => display)
    expect(displays.map(({ tag }) => tag)).toEqual(['3.2', '3.3', '3.4'])
    expect(displays[0]?.latex).toBe('\\Delta p=f\\,\\frac{L}{D}\\,\\frac{\\rho V^2}{2}')
    expect(displays.every(({ latex }) => latex?.includes('tag') === false)).toBe(true)
  })

  it('are never left out: each display has its LaTeX and its picture', () => {
    const displays = items.flatMap(({ equations }) => equations).filter(({ display }) => display)
    expect(displays.every(({ latex, file }) => latex !== null && file !== null)).toBe(true)
  })

  it('have no sign escaped for Markdown', () => {
    expect(text('4')).toContain('$x_2$')
    expect(text('4')).not.toContain('\\_')
  })
})
