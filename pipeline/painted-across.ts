import type { Box } from '../schemas/geometry.ts'
import type { Drawing } from '../schemas/layout.ts'
import { grouped } from './grouped.ts'

/** Points. Edges of one painted sign coincide; producers round to hundredths. */
const SAME_EDGE = 0.3
/** Heights of its shaft that the head of an arrow is tall at least. */
const HEAD = 4
/** Share of an arrow's height by which its shaft may miss the middle. */
const OFF_MIDDLE = 0.15
/** Share of an arrow's width that its shaft is long at least; the rest is the tip. */
const SHAFT = 0.4
/** The pieces of a brace are at least so many times as wide as tall. */
const FLAT = 1.1
/** Share of its height by which the middle of a brace is moved to where it points. */
const POINT = 0.4

/** A horizontal arrow or brace that is painted as paths where others set glyphs: browsers draw those so that are as wide as what they cover. */
export interface PaintedAcross {
  readonly text: '⟶' | '⟵' | '⏟' | '⏞'
  readonly box: Box
  readonly drawings: readonly Drawing[]
}

/** Arrows and braces among the drawings of a page. */
export function paintedAcross(drawings: readonly Drawing[]): PaintedAcross[] {
  const groups = [...grouped(drawings, ({ order }) => order).values()].filter((group) => group.every(({ kind }) => kind === 'fill'))
  return [...groups.flatMap((group) => arrowOf(group) ?? []), ...bracesOf(groups.flatMap((group) => (group.length === 1 ? group : [])))]
}

/** The whole outline, and a shaft through its middle that begins where it does. */
function arrowOf(group: readonly Drawing[]): PaintedAcross | undefined {
  const whole = group.find(({ shape }) => shape === 'path')
  const shaft = group.find(({ shape }) => shape === 'horizontal')
  if (group.length !== 2 || !whole || !shaft) return undefined
  const { box } = whole
  if (height(box) < HEAD * height(shaft.box) || width(shaft.box) < SHAFT * width(box)) return undefined
  if (Math.abs(middle(box) - middle(shaft.box)) > OFF_MIDDLE * height(box)) return undefined
  const [before, after] = [shaft.box.left - box.left, box.right - shaft.box.right]
  if (before < SAME_EDGE && after > SAME_EDGE) return { text: '⟶', box, drawings: group }
  return after < SAME_EDGE && before > SAME_EDGE ? { text: '⟵', box, drawings: group } : undefined
}

/** Two arms on one level, and between them the middle, which points up or down and touches both. */
function bracesOf(pieces: readonly Drawing[]): PaintedAcross[] {
  const flat = pieces.filter(({ shape, box }) => shape === 'path' && width(box) > FLAT * height(box))
  return flat.flatMap((left) => {
    const point = flat.find(({ box }) => continues(left.box, box) && Math.abs(middle(box) - middle(left.box)) > POINT * height(left.box))
    const right = point && flat.find(({ box }) => continues(point.box, box) && Math.abs(box.top - left.box.top) < SAME_EDGE)
    if (!point || !right) return []
    const isUnder = point.box.top > left.box.top
    const box = {
      left: left.box.left,
      right: right.box.right,
      top: Math.min(left.box.top, point.box.top),
      bottom: Math.max(left.box.bottom, point.box.bottom),
    }
    return [{ text: isUnder ? ('⏟' as const) : ('⏞' as const), box, drawings: [left, point, right] }]
  })
}

const continues = (a: Box, b: Box): boolean => Math.abs(a.right - b.left) < SAME_EDGE && Math.abs(height(a) - height(b)) < SAME_EDGE

const height = ({ top, bottom }: Box): number => bottom - top
const width = ({ left, right }: Box): number => right - left
const middle = ({ top, bottom }: Box): number => (top + bottom) / 2
