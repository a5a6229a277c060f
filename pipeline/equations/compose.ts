import type { Box } from '../../schemas/geometry.ts'
import { placeAccents } from './accents.ts'
import { applyRule } from './bars.ts'
import { placeBraces, withoutArms } from './braces.ts'
import type { Atom, Sign } from './model.ts'
import { isRadicalOf } from './radicals.ts'
import { toRow } from './rows.ts'
import { isSlant, strikeOut } from './strokes.ts'
import { placeTables } from './tables.ts'

/** Signs and rules into atoms: accents and tables without bars, then by growing width of their rule radicals, fractions and over- and underlines, then braces. */
export function compose(signs: readonly Sign[], rules: readonly Box[]): Atom[] {
  // lines between two brackets without a bar are a table, also over or under a bar
  const struck = strikeOut(placeAccents(signs), rules)
  const waiting = struck.filter(isSlant) // strokes through fractions, which are not there yet, are no parts of their halves
  let atoms: Atom[] = placeTables(
    struck.filter((atom) => !isSlant(atom)),
    toRow,
    rules,
  )
  let left = withoutArms(rules, signs).sort((a, b) => a.right - a.left - (b.right - b.left))
  for (const rule of left) {
    const applied = applyRule(
      atoms,
      rule,
      left.filter((other) => other === rule || !signs.some((sign) => isRadicalOf(sign, other))),
    )
    if (applied) left = left.filter((other) => other !== rule)
    atoms = applied ?? atoms
  }
  return placeBraces(strikeOut([...atoms, ...waiting], []))
}
