import type { Figure } from '../../schemas/figure.ts'
import { type Box, overlapX, overlapY, unionAll, width } from '../../schemas/geometry.ts'
import { columnKey, type Line, type PageLayout } from '../../schemas/layout.ts'
import type { Passage, SegmentedProblem, SegmentedSolution } from '../../schemas/segment.ts'
import { asideColumns } from '../aside-columns.ts'

/** Whose text a line is. */
export interface Owner {
  readonly kind: 'problem' | 'solution'
  readonly index: number
  /** The problems that share the text, its first at `index`. */
  readonly sharing?: readonly number[]
}

/** What stands around a figure. */
export interface FigurePlace {
  /** Whose text it stands beside, else whose text it follows. */
  readonly owner: Owner | undefined
  /** The problem that begins right below it, where it stands beside nothing. */
  readonly next: Owner | undefined
  /** Whether a heading or a solution comes right below it: then it is no figure of what comes next. */
  readonly isFollowed: boolean
  /** What it follows in its column: an owner's text, a short line of nobody's such as a heading, other text, or nothing. */
  readonly above: 'owned' | 'heading' | 'other' | 'nothing'
  /** Points of white up to the line above and down to the line below, caption included; infinite where there is none in its column. */
  readonly whiteAbove: number
  readonly whiteBelow: number
}

export interface Owners {
  /** By "page.line". */
  readonly ofLine: ReadonlyMap<string, Owner>
  /** Lines ("page.line") at which a problem begins. */
  readonly starts: ReadonlySet<string>
}

/** Glyphs of a line that names something: fewer are a stray mark. */
const MIN_HEADING = 3
/** Share of its column that a heading's line takes up, at most; text runs from edge to edge. */
const MAX_HEADING = 0.6

/** Whose text each line is, and where problems begin. */
export function ownersOf(problems: readonly SegmentedProblem[], solutions: readonly SegmentedSolution[]): Owners {
  const ofLine = new Map<string, Owner>()
  const starts = new Set<string>()
  const claim = (passage: Passage, owner: Owner): void => {
    for (const fragment of passage) ofLine.set(keyOf(fragment), owner)
  }
  solutions.forEach((solution, index) => {
    for (const passage of [solution.label, solution.question, solution.text]) claim(passage, { kind: 'solution', index })
  })
  problems.forEach((problem, index) => {
    const passages = [problem.label, problem.title, problem.text]
    for (const passage of passages) claim(passage, { kind: 'problem', index })
    const sharing = problems.flatMap(({ stem }, other) => (isSame(stem, problem.stem) ? [other] : []))
    if (sharing[0] === index) claim(problem.stem, { kind: 'problem', index, sharing })
    // "5.12 and 5.13" stand before one text, which is that of both.
    const together = problems.flatMap(({ label }, other) => (isSame(label, problem.label) ? [other] : []))
    if (together.length > 1)
      for (const passage of passages) claim(passage, { kind: 'problem', index: together[0] ?? index, sharing: together })
    const first = [...(sharing[0] === index ? problem.stem : []), ...passages.flat()][0]
    if (first) starts.add(keyOf(first))
  })
  return { ofLine, starts }
}

const keyOf = ({ page, line }: { page: number; line: number }): string => `${page}.${line}`

/** One text for several problems, "Problems 5–7 refer to …"; most have none. */
const isSame = (stem: Passage, other: Passage): boolean =>
  stem[0] !== undefined && stem[0].page === other[0]?.page && stem[0].line === other[0].line

interface Placed {
  readonly line: Line
  readonly index: number
}

/**
 * What stands around a figure, and whose text it stands beside, below in its column, or interrupts.
 *
 * @param drawn lines of the page that are labels and captions of figures
 */
export function placeOf(figure: Figure, page: PageLayout, drawn: ReadonlySet<number>, owners: Owners): FigurePlace {
  const ownerAt = (placed: Placed | undefined): Owner | undefined =>
    placed && owners.ofLine.get(keyOf({ page: page.page, line: placed.index }))
  const lines = page.lines.map((line, index) => ({ line, index })).filter(({ line, index }) => !drawn.has(index) && !line.furniture)
  const column = columnOf(figure, page, lines)
  const inColumn = lines.filter(({ line }) => line.band === column.band && line.column === column.column)
  // In a margin that holds figures and notes, the text beside it is that of another column.
  const isMargin =
    asideColumns(lines.map(({ line }) => line)).has(columnKey(column)) || !inColumn.some((placed) => ownerAt(placed) !== undefined)
  const near = isMargin ? lines.filter(({ line }) => line.band === column.band) : inColumn
  const beside = near.filter(
    ({ line }) => overlapY(line.box, figure.box) > 0.5 * (line.box.bottom - line.box.top) && overlapX(line.box, figure.box) <= 0,
  )
  const owner = besideOwner(beside.map(ownerAt))
  const box = unionAll([figure.box, ...figure.captionLines.flatMap((index) => page.lines[index]?.box ?? [])]) ?? figure.box
  const isOver = ({ line }: Placed): boolean => line.box.bottom <= figure.box.top + 0.5 * line.size
  const over = inColumn.filter(isOver)
  const under = inColumn.find(({ line }) => line.box.top >= box.bottom - 0.5 * line.size)
  const last = lastAbove(figure.box, over, ownerAt)
  // What stands in the margin level with the owner's text, a score, is read after it and heads nothing.
  const isUnder = ({ line }: Placed): boolean => last === undefined || line.baseline > last.line.baseline
  const heading = over.findLast((placed) => ownerAt(placed) === undefined && placed.line.glyphs.length > MIN_HEADING && isUnder(placed))
  const isHeaded = heading !== undefined && heading.index > (last?.index ?? -1)
  const around = {
    above: isHeaded ? (isShort(heading.line, inColumn) ? 'heading' : 'other') : last ? 'owned' : 'nothing',
    whiteAbove: box.top - Math.max(Number.NEGATIVE_INFINITY, ...over.map(({ line }) => line.box.bottom)),
    whiteBelow: (under?.line.box.top ?? Number.POSITIVE_INFINITY) - box.bottom,
  } as const
  if (owner) return { ...around, owner, next: undefined, isFollowed: false }
  const isBeside = beside.length > 0 // theory, say
  const below = ownerAt(under)
  const isStart = under !== undefined && !isBeside && owners.starts.has(keyOf({ page: page.page, line: under.index }))
  const isFollowed = under !== undefined && !isStart && (below === undefined || below.kind === 'solution')
  const next = isStart ? below : under || isBeside ? undefined : firstOverleaf(page, owners)
  if (isHeaded && last) return { ...around, owner: undefined, next, isFollowed }
  if (last) return { ...around, owner: ownerAt(last), next, isFollowed }
  // Where nothing but its labels stands in its column, as in a cell of a table, those tell its place.
  const own = [...figure.lines, ...figure.captionLines]
  const first = inColumn[0]?.index ?? (own.length > 0 ? Math.min(...own) : page.lines.length)
  return { ...around, owner: previousOwner(page, first, owners), next, isFollowed }
}

/** The last owned line over a figure. Of texts side by side, a question and its solution or an answer in the margin, that which reaches over it. */
function lastAbove(figure: Box, over: readonly Placed[], ownerAt: (placed: Placed) => Owner | undefined): Placed | undefined {
  const owned = over.filter((placed) => ownerAt(placed) !== undefined)
  const last = owned.at(-1)
  const hullOf = (one: Placed): Box =>
    unionAll(owned.filter((other) => ownerAt(other) === ownerAt(one)).map(({ line }) => line.box)) ?? one.line.box
  if (!last || overlapX(hullOf(last), figure) > 0) return last
  const beside = owned.findLast((placed) => overlapX(hullOf(placed), figure) > 0)
  return beside && overlapX(hullOf(beside), hullOf(last)) <= 0 ? beside : last
}

const isShort = (line: Line, column: readonly Placed[]): boolean =>
  width(line.box) < MAX_HEADING * Math.max(...column.map((placed) => width(placed.line.box)))

/** Whose most of the lines beside a figure are. One that begins beside a question and reaches down to the solution is the question's. */
function besideOwner(beside: readonly (Owner | undefined)[]): Owner | undefined {
  const most = majority(beside)
  return most?.kind === 'solution' && beside[0]?.kind === 'problem' ? beside[0] : most
}

function majority(owners: readonly (Owner | undefined)[]): Owner | undefined {
  const counts = new Map<string, { owner: Owner; count: number }>()
  for (const owner of owners) {
    if (!owner) continue
    const key = `${owner.kind}${owner.index}${owner.sharing ? ' shared' : ''}` // what several problems share is not the first one's text
    counts.set(key, { owner, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.owner
}

/** At the head of a column: who wrote last before it; the owners' order is the reading order. */
function previousOwner(page: PageLayout, before: number, owners: Owners): Owner | undefined {
  for (let index = before - 1; index >= 0; index--) {
    const owner = owners.ofLine.get(keyOf({ page: page.page, line: index }))
    if (owner) return owner
  }
  return ends(owners).get(page.page - 1)?.last.owner
}

/** The problem that opens the next page, if one does. */
function firstOverleaf(page: PageLayout, owners: Owners): Owner | undefined {
  const first = ends(owners).get(page.page + 1)?.first
  return first && owners.starts.has(keyOf({ page: page.page + 1, line: first.line })) ? first.owner : undefined
}

interface End {
  readonly line: number
  readonly owner: Owner
}
type Ends = ReadonlyMap<number, { readonly first: End; readonly last: End }>
const knownEnds = new WeakMap<Owners, Ends>()

/** Whose the first and the last owned line of each page are; found once for all figures. */
function ends(owners: Owners): Ends {
  const known = knownEnds.get(owners)
  if (known) return known
  const found = new Map<number, { first: End; last: End }>()
  for (const [key, owner] of owners.ofLine) {
    const [page = 0, line = 0] = key.split('.').map(Number)
    const { first, last } = found.get(page) ?? { first: { line, owner }, last: { line, owner } }
    found.set(page, { first: line < first.line ? { line, owner } : first, last: line >= last.line ? { line, owner } : last })
  }
  knownEnds.set(owners, found)
  return found
}

interface Column {
  readonly band: number
  readonly column: number
}

/** The column that a figure stands in: that of its labels and caption, else the one whose lines share most of its width. */
function columnOf(figure: Figure, page: PageLayout, lines: readonly { line: Line; index: number }[]): Column {
  const own = [...figure.captionLines, ...figure.lines].flatMap((index) => page.lines[index] ?? [])
  if (own[0]) return own[0]
  const reach = (line: Line): number => overlapX(line.box, figure.box) - 0.2 * distanceY(line.box, figure.box)
  return lines.map(({ line }) => line).sort((a, b) => reach(b) - reach(a))[0] ?? { band: 0, column: 0 }
}

const distanceY = (a: Box, b: Box): number => Math.max(0, -overlapY(a, b))
