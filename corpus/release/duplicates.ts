import type { Item } from '../../schemas/item.ts'
import type { DuplicateGroup } from '../../schemas/release.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { findLinks, type Link } from './duplicate-links.ts'
import { isReviewed } from './gate.ts'

export interface Deduplicated {
  readonly kept: Item[]
  readonly groups: DuplicateGroup[]
}

interface DedupeOptions {
  readonly image: ReadImage
  /** Report them and keep them all. */
  readonly keepAll: boolean
  /** Ids that the last release had. */
  readonly released: ReadonlySet<string>
}

/** From the surest kind to the least sure. */
const KINDS = ['exact', 'near', 'image'] as const

/**
 * Finds items of different sources that are one problem, and keeps one of each unless `keepAll`. Which one: what the last release had,
 * then what a person approved, then what has a solution, then what was read with fewer
 * doubts, then the first by id. Within one source nothing is taken for a duplicate: there,
 * problems of a family differ in what they ask, not in how they say it; so where a family meets its like, one source's family stays.
 * Pairs that are alike in words but not in figures, or the other way round, are reported and kept.
 */
export async function deduplicate(items: readonly Item[], options: DedupeOptions): Promise<Deduplicated> {
  const links = await findLinks(items, options.image)
  const sure = groupsOf(
    items,
    links.filter((link) => link.sure),
  ).map((group) => resolve(group, options))
  const dropped = new Set(sure.flatMap((group) => group.dropped))
  const still = (position: number) => !dropped.has(items[position]?.id ?? '')
  const doubtful = groupsOf(
    items,
    links.filter((link) => !link.sure && still(link.a) && still(link.b)),
  )
  const groups = [...sure, ...doubtful.map((group) => resolve(group, { ...options, keepAll: true }))]
  return {
    kept: items.filter(({ id }) => !dropped.has(id)),
    groups: groups.toSorted((a, b) => ((a.kept[0] ?? '') < (b.kept[0] ?? '') ? -1 : 1)),
  }
}

interface Group {
  readonly members: Item[]
  readonly links: Link[]
}

/** Items that links connect. */
function groupsOf(items: readonly Item[], links: readonly Link[]): Group[] {
  const parents = new Map<number, number>()
  const rootOf = (position: number): number => {
    let at = position
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up
    return at
  }
  for (const { a, b } of links) {
    const [left, right] = [rootOf(a), rootOf(b)]
    parents.set(left, left)
    parents.set(right, left)
  }
  const groups = new Map<number, Group>()
  for (const position of parents.keys()) {
    const group = groups.get(rootOf(position)) ?? { members: [], links: [] }
    const member = items[position]
    if (member) group.members.push(member)
    groups.set(rootOf(position), group)
  }
  for (const link of links) groups.get(rootOf(link.a))?.links.push(link)
  return [...groups.values()]
}

const doubtsOf = ({ provenance }: Item): number => provenance.problems.filter(({ severity }) => severity !== 'notice').length

function resolve({ members, links }: Group, { keepAll, released }: DedupeOptions): DuplicateGroup {
  const rank = (item: Item) => (released.has(item.id) ? 4 : 0) + (isReviewed(item) ? 2 : 0) + (item.solution === null ? 0 : 1)
  const ranked = members.toSorted((a, b) => rank(b) - rank(a) || doubtsOf(a) - doubtsOf(b) || (a.id < b.id ? -1 : 1))
  const home = ranked[0]?.source.document
  const stays = (item: Item) => keepAll || item.source.document === home
  const least = links.reduce((smallest, { similarity }) => Math.min(smallest, similarity), 1)
  return {
    kind: KINDS.findLast((kind) => links.some((link) => link.kind === kind)) ?? 'exact',
    kept: ranked.filter(stays).map(({ id }) => id),
    dropped: ranked.filter((item) => !stays(item)).map(({ id }) => id),
    similarity: Math.round(least * 1000) / 1000,
  }
}
