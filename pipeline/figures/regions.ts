import { type Box, height, width } from '../../schemas/geometry.ts'
import { clusters, hullOf } from './clusters.ts'
import { isImprint } from './imprint.ts'
import { addLabels, fillToCaptions } from './labels.ts'
import { joinPanels, mergeParts } from './parts.ts'
import { barriers, type Draft, type Region, type Scene } from './scene.ts'
import { isSetFormula } from './set-formula.ts'
import { partByCaptions } from './side-by-side.ts'

/** Em of white within one drawing: dimension lines stand off by about as much, lines of text would fit no more in between. */
const CONNECTED = 1
/** Em. Less than this in both directions is an icon, a bullet or a tombstone. */
const MIN_SIDE = 2.5
/** Em. A figure is at least this long in one direction and this thick in the other. */
const MIN_LENGTH = 3.5
const MIN_THICKNESS = 0.9

/** The drawings of a page with the labels that belong to them. */
export function findRegions(scene: Scene): Region[] {
  const { ink, em } = scene
  const walls = barriers(scene)
  const drafts = clusters(
    ink.map(({ box }) => box),
    CONNECTED * em,
  ).flatMap((group): Draft[] => {
    const members = group.flatMap((index) => ink[index] ?? [])
    return partByCaptions(scene, { box: hullOf(members.map(({ box }) => box)), ink: members, labels: [] })
  })
  const free = new Set(scene.page.lines.flatMap((_, index) => (isLabelCandidate(scene, index) ? [index] : [])))
  addLabels(scene, drafts, free, walls)
  const merged = mergeParts(
    scene,
    drafts.filter((draft) => !isSpeck(draft, em)),
    walls,
  )
  addLabels(scene, merged, free, walls)
  fillToCaptions(scene, merged, free, walls)
  return joinPanels(scene, merged, walls)
    .filter((draft) => !isSetFormula(scene, draft))
    .filter(({ box }) => isFigureSized(box, em) && !isImprint(scene.page, scene.text.texts, box, em))
    .map(toRegion)
}

function isLabelCandidate({ text, captions }: Scene, index: number): boolean {
  return text.kinds[index] === 'loose' && !captions.some(({ lines }) => lines.includes(index))
}

const isSpeck = ({ box, labels }: Draft, em: number): boolean =>
  labels.length === 0 && width(box) < MIN_SIDE * em && height(box) < MIN_SIDE * em

const isFigureSized = (box: Box, em: number): boolean =>
  Math.max(width(box), height(box)) >= MIN_LENGTH * em && Math.min(width(box), height(box)) >= MIN_THICKNESS * em

const toRegion = ({ box, ink, labels }: Draft): Region => {
  const hasImage = ink.some(({ source }) => source === 'image')
  const hasDrawing = ink.some(({ source }) => source === 'drawing')
  return { box, ink, labels: labels.sort((a, b) => a - b), kind: hasImage ? (hasDrawing ? 'mixed' : 'raster') : 'vector' }
}
