import type { Judgement, Method } from '../../schemas/judge.ts'
import { type Evidence, judgementOf, type Scoring } from '../assemble.ts'
import { CHAIN, DAG, FLAT } from '../graph.ts'

/** A way to make the one score, with the name that the report gives it. */
export interface Variant {
  readonly name: string
  readonly kind: 'full' | 'ablation' | 'topology' | 'baseline'
  readonly scoring: Scoring
}

const engjudge = (over: Partial<Scoring> = {}): Scoring => ({ method: 'engjudge', topology: 'dag', graph: DAG, without: [], ...over })

export const FULL_VARIANT: Variant = { name: 'EngJudge', kind: 'full', scoring: engjudge() }

/** Everything the report compares the full method with. All but the baselines come from the same calls. */
export const VARIANTS: readonly Variant[] = [
  FULL_VARIANT,
  { name: 'without propagation', kind: 'ablation', scoring: engjudge({ without: ['propagation'] }) },
  { name: 'without whole-solution checks', kind: 'ablation', scoring: engjudge({ without: ['meta'] }) },
  { name: 'without missing-stage penalty', kind: 'ablation', scoring: engjudge({ without: ['missing-stage'] }) },
  { name: 'topology: chain', kind: 'topology', scoring: engjudge({ topology: 'chain', graph: CHAIN }) },
  { name: 'topology: flat', kind: 'topology', scoring: engjudge({ topology: 'flat', graph: FLAT }) },
  { name: 'single pass', kind: 'baseline', scoring: { method: 'single-pass', topology: 'flat', graph: FLAT, without: [] } },
  { name: 'single pass + propagation', kind: 'baseline', scoring: { method: 'single-pass-dp', topology: 'dag', graph: DAG, without: [] } },
]

/** Whether any call of this method was made: a baseline that nobody asked for is left out, not called unscored. */
export const wasAsked = (evidence: readonly Evidence[], method: Method): boolean =>
  evidence.some(({ calls }) =>
    calls.some(({ task }) => (method === 'engjudge' ? task !== 'SINGLE_PASS' && task !== 'SOLVE' : task === 'SINGLE_PASS')),
  )

/** One run under one variant. */
export const judgeAll = (evidence: readonly Evidence[], { scoring }: Variant): Judgement[] =>
  evidence.map((one) => judgementOf(one, scoring))
