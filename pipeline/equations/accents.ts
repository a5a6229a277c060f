import type { Box } from '../../schemas/geometry.ts'
import { around, centre, replaced } from './atoms.ts'
import { type Accented, type Atom, isLetterLike, type Sign } from './model.ts'
import { toRow } from './rows.ts'
import { couldBeAccent } from './signs.ts'
import { accentCommand, asAccent } from './symbols.ts'

/** Em. Accents of a single letter are narrower. */
const NARROW = 0.6
/** Script type is at most this share of what it hangs on. */
const SCRIPT_SIZE = 0.86
/** Em. How far an accent may stand off the middle of the letter under it, which leans. */
const OFF_CENTRE = 0.15

/** An accent floats over the top of a letter's ink, or over a lower accent; what only looks like one stands beside it. */
export function placeAccents(signs: readonly Sign[]): Atom[] {
  let atoms: Atom[] = [...signs]
  for (const accent of signs.filter(couldBeAccent).sort((a, b) => b.box.bottom - a.box.bottom)) {
    const body = centred(withoutLoneBracket(atoms.filter((atom) => atom !== accent && isUnder(atom, accent))), accent)
    if (body.length > 0) atoms = replaced(atoms, [accent, ...body], accented(accent, body))
  }
  return atoms
}

/** A bracket that the other half of its pair is not under is a neighbour of what is. */
function withoutLoneBracket(body: readonly Atom[]): readonly Atom[] {
  const has = (role: Sign['role']): boolean => body.some((atom) => atom.kind === 'sign' && atom.role === role)
  const lone = has('open') === has('close') ? undefined : has('open') ? 'open' : 'close'
  const rest = body.filter((atom) => atom.kind !== 'sign' || atom.role !== lone)
  return rest.length > 0 ? rest : body
}

/** Browsers stretch an arrow to an em at least, over the neighbour too; it is centred over the one letter that it belongs to. */
function centred(body: readonly Atom[], accent: Sign): readonly Atom[] {
  const off = (box: Box): number => Math.abs(centre(box) - centre(accent.box))
  const [nearest] = [...body].sort((a, b) => off(a.box) - off(b.box))
  if (!nearest || body.length === 1) return body
  const largest = Math.max(...body.map((atom) => atom.em))
  const letters = body.filter((atom) => atom.em > SCRIPT_SIZE * largest && (atom.kind !== 'sign' || isLetterLike(atom)))
  if (isNarrow(accent) && letters.length === 1) return letters // an index or a sign may lie under the accent of its letter
  const over = body.filter(({ box }) => centre(accent.box) > box.left && centre(accent.box) < box.right)
  if (isNarrow(accent) && over.length === 1) return over
  const all = off(around(body.map((atom) => atom.box)))
  return off(nearest.box) < OFF_CENTRE * nearest.em && all > off(nearest.box) + OFF_CENTRE * nearest.em ? [nearest] : body
}

const isNarrow = (accent: Sign): boolean => accent.box.right - accent.box.left < NARROW * accent.em

function isUnder(atom: Atom, accent: Sign): boolean {
  if (atom.kind === 'sign' && couldBeAccent(atom)) return false
  if (accent.role === 'relation' && atom.em < SCRIPT_SIZE * accent.em) return false // the label of an arrow between two things
  const slack = 0.12 * atom.em
  if (accent.box.bottom > atom.box.top + 0.3 * atom.em || accent.box.bottom < atom.box.top - 0.45 * atom.em) return false
  if ((accent.box.top + accent.box.bottom) / 2 > atom.box.top + 0.05 * atom.em) return false
  if (isNarrow(accent) && centre(accent.box) > atom.box.left - slack && centre(accent.box) < atom.box.right + 2 * slack) return true
  return centre(atom.box) > accent.box.left - slack && centre(atom.box) < accent.box.right + slack
}

function accented(accent: Sign, body: readonly Atom[]): Accented {
  const command = accentCommand(asAccent(accent.text) ?? accent.text, body.length > 1)
  const [first] = body
  return {
    kind: 'accented',
    command,
    body: toRow(body),
    box: around([accent.box, ...body.map((atom) => atom.box)]),
    em: Math.max(...body.map((atom) => atom.em)),
    baseline: first?.baseline,
    glyphs: accent.glyphs,
    from: Math.min(...body.map((atom) => atom.from)),
    to: Math.max(...body.map((atom) => atom.to)),
  }
}
