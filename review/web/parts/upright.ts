import { asRighted, asShown, fromBBox, type Righted, type Turn } from '../../../schemas/geometry.ts'
import type { Item } from '../../../schemas/item.ts'
import type { SourceFile } from '../../../schemas/review.ts'
import type { Spot } from '../sources.ts'
import type { Drawing, Mark } from './mark.ts'

/** Quarter turns clockwise that set a page of an item upright which lies sideways or upside down in its file. */
export const turnOf = ({ source }: Item, file: SourceFile, page: number): Turn | undefined =>
  source.turned?.find((one) => one.of === file && one.page === page)?.degrees

/** A page as people read it. Boxes of items are of the page as it lies in its file; everything on the screen is upright. */
export const uprightPage = ({ width, height }: { readonly width: number; readonly height: number }, turned: Turn | undefined): Righted =>
  turned === 90 || turned === 270 ? { width: height, height: width, turned } : { width, height, turned }

/** A box over the page as people read it. Where it is moved to is told as it lies in the file. */
export function uprightMark(mark: Mark, page: Righted): Mark {
  if (page.turned === undefined) return mark
  const { left, top, right, bottom } = asRighted(fromBBox(mark.spot.bbox), page)
  const { onMoved } = mark
  return {
    ...mark,
    spot: { ...mark.spot, bbox: [left, top, right, bottom] },
    ...(onMoved && { onMoved: (spot) => onMoved(inFile(spot, page)) }),
  }
}

/** The same of a box that is about to be drawn. */
export const uprightDrawing = (drawing: Drawing, page: Righted): Drawing =>
  drawing && { ...drawing, onDrawn: (spot) => drawing.onDrawn(inFile(spot, page)) }

function inFile(spot: Spot, page: Righted): Spot {
  const { left, top, right, bottom } = asShown(fromBBox(spot.bbox), page)
  return { ...spot, bbox: [tenths(left), tenths(top), tenths(right), tenths(bottom)] }
}

const tenths = (points: number): number => Math.round(points * 10) / 10
