import type { Overlay } from '../schemas/figure.ts'
import { asShown } from '../schemas/geometry.ts'
import type { Problem } from '../schemas/problem.ts'
import type { PageReader } from './stage.ts'

/** Overlays where they lie on the pages as shown: stages see righted pages. */
export const overlaysInPlace = (overlays: readonly Overlay[], pages: PageReader): Promise<Overlay[]> =>
  Promise.all(overlays.map(async (overlay) => ({ ...overlay, box: asShown(overlay.box, await pages.page(overlay.page)) })))

/** Problems with their boxes where they lie on the pages as shown. */
export const problemsInPlace = (problems: readonly Problem[], pages: PageReader): Promise<Problem[]> =>
  Promise.all(
    problems.map(async (problem) => {
      const { box, page } = problem.place
      return box && page !== undefined ? { ...problem, place: { ...problem.place, box: asShown(box, await pages.page(page)) } } : problem
    }),
  )
