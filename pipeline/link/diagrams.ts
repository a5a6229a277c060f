import type { Figure } from '../../schemas/figure.ts'
import { type Box, overlapX, overlapY } from '../../schemas/geometry.ts'
import type { Line, PageLayout } from '../../schemas/layout.ts'
import type { Passage, SegmentedProblem, SegmentedSolution } from '../../schemas/segment.ts'
import { figureReferences, numbersIn, plainNumber } from './labels.ts'

/** Share of labelled figures whose number is that of a problem: then figures are numbered like problems. */
const SHARED_NUMBERING = 0.5
/** Pages between a reference and its figure, at most, where another figure stands nearer. */
const FAR = 4

/** References looked at before and after one, to see whether printed numbers can be believed there. */
const WINDOW = 4
/** References that go wrong together before the numbers are doubted: a single figure is more often moved than misnamed. */
const WHOLE_RUN = 3

/** Whose text a line is. */
interface Owner {
  readonly kind: 'problem' | 'solution'
  readonly index: number
  /** The problems that share the text, its first at `index`. */
  readonly sharing?: readonly number[]
}

export interface Placing {
  readonly problems: readonly SegmentedProblem[]
  readonly solutions: readonly SegmentedSolution[]
  readonly figures: readonly Figure[]
  /** Question text of each problem, to look for references in. */
  readonly texts: readonly string[]
  readonly figureWords: readonly string[]
  readonly problemWords: readonly string[]
  page(number: number): PageLayout
}

/** For each problem, its figures, in the order of the document. Figures of solutions and of theory belong to none. */
export function placeFigures(placing: Placing): { byProblem: Figure[][]; unassigned: Figure[] } {
  const byProblem: Set<number>[] = placing.problems.map(() => new Set())
  const owners = ownersOf(placing)
  const placed = placing.figures.map((figure) => ownerOf(figure, placing.page(figure.page), owners))
  const written = references(placing)
  const referenced = believed(written, placed)
  const named = namedProblems(placing, written, placed)
  placing.figures.forEach((_, index) => {
    const wanted = new Set([...(named[index] ?? []), ...referenced.flatMap(({ figure, problem }) => (figure === index ? [problem] : []))])
    const owner = placed[index]
    if (wanted.size === 0 && owner?.kind === 'problem') for (const index of owner.sharing ?? [owner.index]) wanted.add(index)
    for (const problem of wanted) byProblem[problem]?.add(index)
  })
  const used = new Set(byProblem.flatMap((own) => [...own]))
  return {
    byProblem: byProblem.map((own) => [...own].sort((a, b) => a - b).flatMap((index) => placing.figures[index] ?? [])),
    unassigned: placing.figures.filter((_, index) => !used.has(index)),
  }
}

/** Figure → problems whose number its label carries, where figures are numbered like problems. */
function namedProblems(
  { figures, problems, problemWords }: Placing,
  written: readonly Reference[],
  placed: readonly (Owner | undefined)[],
): number[][] {
  const byNumber = new Map<string, number[]>()
  problems.forEach(({ number }, index) => {
    for (const key of [plainNumber(number), bare(plainNumber(number))]) {
      const own = byNumber.get(key)
      if (own) own.push(index)
      else byNumber.set(key, [index])
    }
  })
  const found = figures.map((figure) => {
    if (figure.label === undefined) return { own: [], isWorded: false }
    const isWorded = problemWords.some((word) => figure.label?.toLowerCase().startsWith(word.replace(/\.$/, '')) === true)
    const own = numbersIn(figure.label, problemWords).flatMap((number) => byNumber.get(number) ?? byNumber.get(bare(number)) ?? [])
    return { own: [...new Set(own)], isWorded }
  })
  const labelled = found.filter((_, index) => figures[index]?.label !== undefined)
  const shared = labelled.filter(({ own }) => own.length > 0).length >= SHARED_NUMBERING * labelled.length
  const isDistinct =
    problems.some(({ number }) => /[-./]/.test(number)) || (isMonotone(figures, problems, found) && isBorneOut(found, written, placed))
  return found.map(({ own, isWorded }, index) => (isWorded || (shared && isDistinct) ? nearest(own, figures[index], problems) : []))
}

/** Plain numbers (3, 79) agree by chance: believed only if every such figure stands at its problem. */
const isMonotone = (
  figures: readonly Figure[],
  problems: readonly SegmentedProblem[],
  found: readonly { own: readonly number[] }[],
): boolean => found.every(({ own }, index) => own.length === 0 || own.some((problem) => isNear(figures[index], problems[problem])))

/** Whether the texts that name such figures, or else their places, agree with their numbers as often as not: sheets number figures by themselves. */
function isBorneOut(
  found: readonly { own: readonly number[] }[],
  written: readonly Reference[],
  placed: readonly (Owner | undefined)[],
): boolean {
  const verdicts = found.flatMap(({ own }, index) => {
    if (own.length === 0) return []
    const naming = written.filter(({ figure }) => figure === index)
    if (naming.length > 0) return [naming.some(({ problem }) => own.includes(problem))]
    const owner = placed[index]
    return [owner?.kind === 'problem' && own.includes(owner.index)]
  })
  return verdicts.filter(Boolean).length >= verdicts.length / 2
}

const isNear = (figure: Figure | undefined, problem: SegmentedProblem | undefined): boolean =>
  figure !== undefined && problem?.region.some(({ page }) => Math.abs(page - figure.page) <= 1) === true

/** "P5.3" also answers to "5.3". */
const bare = (number: string): string => number.replace(/^[A-Z]+[.-]?(?=\d)/, '')

/** Of problems with one number (restarting chapters), those nearest to the figure. */
function nearest(own: readonly number[], figure: Figure | undefined, problems: readonly SegmentedProblem[]): number[] {
  if (!figure) return []
  const distance = (index: number): number =>
    Math.min(...(problems[index]?.region.map(({ page }) => Math.abs(page - figure.page)) ?? [Number.POSITIVE_INFINITY]))
  const byNumber = new Map<string, number>()
  for (const index of own) {
    const number = problems[index]?.number ?? ''
    const best = byNumber.get(number)
    if (best === undefined || distance(index) < distance(best)) byNumber.set(number, index)
  }
  return [...byNumber.values()]
}

interface Reference {
  readonly problem: number
  readonly figure: number
}

/** Which problem's text names which figure, in the order of the problems. */
function references({ figures, texts, problems, figureWords }: Placing): Reference[] {
  const byLabel = new Map<string, number[]>()
  figures.forEach((figure, index) => {
    if (figure.label === undefined) return
    for (const number of numbersIn(figure.label, [])) {
      const own = byLabel.get(number)
      if (own) own.push(index)
      else byLabel.set(number, [index])
    }
  })
  return texts.flatMap((text, problem) =>
    [...new Set(figureReferences(text, figureWords))].flatMap((number) => {
      const pages = problems[problem]?.region.map(({ page }) => page) ?? []
      const distance = (index: number): number => Math.min(...pages.map((page) => Math.abs((figures[index]?.page ?? 0) - page)))
      const [figure] = (byLabel.get(number) ?? []).toSorted((a, b) => distance(a) - distance(b))
      return figure !== undefined && distance(figure) <= FAR ? [{ problem, figure }] : []
    }),
  )
}

/**
 * References that can be believed. Printed numbers go wrong in whole runs (a figure was put in, the text was not numbered anew): where
 * most references around one point away from the problem that the figure stands at, the place is believed instead.
 */
function believed(references: readonly Reference[], placed: readonly (Owner | undefined)[]): Reference[] {
  const agrees = references.map(({ problem, figure }) => {
    const owner = placed[figure]
    return owner?.kind !== 'problem' || Math.abs(owner.index - problem) <= 1
  })
  return references.filter((_, at) => {
    if (agrees[at]) return true
    const around = agrees.slice(Math.max(0, at - WINDOW), at + WINDOW + 1)
    const wrong = around.filter((one) => !one).length
    return wrong < WHOLE_RUN || around.length - wrong >= wrong
  })
}

type Owners = ReadonlyMap<string, Owner>

function ownersOf({ problems, solutions }: Placing): Owners {
  const owners = new Map<string, Owner>()
  const claim = (passage: Passage, owner: Owner): void => {
    for (const { page, line } of passage) owners.set(`${page}.${line}`, owner)
  }
  solutions.forEach((solution, index) => {
    for (const passage of [solution.label, solution.question, solution.text]) claim(passage, { kind: 'solution', index })
  })
  problems.forEach((problem, index) => {
    for (const passage of [problem.label, problem.title, problem.text]) claim(passage, { kind: 'problem', index })
    const sharing = problems.flatMap(({ stem }, other) => (isSame(stem, problem.stem) ? [other] : []))
    if (sharing[0] === index) claim(problem.stem, { kind: 'problem', index, sharing })
  })
  return owners
}

/** One text for several problems, "Problems 5–7 refer to …"; most have none. */
const isSame = (stem: Passage, other: Passage): boolean =>
  stem[0] !== undefined && stem[0].page === other[0]?.page && stem[0].line === other[0].line

/** Whose text stands beside the figure, above it in its column, or was interrupted by it. */
function ownerOf(figure: Figure, page: PageLayout, owners: Owners): Owner | undefined {
  const own = new Set([...figure.lines, ...figure.captionLines])
  const lines = page.lines.map((line, index) => ({ line, index })).filter(({ line, index }) => !own.has(index) && !line.furniture)
  const column = columnOf(figure, page, lines)
  const inColumn = lines.filter(({ line }) => line.band === column.band && line.column === column.column)
  const beside = inColumn.filter(
    ({ line }) => overlapY(line.box, figure.box) > 0.5 * (line.box.bottom - line.box.top) && overlapX(line.box, figure.box) <= 0,
  )
  const besideOwner = majority(beside.map(({ index }) => owners.get(`${page.page}.${index}`)))
  if (besideOwner?.kind === 'solution') {
    // It begins beside the question and reaches down to the solution: the question's.
    const first = owners.get(`${page.page}.${beside[0]?.index}`)
    if (first?.kind === 'problem') return first
  }
  if (besideOwner) return besideOwner
  const above = inColumn.findLast(
    ({ line, index }) => line.box.bottom <= figure.box.top + 0.5 * line.size && owners.has(`${page.page}.${index}`),
  )
  const heading = inColumn.findLast(
    ({ line, index }) => line.box.bottom <= figure.box.top + 0.5 * line.size && !owners.has(`${page.page}.${index}`),
  )
  if (above)
    return heading && heading.index > above.index && heading.line.glyphs.length > 3 ? undefined : owners.get(`${page.page}.${above.index}`)
  // Where nothing but its labels stands in its column, as in a cell of a table, those tell its place.
  const first = inColumn[0]?.index ?? (own.size > 0 ? Math.min(...own) : page.lines.length)
  return previousOwner(page, first, owners)
}

function majority(owners: readonly (Owner | undefined)[]): Owner | undefined {
  const counts = new Map<string, { owner: Owner; count: number }>()
  for (const owner of owners) {
    if (!owner) continue
    const key = `${owner.kind}${owner.index}`
    counts.set(key, { owner, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.owner
}

/** At the head of a column: who wrote last before it; the owners' order is the reading order. */
function previousOwner(page: PageLayout, before: number, owners: Owners): Owner | undefined {
  for (let index = before - 1; index >= 0; index--) {
    const owner = owners.get(`${page.page}.${index}`)
    if (owner) return owner
  }
  return lastOwners(owners).get(page.page - 1)?.owner
}

type LastOwners = ReadonlyMap<number, { readonly line: number; readonly owner: Owner }>
const knownLast = new WeakMap<Owners, LastOwners>()

/** Who wrote last on each page; found once for all figures. */
function lastOwners(owners: Owners): LastOwners {
  const known = knownLast.get(owners)
  if (known) return known
  const found = new Map<number, { line: number; owner: Owner }>()
  for (const [key, owner] of owners) {
    const [page = 0, line = 0] = key.split('.').map(Number)
    if (line >= (found.get(page)?.line ?? 0)) found.set(page, { line, owner })
  }
  knownLast.set(owners, found)
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
