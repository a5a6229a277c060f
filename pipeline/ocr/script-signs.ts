import type { Component, LabelledPart } from './components.ts'
import { type Darkness, letterShape, likenesses } from './letter-shape.ts'
import type { LineMeasure } from './line-measure.ts'
import type { Grey } from './raster.ts'

/** Where small type stands: above the line as exponents do, or below as indices do. */
export type ScriptLevel = 'raised' | 'lowered'

/** A piece of ink that stands as small type does. */
export interface ScriptPiece extends Component {
  readonly level: ScriptLevel
}

/**
 * Shares of the height of the line's figures. Small type is 0.5 to 0.85 of the line's, its letters without ascenders 0.4 at least; commas are
 * lower. Exponents stand a third of the height up, and reach above small letters; indices reach under the line and end below small letters.
 */
const HEIGHT = { least: 0.4, most: 0.92 }
const RAISED = { foot: 0.2, top: 0.75 }
const LOWERED = { foot: 0.08, top: 0.62 }
/** Of small figures. */
const FIGURE_HEIGHT = { least: 0.5, most: 0.9 }
/** A minus before an exponent: how high its middle lies, and how long and thin it is. The upper stroke of an equals sign lies lower. */
const MINUS = { from: 0.7, to: 1.1, thin: 0.2, least: 0.22, most: 0.9, flat: 1.8 }
/** A point between small figures: its size, how far from their foot it may end, and how much wider than high it may be, or higher than wide. */
const POINT = { least: 0.07, most: 0.25, foot: 0.12, round: 1.6 }

export function scriptLevel({ top, bottom }: Component, { foot, high }: LineMeasure): ScriptLevel | undefined {
  const height = (bottom - top) / high
  if (height < HEIGHT.least || height > HEIGHT.most) return undefined
  if (bottom <= foot - RAISED.foot * high && top <= foot - RAISED.top * high) return 'raised'
  return bottom >= foot + LOWERED.foot * high && top >= foot - LOWERED.top * high ? 'lowered' : undefined
}

export function isRaisedMinus({ left, top, right, bottom }: Component, { foot, high }: LineMeasure): boolean {
  const [wide, thin, up] = [(right - left) / high, (bottom - top) / high, (foot - (top + bottom) / 2) / high]
  return up >= MINUS.from && up <= MINUS.to && thin <= MINUS.thin && wide >= MINUS.least && wide <= MINUS.most && wide >= MINUS.flat * thin
}

export function isPointBetween({ left, top, right, bottom }: Component, before: Component, after: Component, high: number): boolean {
  const [wide, tall] = [(right - left) / high, (bottom - top) / high]
  const [small, large] = [Math.min(wide, tall), Math.max(wide, tall)]
  const isDot = small >= POINT.least && large <= POINT.most && large <= POINT.round * small
  return isDot && left >= before.left && right <= after.right && Math.abs(bottom - before.bottom) <= POINT.foot * high
}

/**
 * How far the nearest known shape may be, and how much nearer than the next one. Of 400 small figures on scans nine in ten pass, and none of
 * them wrongly. A figure that the recogniser read too may be as far off as the worst of them.
 */
const ALIKE = 0.22
const AGREED = 0.3
const MARGIN = 0.01
/** Letters as high as an x: small ones are lower than small figures, and a z looks like a 2. */
const LOW_LETTER = /^[acemnorsuvwxzαειικνοπστυω°∞∼]$/

/** Where small type is looked at. */
export interface ScriptPlace {
  readonly part: LabelledPart
  readonly picture: Grey
  readonly measure: LineMeasure
}

/**
 * The figure that a piece of small type shows; undefined where it shows none, or might show another.
 *
 * @param read what the recogniser took it for, if that is a figure
 */
export function scriptFigure(piece: Component, read: string | undefined, { part, picture, measure }: ScriptPlace): string | undefined {
  const height = (piece.bottom - piece.top) / measure.high
  if (height < FIGURE_HEIGHT.least || height > FIGURE_HEIGHT.most) return undefined
  const { darkness, box } = darknessOf(piece, part, picture)
  const [first, second] = likenesses(letterShape(darkness, box)).filter(({ text }) => !LOW_LETTER.test(text))
  if (!first || !/^\d$/.test(first.text)) return undefined
  const isSure = first.distance <= ALIKE && (second?.distance ?? 1) - first.distance >= MARGIN
  return isSure || (first.text === read && first.distance <= AGREED) ? first.text : undefined
}

/** Pixels around a piece that hold the soft edge of its strokes. */
const EDGE = 1
/** Share of a piece's pixels that are as dark as its ink. */
const DARKEST = 0.05
/** The same of those that are darker than its paper. */
const PAPER = 0.95

/** How dark a piece's pixels are, and its box among them. Ink of its neighbours does not count. */
function darknessOf(piece: Component, { labels, left, top, width }: LabelledPart, picture: Grey): { darkness: Darkness; box: Component } {
  const [wide, high] = [piece.right - piece.left + 2 * EDGE, piece.bottom - piece.top + 2 * EDGE]
  const greys = new Uint8Array(wide * high).fill(255)
  const inked: number[] = []
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [px, py] = [piece.left + x - EDGE, piece.top + y - EDGE]
      const label = labels[(py - top) * width + px - left] ?? 0
      if (label !== 0 && label !== piece.label) continue
      const grey = picture.pixels[py * picture.width + px] ?? 255
      greys[y * wide + x] = grey
      inked.push(grey)
    }
  }
  inked.sort((a, b) => a - b)
  const ink = inked[Math.floor(DARKEST * inked.length)] ?? 0
  const paper = Math.max(ink + 1, inked[Math.floor(PAPER * inked.length)] ?? 255)
  const values = Float32Array.from(greys, (grey) => Math.min(1, Math.max(0, (paper - grey) / (paper - ink))))
  return {
    darkness: { values, width: wide, height: high },
    box: { ...piece, left: EDGE, top: EDGE, right: wide - EDGE, bottom: high - EDGE },
  }
}
