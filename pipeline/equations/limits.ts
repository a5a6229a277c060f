import { type Box, unionAll } from '../../schemas/geometry.ts'
import { type Atom, isLetterLike } from './model.ts'
import { LIMIT_FUNCTIONS } from './symbols.ts'

/** Em. What stands right over a letter is off its middle by no more: letters lean. */
export const OVER_LETTER = 0.15

/** Em. Half the way that fonts have integrals lean, which limits are moved by. */
const LEAN = 0.45

/** The main line of a set of atoms, and what stands above or below it. */
export interface Level {
  readonly baseline: number
  readonly em: number
}

/** An item in the making: a main atom and what hangs on it. */
export interface Builder {
  readonly base: Atom | undefined
  readonly up: Atom[]
  readonly down: Atom[]
  readonly over: Atom[]
  readonly under: Atom[]
  /** Further main atoms of the same item: letters of an operator’s name. */
  readonly word: Atom[]
}

/** Something that takes limits, stacked text or a label, right over or under which the group is centred. */
export function limitHost(
  group: readonly Atom[],
  builders: readonly Builder[],
  level: Level,
): { host: Builder; side: 'over' | 'under' } | undefined {
  const box = unionAll(group.map((atom) => atom.box))
  if (!box) return undefined
  const middle = centreX(box)
  for (const host of builders) {
    const base = host.base
    if (base && isRightOver(box, base, level)) return { host, side: 'over' }
    if (!base || !takesLimits(base)) continue
    const slack = base.kind === 'sign' && base.role === 'operator' ? 0.35 * level.em : 0.15 * level.em
    if (middle < base.box.left - slack || middle > base.box.right + slack) continue
    if (isIntegral(base) && !isLimitOf(box, base, level)) continue
    if (centreY(box) < base.box.top) return { host, side: 'over' }
    if (centreY(box) > base.box.bottom) return { host, side: 'under' }
  }
  return underWord(box, builders, level)
}

/** A superscript begins where its letter ends; what is centred over a letter stands on it. */
const isRightOver = (box: Box, base: Atom, { em }: Level): boolean =>
  base.kind === 'sign' && isLetterLike(base) && Math.abs(centreX(box) - centreX(base.box)) < OVER_LETTER * em && box.bottom < base.box.top

const isIntegral = (atom: Atom): boolean => atom.kind === 'sign' && /[∫∬∭∮∯∰]/.test(atom.text)

/** Off the middle of an integral stand scripts, which reach into its height, and limits that are clear of it where it leans to. */
function isLimitOf(box: Box, { box: sign }: Atom, { em }: Level): boolean {
  const off = centreX(box) - centreX(sign)
  if (Math.abs(off) < 0.2 * em) return true
  const leans = centreY(box) > centreY(sign) ? -off : off
  const isClear = box.top > sign.bottom || box.bottom < sign.top
  return isClear && leans > 0 && leans < LEAN * em
}

const takesLimits = (atom: Atom): boolean =>
  (atom.kind === 'sign' && (atom.role === 'operator' || atom.role === 'relation')) ||
  (atom.kind === 'accented' && /brace/.test(atom.command))

/** Type under the letters of `lim` or `max`, not after them. */
function underWord(box: Box, builders: readonly Builder[], level: Level): { host: Builder; side: 'under' } | undefined {
  if (box.top < level.baseline - 0.1 * level.em) return undefined
  for (let from = 0; from < builders.length; from++) {
    for (let length = 6; length >= 2; length--) {
      const letters = builders.slice(from, from + length).map(({ base }) => base)
      const word = letters.map((atom) => (atom?.kind === 'sign' && atom.face === 'upright' ? atom.text : ' ')).join('')
      if (!LIMIT_FUNCTIONS.has(word)) continue
      const wordBox = unionAll(letters.flatMap((atom) => (atom ? [atom.box] : [])))
      const host = builders[from]
      if (wordBox && host && Math.abs(centreX(wordBox) - centreX(box)) < 0.3 * (wordBox.right - wordBox.left))
        return { host, side: 'under' }
    }
  }
  return undefined
}

const centreX = (box: Box): number => (box.left + box.right) / 2
const centreY = (box: Box): number => (box.top + box.bottom) / 2
