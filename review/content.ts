import { canonical, sha256 } from '../corpus/store.ts'
import type { Item } from '../schemas/item.ts'
import type { EditPath } from '../schemas/review.ts'
import { EDIT_PATHS } from '../schemas/review.ts'
import { fieldOf, sameJson } from '../schemas/review-fields.ts'

/** Points. Boxes are compared on this grid: a rerun that moves an edge by less shows the same picture to the reader. */
const BOX_GRID = 2

/** Identifies one machine-made version of an item, whatever people did to it since. */
export const revisionOf = (item: Item): string => sha256(canonical({ ...item, review: undefined }))

/** Identifies what a person checks when deciding; a decision holds as long as this stays the same. */
export const contentOf = (item: Item): string =>
  sha256(canonical(EDIT_PATHS.map((path) => essence(item, path)).filter((said) => said !== undefined)))

/** The paths in which two items differ in what a person would see. */
export const movedPaths = (before: Item, after: Item): EditPath[] =>
  EDIT_PATHS.filter((path) => !sameJson(essence(before, path), essence(after, path)))

/** What a field says to the reader, without crops’ bytes, confidences and how a value was obtained. */
export function essence(item: Item, path: EditPath): unknown {
  switch (path) {
    case 'diagrams':
      return item.diagrams.map(({ page, bbox, label, caption, type }) => ({ page, bbox: bbox.map(onGrid), label, caption, type }))
    case 'question.spans':
      return item.question.spans.map(({ page, bbox }) => ({ page, bbox: bbox.map(onGrid) }))
    case 'question.parts':
      return item.question.parts.map(({ label, text }) => ({ label, text })) // their boxes only help to look at the page
    case 'equations':
      return item.equations.map(({ latex, display, tag }) => ({ latex, display, tag }))
    case 'solution':
      return item.solution && { text: item.solution.text, answers: item.solution.answers }
    case 'topics':
      return item.topics.map(({ id }) => id).toSorted()
    case 'question.options':
      return item.question.options // undefined for an open question: what was decided before there were options still holds
    default:
      return fieldOf(item, path)
  }
}

const onGrid = (points: number): number => Math.round(points / BOX_GRID)
