import { type Box, overlapX, overlapY, width } from '../../schemas/geometry.ts'
import type { Caption } from './captions.ts'
import type { Region } from './scene.ts'

/** Em of white between a figure and its caption, at most. */
const MAX_GAP = 4
/** Em by which a caption on the unusual side must be nearer to be believed. */
const SIDE_PENALTY = 4

export type Side = 'below' | 'above' | 'beside'

/** A page's figures and captions, waiting for the document to tell on which side captions stand. */
export interface PageCandidates {
  readonly page: number
  readonly regions: readonly Region[]
  readonly captions: readonly Caption[]
}

/** Where `caption` stands as seen from `box`, and how far away. */
function relation(caption: Box, box: Box, em: number): { side: Side; gap: number } | undefined {
  const isInColumn = overlapX(caption, box) > 0.2 * Math.min(width(caption), width(box))
  const slack = 0.6 * em
  if (isInColumn && caption.top >= box.bottom - slack) return { side: 'below', gap: Math.max(0, caption.top - box.bottom) }
  if (isInColumn && caption.bottom <= box.top + slack) return { side: 'above', gap: Math.max(0, box.top - caption.bottom) }
  if (overlapY(caption, box) > 0) return { side: 'beside', gap: Math.max(caption.left - box.right, box.left - caption.right, 0) }
  return undefined
}

/** The side on which most captions of a document stand closest to a drawing. */
export function usualSide(pages: readonly PageCandidates[], em: number): Side {
  const votes: Record<Side, number> = { below: 0, above: 0, beside: 0 }
  for (const { regions, captions } of pages) {
    for (const caption of captions) {
      const near = regions.flatMap(({ box }) => relation(caption.box, box, em) ?? []).sort((a, b) => a.gap - b.gap)
      const [first, second] = near
      // Between two figures a caption says nothing about where captions stand, unless it clearly leans to one.
      if (first && first.gap < MAX_GAP * em && (!second || second.gap > 2 * first.gap + em)) votes[first.side]++
    }
  }
  return votes.above > votes.below && votes.above >= votes.beside ? 'above' : votes.beside > votes.below ? 'beside' : 'below'
}

/**
 * Gives captions to figures, one to one: as many as find one, each as near as can be, with the document's usual side preferred.
 * Index of a region → caption.
 */
export function matchCaptions({ regions, captions }: PageCandidates, usual: Side, em: number): Map<number, Caption> {
  const choices = captions
    .map((caption) => ({ caption, options: optionsOf(caption, regions, usual, em) }))
    .sort((a, b) => (a.options[0]?.cost ?? 0) - (b.options[0]?.cost ?? 0))
  const holder = new Map<number, (typeof choices)[number]>()
  // Kuhn's algorithm: a caption may push another one on to that one's next best figure.
  const place = (choice: (typeof choices)[number], tried: Set<number>): boolean => {
    for (const { region } of choice.options) {
      if (tried.has(region)) continue
      tried.add(region)
      const other = holder.get(region)
      if (other && !place(other, tried)) continue
      holder.set(region, choice)
      return true
    }
    return false
  }
  for (const choice of choices) place(choice, new Set())
  return new Map([...holder].map(([region, { caption }]) => [region, caption]))
}

const optionsOf = (caption: Caption, regions: readonly Region[], usual: Side, em: number): { region: number; cost: number }[] =>
  regions
    .flatMap(({ box }, region) => {
      const found = relation(caption.box, box, em)
      if (!found || found.gap > MAX_GAP * em) return []
      return [{ region, cost: found.gap + (found.side === usual ? 0 : SIDE_PENALTY * em) }]
    })
    .sort((a, b) => a.cost - b.cost)
