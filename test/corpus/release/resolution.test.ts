import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planPictures } from '../../../corpus/release/withhold.ts'
import { ReleasedItem } from '../../../schemas/release.ts'
import { diagram, item } from './sample.ts'

const SHA = 'a'.repeat(64)

/** The resolution that the plan gives for a crop of a box, cut outward to whole pixels at `dpi`. */
async function planned(left: number, width: number, dpi: number, workspace: number): Promise<number | undefined> {
  const scale = dpi / 72
  const pixels = Math.ceil((left + width) * scale) - Math.floor(left * scale)
  const one = item('1', {
    diagrams: [diagram({ file: `images/${SHA}.png`, sha256: SHA, width: pixels, height: 10 }, { bbox: [left, 1, left + width, 2] })],
  })
  const released = ReleasedItem.parse({ ...one, split: 'test', canary: '00000000-0000-8000-8000-000000000000', withheldSolution: null })
  const { withheld } = await planPictures([released], () => false, { dpi: workspace, image: async () => undefined })
  return withheld[0]?.dpi
}

it('finds the resolution of a crop again, though crops are rounded outward', async () => {
  const left = fc.double({ min: 0, max: 300, noNaN: true })
  const width = fc.double({ min: 20, max: 300, noNaN: true })
  await fc.assert(
    fc.asyncProperty(left, width, async (at, wide) => {
      expect(await planned(at, wide, 200, 200)).toBe(200)
    }),
  )
  await fc.assert(
    fc.asyncProperty(left, width, async (at, wide) => {
      expect(await planned(at, wide, 300, 150)).toBe(300)
    }),
  )
})
