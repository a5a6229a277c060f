import type { Box } from '../../schemas/geometry.ts'
import { around, centre, levelOf, replaced } from './atoms.ts'
import { type Atom, largestEm, type Radical, type Sign } from './model.ts'
import { toRow } from './rows.ts'

/** Em. Ends of a radical's sign and its bar meet within this. */
const MEET = 0.18

/** Em. From the middle of the last part of a degree to the sign: browsers set it beside the hook. */
const FROM_HOOK = 0.6
/** Em. How far the degree of a root reaches over the hook, which all fonts let it do by 0.2 or more. */
const OVER_HOOK = 0.06
/** Em of the small type. From a letter to its superscript there is no more. */
const HOST_GAP = 0.4
/** Em of the small type. Signs within a degree stand closer. */
const RUN_GAP = 0.35
/** Script type is at most this share of what it hangs on. */
const SCRIPT_SIZE = 0.86

/** The sign's upper right corner is the bar's left end. */
export const isRadicalOf = (sign: Sign, rule: Box): boolean =>
  sign.role === 'radical' &&
  Math.abs(sign.box.right - rule.left) < MEET * sign.em + 0.5 &&
  Math.abs(sign.box.top - (rule.top + rule.bottom) / 2) < MEET * sign.em + 0.5

/** The radical with what stands under its bar. `rules` are bars that may be nearer to what looks like its degree. */
export function withRadical(atoms: readonly Atom[], sign: Sign, rule: Box, rules: readonly Box[]): Atom[] {
  const body = atoms.filter(
    (atom) =>
      atom !== sign &&
      centre(atom.box) > rule.left &&
      centre(atom.box) < rule.right + 0.05 * atom.em &&
      atom.box.top > rule.top - 0.25 * atom.em &&
      (atom.box.top + atom.box.bottom) / 2 < sign.box.bottom + 0.1 * sign.em,
  )
  const size = Math.min(sign.em, largestEm(body))
  const small = atoms.filter(
    (atom) => atom !== sign && !body.includes(atom) && mayBeDegree(atom, sign, size) && !rules.some((bar) => carries(bar, atom, sign)),
  )
  const high = lastRun(small, sign)
  const index = isOverHook(high, sign) || !atoms.some((atom) => isHostOf(atom, high)) ? high : []
  const made: Radical = {
    kind: 'radical',
    body: toRow(body),
    index: toRow(index),
    box: around([sign.box, rule, ...body.map((atom) => atom.box)]),
    em: Math.max(sign.em, ...body.map((atom) => atom.em)),
    baseline: levelOf(body),
    glyphs: sign.glyphs,
    from: Math.min(sign.from, ...index.map((atom) => atom.from)),
    to: Math.max(rule.right, ...body.map((atom) => atom.to)),
  }
  return replaced(atoms, [sign, ...body, ...index], made)
}

/** The degree of a root is small type over the hook of the sign. */
const mayBeDegree = (atom: Atom, sign: Sign, size: number): boolean =>
  atom.em < 0.8 * size &&
  atom.box.right < sign.box.right &&
  atom.box.bottom < (sign.box.top + sign.box.bottom) / 2 + 0.35 * sign.em &&
  atom.box.bottom > sign.box.top

/** A degree is tucked over the hook; a superscript of what stands before the root ends where that begins. */
const isOverHook = (high: readonly Atom[], { box, em }: Sign): boolean => high.some((atom) => atom.box.right > box.left + OVER_HOOK * em)

/**
 * Parts that follow one another up to the root, all of them: "1.5" before a root is one exponent. TeX leaves a medium space between a superscript
 * and the degree.
 */
function lastRun(small: readonly Atom[], sign: Sign): Atom[] {
  const run: Atom[] = []
  for (const atom of [...small].sort((a, b) => b.box.right - a.box.right)) {
    if (run.length === 0 && centre(atom.box) < sign.box.left - FROM_HOOK * sign.em) break
    if (run.length > 0 && Math.min(...run.map(({ box }) => box.left)) - atom.box.right > RUN_GAP * atom.em) break
    run.push(atom)
  }
  return run
}

/** What stands right before small type, on a lower line, and is larger, carries it. */
const isHostOf = (atom: Atom, high: readonly Atom[]): boolean =>
  high.some(
    ({ box, em }) =>
      em < SCRIPT_SIZE * atom.em && atom.box.right > box.left - HOST_GAP * em && centre(atom.box) < box.left && box.top < atom.box.bottom,
  )

/** An index of the numerator beside the root hangs over the hook as well, but a bar comes between. */
const carries = (bar: Box, { box }: Atom, sign: Sign): boolean =>
  centre(box) > bar.left && centre(box) < bar.right && bar.top > box.bottom && bar.bottom < sign.box.bottom
