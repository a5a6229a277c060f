import { around, centre, replaced } from './atoms.ts'
import type { Accented, Atom, Sign } from './model.ts'
import { toRow } from './rows.ts'
import { couldBeAccent } from './signs.ts'
import { accentCommand, asAccent } from './symbols.ts'

/** An accent floats over the top of a letter's ink; what only looks like one stands beside it. */
export function placeAccents(signs: readonly Sign[]): Atom[] {
  let atoms: Atom[] = [...signs]
  for (const accent of signs.filter(couldBeAccent)) {
    const body = atoms.filter((atom) => atom !== accent && isUnder(atom, accent))
    if (body.length > 0) atoms = replaced(atoms, [accent, ...body], accented(accent, body))
  }
  return atoms
}

function isUnder(atom: Atom, accent: Sign): boolean {
  if (atom.kind === 'sign' && couldBeAccent(atom)) return false
  const slack = 0.12 * atom.em
  if (accent.box.bottom > atom.box.top + 0.3 * atom.em || accent.box.bottom < atom.box.top - 0.45 * atom.em) return false
  if ((accent.box.top + accent.box.bottom) / 2 > atom.box.top + 0.05 * atom.em) return false
  const isNarrow = accent.box.right - accent.box.left < 0.6 * accent.em
  if (isNarrow && centre(accent.box) > atom.box.left - slack && centre(accent.box) < atom.box.right + 2 * slack) return true
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
