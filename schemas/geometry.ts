import { z } from 'zod'

/**
 * A rectangle on a page. Every length is in points (1/72 inch), from the top left of the page as shown
 * (CropBox, rotation applied), y growing downward.
 */
export const Box = z
  .strictObject({
    left: z.number().describe('points from the left edge of the page as shown'),
    top: z.number().describe('points from the top edge of the page as shown'),
    right: z.number().describe('points; always greater than `left`'),
    bottom: z.number().describe('points; always greater than `top`'),
  })
  .refine((box) => box.left < box.right && box.top < box.bottom, {
    error: 'A box needs positive width and height; were the corners swapped?',
  })
  .meta({ id: 'Box', title: 'A rectangle on a page' })
export type Box = z.infer<typeof Box>

/** The same rectangle as released items spell it: `[left, top, right, bottom]` in points. */
export const BBox = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine(([left, top, right, bottom]) => left < right && top < bottom, {
    error: 'A bbox is [left, top, right, bottom] with positive width and height.',
  })
  .describe('[left, top, right, bottom] in points from the top left of the page as shown, y down')
export type BBox = z.infer<typeof BBox>

export const PageNumber = z.int().min(1).describe('1 is the first page of the PDF, whatever is printed on it')

/** Quarter turns clockwise that set a page upright which lies sideways or upside down in its file. */
export const Turn = z.union([z.literal(90), z.literal(180), z.literal(270)])
export type Turn = z.infer<typeof Turn>

/** A page after it was righted: its size upright, in points, and the turn that it took; none on most pages. */
export interface Righted {
  readonly width: number
  readonly height: number
  readonly turned?: Turn | undefined
}

/** Where a box of a righted page lies on the page as shown. The box itself where nothing was turned. */
export function asShown(box: Box, { width, height, turned }: Righted): Box {
  const { left, top, right, bottom } = box
  if (turned === 90) return { left: top, right: bottom, top: width - right, bottom: width - left }
  if (turned === 180) return { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
  if (turned === 270) return { left: height - bottom, right: height - top, top: left, bottom: right }
  return box
}

/** Where a box of the page as shown lies once the page is righted: undoes `asShown`. */
export function asRighted(box: Box, { width, height, turned }: Righted): Box {
  const { left, top, right, bottom } = box
  if (turned === 90) return { left: width - bottom, right: width - top, top: left, bottom: right }
  if (turned === 180) return { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
  if (turned === 270) return { left: top, right: bottom, top: height - right, bottom: height - left }
  return box
}

/** Hundredths of a point: finer than any renderer resolves, short in JSON. */
const round = (value: number): number => Math.round(value * 100) / 100

export const toBBox = (box: Box): BBox => [round(box.left), round(box.top), round(box.right), round(box.bottom)]

export const fromBBox = ([left, top, right, bottom]: BBox): Box => ({ left, top, right, bottom })

export const width = (box: Box): number => box.right - box.left

export const height = (box: Box): number => box.bottom - box.top

export const area = (box: Box): number => width(box) * height(box)

/** The smallest box around both. */
export const union = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

/** The smallest box around all, or undefined when there is none. */
export const unionAll = (boxes: Iterable<Box>): Box | undefined => {
  let all: Box | undefined
  for (const box of boxes) all = all ? union(all, box) : box
  return all
}

/** The common part of two boxes, or undefined when they only touch or lie apart. */
export const intersection = (a: Box, b: Box): Box | undefined => {
  const left = Math.max(a.left, b.left)
  const top = Math.max(a.top, b.top)
  const right = Math.min(a.right, b.right)
  const bottom = Math.min(a.bottom, b.bottom)
  return left < right && top < bottom ? { left, top, right, bottom } : undefined
}

/** Points shared by both on the x axis; negative is the gap between them. */
export const overlapX = (a: Box, b: Box): number => Math.min(a.right, b.right) - Math.max(a.left, b.left)

/** Points shared by both on the y axis; negative is the gap between them. */
export const overlapY = (a: Box, b: Box): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)

/** The box grown by `by` points on every side (negative shrinks; the caller sees that something is left). */
export const grow = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
})

/** Whether `inner` lies in `outer`, give or take `slack` points. */
export const contains = (outer: Box, inner: Box, slack = 0): boolean =>
  inner.left >= outer.left - slack &&
  inner.top >= outer.top - slack &&
  inner.right <= outer.right + slack &&
  inner.bottom <= outer.bottom + slack

/** Share of `part`'s area that lies inside `whole`, 0 to 1. */
export const shareInside = (part: Box, whole: Box): number => {
  const common = intersection(part, whole)
  return common ? area(common) / area(part) : 0
}
