import { type Box, contains, height, width } from '../../schemas/geometry.ts'
import { type Line, lineText, type PageLayout } from '../../schemas/layout.ts'
import { FIGURE_LABEL } from '../figures/caption-words.ts'
import { grouped } from '../grouped.ts'
import { toPatterns } from '../segment/language/patterns.ts'
import { APART, PAGE_NUMBER, pageNumbers, sayingOf } from './page-numbers.ts'
import { SAME_SLOT, spreads } from './spreads.ts'

/** Share of the page's height, at top and foot, in which running heads and page numbers stand. */
const MARGIN = 0.14
/** The same for a page's number alone: a class of wide margins, or of paper shorter than it was made for, leaves a sixth of the page below the text. */
const NUMBER_MARGIN = 0.2
/** Rows looked at from the outermost inward: heads of two lines, set at heights of their own left, in the middle and right. */
const ROWS = 3
/** Points between two rows of one head: two lines of its small type. What stands further in belongs to the page. */
const MAX_ROW_GAP = 26
/** Points. Lines of one row of a page. */
const SAME_HEIGHT = 2.5
/** The same on a scan: half a degree over a page's width, still less than half a line of text. */
const SAME_ROW_ASKEW = 6
/** Points. Heads that differ from page to page still start, end or are centred at one place. */
const ALIGNED = 3
/** Share of the document's pages on which a slot must be filled. */
const MIN_PAGES = 0.35
/** Pages of a document too short for anything to repeat often. */
const SHORT = 4
/** Pages of the same text before repetition is no accident, and the share of a slot's lines that must repeat for all to count. */
const MIN_REPEATS = 3
const SLOT_SHARE = 0.6
/** Em. Single-spaced text; a sheet of lists has more white between most of its lines, which says nothing of its page numbers. */
const SINGLE_SPACED = 1.3
/** Type this much larger than the body is a heading: sheets on which every problem begins a page repeat its place and count its number. */
const HEADING = 1.2

/** Type this much smaller than the body is that of heads; em from its baseline to its rule, and the share of the page that the rule takes. */
const SMALL = 0.92
const RULED = 1.6
const ACROSS = 0.6

/** A line near the edge of a page that may be furniture. */
interface Candidate {
  readonly page: number
  /** The page, or the small page of a sheet that holds several, counted over the document. */
  readonly sheet: number
  readonly line: number
  readonly edge: 'head' | 'foot'
  /** Points from the top edge for heads, from the bottom edge for feet: pages may differ in size. */
  readonly distance: number
  readonly left: number
  readonly right: number
  readonly size: number
  /** Read off a picture, where heights sway. */
  readonly scanned: boolean
  readonly text: string
  readonly mask: string
  readonly row: number
  /** White between its row and the text. */
  readonly white: number
  /** A rule right below it runs across the page's text. */
  readonly ruled: boolean
}

/**
 * Lines near the top and foot of a page; cheap to keep for every page of a book.
 *
 * @param before by how many the small pages on sheets before this one outnumber those sheets
 */
export function edgeLines(page: PageLayout, before = 0): Candidate[] {
  const upright = page.lines.map((line, index) => ({ line, index })).filter(({ line }) => line.angle === undefined)
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height }
  const { panels = [whole] } = page
  return panels.flatMap((box, at) => {
    const own = panels.length > 1 ? upright.filter(({ line }) => isWithin(box, line)) : upright
    const sheet = { page, box, sheet: page.page + before + at }
    return [...edge(sheet, own, 'head'), ...edge(sheet, own, 'foot')]
  })
}

const isWithin = (panel: Box, { box }: Line): boolean =>
  contains(panel, { left: (box.left + box.right) / 2, right: (box.left + box.right) / 2, top: box.bottom, bottom: box.bottom })

/** A page, or one of the small pages on it. */
interface Sheet {
  readonly page: PageLayout
  readonly box: Box
  readonly sheet: number
}

function edge({ page, box, sheet }: Sheet, lines: readonly { line: Line; index: number }[], side: 'head' | 'foot'): Candidate[] {
  const distance = (line: Line): number => (side === 'head' ? line.baseline - box.top : box.bottom - line.baseline)
  const sorted = [...lines].sort((a, b) => distance(a.line) - distance(b.line))
  const found: Candidate[] = []
  const sameRow = page.source === 'ocr' ? SAME_ROW_ASKEW : SAME_HEIGHT
  let row = -1
  let last = Number.NEGATIVE_INFINITY
  for (const { line, index } of sorted) {
    if (row >= 0 && distance(line) - last > MAX_ROW_GAP) break
    if (distance(line) - last > sameRow) row++
    last = distance(line)
    const text = lineText(page, line).trim()
    const margin = row === 0 && PAGE_NUMBER.test(text) ? NUMBER_MARGIN : MARGIN
    if (row >= ROWS || last > margin * height(box)) break
    const next = sorted.find((other) => distance(other.line) - last > sameRow)
    const white = next ? distance(next.line) - last : Number.POSITIVE_INFINITY
    found.push({
      page: page.page,
      sheet,
      line: index,
      edge: side,
      distance: last,
      left: line.box.left - box.left,
      right: line.box.right - box.left,
      size: line.size,
      scanned: page.source === 'ocr',
      text,
      mask: toMask(text),
      row,
      white,
      ruled: side === 'head' && page.drawings.some((drawing) => drawing.shape === 'horizontal' && isRuleOf(line, drawing.box, box)),
    })
  }
  return found
}

/** Whether a rule as wide as the text runs right below a line. */
const isRuleOf = (line: Line, rule: Box, page: Box): boolean =>
  rule.top > line.baseline && rule.top < line.baseline + RULED * line.size && width(rule) > ACROSS * width(page)

/** Text with its numbers masked: "Chapter 3 · 47" and "Chapter 3 · 48" are one running head. */
const toMask = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/\b[ivxlc]+\b/g, '#')
    .replace(/\s+/g, ' ')

/** Which lines are furniture: what repeats at one height over pages, and page numbers that count with the pages. */
export function findFurniture(
  candidates: readonly Candidate[],
  { leading, bodySize, titles = [] }: { leading: number; bodySize: number; titles?: readonly Title[] },
): { page: number; lines: number[] }[] {
  const isLarge = (candidate: Candidate): boolean => candidate.size >= HEADING * bodySize && !candidate.scanned
  const marked = new Map<number, Set<number>>()
  const mark = (candidate: Candidate): void => {
    const lines = marked.get(candidate.page) ?? new Set()
    marked.set(candidate.page, lines.add(candidate.line))
  }
  const pages = new Set(candidates.map(({ sheet }) => sheet)).size
  for (const slot of slots(candidates)) {
    const repeats = repeated(slot, isLarge)
    if (new Set(repeats.map(({ sheet }) => sheet)).size < MIN_PAGES * pages) continue
    const isSlot = repeats.length >= SLOT_SHARE * slot.length && repeats.length >= MIN_REPEATS
    const mates = isSlot
      ? slot.filter((one) => !isLarge(one) && repeats.filter((other) => other !== one && areAligned(one, other)).length >= 2)
      : []
    for (const candidate of [...repeats.filter((one) => isSlot || one.mask.length > 3), ...mates]) mark(candidate)
  }
  for (const candidate of spreads(candidates)) mark(candidate)
  const single = Math.min(leading, SINGLE_SPACED * bodySize)
  if (pages <= SHORT) {
    for (const candidate of twins(candidates, single)) for (const mate of candidates) if (isOneRow(mate, candidate)) mark(mate)
  }
  for (const candidate of pageNumbers(candidates, single)) {
    // What shares a row with the page number is the running head, unless both are set like a heading.
    const mates = candidates.filter((mate) => isOneRow(mate, candidate))
    if (!(isLarge(candidate) && mates.length > 1 && mates.every(isLarge))) for (const mate of mates) mark(mate)
  }
  const said = new Map(titles.filter(({ size }) => size >= HEADING * bodySize).map((title) => [title.text.toLowerCase(), title]))
  for (const candidate of candidates) if (!isLarge(candidate) && saysAgain(candidate, said, single)) mark(candidate)
  for (const candidate of candidates) if (isSmallHead(candidate, single, bodySize)) mark(candidate)
  for (const candidate of besideHeads(candidates, (one) => marked.get(one.page)?.has(one.line) === true)) mark(candidate)
  return [...marked].sort(([a], [b]) => a - b).map(([page, lines]) => ({ page, lines: [...lines].sort((a, b) => a - b) }))
}

/** In small type over a rule across the page, apart from the text: a running head, though the document may be too short for it to come back. */
const isSmallHead = ({ row, white, ruled, size }: Candidate, leading: number, bodySize: number): boolean =>
  row === 0 && ruled && white > APART * leading && size < SMALL * bodySize

/** A line of a page, as large as a heading. */
export interface Title {
  readonly page: number
  readonly size: number
  readonly text: string
}

/** An outermost line at the head, set apart, that says a heading again under which the page still stands: "2 Heat" over the text. */
function saysAgain({ edge, row, white, text, page }: Candidate, titles: ReadonlyMap<string, Title>, leading: number): boolean {
  const title = titles.get(text.toLowerCase())
  return edge === 'head' && row === 0 && white > APART * leading && title !== undefined && title.page < page
}

/**
 * On scans, what stands level with a running head or further out: part of it that was read otherwise on every page, or a stain at the
 * paper's edge.
 */
function besideHeads(candidates: readonly Candidate[], isMarked: (one: Candidate) => boolean): Candidate[] {
  const scanned = candidates.filter((one) => one.scanned)
  const heads = grouped(scanned.filter(isMarked), ({ sheet, edge }) => `${sheet} ${edge}`)
  return scanned.filter(({ sheet, edge, distance }) =>
    heads.get(`${sheet} ${edge}`)?.some((head) => distance < head.distance + SAME_ROW_ASKEW),
  )
}

/** "Answer", "Solution:" alone on a line, in any language: two pages that begin so have no head in common. */
const isMark = (text: string): boolean => toPatterns('und').solutionStart.exec(text)?.[0].length === text.replace(/\W+$/u, '').length

/** Outermost lines, set apart, that another page has letter for letter in the same place but for its number: the head of a sheet of two pages. */
const twins = (candidates: readonly Candidate[], leading: number): Candidate[] =>
  candidates.filter(
    (one) =>
      one.row === 0 &&
      one.white > APART * leading &&
      /\p{L}{3}|\p{L}\d{2}/u.test(one.text) && // words, or the code of a course
      !isMark(one.text) &&
      candidates.some(
        (other) =>
          other.sheet !== one.sheet &&
          other.edge === one.edge &&
          other.row === 0 &&
          other.white > APART * leading &&
          sayingOf(other) === sayingOf(one) &&
          Math.abs(other.left - one.left) < SAME_SLOT.text &&
          Math.abs(other.distance - one.distance) < SAME_SLOT.text,
      ),
  )

const isOneRow = (a: Candidate, b: Candidate): boolean =>
  a.sheet === b.sheet &&
  a.edge === b.edge &&
  a.row === b.row &&
  Math.abs(a.distance - b.distance) < (b.scanned ? SAME_ROW_ASKEW : SAME_HEIGHT)

const areAligned = (a: Candidate, b: Candidate): boolean =>
  Math.abs(a.left - b.left) < ALIGNED ||
  Math.abs(a.right - b.right) < ALIGNED ||
  Math.abs(a.left + a.right - b.left - b.right) < 2 * ALIGNED

/** Candidates at one height, over all pages. */
function slots(candidates: readonly Candidate[]): Candidate[][] {
  const found: Candidate[][] = []
  for (const side of ['head', 'foot'] as const) {
    const sorted = candidates.filter((candidate) => candidate.edge === side).sort((a, b) => a.distance - b.distance)
    let slot: Candidate[] = []
    for (const candidate of sorted) {
      const last = slot.at(-1)
      if (last && candidate.distance - last.distance > (candidate.scanned ? SAME_SLOT.ocr : SAME_SLOT.text)) {
        found.push(slot)
        slot = []
      }
      slot.push(candidate)
    }
    if (slot.length > 0) found.push(slot)
  }
  return found
}

function repeated(slot: readonly Candidate[], isLarge: (one: Candidate) => boolean): Candidate[] {
  return [...grouped(slot, ({ mask }) => mask).values()]
    .filter((group) => new Set(group.map(({ sheet }) => sheet)).size >= MIN_REPEATS)
    .filter((group) => !countsThings(group) && !(group.some(isLarge) && isDistinct(group)))
    .flat()
}

/** A word and a number, or a number as a label: "Problem 3", "Problem 5.12", "12.". */
const LABEL = /^(?:(\p{L}+)\.? )?#(?:[-–./]#)*[.:)]?$/u
const PAGE_WORDS = /^(?:page|pag|p|seite|s|blatt|sheet|página|pagina|pág|strana|strona|sida|side)$/

/**
 * In an exam every page may open with a problem of its own: such a label counts up, where a chapter's head stays the same. Captions of
 * figures at the foot of pages do, too.
 */
function countsThings(group: readonly Candidate[]): boolean {
  if (isDistinct(group) && group.every(({ text }) => FIGURE_LABEL.test(text))) return true
  const [, word] = LABEL.exec(group[0]?.mask ?? '') ?? []
  const isLabel = word === undefined ? /[.:)]$/.test(group[0]?.mask ?? '') && LABEL.test(group[0]?.mask ?? '') : !PAGE_WORDS.test(word)
  return isDistinct(group) && (isLabel || countsOtherwise(group))
}

/** Numbers that change from page to page and not with the pages, "Problem Set 2", count what begins there; in a running head the page's number changes. */
function countsOtherwise(group: readonly Candidate[]): boolean {
  if (group.some(({ scanned }) => scanned)) return false // figures may be misread
  const numbers = group.map(({ text, sheet }) => [...text.matchAll(/\d+/g)].map(([number]) => Number(number) - sheet))
  const count = Math.min(...numbers.map(({ length }) => length))
  const growsWithPages = Array.from({ length: count }, (_, at) => new Set(numbers.map((own) => own[at])).size <= group.length / 2)
  return count > 0 && !growsWithPages.includes(true)
}

const isDistinct = (group: readonly Candidate[]): boolean => new Set(group.map(({ text }) => text)).size > group.length / 2

export type { Candidate as EdgeLine }
