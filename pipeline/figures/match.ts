import { type Box, intersection, overlapX, overlapY, width } from '../../schemas/geometry.ts'
import type { Caption } from './captions.ts'
import { BESIDE_REACH, type Region } from './scene.ts'

/** Em of white between a figure and its caption, at most. */
const MAX_GAP = 4
/** Em from a drawing to the caption beside it where nothing stands between them: half a column, in the middle of which a small drawing stands. */
const FREE_REACH = 16
/** Em by which a caption on the unusual side must be nearer to be believed. */
const SIDE_PENALTY = 4

export type Side = 'below' | 'above' | 'beside'

/** A page's figures and captions, waiting for the document to tell on which side captions stand. */
export interface PageCandidates {
  readonly page: number
  readonly regions: readonly Region[]
  readonly captions: readonly Caption[]
  /** Lines that belong to no drawing and no caption. */
  readonly text: readonly Box[]
}

interface Relation {
  readonly region: number
  readonly side: Side
  /** Points between them. */
  readonly gap: number
}

/** Where a caption stands as seen from each drawing above, below or beside it; from those merely in its column where no other is. */
function relations(caption: Caption, regions: readonly Region[], em: number): Relation[] {
  const { box, column } = caption
  const isAligned = (other: Box): boolean => overlapX(box, other) > 0.2 * Math.min(width(box), width(other))
  const isInColumn = (other: Box): boolean => overlapY(box, other) <= 0 && isBetween((other.left + other.right) / 2, column)
  const near = relationsOf(caption.box, regions, isAligned, em)
  return near.length > 0 ? near : relationsOf(caption.box, regions, isInColumn, em)
}

const isBetween = (x: number, { left, right }: Pick<Box, 'left' | 'right'>): boolean => x > left && x < right

function relationsOf(caption: Box, regions: readonly Region[], isOver: (box: Box) => boolean, em: number): Relation[] {
  const slack = 0.6 * em
  return regions.flatMap(({ box }, region): Relation[] => {
    const over = isOver(box)
    if (over && caption.top >= box.bottom - slack) return [{ region, side: 'below', gap: Math.max(0, caption.top - box.bottom) }]
    if (over && caption.bottom <= box.top + slack) return [{ region, side: 'above', gap: Math.max(0, box.top - caption.bottom) }]
    if (overlapY(caption, box) <= 0) return []
    return [{ region, side: 'beside', gap: Math.max(caption.left - box.right, box.left - caption.right, 0) }]
  })
}

/** The side on which most captions of a document stand closest to a drawing. */
export function usualSide(pages: readonly PageCandidates[], em: number): Side {
  const votes: Record<Side, number> = { below: 0, above: 0, beside: 0 }
  for (const { regions, captions } of pages) {
    for (const caption of captions) {
      const near = relations(caption, regions, em).sort((a, b) => a.gap - b.gap)
      const [first, second] = near
      // Between two figures a caption says nothing about where captions stand, unless it clearly leans to one.
      if (first && first.gap < (first.side === 'beside' ? BESIDE_REACH : MAX_GAP) * em && (!second || second.gap > 2 * first.gap + em))
        votes[first.side]++
    }
  }
  return votes.above > votes.below && votes.above >= votes.beside ? 'above' : votes.beside > votes.below ? 'beside' : 'below'
}

/**
 * Gives captions to figures, one to one: as many as find one, each as near as can be, with the document's usual side preferred.
 * Index of a region → caption.
 */
export function matchCaptions(page: PageCandidates, usual: Side, em: number): Map<number, Caption> {
  const choices = page.captions
    .map((caption) => ({ caption, options: optionsOf(caption, page, usual, em) }))
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

const optionsOf = (caption: Caption, page: PageCandidates, usual: Side, em: number): { region: number; cost: number }[] =>
  relations(caption, page.regions, em)
    .filter(({ gap, side, region }) => gap <= (side === 'beside' && usual === 'beside' ? besideReach(caption, page, region) : MAX_GAP) * em)
    .map(({ region, side, gap }) => ({ region, cost: gap + (side === usual ? 0 : SIDE_PENALTY * em) }))
    .sort((a, b) => a.cost - b.cost)

/** Em from a caption to a drawing beside it, at most. */
function besideReach({ box }: Caption, { regions, captions, text }: PageCandidates, region: number): number {
  const drawing = regions[region]?.box ?? box
  const [first, last] = drawing.left < box.left ? [drawing, box] : [box, drawing]
  const between = {
    left: first.right,
    right: last.left,
    top: Math.max(box.top, drawing.top),
    bottom: Math.min(box.bottom, drawing.bottom),
  }
  const others = [...regions.map((other) => other.box), ...captions.map((other) => other.box), ...text]
  return others.some((other) => other !== box && other !== drawing && intersection(other, between)) ? BESIDE_REACH : FREE_REACH
}
