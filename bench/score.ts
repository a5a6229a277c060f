import { area, type BBox, fromBBox, intersection } from '../schemas/geometry.ts'
import type { Item } from '../schemas/item.ts'
import type { Gold, GoldProblem } from './gold.ts'

/** Least intersection over union for a diagram's box to count as right. */
const SAME_BOX = 0.75

/** Least F1 over words and numerals for a solution's text to count as right. */
const SAME_TEXT = 0.9

/** Scores of one document, 0 to 1; null where the gold claims nothing. Lower is better for `wordErrorRate` alone. */
export interface Scores {
  readonly problems: number
  readonly problemF1: number | null
  readonly wordErrorRate: number | null
  readonly numeralRecall: number | null
  readonly parts: number | null
  readonly diagramF1: number | null
  readonly displays: number | null
  readonly solutions: number | null
}

/** Compares the items of one document with its gold. */
export function score(gold: Gold, items: readonly Item[]): Scores {
  const [first, last] = gold.pages ?? [1, Number.POSITIVE_INFINITY]
  const judged = items.filter(({ source }) => source.pages.some((page) => page >= first && page <= last))
  const pairs = pairUp(gold.problems, judged)
  const found = [...pairs].filter((pair): pair is [GoldProblem, Item] => pair[1] !== undefined)
  const claims = (name: string) => gold.claims.includes(name)
  return {
    problems: gold.problems.length,
    problemF1: f1(found.length, judged.length, gold.problems.length),
    wordErrorRate: claims('text') ? share(found, ([problem, item]) => editsOf(problem, item)) : null,
    numeralRecall: claims('numbers') ? share(found, ([problem, item]) => numeralHits(problem, item)) : null,
    parts: claims('parts') ? share(found, ([problem, item]) => [samePartLabels(problem, item) ? 1 : 0, 1]) : null,
    diagramF1: claims('diagrams') ? diagramF1([...pairs]) : null,
    displays: claims('equations') ? share(found, ([problem, item]) => displayCounts(problem, item)) : null,
    solutions: claims('solutions') ? share([...pairs], ([problem, item]) => solutionHit(problem, item)) : null,
  }
}

/** A number as it is compared: any dash alike, without "Problem" and closing point. */
const bareNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^\s*(problem|exercise|question|prob\.|ex\.)\s*/i, '')
    .replace(/\.\s*$/, '')
    .trim()
    .toUpperCase()

function pairUp(problems: readonly GoldProblem[], items: readonly Item[]): Map<GoldProblem, Item | undefined> {
  const free = new Set(items)
  const pairs = new Map<GoldProblem, Item | undefined>()
  for (const problem of problems) {
    const item = [...free].find(
      ({ source }) => bareNumber(source.number) === bareNumber(problem.number) && source.pages.some((page) => problem.pages.includes(page)),
    )
    if (item) free.delete(item)
    pairs.set(problem, item)
  }
  return pairs
}

/** Sum of the first over sum of the second; null when there is nothing to judge. */
function share<T>(all: readonly T[], count: (one: T) => readonly [number, number]): number | null {
  let [part, whole] = [0, 0]
  for (const one of all) {
    const [a, b] = count(one)
    part += a
    whole += b
  }
  return whole === 0 ? null : part / whole
}

function f1(hits: number, given: number, wanted: number): number | null {
  if (given === 0 && wanted === 0) return 1
  return given === 0 || wanted === 0 ? 0 : (2 * hits) / (given + wanted)
}

/** Words of two letters or more outside math. */
export const wordsOf = (markdown: string): string[] =>
  markdown
    .replace(
      /(?<!\\)\$\$?(?:\\\$|[^$])+?\$\$?/g,
      (math) => ` ${[...math.matchAll(/\\(?:mathrm|text)\{([^{}]*)\}/g)].map(([, upright]) => upright).join(' ')} `,
    )
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? []

/** Decimal numerals, math included, as numbers: "1.0" and "1" are alike. */
export const numeralsOf = (markdown: string): string[] =>
  (
    markdown
      .normalize('NFKC')
      .replace(/\\[,;! ]|\{,\}/g, '')
      .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
      .match(/\d+(?:\.\d+)?|\.\d+/g) ?? []
  ).map((numeral) => String(Number(numeral)))

const editsOf = ({ text = '' }: GoldProblem, { question }: Item): [number, number] => {
  const wanted = wordsOf(text)
  return [editDistance(wanted, wordsOf(question.text)), wanted.length]
}

const numeralHits = ({ text = '' }: GoldProblem, { question }: Item): [number, number] => {
  const wanted = numeralsOf(text)
  return [common(wanted, numeralsOf(question.text)), wanted.length]
}

const samePartLabels = ({ parts }: GoldProblem, { question }: Item): boolean =>
  parts.map(bareLabel).join() === question.parts.map(({ label }) => bareLabel(label)).join()

const bareLabel = (label: string): string => label.replace(/[().]/g, '').toLowerCase()

function diagramF1(pairs: readonly (readonly [GoldProblem, Item | undefined])[]): number | null {
  let [hits, given, wanted] = [0, 0, 0]
  for (const [problem, item] of pairs) {
    const free = [...(item?.diagrams ?? [])]
    given += free.length
    wanted += problem.diagrams.length
    for (const diagram of problem.diagrams) {
      const at = free.findIndex((mine) => mine.page === diagram.page && overlap(mine.bbox, diagram.bbox) >= SAME_BOX)
      if (at < 0) continue
      free.splice(at, 1)
      hits++
    }
  }
  return given === 0 && wanted === 0 ? null : f1(hits, given, wanted)
}

/** Intersection over union. */
function overlap(a: BBox, b: BBox): number {
  const [one, other] = [fromBBox(a), fromBBox(b)]
  const both = intersection(one, other)
  return both ? area(both) / (area(one) + area(other) - area(both)) : 0
}

/** Displays found, whatever their LaTeX. */
function displayCounts({ equations }: GoldProblem, item: Item): [number, number] {
  const wanted = equations.filter(({ display }) => display).length
  const given = item.equations.filter(({ display }) => display).length
  return [Math.min(wanted, given), Math.max(wanted, given)]
}

function solutionHit({ solution }: GoldProblem, item: Item | undefined): [number, number] {
  if (solution?.text === undefined) return [0, 0]
  const [wanted, given] = [tokens(solution.text), tokens(item?.solution?.text ?? '')]
  return [(f1(common(wanted, given), given.length, wanted.length) ?? 0) >= SAME_TEXT ? 1 : 0, 1]
}

const tokens = (text: string): string[] => [...wordsOf(text), ...numeralsOf(text)]

/** Size of the common part of two multisets. */
function common(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const one of a) left.set(one, (left.get(one) ?? 0) + 1)
  let both = 0
  for (const one of b) {
    const count = left.get(one) ?? 0
    if (count === 0) continue
    left.set(one, count - 1)
    both++
  }
  return both
}

export function editDistance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, word] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (word === other ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Mean over documents of what is claimed there. */
export function meanScores(all: readonly Scores[]): Scores {
  const mean = (pick: (scores: Scores) => number | null): number | null => {
    const values = all.map(pick).filter((value) => value !== null)
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return {
    problems: all.reduce((sum, { problems }) => sum + problems, 0),
    problemF1: mean((scores) => scores.problemF1),
    wordErrorRate: mean((scores) => scores.wordErrorRate),
    numeralRecall: mean((scores) => scores.numeralRecall),
    parts: mean((scores) => scores.parts),
    diagramF1: mean((scores) => scores.diagramF1),
    displays: mean((scores) => scores.displays),
    solutions: mean((scores) => scores.solutions),
  }
}
