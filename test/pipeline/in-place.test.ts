import { expect, it } from 'vitest'
import { overlaysInPlace, problemsInPlace } from '../../pipeline/in-place.ts'
import type { PageReader } from '../../pipeline/stage.ts'
import type { Problem } from '../../schemas/problem.ts'
import { aPage } from './refine/a-page.ts'

/** Page 1 was scanned upside down; all others lie as they should. */
const pages: PageReader = {
  page: async (page) => (page === 1 ? { ...aPage(1, []), turned: 180 } : aPage(page, [])),
  crop: async () => [],
}
const upright = { left: 0, top: 0, right: 30, bottom: 10 }
const shown = { left: 570, top: 790, right: 600, bottom: 800 }

it('draws what a stage saw where it lies on the page as shown', async () => {
  const overlays = [1, 2].map((page) => ({ page, box: upright, label: '', kind: 'figure' }))
  expect((await overlaysInPlace(overlays, pages)).map(({ box }) => box)).toEqual([shown, upright])
})

it('tells the place of a problem on the page as shown', async () => {
  const problem: Problem = { code: 'crop-blank', severity: 'warning', message: 'Blank.', hint: 'Look.', place: { page: 1, box: upright } }
  const [moved, ...others] = await problemsInPlace([problem, { ...problem, place: {} }, { ...problem, place: { page: 1 } }], pages)
  expect(moved?.place).toEqual({ page: 1, box: shown })
  expect(others.map(({ place }) => place)).toEqual([{}, { page: 1 }])
})
