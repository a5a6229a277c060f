import { STAGE_TAGS, type StageGraph, type StageTag } from '../../schemas/judge.ts'
import { inOrder } from '../graph.ts'
import { FULL } from './penalties.ts'

/** Raw points of a stage; `absent` counts 0, as a parent too; `unscored` makes whatever rests on it unscored. */
export type RawStage = number | 'absent' | 'unscored'

/**
 * `S_t = Y_t · mean over parents p of (S_p / 10)`; a stage without parents keeps `S = Y`.
 * Null where the stage, or one that it rests on, is unscored. (An absent stage is 0 whatever its parents are.)
 */
export function propagate(raw: Readonly<Record<StageTag, RawStage>>, graph: StageGraph): Record<StageTag, number | null> {
  const known = Object.fromEntries(STAGE_TAGS.map((tag) => [tag, null])) as Record<StageTag, number | null> // every tag is a key
  for (const tag of inOrder(graph)) {
    const own = raw[tag]
    if (own === 'unscored') continue
    const parents = [...new Set(graph[tag] ?? [])].map((parent) => known[parent])
    known[tag] = own === 'absent' ? 0 : weighed(own, parents)
  }
  return known
}

function weighed(own: number, parents: readonly (number | null)[]): number | null {
  if (parents.length === 0) return own
  let sum = 0
  // Added in ascending order, so that the order in which parents are named cannot change the last bit.
  for (const parent of parents.toSorted((a, b) => (a ?? 0) - (b ?? 0))) {
    if (parent === null) return null
    sum += parent / FULL
  }
  return own * (sum / parents.length)
}
