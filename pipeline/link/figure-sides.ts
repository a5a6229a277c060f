import type { Figure } from '../../schemas/figure.ts'
import type { Segmentation } from '../../schemas/segment.ts'
import type { FigurePlace, Owner } from './figure-places.ts'
import { mentionsFigure } from './labels.ts'

/** White above a figure, as a share of that below, from which it clearly belongs to the text above. */
const MUCH_CLOSER = 0.6

export interface Sides {
  readonly figures: readonly Figure[]
  /** Question text of each problem. */
  readonly texts: readonly string[]
  readonly figureWords: readonly string[]
  readonly items: Segmentation['items']
}

/**
 * For each figure, whose it is by its place. Most books set a figure beside its problem or after it, some set it before: that is decided
 * for the document, for a figure between two problems looks alike in both.
 */
export function ownersBySide(
  places: readonly FigurePlace[],
  sides: Sides,
  references: readonly { problem: number; figure: number }[],
): (Owner | undefined)[] {
  // Worked examples stand in theory, whose figures come right before them, too.
  if (sides.items === 'examples') return places.map(({ owner }) => owner)
  const votes = places.map((place, figure) => {
    const named = references.filter((one) => one.figure === figure).map(({ problem }) => problem)
    return vote(place, named, sides)
  })
  const before = votes.filter((one) => one === 'before').length
  const after = votes.filter((one) => one === 'after').length
  return places.map(({ owner, next }) => (before > after && next ? next : owner))
}

/** What one figure says: what alone stands on one of its sides, which side names it, which side speaks of a figure. */
function vote(
  { owner, next, above, isFollowed, whiteAbove, whiteBelow }: FigurePlace,
  named: readonly number[],
  { texts, figureWords }: Sides,
) {
  const isAfterProblem = owner?.kind === 'problem' && above === 'owned'
  const isCloserAbove = Number.isFinite(whiteBelow) && whiteAbove < MUCH_CLOSER * whiteBelow
  if (isAfterProblem && (isFollowed || (next && isCloserAbove))) return 'after'
  if (!next) return undefined
  const is = (side: Owner | undefined, problems: readonly number[]): boolean => side?.kind === 'problem' && problems.includes(side.index)
  if (is(owner, named) !== is(next, named)) return is(next, named) ? 'before' : 'after'
  if (above === 'heading') return 'before'
  const speaks = (side: Owner | undefined): boolean => side?.kind === 'problem' && mentionsFigure(texts[side.index] ?? '', figureWords)
  if (speaks(owner) === speaks(next)) return undefined
  return speaks(next) ? 'before' : 'after'
}
