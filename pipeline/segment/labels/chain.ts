import type { Candidate } from './labels.ts'

/** What a step from one label to the next costs, against the gain of 1 for the label itself. */
const COST = {
  /** The first skipped number, and each further one: books leave numbers out, but seldom many. */
  gap: 0.3,
  furtherGap: 0.06,
  maxGap: 1.6,
  /** A new chapter's numbers begin again, under a heading or with none. */
  restart: 0.25,
  bareRestart: 1.1,
  /** A restart at a number other than one. */
  lateRestart: 0.5,
  /** The same number with another letter: 5-126, 5-126E. */
  sibling: 0.1,
} as const
/** Labels looked back at: what is skipped in between is noise of one page or two. */
const REACH = 120

/** The best sequence through candidates of one style. */
export interface ChainOf<Item> {
  readonly labels: readonly Item[]
  readonly score: number
  /** Steps that count on by exactly one. */
  readonly unitSteps: number
  /** Steps that count on by one or two: a book may number all its problems and print the odd ones. */
  readonly steadySteps: number
}

/** What the chain needs to know about a label. */
export type Numbered = Pick<Candidate, 'at' | 'values' | 'suffix'>

/**
 * The best monotone chain of labels in reading order: numbers count on, may leave some out, and may begin again below a heading.
 *
 * @param isBreak whether a heading stands between two lines
 */
export function bestChain<Item extends Numbered>(labels: readonly Item[], isBreak: (from: number, to: number) => boolean): ChainOf<Item> {
  const score: number[] = []
  const previous: number[] = []
  labels.forEach((label, at) => {
    let best = 1 - startCost(label)
    let from = -1
    for (let back = at - 1; back >= 0 && back >= at - REACH; back--) {
      const before = labels[back]
      const cost = before ? stepCost(before, label, isBreak) : undefined
      if (cost === undefined) continue
      const total = (score[back] ?? 0) + 1 - cost
      if (total > best) {
        best = total
        from = back
      }
    }
    score.push(best)
    previous.push(from)
  })
  let end = score.reduce((best, value, at) => (value > (score[best] ?? Number.NEGATIVE_INFINITY) ? at : best), 0)
  const total = score[end] ?? 0
  const found: Item[] = []
  for (; end >= 0; end = previous[end] ?? -1) {
    const label = labels[end]
    if (!label) break
    found.unshift(label)
  }
  return { labels: found, score: total, unitSteps: countSteps(found, 1), steadySteps: countSteps(found, 2) }
}

const lastOf = (label: Numbered): number => label.values.at(-1) ?? 0

const startCost = (label: Numbered): number => (lastOf(label) === 1 ? 0 : 0.5)

/** Cost of a step, or undefined when numbers cannot follow one another so. */
function stepCost(a: Numbered, b: Numbered, isBreak: (from: number, to: number) => boolean): number | undefined {
  const order = compareLead(a.values, b.values)
  if (order > 0) return undefined
  const step = lastOf(b) - lastOf(a)
  if (order === 0) {
    if (step === 1) return 0
    if (step > 1) return Math.min(COST.maxGap, COST.gap + COST.furtherGap * (step - 1))
    if (step === 0 && b.suffix > a.suffix) return COST.sibling
    if (a.values.length > 1 || lastOf(b) > lastOf(a)) return undefined
  }
  const late = lastOf(b) === 1 ? 0 : COST.lateRestart
  if (order < 0) return COST.restart + late
  return (isBreak(a.at, b.at) ? COST.restart : COST.bareRestart) + late
}

/** Compares all but the last integer. */
function compareLead(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length) - 1
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const countSteps = (labels: readonly Numbered[], longest: number): number =>
  labels.filter((label, at) => {
    const before = labels[at - 1]
    if (before === undefined || compareLead(before.values, label.values) !== 0) return false
    const step = lastOf(label) - lastOf(before)
    if (step === 0) return longest > 1 && label.suffix.charCodeAt(0) === before.suffix.charCodeAt(0) + 1 // 1a, 1b
    return step >= 1 && step <= longest
  }).length
