import { type Box, height, unionAll, width } from '../../schemas/geometry.ts'
import type { Drawing, PageImage } from '../../schemas/layout.ts'
import type { RawLine } from './lines.ts'

/** Points of white between the text and its margin. */
const GUTTER = 7
/** Points. Lines that start or end this close to one another are aligned. */
const ALIGNED = 3
/** Share of the page's text that a line of the body is wide, and such lines at least. */
const BODY_LINE = 0.4
const BODY_LINES = 8
/** Share of the lines that may reach from the margin into the text: a title, a running head. */
const CROSSING = 0.1
/** Em. Drawings reach at least this far in both directions, what does not is an icon; numbers hang this far out of their text at most. */
const DRAWING = 3
const HANGING = 4

export interface Margin {
  readonly side: 'left' | 'right'
  /** Points: the white strip between margin and text. */
  readonly left: number
  readonly right: number
}

/**
 * The strip beside a margin that holds figures with their labels, and no running text: its lines would else be read between those of the
 * text. Numbers that hang out of their text stand in no margin.
 */
export function figureMargin(lines: readonly RawLine[], drawings: readonly Drawing[], images: readonly PageImage[]): Margin | undefined {
  const upright = lines.filter(({ angle }) => angle === undefined)
  const whole = Math.max(...upright.map(({ box }) => box.right)) - Math.min(...upright.map(({ box }) => box.left))
  const long = upright.filter(({ box }) => width(box) > BODY_LINE * whole)
  if (long.length < BODY_LINES) return undefined
  const ink = [...drawings.map(({ box }) => box), ...images.filter(({ background }) => !background).map(({ box }) => box)]
  const left = commonest(long.map(({ box }) => box.left))
  // Lines set ragged end anywhere; few of them reach into the margin.
  const right = long.map(({ box }) => box.right).sort((a, b) => a - b)[Math.floor((1 - CROSSING) * (long.length - 1))] ?? 0
  const margins: Margin[] = [
    { side: 'left', left: left - GUTTER, right: left - 0.5 },
    { side: 'right', left: right + 0.5, right: right + GUTTER },
  ]
  return margins.find((margin) => holdsFigures(margin, upright, ink))
}

function holdsFigures(margin: Margin, lines: readonly RawLine[], ink: readonly Box[]): boolean {
  const own = lines.filter(({ box }) => isInMargin(margin, box))
  const crossing = lines.filter(({ box }) => box.left < margin.left && box.right > margin.right)
  if (own.length === 0 || crossing.length > CROSSING * lines.length) return false
  const em = Math.max(...lines.map(({ size }) => size))
  const drawn = unionAll(ink.filter((box) => isInMargin(margin, box)))
  const isDrawn = drawn !== undefined && width(drawn) > DRAWING * em && height(drawn) > DRAWING * em
  const rest = lines.filter(({ box }) => !isInMargin(margin, box))
  return isDrawn && !own.some((line) => hangs(line, rest))
}

/** Whether a box lies in the margin. */
export const isInMargin = ({ side, left, right }: Margin, box: Box): boolean =>
  side === 'left' ? box.right < left + ALIGNED : box.left > right - ALIGNED

/** "5.12" a little left of the first line of its text, on its row. */
const hangs = (line: RawLine, text: readonly RawLine[]): boolean =>
  /^[\d.–(-]/u.test(line.glyphs[0]?.text ?? '') &&
  text.some(
    ({ box, baseline }) =>
      Math.abs(baseline - line.baseline) < ALIGNED / 2 && box.left > line.box.right && box.left - line.box.right < HANGING * line.size,
  )

/** The value that most others are close to. */
function commonest(values: readonly number[]): number {
  let best = values[0] ?? 0
  let most = 0
  for (const value of values) {
    const near = values.filter((other) => Math.abs(other - value) < ALIGNED).length
    if (near > most) [best, most] = [value, near]
  }
  return best
}
