import { type Box, height, overlapX, overlapY, union } from '../../schemas/geometry.ts'
import type { Caption } from './captions.ts'
import { distance } from './clusters.ts'
import { findGutters, isBetweenColumns } from './gutters.ts'
import { type Draft, isCrossed, ownCaption, type Scene } from './scene.ts'

/** Em of white between parts of one figure that nothing is printed between. */
const PARTS_APART = 4
/** Em of white between the panels of a wide figure that one caption names. */
const PANELS_APART = 8
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
        if (!a || !b || !mayMerge(scene, a, b, walls)) continue
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

function mayMerge({ em, captions }: Scene, a: Draft, b: Draft, walls: readonly Box[]): boolean {
  const gap = distance(a.box, b.box)
  if (gap > PARTS_APART * em) return false
  const together = union(a.box, b.box)
  if (walls.some((wall) => isCrossed(together, wall) && !isCrossed(a.box, wall) && !isCrossed(b.box, wall))) return false
  if (gap === 0) return true
  const [mine, yours] = [ownCaption(captions, a.box, em), ownCaption(captions, b.box, em)]
  return mine === undefined || yours === undefined || mine === yours
}

/** A panel without caption beside one that has a caption under or over both, with no text in between: one wide figure. */
export function joinPanels(scene: Scene, drafts: readonly Draft[], walls: readonly Box[]): Draft[] {
  if (scene.captions.length === 0) return [...drafts]
  const joined = [...drafts]
  const owner = (draft: Draft): Caption | undefined => ownCaption(scene.captions, draft.box, scene.em)
  for (let at = 0; at < joined.length; at++) {
    const other = joined.findIndex((panel, index) => index !== at && isPanelOf(scene, panel, joined[at], owner, walls))
    const [host, panel] = [joined[at], joined[other]]
    if (!host || !panel) continue
    joined[at] = { box: union(host.box, panel.box), ink: [...host.ink, ...panel.ink], labels: [...host.labels, ...panel.labels] }
    joined.splice(other, 1)
    at = -1
  }
  return joined
}

function isPanelOf(
  { em }: Scene,
  panel: Draft,
  host: Draft | undefined,
  owner: (draft: Draft) => Caption | undefined,
  walls: readonly Box[],
): boolean {
  if (!host || owner(panel) || !owner(host)) return false
  const level = overlapY(panel.box, host.box)
  if (level < LEVEL * Math.min(height(panel.box), height(host.box)) || -overlapX(panel.box, host.box) > PANELS_APART * em) return false
  const together = union(panel.box, host.box)
  return !walls.some((wall) => isCrossed(together, wall) && !isCrossed(panel.box, wall) && !isCrossed(host.box, wall))
}
