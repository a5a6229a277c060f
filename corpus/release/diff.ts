import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../../schemas/item.ts'
import type { Bump, ItemChange, ReleaseDiff, ReleasedItem } from '../../schemas/release.ts'
import { digestOfJson } from './json.ts'
import { readRelease } from './read.ts'

/**
 * What is not data: who looked at an item, how it was made, and what marks it. All of it may change without any item changing for
 * those who use the dataset.
 */
const ABOUT_DATA = new Set(['review', 'provenance', 'canary', 'split'])

/** The solution is compared by itself, because it may be withheld on either side. */
const SOLUTION = new Set(['solution', 'withheldSolution'])

/** Compares two releases on the disk, of whatever format. Throws ProblemError `release-invalid`. */
export async function diffReleases(from: string, to: string): Promise<ReleaseDiff> {
  const [a, b] = [await readRelease(from), await readRelease(to)]
  const changes = diffItems(a.items, b.items)
  return { from: a.manifest.version, to: b.manifest.version, bump: bumpFor(changes), changes }
}

/** Every item that differs, by id. */
export function diffItems(before: readonly ReleasedItem[], after: readonly ReleasedItem[]): ItemChange[] {
  const old = new Map(before.map((item) => [item.id, item]))
  const ids = new Set(after.map(({ id }) => id))
  const changes = after.flatMap((item): ItemChange[] => {
    const was = old.get(item.id)
    return was === undefined ? [{ kind: 'added', item: item.id }] : changesOf(was, item)
  })
  for (const { id } of before) if (!ids.has(id)) changes.push({ kind: 'removed', item: id })
  return changes.toSorted((a, b) => (a.item < b.item ? -1 : a.item > b.item ? 1 : 0))
}

/** Data unchanged → patch; items or fields added → minor; items edited, removed or moved between splits → major. */
export function bumpFor(changes: readonly ItemChange[]): Bump {
  if (changes.some(({ kind }) => kind === 'edited' || kind === 'removed' || kind === 'moved')) return 'major'
  return changes.length > 0 ? 'minor' : 'patch'
}

function changesOf(was: ReleasedItem, is: ReleasedItem): ItemChange[] {
  const changes: ItemChange[] = []
  const parts = [compare(data(was), data(is), ''), compareSolutions(was, is)]
  const edited = parts.flatMap((part) => part.edited)
  const extended = parts.flatMap((part) => part.extended)
  if (edited.length > 0) changes.push({ kind: 'edited', item: is.id, fields: edited })
  if (extended.length > 0) changes.push({ kind: 'extended', item: is.id, fields: extended })
  if (was.split !== is.split) changes.push({ kind: 'moved', item: is.id, from: was.split, to: is.split })
  return changes
}

const data = (item: ReleasedItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([key]) => !ABOUT_DATA.has(key) && !SOLUTION.has(key)))

/** A solution that was withheld and is shown now is an addition; one that is taken away, or is another one, is an edit. */
function compareSolutions(was: ReleasedItem, is: ReleasedItem): Compared {
  if (was.withheldSolution === null && is.withheldSolution === null) return compare(was.solution, is.solution, 'solution')
  const [before, now] = [solutionDigest(was), solutionDigest(is)]
  if (before === undefined) return { edited: [], extended: now === undefined ? [] : ['solution'] }
  const isShownNow = was.withheldSolution !== null && is.withheldSolution === null && before === now
  if (isShownNow) return { edited: [], extended: ['solution'] }
  return { edited: before === now && was.withheldSolution === is.withheldSolution ? [] : ['solution'], extended: [] }
}

/** Checksum of what an item's solution is, shown or not; undefined when it has none. */
const solutionDigest = ({
  solution,
  withheldSolution,
}: Pick<ReleasedItem, 'withheldSolution'> & Pick<Item, 'solution'>): string | undefined =>
  withheldSolution ?? (solution === null ? undefined : digestOfJson(solution))

interface Compared {
  readonly edited: string[]
  readonly extended: string[]
}

/** Paths that differ. What said nothing before and says something now is an extension: the old data can still be had as it was. */
function compare(was: unknown, is: unknown, path: string): Compared {
  if (isDeepStrictEqual(was, is)) return { edited: [], extended: [] }
  if (was === undefined || was === null) return { edited: [], extended: [path] }
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) return compareLists(was, is, path)
  if (!isRecord(was) || !isRecord(is)) return { edited: [path], extended: [] }
  const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) =>
    compare(was[key], is[key], path === '' ? key : `${path}.${key}`),
  )
  return { edited: parts.flatMap(({ edited }) => edited), extended: parts.flatMap(({ extended }) => extended) }
}

/** Lists of one length, entry by entry: an entry that says more than before is an extension. */
function compareLists(was: readonly unknown[], is: readonly unknown[], path: string): Compared {
  const entries = was.map((entry, at) => compare(entry, is[at], path))
  if (entries.some(({ edited }) => edited.length > 0)) return { edited: [path], extended: [] }
  return { edited: [], extended: entries.some(({ extended }) => extended.length > 0) ? [path] : [] }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
