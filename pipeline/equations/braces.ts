import { type Box, overlapX } from '../../schemas/geometry.ts'
import { around, centre, levelOf, replaced } from './atoms.ts'
import type { Accented, Atom, Sign } from './model.ts'
import { toRow } from './rows.ts'

/** Em. A tip of a brace built in pieces is narrower than any whole brace. */
const WHOLE_BRACE = 0.6

/** Horizontal braces, whole or in pieces, take what stands inside them; small type beyond becomes their label. */
export function placeBraces(atoms: readonly Atom[]): Atom[] {
  let result = [...atoms]
  for (const pieces of braces(result.filter((atom): atom is Sign => atom.kind === 'sign' && /[⏟⏞⎯]/.test(atom.text)))) {
    // TeX builds both kinds of the same four tips; the one at the left end tells which
    const isUnder = pieces[0]?.text === '⏟'
    const box = around(pieces.map((piece) => piece.box))
    const own = new Set<Atom>(pieces)
    const body = result.filter(
      (atom) =>
        !own.has(atom) &&
        centre(atom.box) > box.left &&
        centre(atom.box) < box.right &&
        (isUnder ? (atom.box.top + atom.box.bottom) / 2 < box.top : (atom.box.top + atom.box.bottom) / 2 > box.bottom),
    )
    if (body.length > 0) result = replaced(result, [...pieces, ...body], braced(isUnder ? '\\underbrace' : '\\overbrace', pieces, body))
  }
  return result
}

const braced = (command: string, pieces: readonly Sign[], body: readonly Atom[]): Accented => ({
  kind: 'accented',
  command,
  body: toRow(body),
  box: around([...pieces, ...body].map((part) => part.box)),
  em: Math.max(...body.map((atom) => atom.em)),
  baseline: levelOf(body),
  glyphs: pieces.flatMap((piece) => piece.glyphs),
  from: Math.min(...pieces.map((piece) => piece.box.left)),
  to: Math.max(...pieces.map((piece) => piece.box.right)),
})

const tipCount = (pieces: readonly Sign[]): number => pieces.filter(({ text }) => text !== '⎯').length

/** Pieces on one level that follow one another, left to right; rules may lengthen the arms between them. */
function braces(pieces: readonly Sign[]): Sign[][] {
  const found: Sign[][] = []
  for (const piece of [...pieces].sort((a, b) => a.box.left - b.box.left)) {
    const group = found.find((other) => tipCount(other) < 4 && Math.abs((other[0]?.box.top ?? 0) - piece.box.top) < 0.6 * piece.em)
    if (group && piece.box.right - piece.box.left < WHOLE_BRACE * piece.em) group.push(piece)
    else found.push([piece])
  }
  return found
}

/** TeX lengthens the arms of a brace with rules that touch its tips. */
export const isArm = (rule: Box, { box, em }: Sign): boolean =>
  -overlapX(rule, box) < 0.1 * em && rule.top > box.top - 0.1 * em && rule.bottom < box.bottom + 0.1 * em
