import type { Figure } from '../../schemas/figure.ts'
import { numbersOfRange } from '../segment/labels/joint-numbers.ts'
import type { Owner } from './figure-places.ts'
import { figureReferences, mentionsFigure, numberIn, numbersIn } from './labels.ts'

export interface Naming {
  /** Question text of each problem. */
  readonly texts: readonly string[]
  readonly figureWords: readonly string[]
  readonly problemWords: readonly string[]
}

/** Problems that a caption names: "Figure 5.29 Configuration for Problem 5.17"; "10-12" is a range where no problem is called so. */
export function captionedProblems(
  figure: Figure | undefined,
  problemWords: readonly string[],
  byNumber: ReadonlyMap<string, readonly number[]>,
): number[] {
  const words = problemWords.flatMap((word) => [word, `${word}s`])
  return figureReferences(figure?.caption ?? '', words).flatMap(
    (number) => byNumber.get(number) ?? (numbersOfRange(number) ?? []).flatMap((one) => byNumber.get(one) ?? []),
  )
}

/**
 * Whether a caption that names a problem can be believed. Such numbers go wrong, too: where that problem's text names another figure, or none,
 * while the problem at whose place the figure stands speaks of one.
 */
export function isMeant(problem: number, figure: Figure | undefined, owner: Owner | undefined, { texts, figureWords }: Naming): boolean {
  if (numberIn(figure?.label ?? '') === undefined) return true // "Figure for Problem 5.17" has no other name
  const speaks = (index: number): boolean => mentionsFigure(texts[index] ?? '', figureWords)
  const numbers = figureReferences(texts[problem] ?? '', figureWords)
  if (numbers.length > 0) return numbers.some((number) => numbersIn(figure?.label ?? '', []).includes(number))
  return speaks(problem) || owner?.kind !== 'problem' || !speaks(owner.index)
}
