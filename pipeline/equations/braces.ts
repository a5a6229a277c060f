import type { Box } from '../../schemas/geometry.ts'
import { isArmOf } from './across.ts'
import { around, centre, levelOf, replaced } from './atoms.ts'
import type { Accented, Atom, Sign } from './model.ts'
import { toRow } from './rows.ts'

/** A horizontal one; where its origin lies says nothing. */
export const isBrace = (atom: Atom): atom is Sign => atom.kind === 'sign' && /^[⏟⏞]$/.test(atom.text)

/** Rules that are no arms of braces. */
export function withoutArms(rules: readonly Box[], signs: readonly Sign[]): Box[] {
  const braces = signs.filter(isBrace)
  return rules.filter((rule) => !braces.some((brace) => isArmOf(rule, brace)))
}

/** Horizontal braces take what stands inside them, the innermost first; small type beyond becomes their label. */
export function placeBraces(atoms: readonly Atom[]): Atom[] {
  let result = [...atoms]
  for (const brace of result.filter(isBrace).sort((a, b) => width(a) - width(b))) {
    const isUnder = brace.text === '⏟'
    const y = isUnder ? brace.box.top : brace.box.bottom
    const body = result.filter((atom) => {
      const middle = (atom.box.top + atom.box.bottom) / 2
      return (
        atom !== brace && centre(atom.box) > brace.box.left && centre(atom.box) < brace.box.right && (isUnder ? middle < y : middle > y)
      )
    })
    const inside = isUnder ? body.filter((atom) => !isLabelAbove(atom, body)) : body.filter((atom) => !isLabelBelow(atom, body))
    if (inside.length > 0) result = replaced(result, [brace, ...inside], braced(isUnder ? '\\underbrace' : '\\overbrace', brace, inside))
  }
  return result
}

const width = ({ box }: Atom): number => box.right - box.left

/** What stands over or under a further brace of the body is that one’s label. */
const isLabelAbove = (atom: Atom, body: readonly Atom[]): boolean =>
  body.some((other) => other !== atom && isBrace(other) && other.text === '⏞' && atom.box.bottom < other.box.top)
const isLabelBelow = (atom: Atom, body: readonly Atom[]): boolean =>
  body.some((other) => other !== atom && isBrace(other) && other.text === '⏟' && atom.box.top > other.box.bottom)

const braced = (command: string, brace: Sign, body: readonly Atom[]): Accented => ({
  kind: 'accented',
  command,
  body: toRow(body),
  box: around([brace, ...body].map((part) => part.box)),
  em: Math.max(...body.map((atom) => atom.em)),
  baseline: levelOf(body),
  glyphs: brace.glyphs,
  from: brace.box.left,
  to: brace.box.right,
})
