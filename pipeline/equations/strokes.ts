import { type Box, overlapX, overlapY, union } from '../../schemas/geometry.ts'
import { around, centre, levelOf, replaced } from './atoms.ts'
import type { Accented, Atom, Sign } from './model.ts'
import { toRow } from './rows.ts'

/** Em. Pieces of one long stroke meet at their ends. */
const MEET = 0.1
/** Em. What is struck out may stick out over or under the stroke. */
const STICK_OUT = 0.25

const COMMANDS: Readonly<Record<string, string>> = { '⟋': '\\cancel', '⟍': '\\bcancel' }

export const isSlant = (atom: Atom): atom is Sign => atom.kind === 'sign' && COMMANDS[atom.text] !== undefined

/** A slanted stroke through type, of as many pieces as it is built of. */
interface Stroke {
  readonly text: string
  readonly box: Box
  readonly pieces: readonly Sign[]
}

/** Type that is struck out becomes one atom. Strokes over a bar go through the fraction: they wait until there is one. */
export function strikeOut(atoms: readonly Atom[], rules: readonly Box[]): Atom[] {
  let result = [...atoms]
  for (const stroke of strokes(atoms.filter(isSlant))) {
    if (rules.some((rule) => isThrough(rule, stroke.box))) continue
    const body = result.filter((atom) => !isSlant(atom) && isStruck(atom, stroke.box))
    if (body.length > 0) result = replaced(result, [...stroke.pieces, ...body], struck(stroke, body))
  }
  return result
}

function strokes(pieces: readonly Sign[]): Stroke[] {
  const found: Stroke[] = []
  for (const piece of pieces) {
    const before = found.findIndex(({ text, box }) => text === piece.text && areOne(box, piece))
    const other = found[before]
    if (other) found[before] = { ...other, box: union(other.box, piece.box), pieces: [...other.pieces, piece] }
    else found.push({ text: piece.text, box: piece.box, pieces: [piece] })
  }
  return found
}

const areOne = (box: Box, piece: Sign): boolean =>
  overlapX(box, piece.box) > -MEET * piece.em && overlapY(box, piece.box) > -MEET * piece.em

const isThrough = (rule: Box, box: Box): boolean =>
  centre(box) > rule.left && centre(box) < rule.right && rule.top > box.top && rule.bottom < box.bottom

const isStruck = ({ box, em }: Atom, stroke: Box): boolean => {
  const middle = (box.top + box.bottom) / 2
  return (
    centre(box) > stroke.left &&
    centre(box) < stroke.right &&
    middle > stroke.top &&
    middle < stroke.bottom &&
    box.top > stroke.top - STICK_OUT * em &&
    box.bottom < stroke.bottom + STICK_OUT * em
  )
}

const struck = (stroke: Stroke, body: readonly Atom[]): Accented => ({
  kind: 'accented',
  command: COMMANDS[stroke.text] ?? '\\cancel',
  body: toRow(body),
  box: around(body.map(({ box }) => box)),
  em: Math.max(...body.map(({ em }) => em)),
  baseline: levelOf(body),
  glyphs: stroke.pieces.flatMap(({ glyphs }) => glyphs),
  from: Math.min(...body.map(({ from }) => from)),
  to: Math.max(...body.map(({ to }) => to)),
})
