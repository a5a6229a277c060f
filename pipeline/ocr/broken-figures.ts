import { unionAll } from '../../schemas/geometry.ts'
import type { Piece } from './line-ink.ts'
import type { LineMeasure } from './line-measure.ts'
import { scriptLevel } from './script-signs.ts'

/** Heights of the line's figures between two pieces of one small figure; figures stand further apart. */
const CRACK = 0.08
/** How wide a small figure is at most, in the same: two of them are wider. */
const WIDTH = 0.65
/** Points and specks are no pieces of figures. */
const DOT = 0.25

/** Pieces of ink, with small figures joined that faint print broke in two: the neck of a 2, the waist of a 3. */
export function joinedFigures(pieces: readonly Piece[], measure: LineMeasure): Piece[] {
  const joined = [...pieces]
  for (let at = 0; at < joined.length; at++) {
    const piece = joined[at]
    const other = piece && joined.findIndex((one, index) => index > at && isOtherHalf(piece, one, measure))
    const half = other === undefined || other < 0 ? undefined : joined[other]
    const box = piece && half && unionAll([piece, half])
    if (!piece || !half || !box || other === undefined) continue
    joined[at] = { ...piece, ...box, ink: piece.ink + half.ink, labels: [...labelsOf(piece), ...labelsOf(half)] }
    joined.splice(other, 1)
    at-- // what was joined may have a third piece
  }
  return joined.sort((a, b) => a.left - b.left)
}

const labelsOf = ({ label, labels }: Piece): readonly number[] => labels ?? [label]

function isOtherHalf(piece: Piece, other: Piece, measure: LineMeasure): boolean {
  const { high } = measure
  const apart = Math.max(
    Math.max(piece.left, other.left) - Math.min(piece.right, other.right),
    Math.max(piece.top, other.top) - Math.min(piece.bottom, other.bottom),
  )
  if (apart > Math.max(1, CRACK * high) || isDot(piece, high) || isDot(other, high)) return false
  const whole = unionAll([piece, other])
  return whole !== undefined && whole.right - whole.left <= WIDTH * high && scriptLevel(whole, measure) !== undefined
}

const isDot = ({ left, top, right, bottom }: Piece, high: number): boolean => Math.max(right - left, bottom - top) <= DOT * high
