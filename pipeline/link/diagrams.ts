import type { Figure } from '../../schemas/figure.ts'
import type { PageLayout } from '../../schemas/layout.ts'
import type { Segmentation, SegmentedProblem, SegmentedSolution } from '../../schemas/segment.ts'
import { byPage } from './book.ts'
import { captionedProblems, isMeant } from './captioned.ts'
import { type Owner, ownersOf, placeOf } from './figure-places.ts'
import { ownersBySide } from './figure-sides.ts'
import { figureReferences, mentionsFigure, numberIn, numbersIn, plainNumber } from './labels.ts'
import { shareFigures } from './stem-figures.ts'

/** Share of labelled figures whose number is that of a problem: then figures are numbered like problems. */
const SHARED_NUMBERING = 0.5
/** Pages between a reference and its figure, at most, where another figure stands nearer. */
const FAR = 4

/** References looked at before and after one, to see whether printed numbers can be believed there. */
const WINDOW = 4
/** References that go wrong together before the numbers are doubted: a single figure is more often moved than misnamed. */
const WHOLE_RUN = 3

export interface Placing {
  readonly problems: readonly SegmentedProblem[]
  readonly solutions: readonly SegmentedSolution[]
  readonly figures: readonly Figure[]
  /** Question text of each problem, to look for references in. */
  readonly texts: readonly string[]
  /** Of it, the text that it shares with other problems, or "". */
  readonly stems: readonly string[]
  readonly figureWords: readonly string[]
  readonly problemWords: readonly string[]
  /** Words that say that something is drawn: "shown". */
  readonly shownWords: readonly string[]
  readonly items: Segmentation['items']
  page(number: number): PageLayout
}

/** For each problem, its figures, in the order of the document. Figures of solutions and of theory belong to none. */
export function placeFigures(placing: Placing): { byProblem: Figure[][]; unassigned: Figure[] } {
  const byProblem: Set<number>[] = placing.problems.map(() => new Set())
  const owners = ownersOf(placing.problems, placing.solutions)
  const written = references(placing)
  const drawn = byPage(placing.figures)
  const places = placing.figures.map((figure) => {
    const lines = (drawn.get(figure.page) ?? []).flatMap((one) => [...one.lines, ...one.captionLines])
    return placeOf(figure, placing.page(figure.page), new Set(lines), owners)
  })
  const placed = ownersBySide(places, placing, written)
  const referenced = believed(written, placed)
  const named = namedProblems(placing, written, placed)
  placing.figures.forEach((_, index) => {
    const wanted = new Set([...(named[index] ?? []), ...referenced.flatMap(({ figure, problem }) => (figure === index ? [problem] : []))])
    const owner = placed[index]
    if (wanted.size === 0 && owner?.kind === 'problem') for (const index of owner.sharing ?? [owner.index]) wanted.add(index)
    for (const problem of wanted) byProblem[problem]?.add(index)
  })
  shareFigures(byProblem, {
    problems: placing.problems,
    named: new Set([...named.flatMap((own, figure) => (own.length > 0 ? [figure] : [])), ...referenced.map(({ figure }) => figure)]),
    stemSpeaks: (problem) => speaksOfDrawing(placing.stems[problem] ?? '', placing),
    speaks: (problem) => speaksOfDrawing((placing.texts[problem] ?? '').replace(placing.stems[problem] ?? '', ''), placing),
  })
  const used = new Set(byProblem.flatMap((own) => [...own]))
  return {
    byProblem: byProblem.map((own) => [...own].sort((a, b) => a - b).flatMap((index) => placing.figures[index] ?? [])),
    unassigned: placing.figures.filter((_, index) => !used.has(index)),
  }
}

const speaksOfDrawing = (text: string, { figureWords, shownWords }: Placing): boolean =>
  mentionsFigure(text, [...figureWords, ...shownWords])

/** Figure → problems whose number its label carries, where figures are numbered like problems. */
function namedProblems(placing: Placing, written: readonly Reference[], placed: readonly (Owner | undefined)[]): number[][] {
  const { figures, problems, problemWords } = placing
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
    problems.some(({ number }) => /[-./]/.test(number)) || isLettered(figures, problems, found)
      ? !isRefuted(found, written)
      : isMonotone(figures, problems, found) && isBorneOut(found, written, placed)
  const numbered = new Set(found.flatMap(({ own }) => own))
  return found.map(({ own, isWorded }, index) => {
    const figure = figures[index]
    const captioned = nearest(captionedProblems(figure, problemWords, byNumber), figure, problems)
    // A float that names its problem may drift as far as it likes, unless chapters have problems of one number.
    const isFound = (problem: number): boolean =>
      isNear(figure, problems[problem]) || !problems.some(({ number }, at) => at !== problem && number === problems[problem]?.number)
    const isBelieved = (problem: number): boolean => isFound(problem) && isMeant(problem, figure, placed[index], placing)
    if (captioned.length > 0 && captioned.every(isBelieved)) return captioned
    const isNumbered = shared && isDistinct && !isContradicted(index, { own, numbered }, written, placed, placing)
    return isWorded || isNumbered ? nearest(own, figure, problems) : []
  })
}

/**
 * Whether only other problems name a figure, and it stands at one of those, or the problem of its number speaks of no drawing; or whether none
 * names it, and the one that it stands at alone speaks of a drawing. Figures that a chapter numbers by themselves meet the numbers of
 * problems by chance.
 */
function isContradicted(
  figure: number,
  { own, numbered }: { readonly own: readonly number[]; readonly numbered: ReadonlySet<number> },
  written: readonly Reference[],
  placed: readonly (Owner | undefined)[],
  placing: Placing,
): boolean {
  const naming = written.filter((one) => one.figure === figure).map(({ problem }) => problem)
  if (naming.some((problem) => own.includes(problem))) return false
  const speaks = (problem: number): boolean => speaksOfDrawing(placing.texts[problem] ?? '', placing)
  const there = placed[figure]?.kind === 'problem' ? placed[figure].index : undefined
  if (there !== undefined && naming.includes(there)) return true
  // "Figure Q3": a letter before the number is not shared by chance.
  const isPlain = !/^[A-Z]/.test(numberIn(placing.figures[figure]?.label ?? '') ?? '')
  // Of several figures in one place, those of other numbers were only printed beside the one that bears the problem's.
  const isElsewhere = there !== undefined && !numbered.has(there) && speaks(there)
  const isNamed = naming.length > 0 || (isPlain && isElsewhere)
  return isNamed && !own.some(speaks)
}

/** "Figure Q3" beside question Q3: a letter before the number is not shared by chance, as a plain number is. */
const isLettered = (
  figures: readonly Figure[],
  problems: readonly SegmentedProblem[],
  found: readonly { own: readonly number[] }[],
): boolean =>
  found.every(({ own }, index) => {
    const number = numberIn(figures[index]?.label ?? '') ?? ''
    return own.length === 0 || (/^[A-Z]/.test(number) && own.some((at) => plainNumber(problems[at]?.number ?? '') === number))
  }) && found.some(({ own }) => own.length > 0)

/**
 * Whether several texts name such figures, and most of them are those of other problems, or the problems of such numbers name other figures:
 * a chapter may number its figures by themselves.
 */
function isRefuted(found: readonly { own: readonly number[] }[], written: readonly Reference[]): boolean {
  const told = found.flatMap(({ own }, index) => {
    const telling = written.filter(({ figure, problem }) => figure === index || own.includes(problem))
    return own.length > 0 && telling.length > 0 ? [telling.some(({ figure, problem }) => figure === index && own.includes(problem))] : []
  })
  const wrong = told.filter((one) => !one).length
  return wrong >= WHOLE_RUN && wrong > told.length / 2
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

/** A problem whose text names a figure. */
export interface Reference {
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
