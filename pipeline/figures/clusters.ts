import { type Box, grow, union } from '../../schemas/geometry.ts'
import { DisjointSets } from '../disjoint-sets.ts'

/** Groups boxes that lie no further apart than `reach` points in both directions, directly or through others. */
export function clusters(boxes: readonly Box[], reach: number): number[][] {
  const sets = new DisjointSets(boxes.length)
  const order = boxes.map((_, index) => index).sort((a, b) => (boxes[a]?.top ?? 0) - (boxes[b]?.top ?? 0))
  // A sweep from top to bottom over what still reaches down to the present height.
  let open: { index: number; box: Box }[] = []
  for (const index of order) {
    const box = boxes[index]
    if (!box) continue
    const near = grow(box, reach)
    open = open.filter((entry) => entry.box.bottom >= near.top)
    for (const entry of open) if (touches(entry.box, near)) sets.join(index, entry.index)
    open.push({ index, box })
  }
  return sets.groups()
}

const touches = (a: Box, b: Box): boolean => a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom

/** Points of white between two boxes, the larger of both directions; 0 when they meet. */
export const distance = (a: Box, b: Box): number => Math.max(0, a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)

export const hullOf = (boxes: readonly Box[]): Box => {
  const [first, ...rest] = boxes
  if (!first) throw new Error('A hull needs at least one box.')
  return rest.reduce(union, first)
}
