import { type Box, overlapX, overlapY, union } from '../../schemas/geometry.ts'
import type { Line } from '../../schemas/layout.ts'
import { distance } from './clusters.ts'
import { coversMore, type Draft, ownCaption, type Scene } from './scene.ts'

/** Em from ink to a label in body type; displays keep at least a line's white from a drawing. */
const LABEL_REACH = 0.8
/** Em to a label in smaller or turned type, which text does not use. */
const SMALL_LABEL_REACH = 1.4
/** Em to a label in body type that stands beside the drawing, where no text runs. */
const SIDE_LABEL_REACH = 1.2
/** Share of the body size below which type is small. */
const SMALL = 0.93

/** Gives each free label to the drawing it stands in or nearest to, until no more come. */
export function addLabels(scene: Scene, drafts: Draft[], free: Set<number>, walls: readonly Box[]): void {
  let changed = true
  while (changed) {
    changed = false
    for (const index of [...free]) {
      const line = scene.page.lines[index]
      if (!line) continue
      const near = drafts
        .map((draft) => ({ draft, gap: distance(draft.box, line.box) }))
        .filter(({ draft, gap }) => gap <= labelReach(line, draft.box, scene.em))
        .sort((a, b) => a.gap - b.gap)
      const home = near.find(({ draft }) => !coversMore(walls, draft.box, union(draft.box, line.box)))
      if (!home) continue
      home.draft.labels.push(index)
      home.draft.box = union(home.draft.box, line.box)
      free.delete(index)
      changed = true
    }
  }
}

/** Points within which a line is a label of the drawing in `box`. */
function labelReach(line: Line, box: Box, em: number): number {
  if (line.size < SMALL * em || line.angle !== undefined) return SMALL_LABEL_REACH * em
  return (overlapY(line.box, box) > 0 ? SIDE_LABEL_REACH : LABEL_REACH) * em
}

/** What stands loose between a drawing and its caption belongs to the drawing: a scale, a note, the title of an axis. */
export function fillToCaptions(scene: Scene, drafts: readonly Draft[], free: Set<number>, walls: readonly Box[]): void {
  for (const draft of drafts) {
    const others = drafts.map(({ box }) => box)
    const caption = ownCaption(scene.captions, draft.box, scene.em, others)
    if (!caption) continue
    for (const index of [...free]) {
      const line = scene.page.lines[index]
      if (!line || overlapX(line.box, draft.box) <= 0 || !isBetween(line.box, draft.box, caption.box)) continue
      if (coversMore(walls, draft.box, union(draft.box, line.box))) continue
      draft.labels.push(index)
      draft.box = union(draft.box, line.box)
      free.delete(index)
    }
  }
}

const isBetween = (box: Box, drawing: Box, caption: Box): boolean =>
  caption.top >= drawing.bottom
    ? box.top >= drawing.top && box.bottom <= caption.top + 1
    : caption.bottom <= drawing.top && box.bottom <= drawing.bottom && box.top >= caption.bottom - 1
