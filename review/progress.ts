import { DecideEvent } from '../schemas/review.ts'
import { median } from './statistics.ts'
import type { Review } from './store/open.ts'

/** Decisions from which the present pace is taken. */
const PACE_WINDOW = 200

/** Milliseconds without a decision after which work is taken to have paused. */
const PAUSE = 10 * 60_000

/** How far the work is. */
export interface Progress {
  readonly total: number
  readonly statuses: Readonly<Record<string, number>>
  readonly subjects: readonly Group[]
  readonly documents: readonly Group[]
  readonly reasons: readonly { readonly code: string; readonly count: number }[]
  readonly second: Readonly<Record<string, number>>
  readonly people: readonly { readonly name: string; readonly decisions: number }[]
  /** Median seconds that a person has an item open; null before the first decision. */
  readonly secondsEach: number | null
  /** Decisions an hour of everyone together while work is going on; null before there is a pace. */
  readonly perHour: number | null
  readonly hoursLeft: number | null
}

export interface Group {
  readonly name: string
  readonly total: number
  readonly done: number
}

/** Counts of the whole queue, and the time left at the present pace. */
export async function progress({ db }: Review): Promise<Progress> {
  const counts = await db
    .selectFrom('items')
    .select((eb) => ['subject', 'document', 'status', 'second', eb.fn.countAll().as('count')])
    .groupBy(['subject', 'document', 'status', 'second'])
    .execute()
  const lines = counts.map((row) => ({ ...row, count: Number(row.count) }))
  const reasons = await db
    .selectFrom('reasons')
    .select((eb) => ['code', eb.fn.countAll().as('count')])
    .groupBy('code')
    .execute()
  const people = await db
    .selectFrom('events')
    .select((eb) => ['by as name', eb.fn.countAll().as('count')])
    .where('kind', '=', 'decide')
    .groupBy('by')
    .execute()
  const recent = await db
    .selectFrom('events')
    .select('json')
    .where('kind', '=', 'decide')
    .orderBy('at', 'desc')
    .limit(PACE_WINDOW)
    .execute()
  const statuses = sums(lines, ({ status }) => status)
  return {
    total: lines.reduce((sum, { count }) => sum + count, 0),
    statuses,
    subjects: groups(lines, ({ subject }) => subject),
    documents: groups(lines, ({ document }) => document),
    reasons: reasons.map(({ code, count }) => ({ code, count: Number(count) })).toSorted((a, b) => b.count - a.count),
    second: sums(lines, ({ second }) => second),
    people: people.map(({ name, count }) => ({ name, decisions: Number(count) })).toSorted((a, b) => b.decisions - a.decisions),
    ...pace(
      recent.map(({ json }) => DecideEvent.parse(JSON.parse(json))),
      statuses.pending ?? 0,
    ),
  }
}

/** Seconds an item, items an hour and hours left; decisions in bulk take no time and are left out. */
export function pace(
  newestFirst: readonly Pick<DecideEvent, 'at' | 'seconds'>[],
  pending: number,
): Pick<Progress, 'secondsEach' | 'perHour' | 'hoursLeft'> {
  const single = newestFirst.filter(({ seconds }) => seconds !== null)
  const times = single.map(({ at }) => Date.parse(at))
  const gaps = times.slice(1).map((time, index) => (times[index] ?? time) - time)
  const working = gaps.filter((gap) => gap < PAUSE)
  const spent = working.reduce((sum, gap) => sum + gap, 0)
  const perHour = spent > 0 ? (working.length / spent) * 3_600_000 : null
  return {
    secondsEach: median(single.flatMap(({ seconds }) => seconds ?? [])),
    perHour,
    hoursLeft: pending === 0 ? 0 : perHour && pending / perHour,
  }
}

interface Counted {
  readonly status: string
  readonly count: number
}

function sums<Line extends Counted>(lines: readonly Line[], key: (line: Line) => string): Record<string, number> {
  const all: Record<string, number> = {}
  for (const line of lines) all[key(line)] = (all[key(line)] ?? 0) + line.count
  return all
}

function groups<Line extends Counted>(lines: readonly Line[], key: (line: Line) => string): Group[] {
  const [total, pending] = [
    sums(lines, key),
    sums(
      lines.filter(({ status }) => status === 'pending'),
      key,
    ),
  ]
  return Object.entries(total)
    .map(([name, count]) => ({ name, total: count, done: count - (pending[name] ?? 0) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
