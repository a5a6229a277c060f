import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemInPlace } from '../../../pipeline/link/in-place.ts'
import { asRighted, asShown, type Righted, type Turn } from '../../../schemas/geometry.ts'
import { aDiagram, anEquation, anItem } from '../../an-item.ts'

const NONE: ReadonlyMap<number, Righted> = new Map()
const lying = (page: number, turned: Turn) => new Map([[page, { width: 600, height: 800, turned }]])

describe('a box of a righted page', () => {
  // A mark at the top left of the page as a reader holds it upright, and where it lies on the page as the file shows it.
  it.each([
    [90, { left: 0, top: 570, right: 10, bottom: 600 }],
    [180, { left: 570, top: 790, right: 600, bottom: 800 }],
    [270, { left: 790, top: 0, right: 800, bottom: 30 }],
  ] as const)('lies on the page as shown where a turn by %i° would take it from', (turned, shown) => {
    const upright = { left: 0, top: 0, right: 30, bottom: 10 }
    expect(asShown(upright, { width: 600, height: 800, turned })).toEqual(shown)
  })

  it('comes back from the page as shown, whatever the turn', () => {
    const side = fc.integer({ min: 1, max: 400 })
    const turn = fc.constantFrom<Turn | undefined>(90, 180, 270, undefined)
    const property = fc.property(side, side, side, side, turn, (left, top, wide, high, turned) => {
      const page = { width: 900, height: 1200, turned }
      const box = { left, top, right: left + wide, bottom: top + high }
      expect(asRighted(asShown(box, page), page)).toEqual(box)
    })
    fc.assert(property)
  })
})

describe('an item of turned pages', () => {
  const read = anItem('Find it.', {
    diagrams: [aDiagram('Fig. 1', [0, 0, 30, 10])],
    equations: [anEquation('x')],
    solution: { text: 'It is 5.', pages: [7], spans: [{ page: 7, bbox: [0, 0, 30, 10] }], files: [], answers: [] },
  })

  it('has its boxes on the page as shown, and says how to set it upright', () => {
    const item = itemInPlace(read, lying(1, 180), NONE)
    expect(item.source.turned).toEqual([{ of: 'document', page: 1, degrees: 180 }])
    expect(item.diagrams[0]?.bbox).toEqual([570, 790, 600, 800])
    expect(item.question.spans[0]?.bbox).toEqual([40, 550, 560, 770])
    expect(item.equations[0]?.bbox).toEqual([400, 720, 550, 740])
    expect(item.solution?.spans).toEqual(read.solution?.spans)
  })

  it('takes the boxes of a solution in a manual from the pages of the manual', () => {
    const apart = { ...read, source: { ...read.source, solutionsSha256: 'b'.repeat(64) } }
    const item = itemInPlace(apart, NONE, lying(7, 90))
    expect(item.source.turned).toEqual([{ of: 'solutions', page: 7, degrees: 90 }])
    expect(item.solution?.spans[0]?.bbox).toEqual([0, 570, 10, 600])
    expect(item.diagrams).toEqual(read.diagrams)
  })

  it('is left as it was where its own pages lie as they should', () => {
    expect(itemInPlace(read, lying(3, 90), lying(3, 90))).toEqual(read)
  })
})
