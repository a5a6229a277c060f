import type { z } from 'zod'
import type { FigureKind } from '../../schemas/figure.ts'
import { type Box, contains, height, overlapX, overlapY, union, width } from '../../schemas/geometry.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { Caption } from './captions.ts'
import { clusters, distance, hullOf } from './clusters.ts'
import { findGutters, isBetweenColumns } from './gutters.ts'
import type { Ink } from './ink.ts'
import type { PageText } from './page-text.ts'

/** Em of white within one drawing: dimension lines stand off by about as much, lines of text would fit no more in between. */
const CONNECTED = 1
/** Em from ink to a label in body type; displays keep at least a line's white from a drawing. */
const LABEL_REACH = 0.8
/** Em to a label in smaller or turned type, which text does not use. */
const SMALL_LABEL_REACH = 1.4
/** Share of the body size below which type is small. */
const SMALL = 0.93
/** Em of white between parts of one figure that nothing is printed between. */
const PARTS_APART = 3
/** Em. Less than this in both directions is an icon, a bullet or a tombstone. */
const MIN_SIDE = 2.5
/** Em. A figure is at least this long in one direction and this thick in the other. */
const MIN_LENGTH = 3.5
const MIN_THICKNESS = 0.9

/** A drawing with its labels, before captions are given out. */
export interface Region {
  readonly box: Box
  readonly kind: z.infer<typeof FigureKind>
  readonly labels: readonly number[]
  /** Captions that may not be under it, because they divide it from its neighbour, are kept out by the search. */
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

interface Draft {
  box: Box
  ink: Ink[]
  labels: number[]
}

/** The drawings of a page with the labels that belong to them. */
export function findRegions(scene: Scene): Region[] {
  const { ink, em } = scene
  const walls = barriers(scene)
  const drafts = clusters(
    ink.map(({ box }) => box),
    CONNECTED * em,
  ).map((group): Draft => {
    const members = group.flatMap((index) => ink[index] ?? [])
    return { box: hullOf(members.map(({ box }) => box)), ink: members, labels: [] }
  })
  const free = new Set(scene.page.lines.flatMap((_, index) => (isLabelCandidate(scene, index) ? [index] : [])))
  addLabels(scene, drafts, free, walls)
  const merged = mergeParts(
    scene,
    drafts.filter((draft) => !isSpeck(draft, em)),
    walls,
  )
  addLabels(scene, merged, free, walls)
  return merged.filter((draft) => isFigureSized(draft.box, em)).map(toRegion)
}

/** What a figure never covers: running text and captions. */
function barriers({ page, text, captions }: Scene): Box[] {
  const ofCaptions = new Set(captions.flatMap(({ lines }) => lines))
  return page.lines.flatMap((line, index) => (text.kinds[index] !== 'loose' || ofCaptions.has(index) ? [line.box] : []))
}

function isLabelCandidate({ text, captions }: Scene, index: number): boolean {
  return text.kinds[index] === 'loose' && !captions.some(({ lines }) => lines.includes(index))
}

const isSpeck = ({ box, labels }: Draft, em: number): boolean =>
  labels.length === 0 && width(box) < MIN_SIDE * em && height(box) < MIN_SIDE * em

const isFigureSized = (box: Box, em: number): boolean =>
  Math.max(width(box), height(box)) >= MIN_LENGTH * em && Math.min(width(box), height(box)) >= MIN_THICKNESS * em

/** Gives each free label to the drawing it stands in or nearest to, until no more come. */
function addLabels(scene: Scene, drafts: Draft[], free: Set<number>, walls: readonly Box[]): void {
  let changed = true
  while (changed) {
    changed = false
    for (const index of [...free]) {
      const line = scene.page.lines[index]
      if (!line) continue
      const isSmall = line.size < SMALL * scene.em || line.angle !== undefined
      const reach = (isSmall ? SMALL_LABEL_REACH : LABEL_REACH) * scene.em
      const near = drafts
        .map((draft) => ({ draft, gap: distance(draft.box, line.box) }))
        .filter(({ gap }) => gap <= reach)
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

/** Whether growing a box from `before` to `after` takes in the middle of a wall. */
const coversMore = (walls: readonly Box[], before: Box, after: Box): boolean =>
  walls.some((wall) => isCrossed(after, wall) && !isCrossed(before, wall))

const isCrossed = (box: Box, wall: Box): boolean =>
  Math.min(box.right, wall.right) - Math.max(box.left, wall.left) > 1 && contains({ ...box, left: -1e6, right: 1e6 }, middleStrip(wall))

const middleStrip = (box: Box): Box => {
  const middle = (box.top + box.bottom) / 2
  return { ...box, top: middle - 0.5, bottom: middle + 0.5 }
}

/** Joins drawings that stand together with nothing printed in between, unless captions tell them apart. */
function mergeParts(scene: Scene, drafts: readonly Draft[], walls: readonly Box[]): Draft[] {
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

/** The caption right under or over a drawing. */
function ownCaption(captions: readonly Caption[], box: Box, em: number): Caption | undefined {
  return captions
    .filter((caption) => overlapX(caption.box, box) > 0 && overlapY(caption.box, box) < 0.5 * em)
    .map((caption) => ({ caption, gap: Math.max(caption.box.top - box.bottom, box.top - caption.box.bottom) }))
    .filter(({ gap }) => gap < PARTS_APART * em)
    .sort((a, b) => a.gap - b.gap)[0]?.caption
}

const toRegion = ({ box, ink, labels }: Draft): Region => {
  const hasImage = ink.some(({ source }) => source === 'image')
  const hasDrawing = ink.some(({ source }) => source === 'drawing')
  return { box, ink, labels: labels.sort((a, b) => a - b), kind: hasImage ? (hasDrawing ? 'mixed' : 'raster') : 'vector' }
}
