import { type Box, height, overlapY, width } from '../../schemas/geometry.ts'
import type { Drawing, PageLayout } from '../../schemas/layout.ts'
import { joinUpright } from '../rule-pieces.ts'

/** Points. The sides of a frame are rules or bars up to this thick. */
const MAX_SIDE = 5
/** Share of the page's width: a narrower frame belongs to a figure or a key word. */
const MIN_WIDTH = 0.3
/** Points, about two lines of text: less is an underlined heading. */
const MIN_HEIGHT = 24
/** Share of the page that a frame may cover; larger ones are borders of the page. */
const MAX_SHARE = 0.9
/** Points by which the pieces of one side are off one line. */
const ASIDE = 1.5
/** Points. Sides meet at corners within this. */
const CORNER = 6
/** Share of the way from bar to bar that a rule between rows takes. */
const WHOLE = 0.95

/** Boxes drawn around text: ruled, tinted, or built of four bars. Largest first. */
export function findFrames(page: PageLayout): Box[] {
  const isFrame = (box: Box): boolean =>
    width(box) >= MIN_WIDTH * page.width && height(box) >= MIN_HEIGHT && width(box) * height(box) < MAX_SHARE * page.width * page.height
  const whole = page.drawings.filter(({ shape, box }) => shape === 'rectangle' && isFrame(box)).map(({ box }) => box)
  return distinct([...whole, ...ofSides(page.drawings).filter(isFrame)])
}

/** Two upright bars of one height, far apart. Bars in pieces, one under the other, count as one. */
function ofSides(drawings: readonly Drawing[]): Box[] {
  const upright = drawings.filter(({ box }) => width(box) <= MAX_SIDE && height(box) > MAX_SIDE).map(({ box }) => box)
  const bars = joinUpright(upright, ASIDE).filter((bar) => height(bar) >= MIN_HEIGHT)
  const frames: Box[] = []
  for (const left of bars) {
    for (const right of bars) {
      if (right.left - left.right < MIN_HEIGHT) continue
      const agree = Math.abs(left.top - right.top) < CORNER && Math.abs(left.bottom - right.bottom) < CORNER
      if (!agree || !isClosed(left, right, drawings)) continue
      frames.push({ left: left.left, right: right.right, top: left.top, bottom: left.bottom })
    }
  }
  return frames
}

/**
 * A rule joins the two bars at the top or at the bottom: a box that goes on overleaf is open at one end. One of rows that come from the page
 * before and go on overleaf has rules from bar to bar in between.
 */
const isClosed = (left: Box, right: Box, drawings: readonly Drawing[]): boolean =>
  drawings.some(({ box }) => {
    const share = width(box) / (right.left - left.right)
    if (height(box) > MAX_SIDE || share <= 0.5 || box.left <= left.left - CORNER || box.right >= right.right + CORNER) return false
    const isAtEnd = Math.abs(box.top - left.top) < CORNER || Math.abs(box.bottom - left.bottom) < CORNER
    return isAtEnd || (share > WHOLE && box.top > left.top && box.bottom < left.bottom)
  })

function distinct(frames: readonly Box[]): Box[] {
  const kept: Box[] = []
  for (const frame of [...frames].sort((a, b) => width(b) * height(b) - width(a) * height(a))) {
    const isKnown = kept.some(
      (other) => Math.abs(other.left - frame.left) < CORNER && Math.abs(other.right - frame.right) < CORNER && overlapY(other, frame) > 0,
    )
    if (!isKnown) kept.push(frame)
  }
  return kept
}
