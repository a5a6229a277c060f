import { type Ablation, type Score, STAGE_TAGS, type StageGraph, type StageTag } from '../../schemas/judge.ts'
import { FLAT } from '../graph.ts'
import { FULL } from './penalties.ts'
import { propagate, type RawStage } from './propagate.ts'

/** Points taken off for each absent stage. */
const MISSING_STAGE_PENALTY = 2
/** Share taken off for each point that coverage or verbosity lacks. */
const SHARE_PER_POINT = 0.1
/** Share. Coverage and verbosity take off no more than half each. */
const MAX_SHARE = 0.5
/** What is left of a physically impossible solution. */
const SANITY_FACTOR = 0.9

/** Scores of the whole-solution checks; null where unscored. `undefined` for methods that have none. */
export interface MetaScores {
  readonly coverage: number | null
  readonly verbosity: number | null
  readonly sanityFail: boolean | null
}

export interface ScoreOptions {
  readonly graph: StageGraph
  readonly without: readonly Ablation[]
}

const shareOff = (score: number): number => Math.min(MAX_SHARE, SHARE_PER_POINT * (FULL - score))

/**
 * From raw stage points to the one score:
 * `S_base` = mean of the propagated stages, `S_blend = max(0, S_base − 2 · absent)`,
 * `S_final = S_blend · (1 − COVERAGE) · (1 − VERBOSITY) · 0.9^SANITY_FAIL`. Null as soon as something it needs is unscored.
 */
export function finalScore(raw: Readonly<Record<StageTag, RawStage>>, meta: MetaScores | undefined, options: ScoreOptions): Score {
  const propagated = propagate(raw, options.without.includes('propagation') ? FLAT : options.graph)
  const stages = STAGE_TAGS.map((tag) => propagated[tag])
  const base = stages.some((points) => points === null)
    ? null
    : stages.reduce<number>((sum, points) => sum + (points ?? 0), 0) / stages.length
  const missing = STAGE_TAGS.filter((tag) => raw[tag] === 'absent').length
  const missingPenalty = options.without.includes('missing-stage') ? 0 : MISSING_STAGE_PENALTY * missing
  const blend = base === null ? null : Math.max(0, base - missingPenalty)
  const used = options.without.includes('meta') ? undefined : meta
  const coverage = used === undefined ? 0 : used.coverage === null ? null : shareOff(used.coverage)
  const verbosity = used === undefined ? 0 : used.verbosity === null ? null : shareOff(used.verbosity)
  const sanityFail = used === undefined ? false : used.sanityFail
  const final =
    blend === null || coverage === null || verbosity === null || sanityFail === null
      ? null
      : blend * (1 - coverage) * (1 - verbosity) * (sanityFail ? SANITY_FACTOR : 1)
  return { propagated, base, missing, missingPenalty, blend, coverage, verbosity, sanityFail, final }
}
