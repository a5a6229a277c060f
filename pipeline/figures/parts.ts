import { type Box, height, overlapX, overlapY, union } from '../../schemas/geometry.ts'
import type { Caption } from './captions.ts'
import { distance } from './clusters.ts'
import { findGutters, type Gutter, isBetweenColumns } from './gutters.ts'
import { captionBeside, type Draft, isCrossed, isNearCaption, ownCaption, type Scene } from './scene.ts'
import { areBeside } from './side-by-side.ts'

/** Em of white between parts of one figure that nothing is printed between. */
const PARTS_APART = 4
/** Em of white between the panels of a wide figure that one caption names. */
const PANELS_APART = 8
/** The same where no caption says that they belong together. */
const UNNAMED_PANELS_APART = 6
/** Em by which the middle of a caption may be off the middle of its panels: labels stick out of them. */
const CENTRED = 1
/** Share of the lower panel's height at which two stand level. */
const LEVEL = 0.5

/** Joins drawings that stand together with nothing printed in between, unless captions tell them apart. */
export function mergeParts(scene: Scene, drafts: readonly Draft[], walls: readonly Box[]): Draft[] {
  const gutters = findGutters(scene.page, scene.text.kinds)
  const merged = [...drafts]
  const tryOnce = (): boolean => {
    for (let i = 0; i < merged.length; i++) {
      for (let j = i + 1; j < merged.length; j++) {
        const [a, b] = [merged[i], merged[j]]
        if (!a || !b || !mayMerge(scene, a, b, merged, walls) || areNamedApart(scene, a, b, merged)) continue
        if (isBetweenColumns(gutters, a.box, b.box) && overlapX(a.box, b.box) <= 0) continue
        merged[i] = { box: union(a.box, b.box), ink: [...a.ink, ...b.ink], labels: [...a.labels, ...b.labels] }
        merged.splice(j, 1)
        return true
      }
    }
    return false
  }
  while (tryOnce());
  return merged
}

function mayMerge(scene: Scene, a: Draft, b: Draft, drafts: readonly Draft[], walls: readonly Box[]): boolean {
  const { em } = scene
  const gap = distance(a.box, b.box)
  if (gap > PARTS_APART * em) return false
  const together = union(a.box, b.box)
  if (walls.some((wall) => isCrossed(together, wall) && !isCrossed(a.box, wall) && !isCrossed(b.box, wall))) return false
  const [mine, yours] = captionsOf(scene, a, b, drafts)
  if (gap === 0) return !(mine && yours && areBeside(mine, yours)) // a label may reach into the drawing beside its own
  return mine === undefined || yours === undefined || mine === yours
}

/** The caption under or over each of two drawings. */
function captionsOf({ captions, em }: Scene, a: Draft, b: Draft, drafts: readonly Draft[]): [Caption | undefined, Caption | undefined] {
  const boxes = drafts.map(({ box }) => box)
  return [ownCaption(captions, a.box, em, boxes), ownCaption(captions, b.box, em, boxes)]
}

/** Whether a caption of its own stands beside each: drawings one above the other, with captions at their sides. */
function areNamedApart(scene: Scene, a: Draft, b: Draft, drafts: readonly Draft[]): boolean {
  const boxes = drafts.map(({ box }) => box)
  const [mine, yours] = [captionBeside(scene, a.box, boxes), captionBeside(scene, b.box, boxes)]
  return mine !== undefined && yours !== undefined && mine !== yours
}

/** Panels that stand level with no text in between are one wide figure, unless captions or columns tell them apart. */
export function joinPanels(scene: Scene, drafts: readonly Draft[], walls: readonly Box[]): Draft[] {
  const gutters = findGutters(scene.page, scene.text.kinds)
  const joined = [...drafts]
  for (let at = 0; at < joined.length; at++) {
    const host = joined[at]
    const other = host ? joined.findIndex((panel, index) => index > at && arePanels(scene, gutters, [host, panel], joined, walls)) : -1
    const panel = joined[other]
    if (!host || !panel) continue
    joined[at] = { box: union(host.box, panel.box), ink: [...host.ink, ...panel.ink], labels: [...host.labels, ...panel.labels] }
    joined.splice(other, 1)
    at = -1
  }
  return joined
}

function arePanels(
  scene: Scene,
  gutters: readonly Gutter[],
  [a, b]: [Draft, Draft],
  drafts: readonly Draft[],
  walls: readonly Box[],
): boolean {
  const { em } = scene
  const apart = -overlapX(a.box, b.box)
  if (overlapY(a.box, b.box) < LEVEL * Math.min(height(a.box), height(b.box))) return false
  const [mine, yours] = captionsOf(scene, a, b, drafts)
  if (mine && yours && mine !== yours) return false
  const caption = mine ?? yours
  const together = union(a.box, b.box)
  const isOfBoth =
    (mine && mine === yours) ||
    scene.captions.some((one) => isNearCaption(one, together, em) && isCentredBetween(one.box, [a.box, b.box], em))
  // One caption under both says all; one under one of them says that the other has none of its own.
  const reach = isOfBoth ? Number.POSITIVE_INFINITY : caption ? PANELS_APART : UNNAMED_PANELS_APART
  if (apart > reach * em) return false
  // In columns of their own they are panels only if the caption of both reaches from one into the other.
  if (isBetweenColumns(gutters, a.box, b.box) && !(caption && mine === yours)) return false
  return !walls.some((wall) => isCrossed(together, wall) && !isCrossed(a.box, wall) && !isCrossed(b.box, wall))
}

/** Whether a caption's middle lies in the white between two drawings, and in the middle of both. */
function isCentredBetween(caption: Box, [a, b]: readonly [Box, Box], em: number): boolean {
  const middle = (caption.left + caption.right) / 2
  const whole = union(a, b)
  const isInWhite = middle > Math.min(a.right, b.right) && middle < Math.max(a.left, b.left)
  return isInWhite && Math.abs(middle - (whole.left + whole.right) / 2) < CENTRED * em
}
