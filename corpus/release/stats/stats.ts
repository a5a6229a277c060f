import type { Item } from '../../../schemas/item.ts'
import type { Interval, ReleaseStats, SubjectStats } from '../../../schemas/stats.ts'
import { wordsOf } from '../minhash.ts'
import { bootstrapMean } from './bootstrap.ts'

/** Resamplings: the ends of a 95 % interval then move by less than a hundredth of its width. */
const SAMPLES = 2000

/** Decimals that are kept: more would suggest a precision that no interval supports. */
const DECIMALS = 4

/** An item, released or not. */
export type CountedItem = Item & { readonly withheldSolution?: string | null }

export interface StatsInput {
  readonly name: string
  readonly version?: string | undefined
  readonly items: readonly CountedItem[]
  /** Topics in each subject's master list. */
  readonly topicsListed: Readonly<Record<string, number>>
}

/** The numbers of the paper's table, a line a subject and one in total. The same items give the same intervals. */
export function releaseStats({ name, version, items, topicsListed }: StatsInput): ReleaseStats {
  const subjects = [...new Set(items.map(({ subject }) => subject))].toSorted()
  const listed = subjects.map((subject) => topicsListed[subject])
  return {
    name,
    version: version ?? null,
    samples: SAMPLES,
    seed: name,
    subjects: subjects.map((subject) =>
      line(
        subject,
        items.filter((item) => item.subject === subject),
        topicsListed[subject],
        name,
      ),
    ),
    total: line(
      'total',
      items,
      listed.includes(undefined) ? undefined : listed.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      name,
    ),
  }
}

function line(subject: string, items: readonly CountedItem[], topicsListed: number | undefined, seed: string): SubjectStats {
  const diagrams = items.flatMap((item) => item.diagrams)
  const mean = (what: string, values: readonly number[]) => rounded(bootstrapMean(values, SAMPLES, `${seed} ${subject} ${what}`))
  return {
    subject,
    questions: items.length,
    documents: new Set(items.map(({ source }) => source.document)).size,
    topicsPerQuestion: mean(
      'topics',
      items.map(({ topics }) => topics.length),
    ),
    topicsListed: topicsListed ?? null,
    topicsUsed: new Set(items.flatMap((item) => item.topics.map(({ id }) => `${item.subject} ${id}`))).size,
    diagrams: diagrams.length,
    diagramTypes: frequencies(diagrams.map(typeOfDiagram)),
    solutions: items.filter(({ solution, withheldSolution }) => solution !== null || (withheldSolution ?? null) !== null).length,
    words: mean(
      'words',
      items.map(({ question }) => wordsOf(question.text).length),
    ),
  }
}

/** What a diagram shows; how it is drawn as long as nobody has said. */
export const typeOfDiagram = ({ type, kind }: Item['diagrams'][number]): string => type ?? `untyped (${kind})`

/** How often each name comes, most frequent first, ties by name. */
export function frequencies(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

function rounded(interval: Interval | undefined): Interval | null {
  if (interval === undefined) return null
  const round = (value: number) => Number(value.toFixed(DECIMALS))
  return { mean: round(interval.mean), low: round(interval.low), high: round(interval.high) }
}
