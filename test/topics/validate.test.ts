import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TopicList, TopicList as TopicListSchema } from '../../schemas/topics.ts'
import { fold, ratio } from '../../topics/ratio.ts'
import { validateLabels, validator } from '../../topics/validate.ts'

const listOf = (names: readonly string[]): TopicList =>
  TopicListSchema.parse({ subject: 'fluid-mechanics', by: 'hand', topics: names.map((name, index) => ({ id: `t${index}`, name })) })

const fluid = listOf(['Pipe flow and head loss', 'Bernoulli equation', 'Drag and lift', 'Hydrostatic pressure'])

describe('validator', () => {
  it.each([
    ['BERNOULLI EQUATION', 'Bernoulli equation', true, 1],
    ['Bernouli equation', 'Bernoulli equation', true, 0.971],
    ['bernoulli equations', 'Bernoulli equation', true, 0.973],
    ['flow', 'Pipe flow and head loss', false, 0.296],
    ['pipe flow', 'Pipe flow and head loss', false, 0.562],
    ['Drag', 'Drag and lift', false, 0.471],
    ['Lift and drag', 'Drag and lift', false, 0.385],
    ['Hydrostatic pressures on surfaces', 'Hydrostatic pressure', false, 0.755],
  ])('judges “%s” against “%s” as the table of the specification does', (label, name, kept, expected) => {
    const verdict = validator(listOf([name]))(label)
    expect(verdict.ratio).toBeCloseTo(expected, 3)
    expect(verdict.topic?.name).toBe(kept ? name : undefined)
    expect(validator(fluid)(label).topic?.name).toBe(kept ? name : undefined)
  })

  it('decides as a scan of the whole list would, whatever Fuse proposes', () => {
    const word = fc.constantFrom('flow', 'pipe', 'head', 'loss', 'drag', 'lift', 'Flows', 'a', 'heat', 'ß', 'and')
    const name = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '))
    const scramble = fc
      .tuple(name, fc.nat(), fc.string({ maxLength: 2 }))
      .map(([text, at, noise]) => text.slice(0, at % text.length) + noise + text.slice((at % text.length) + 1))
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 8, selector: fold }),
        fc.oneof(name, scramble),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (names, label, cutoff) => {
          const ratios = names.map((topic) => ratio(fold(topic), fold(label)))
          const best = Math.max(...ratios)
          const verdict = validator(listOf(names), cutoff)(label)
          expect(verdict.ratio).toBe(best)
          expect(verdict.nearest.name).toBe(names[ratios.indexOf(best)])
          expect(verdict.topic !== undefined).toBe(best >= cutoff)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('keeps a label of more than 32 characters with a slip in it', () => {
    const long = listOf(['Effectiveness of the number of transfer units method for exchangers', 'Drag and lift'])
    expect(validator(long)('Effectiveness of teh number of transfer units method for exchanger').topic?.id).toBe('t0')
  })

  it('settles ties by list order', () => {
    expect(validator(listOf(['abx', 'aby']), 0.5)('abz').topic?.id).toBe('t0')
    expect(validator(listOf(['aby', 'abx']), 0.5)('abz').topic?.name).toBe('aby')
  })

  it('discards the empty label and labels in another language', () => {
    expect(validator(fluid)('').topic).toBeUndefined()
    expect(validator(fluid)('Équation de Bernoulli').topic).toBeUndefined()
    expect(validator(fluid)('伯努利方程').topic).toBeUndefined()
  })
})

describe('validateLabels', () => {
  it('gives each topic once in list order, and the rest with what it was nearest to', () => {
    const { topics, discarded } = validateLabels(
      ['drag and lift', 'Bernoulli equation', 'bernoulli equations', 'pipe flow'],
      validator(fluid),
      fluid,
    )
    expect(topics.map(({ name }) => name)).toEqual(['Bernoulli equation', 'Drag and lift'])
    expect(discarded).toMatchObject([{ label: 'pipe flow', topic: undefined, nearest: { name: 'Pipe flow and head loss' } }])
  })
})
