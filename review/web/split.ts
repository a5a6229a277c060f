import type { Item, Span } from '../../schemas/item.ts'
import type { Restructure } from '../../schemas/review.ts'
import type { Spot } from './sources.ts'

type Split = Extract<Restructure, { kind: 'split' }>

/** What a reader said about a split: the text of both halves, and whose each diagram is. */
export interface SplitChoice {
  readonly stays: { readonly text: string; readonly diagrams: readonly number[] }
  readonly leaves: { readonly number: string; readonly text: string; readonly diagrams: readonly number[] }
}

/** Points. What remains of a box after a cut is nothing when it is lower than this: less than a line. */
const LEAST = 6

/** Share of a box’s width that another box has to cover to be about the same column. */
const SAME_COLUMN = 0.5

/** A printed number at the beginning of a text: "5-126E", "Problem 3.", "P5.12)". */
const NUMBER = /^(?:\p{Lu}\p{L}+\s+)?(\p{Lu}?\d+(?:[-.–]\d+)*\p{L}?)[.):]*\s+/u

/** The number that a problem’s text begins with, if it does. */
export const printedNumber = (text: string): string | undefined => NUMBER.exec(text.trimStart())?.[1]

/** A text without the number that it begins with; the item has the number in a field of its own. */
export function withoutNumber(text: string, number: string): string {
  const printed = NUMBER.exec(text)
  if (printed?.[1] === number) return text.slice(printed[0].length)
  return number !== '' && text.startsWith(number) && !/^[\p{L}\d]/u.test(text.slice(number.length))
    ? text.slice(number.length).replace(/^[\s.:)]+/, '')
    : text
}

/** Words that tell where a text begins in a longer one; fewer where it has no more. */
const TELLING = 6

/** Where in a text a piece of it begins, whatever white stands between its words; undefined when it is not in there. */
export function beginningIn(text: string, piece: string): number | undefined {
  const words = piece.trim().split(/\s+/).slice(0, TELLING)
  for (let count = words.length; count > 0 && words[0] !== ''; count--) {
    const pattern = words.slice(0, count).map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    const found = new RegExp(pattern.join('\\s+')).exec(text)
    if (found && (count >= Math.min(3, words.length) || found.index === text.lastIndexOf(found[0]))) return found.index
  }
  return undefined
}

/** Which diagrams stand in the box of the second problem. */
export const insideBox = ({ diagrams }: Item, spot: Spot): boolean[] =>
  diagrams.map(({ page, bbox: [left, top, right, bottom] }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return page === spot.page && spot.bbox[0] <= x && x <= spot.bbox[2] && spot.bbox[1] <= y && y <= spot.bbox[3]
  })

/** The boxes of both halves when the second is drawn: it takes what it covers, and whatever follows in reading order. */
export function splitSpans(spans: readonly Span[], second: Spot): { stays: Span[]; leaves: Span[] } {
  const at = spans.findIndex((span) => covers(second, span))
  if (at < 0) return { stays: [...spans], leaves: [second] }
  const cut = spans[at]
  const above = cut && cut.bbox[1] + LEAST < second.bbox[1] ? [{ ...cut, bbox: withBottom(cut.bbox, second.bbox[1]) }] : []
  const stays = [...spans.slice(0, at), ...above]
  return { stays: stays.length > 0 ? stays : [...spans], leaves: [second, ...spans.slice(at + 1).filter((span) => !covers(second, span))] }
}

const withBottom = ([left, top, right]: Span['bbox'], bottom: number): Span['bbox'] => [left, top, right, bottom]

function covers(second: Spot, { page, bbox }: Span): boolean {
  const wide = Math.min(second.bbox[2], bbox[2]) - Math.max(second.bbox[0], bbox[0])
  const high = Math.min(second.bbox[3], bbox[3]) - Math.max(second.bbox[1], bbox[1])
  return page === second.page && high > LEAST && wide >= SAME_COLUMN * Math.min(bbox[2] - bbox[0], second.bbox[2] - second.bbox[0])
}

/** The split as the server takes it. Where the second problem was not drawn, both halves start with the boxes of the whole. */
export function toSplit({ id, question: { spans } }: Item, { stays, leaves }: SplitChoice, second?: Spot): Split {
  const boxes = second ? splitSpans(spans, second) : { stays: [...spans], leaves: [...spans] }
  return {
    kind: 'split',
    item: id,
    stays: { ...stays, spans: boxes.stays, diagrams: [...stays.diagrams] },
    leaves: { ...leaves, spans: boxes.leaves, diagrams: [...leaves.diagrams] },
  }
}
