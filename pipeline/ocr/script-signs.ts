import type { Component } from './components.ts'
import { likenesses } from './letter-shape.ts'
import { type LineInk, type Piece, shapeOf } from './line-ink.ts'
import type { LineMeasure } from './line-measure.ts'

/** Where small type stands: above the line as exponents do, or below as indices do. */
export type ScriptLevel = 'raised' | 'lowered'

/** A piece of ink that stands as small type does. */
export interface ScriptPiece extends Piece {
  readonly level: ScriptLevel
}

/**
 * Shares of the height of the line's figures. Small type is 0.5 to 0.85 of the line's, its letters without ascenders 0.4 at least; commas are
 * lower. Exponents stand a third of the height up, and reach above small letters; indices reach under the line and end below small letters.
 */
const HEIGHT = { least: 0.4, most: 0.92 }
const RAISED = { foot: 0.2, top: 0.75 }
const LOWERED = { foot: 0.08, top: 0.62 }
/** Of small figures; what is lower than most of them may be a letter as high as an x. */
const FIGURE_HEIGHT = { least: 0.5, usual: 0.64, most: 0.9 }
/** A minus before an exponent: how high its middle lies, and how long and thin it is. The upper stroke of an equals sign lies lower. */
const MINUS = { from: 0.7, to: 1.1, thin: 0.2, least: 0.22, most: 0.9, flat: 1.8 }
/** A point between small figures: its size, how far from their foot it may end, and how much wider than high it may be, or higher than wide. */
const POINT = { least: 0.07, most: 0.25, foot: 0.12, round: 1.6 }

export function scriptLevel({ top, bottom }: Pick<Component, 'top' | 'bottom'>, { foot, high }: LineMeasure): ScriptLevel | undefined {
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
const MARGIN = { figure: 0.01, letter: 0.02 }
/** The same for an index of one letter, which has more rivals: 97 of 100 that pass are right. */
const LETTER = { alike: 0.2, margin: 0.03 }
/** Strokes that may be the stem of an i. */
const STEM = /^[Iilι]$/
/** Letters as high as an x: small ones are lower than small figures, and a z looks like a 2. */
const LOW_LETTER = /^[acemnorsuvwxzαειικνοπστυω°∞∼]$/

/**
 * The figure that a piece of small type shows; undefined where it shows none, or might show another.
 *
 * @param read what the recogniser took it for, if that is a figure
 */
export function scriptFigure(piece: Piece, read: string | undefined, ink: LineInk): string | undefined {
  const height = (piece.bottom - piece.top) / ink.measure.high
  if (height < FIGURE_HEIGHT.least || height > FIGURE_HEIGHT.most) return undefined
  const [first, second] = likenesses(shapeOf(piece, ink)).filter(({ text }) => height < FIGURE_HEIGHT.usual || !LOW_LETTER.test(text))
  if (!first || !/^\d$/.test(first.text)) return undefined
  const margin = second && /^\d$/.test(second.text) ? MARGIN.figure : MARGIN.letter
  const isSure = first.distance <= ALIKE && (second?.distance ?? 1) - first.distance >= margin
  return isSure || (first.text === read && first.distance <= AGREED) ? first.text : undefined
}

/** The letter that a piece of small type shows by itself, if it is surely one. */
export function scriptLetter(piece: Piece, ink: LineInk): string | undefined {
  const isLow = (piece.bottom - piece.top) / ink.measure.high < FIGURE_HEIGHT.usual
  const [first, second] = likenesses(shapeOf(piece, ink)).filter(({ text }) => isLow || !LOW_LETTER.test(text))
  const isSure = first !== undefined && first.distance <= LETTER.alike && (second?.distance ?? 1) - first.distance >= LETTER.margin
  return isSure && /^\p{L}$/u.test(first.text) && !STEM.test(first.text) ? first.text : undefined
}
