import { area, type Box, contains, intersection, overlapY } from '../../schemas/geometry.ts'
import type { Drawing, PageImage } from '../../schemas/layout.ts'
import { inReadingOrder, type PlacedLine } from './columns.ts'
import type { RawLine } from './lines.ts'

/** Small pages side by side, and one above the other, that sheets are printed with. */
const MOST = 4
/** Points, and share of the margin, by which text begins further in on one small page than on another. */
const SAME_MARGIN = { points: 6, share: 0.3 }
/** Points of white at least that small pages keep from their edges; columns of one page stand nearer than twice this and their margin. */
const MIN_MARGIN = 10
/** Share of their place on the sheet that small pages fill at least, along either axis. */
const SHORTEST = 0.8
/** How much wider than high a double page is at least: two of the narrowest books' pages. */
const DOUBLE = 1.2
/** Points of white at least between the pages of a double page, and lines on each; slides are as wide, but have fewer. */
const FOLD = 20
const FOLD_LINES = 8
/** Share of the page that each of the frames around small pages covers at least, and all of them together: cells of tables are smaller. */
const FRAME = 0.06
const FRAMES = 0.45
/** Points by which the sides of such frames, and the first lines of small pages that are one above the other, differ. */
const SAME_SIDE = 1.5

interface Sheet {
  readonly width: number
  readonly height: number
  readonly drawings: readonly Drawing[]
  readonly images: readonly PageImage[]
}

/**
 * Lines in reading order, where a sheet holds several small pages (handouts, double pages) one page after the other: rows of pages from top
 * to bottom, each from left to right. `panels` are these pages, none for a sheet that is one page.
 */
export function inPanelOrder(lines: readonly RawLine[], sheet: Sheet): { placed: PlacedLine[]; panels: Box[] } {
  const panels = findPanels(lines, sheet)
  if (panels.length === 0) return { placed: inReadingOrder(lines, sheet.drawings, sheet.images, sheet.height), panels }
  const within = panels.map(() => [] as RawLine[])
  const [above, below]: [RawLine[], RawLine[]] = [[], []]
  for (const line of lines) {
    const at = panels.findIndex((panel) => holds(panel, line))
    const apart = panels.every((panel) => line.box.top < panel.bottom) ? above : below
    ;(within[at] ?? apart).push(line)
  }
  const placed: PlacedLine[] = []
  for (const [index, own] of [above, ...within, below].entries()) {
    const panel = panels[index - 1] ?? { left: 0, top: 0, right: sheet.width, bottom: sheet.height }
    const first = 1 + Math.max(-1, ...placed.map(({ band }) => band))
    const isInside = ({ box }: { readonly box: Box }): boolean => contains(panel, box, SAME_SIDE)
    const ordered = inReadingOrder(own, sheet.drawings.filter(isInside), sheet.images.filter(isInside), panel.bottom - panel.top)
    placed.push(...ordered.map((entry) => ({ ...entry, band: entry.band + first })))
  }
  return { placed, panels }
}

const holds = ({ left, top, right, bottom }: Box, { box }: RawLine): boolean => {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  return x >= left && x < right && y >= top && y < bottom
}

function findPanels(lines: readonly RawLine[], sheet: Sheet): Box[] {
  const framed = frames(lines, sheet)
  if (framed.length > 0) return framed
  const upright = lines.filter((line) => line.angle === undefined)
  if (upright.length === 0) return []
  const [across, down] = [toCells(upright, sheet.width, 'left', 'right'), toCells(upright, sheet.height, 'top', 'bottom')]
  const [columns, rows] = [across(true), down(true)]
  if (columns && rows) return grid(columns, rows)
  if (columns) return grid(columns, down(false) ?? firstRow(upright, sheet.height))
  // A page may have white across its middle by chance: small pages one above the other begin at the very same height.
  if (rows && beginAlike(upright, rows)) return grid(across(false) ?? [0, sheet.width], rows)
  return isDoublePage(upright, sheet) ? grid([0, sheet.width / 2, sheet.width], [0, sheet.height]) : []
}

/** The first row of small pages, where the last sheet has no other: the lowest that is as high as some number of rows would make it. */
function firstRow(lines: readonly RawLine[], height: number): number[] {
  const end = Math.max(...lines.map(({ box }) => box.bottom)) + MIN_MARGIN
  const rows = Array.from({ length: MOST }, (_, at) => MOST - at).find((count) => end <= height / count) ?? 1
  return [0, height / rows]
}

/** Cells between borders from left to right and from top to bottom, row by row. */
const grid = (across: readonly number[], down: readonly number[]): Box[] =>
  down
    .slice(1)
    .flatMap((bottom, row) => across.slice(1).map((right, column) => ({ left: across[column] ?? 0, right, top: down[row] ?? 0, bottom })))

/**
 * Borders of the equal parts into which a sheet falls along one axis: text begins at the same distance from the near edge of each part and
 * ends before its far edge. Columns of one page do not: the white between them is much less than its two margins. Small pages of another
 * shape than the sheet leave white around them: then the parts, in the middle of the sheet, are a little shorter than it would let them
 * (not `exact`), which proves something along one axis only where they are exact along the other.
 */
function toCells(lines: readonly RawLine[], length: number, near: 'left' | 'top', far: 'right' | 'bottom') {
  return (exact: boolean): number[] | undefined => {
    for (let parts = MOST; parts > 1; parts--) {
      const begins = Array.from({ length: parts }, () => Number.POSITIVE_INFINITY)
      for (const { box } of lines) {
        const at = Math.min(parts - 1, Math.floor((box[near] * parts) / length))
        begins[at] = Math.min(begins[at] ?? 0, box[near])
      }
      const step = exact ? length / parts : ((begins.at(-1) ?? 0) - (begins[0] ?? 0)) / (parts - 1)
      if (!(step <= length / parts + 1 && step >= SHORTEST * (length / parts))) continue
      const borders = Array.from({ length: parts + 1 }, (_, at) => length / 2 + (at - parts / 2) * step)
      if (areCells(lines, begins, borders, near, far)) return borders
    }
    return undefined
  }
}

function beginAlike(lines: readonly RawLine[], rows: readonly number[]): boolean {
  const margins = rows.slice(0, -1).map((top) => Math.min(...lines.map(({ box }) => box.top - top).filter((down) => down >= 0)))
  return margins.every((margin) => Math.abs(margin - (margins[0] ?? 0)) <= SAME_SIDE)
}

function areCells(
  lines: readonly RawLine[],
  begins: readonly number[],
  borders: readonly number[],
  near: 'left' | 'top',
  far: 'right' | 'bottom',
): boolean {
  const margins = begins.map((begin, at) => begin - (borders[at] ?? 0))
  const [first = 0] = margins
  const slack = Math.max(SAME_MARGIN.points, SAME_MARGIN.share * first)
  const areAlike = first >= MIN_MARGIN && margins.every((margin) => Math.abs(margin - first) <= slack)
  return areAlike && lines.every(({ box }) => borders.every((border) => box[near] >= border || box[far] <= border - MIN_MARGIN))
}

/** Two pages of a book on one sheet, as scanners and viewers give them: nothing crosses the fold. */
function isDoublePage(lines: readonly RawLine[], { width, height, images }: Sheet): boolean {
  if (width < DOUBLE * height) return false
  const fold = { left: (width - FOLD) / 2, right: (width + FOLD) / 2, top: 0, bottom: height }
  const isCrossed = [...lines, ...images.filter(({ background }) => !background)].some(({ box }) => intersection(box, fold) !== undefined)
  const left = lines.filter(({ box }) => box.right < fold.right).length
  return !isCrossed && Math.min(left, lines.length - left) >= FOLD_LINES
}

/** Frames of one size around the text, row by row. */
function frames(lines: readonly RawLine[], { width, height, drawings }: Sheet): Box[] {
  const large = drawings.filter(({ shape, box }) => shape === 'rectangle' && area(box) >= FRAME * width * height).map(({ box }) => box)
  const apart: Box[] = []
  for (const box of large) if (!apart.some((other) => intersection(other, box) !== undefined)) apart.push(box)
  const [first] = apart
  if (!first) return []
  const alike = apart.filter(
    (box) =>
      Math.abs(box.right - box.left - first.right + first.left) < SAME_SIDE &&
      Math.abs(box.bottom - box.top - first.bottom + first.top) < SAME_SIDE,
  )
  const covered = alike.length * area(first)
  const isFull = alike.filter((box) => lines.some((line) => holds(box, line))).length > 1
  if (alike.length < 2 || alike.length < apart.length || covered < FRAMES * width * height || !isFull) return []
  return alike.toSorted((a, b) => (overlapY(a, b) > (a.bottom - a.top) / 2 ? a.left - b.left : a.top - b.top))
}
