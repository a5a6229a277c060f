import { type Box, contains, height, overlapY, width } from '../../schemas/geometry.ts'
import { type Drawing, isRunningText, type PageLayout } from '../../schemas/layout.ts'
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
/** Points by which text may stand out of its box. */
const OUT = 2
/** Em right of a box's edge within which its text begins, the text of a part set in too, and the share of the box that a line of it fills: labels of a drawing do neither. */
const INSET = 5
const MIN_LINE = 0.25
/** Share of the way from bar to bar that a rule between rows takes. */
const WHOLE = 0.95

/** Boxes drawn around text: ruled, tinted, with round corners, or built of four bars. Largest first. */
export function findFrames(page: PageLayout): Box[] {
  const isFrame = (box: Box): boolean =>
    width(box) >= MIN_WIDTH * page.width && height(box) >= MIN_HEIGHT && width(box) * height(box) < MAX_SHARE * page.width * page.height
  const whole = page.drawings
    .filter((drawing) => isFrame(drawing.box) && (drawing.shape === 'rectangle' || isRounded(drawing, page)))
    .map(({ box }) => box)
  return distinct([...whole, ...ofSides(page.drawings).filter(isFrame)])
}

/** A box with round corners is a path like any other; text that begins along its left edge tells it from a drawing. */
const isRounded = ({ shape, box }: Drawing, { lines }: PageLayout): boolean =>
  shape === 'path' &&
  lines.some(
    (line) =>
      isRunningText(line) &&
      contains(box, line.box, OUT) &&
      line.box.left - box.left < INSET * line.size &&
      width(line.box) > MIN_LINE * width(box),
  )

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
