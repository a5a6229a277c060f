import { type Box, height, overlapX, overlapY, union } from '../../schemas/geometry.ts'
import type { Table } from '../../schemas/segment.ts'
import type { Caption } from './captions.ts'
import { distance } from './clusters.ts'
import { isNearCaption, type Region } from './scene.ts'

/** Em of white between a drawing and the table of its data beside it; columns of text stand as close, but have no ink. */
const BESIDE = 4
/** Share of the lower one's height that the two have in common. */
const LEVEL = 0.5
/** Em by which a caption stands off the middle of what it is centred under. */
const OFF_CENTRE = 1
/** Points by which the boxes of the two may overlap. */
const SLACK = 1.5

/** A table is a panel of a figure where one caption stands in the middle of the table and the drawing beside it. */
export function withTablePanels(regions: readonly Region[], tables: readonly Table[], captions: readonly Caption[], em: number): Region[] {
  return regions.map((region) => {
    const panel = tables.find(
      ({ box }) => isBeside(region.box, box, em) && captions.some((caption) => isUnderBoth(caption, region.box, box, em)),
    )
    if (!panel) return region
    return { ...region, box: union(region.box, panel.box), labels: [...new Set([...region.labels, ...panel.lines])] }
  })
}

const isBeside = (drawing: Box, table: Box, em: number): boolean =>
  overlapX(drawing, table) <= SLACK &&
  distance(drawing, table) < BESIDE * em &&
  overlapY(drawing, table) > LEVEL * Math.min(height(drawing), height(table))

const isUnderBoth = (caption: Caption, drawing: Box, table: Box, em: number): boolean => {
  const both = union(drawing, table)
  const isCentred = ({ left, right }: Box): boolean => Math.abs(left + right - caption.box.left - caption.box.right) / 2 < OFF_CENTRE * em
  return isNearCaption(caption, both, em) && isCentred(both) && !isCentred(drawing)
}
