import { FIGURE_LABEL } from '../figures/caption-words.ts'
import { toPatterns } from '../segment/language/patterns.ts'

/** Points. A running head stands at one height on every page of a digital book; scans sway by half a line. */
export const SAME_SLOT = { text: 0.7, ocr: 4 }

/** What is asked about a line near the edge of a page. */
interface EdgeLine {
  /** The page, or the small page of a sheet that holds several, counted over the document. */
  readonly sheet: number
  /** Counted from the outermost. */
  readonly row: number
  readonly edge: 'head' | 'foot'
  /** Points from that edge. */
  readonly distance: number
  readonly scanned: boolean
  readonly text: string
  /** The text with its numbers masked. */
  readonly mask: string
}

/** Head of a left page, "246 CHAPTER 5", and of a right one, "Problems 247". */
const VERSO = /^(\d{1,4})\s+\p{L}/u
const RECTO = /[\p{L})\]](?:\s+\d{1,3})?\s+(\d{1,4})$/u
/** Where a page's number is this far from its place in the document, it is no number of a problem that fills a page. */
const FAR_ON = 10
/** Words of a head that says so much that its number counts no problems. */
const SAYING = 4

/** "Problem 27", "Figure 27". */
const isLabel = (text: string): boolean => {
  const { problem, example } = toPatterns('und').words
  const word = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? ''
  return FIGURE_LABEL.test(text) || problem.includes(word) || example.includes(word)
}

/** Running heads that hold the page's number, outside on left and right pages: the two kinds stand at one height, and count with the pages. */
export function spreads<Line extends EdgeLine>(candidates: readonly Line[]): Line[] {
  const outermost = candidates.filter(({ row }) => row === 0)
  const numbered = (pattern: RegExp): { candidate: Line; offset: number }[] =>
    outermost.flatMap((candidate) => {
      const value = pattern.exec(candidate.text)?.[1]
      return value === undefined ? [] : [{ candidate, offset: Number(value) - candidate.sheet }]
    })
  const [left, right] = [numbered(VERSO), numbered(RECTO)]
  const agree = (a: (typeof left)[number], b: (typeof left)[number]): boolean =>
    a.offset === b.offset &&
    a.candidate.sheet !== b.candidate.sheet &&
    a.candidate.edge === b.candidate.edge &&
    Math.abs(a.candidate.distance - b.candidate.distance) < (a.candidate.scanned ? SAME_SLOT.ocr : SAME_SLOT.text)
  // Two pages of one kind differ in their number alone: "Problems 187", "Problems 189".
  const isAlike = (one: (typeof left)[number], other: (typeof left)[number]): boolean =>
    agree(one, other) &&
    one.candidate.mask === other.candidate.mask &&
    (one.offset >= FAR_ON || (one.candidate.text.match(/\p{L}{2,}/gu)?.length ?? 0) >= SAYING) &&
    !isLabel(one.candidate.text)
  return [left, right]
    .flatMap((own, at) => {
      const others = at === 0 ? right : left
      return own.filter((one) => others.some((other) => agree(one, other)) || own.some((other) => isAlike(one, other)))
    })
    .map(({ candidate }) => candidate)
}
