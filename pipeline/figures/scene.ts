import type { z } from 'zod'
import type { FigureKind } from '../../schemas/figure.ts'
import { type Box, contains, overlapX, overlapY } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { Caption } from './captions.ts'
import type { Ink } from './ink.ts'
import type { PageText } from './page-text.ts'

/** Em from ink to its caption, with a note in between. */
const CAPTION_REACH = 6
/** Em from a drawing to the caption beside it: such captions stand in a column of their own, and drawings differ in width. */
export const BESIDE_REACH = 6

/** Share of the white between a caption and a drawing that a drawing on its other side leaves, for the caption to be that one's. */
const CLEARLY_NEARER = 0.7

/** A drawing with its labels, before captions are given out. */
export interface Region {
  readonly box: Box
  readonly kind: z.infer<typeof FigureKind>
  readonly labels: readonly number[]
  readonly ink: readonly Ink[]
}

/** Everything the search for regions looks at on one page. */
export interface Scene {
  readonly page: PageLayout
  readonly text: PageText
  readonly captions: readonly Caption[]
  readonly ink: readonly Ink[]
  /** Body size in points. */
  readonly em: number
}

/** A region in the making. */
export interface Draft {
  box: Box
  ink: Ink[]
  labels: number[]
}

/** What a figure never covers: running text and captions. */
export function barriers({ page, text, captions }: Scene): Box[] {
  const ofCaptions = new Set(captions.flatMap(({ lines }) => lines))
  return page.lines.flatMap((line, index) => (text.kinds[index] !== 'loose' || ofCaptions.has(index) ? [line.box] : []))
}

/** Whether growing a box from `before` to `after` takes in the middle of a wall. */
export const coversMore = (walls: readonly Box[], before: Box, after: Box): boolean =>
  walls.some((wall) => isCrossed(after, wall) && !isCrossed(before, wall))

export const isCrossed = (box: Box, wall: Box): boolean =>
  Math.min(box.right, wall.right) - Math.max(box.left, wall.left) > 1 && contains({ ...box, left: -1e6, right: 1e6 }, middleStrip(wall))

const middleStrip = (box: Box): Box => {
  const middle = (box.top + box.bottom) / 2
  return { ...box, top: middle - 0.5, bottom: middle + 0.5 }
}

const gapTo = (caption: Caption, box: Box): number => Math.max(caption.box.top - box.bottom, box.top - caption.box.bottom)

/** Whether a caption stands under or over a drawing, with no more than a note between them. */
export const isNearCaption = (caption: Caption, box: Box, em: number): boolean =>
  overlapX(caption.box, box) > 0 && overlapY(caption.box, box) < 0.5 * em && gapTo(caption, box) < CAPTION_REACH * em

/** The caption right under or over a drawing, if no drawing on its other side is clearly nearer to it. */
export function ownCaption(captions: readonly Caption[], box: Box, em: number, others: readonly Box[]): Caption | undefined {
  const isOthers = (caption: Caption): boolean =>
    others.some(
      (other) =>
        isOver(caption, other) !== isOver(caption, box) &&
        isNearCaption(caption, other, em) &&
        gapTo(caption, other) < CLEARLY_NEARER * gapTo(caption, box),
    )
  return captions
    .filter((caption) => isNearCaption(caption, box, em) && !isOthers(caption))
    .map((caption) => ({ caption, gap: gapTo(caption, box) }))
    .sort((a, b) => a.gap - b.gap)[0]?.caption
}

const isOver = (caption: Caption, box: Box): boolean => caption.box.bottom <= (box.top + box.bottom) / 2

/** The caption beside a drawing and level with its foot, its head or a part of it, where no drawing stands over or under the caption. */
export function captionBeside({ captions, em }: Pick<Scene, 'captions' | 'em'>, box: Box, others: readonly Box[]): Caption | undefined {
  return captions
    .filter((caption) => overlapY(caption.box, box) > 0 && !others.some((other) => isNearCaption(caption, other, em)))
    .map((caption) => ({ caption, gap: -overlapX(caption.box, box) }))
    .filter(({ gap }) => gap > 0 && gap < BESIDE_REACH * em)
    .sort((a, b) => a.gap - b.gap)[0]?.caption
}
