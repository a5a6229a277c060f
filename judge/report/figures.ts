import { type Judgement, STAGE_TAGS, type StageTag } from '../../schemas/judge.ts'
import { billedTokens } from '../runs/run.ts'
import { bootstrap, type Estimate, meanOf } from '../stats/bootstrap.ts'
import { pearson } from '../stats/moments.ts'
import { wilcoxon } from '../stats/wilcoxon.ts'
import type { Cell, Table } from './table.ts'

/** What the paper spends on one question with its eleven calls. */
export const PAPER_INPUT_TOKENS = 54_746
const PAPER_SECONDS = 58

/** Resamples for each of the 28 correlations of a matrix. */
const MATRIX_RESAMPLES = 400

/** Judgements of one run under one way of scoring. */
export interface Judged {
  readonly solver: string
  readonly judge: string
  readonly variant: string
  readonly judgements: readonly Judgement[]
}

const finals = (judgements: readonly Judgement[]): number[] =>
  judgements.flatMap(({ score }) => (score.final === null ? [] : [score.final]))

const subjectsOf = (all: readonly Judged[]): string[] =>
  [...new Set(all.flatMap(({ judgements }) => judgements.map(({ subject }) => subject)))].toSorted()

/** Means by subject, solver and judge; `all` is the mean over all items. */
export function scoreTable(all: readonly Judged[], seed: string): Table {
  const rows = all.flatMap(({ solver, judge, judgements }) =>
    ['all', ...subjectsOf(all)].flatMap((subject): Cell[][] => {
      const here = subject === 'all' ? judgements : judgements.filter((one) => one.subject === subject)
      if (here.length === 0) return []
      const scored = finals(here)
      return [[solver, judge, subject, meanOf(scored, `${seed} score ${solver} ${judge} ${subject}`), here.length - scored.length]]
    }),
  )
  return {
    id: 'scores',
    title: 'Scores by subject, solver and judge',
    note: 'Mean final score, 0–10, over judged solutions. Unscored solutions are counted beside it and are in no mean.',
    columns: ['solver', 'judge', 'subject', 'score', 'unscored'],
    rows,
  }
}

const rawOf = ({ stages }: Judgement, tag: StageTag): number | null => {
  const result = stages[tag]
  return result.state === 'scored' ? result.raw : result.state === 'absent' ? 0 : null
}

const present = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

/** Means by stage, as judged and after propagation. An absent stage counts 0. */
export function stageTable(all: readonly Judged[], seed: string): Table {
  const rows = all.flatMap(({ solver, judge, judgements }) =>
    STAGE_TAGS.map((tag): Cell[] => [
      solver,
      judge,
      tag,
      meanOf(present(judgements.map((one) => rawOf(one, tag))), `${seed} raw ${solver} ${judge} ${tag}`),
      meanOf(present(judgements.map(({ score }) => score.propagated[tag])), `${seed} propagated ${solver} ${judge} ${tag}`),
      judgements.filter(({ stages }) => stages[tag].state === 'absent').length,
    ]),
  )
  return {
    id: 'stages',
    title: 'Stages, raw and propagated',
    note: 'Mean points of each stage, 0–10, before and after propagation over the dependency graph. An absent stage counts 0; an unscored one is left out.',
    columns: ['solver', 'judge', 'stage', 'raw', 'propagated', 'absent'],
    rows,
  }
}

/** Two series over the same items: the paired difference with its interval, and Wilcoxon’s test. */
function paired(
  one: readonly Judgement[],
  other: readonly Judgement[],
  key: (judgement: Judgement) => string,
  seed: string,
): { gap: Estimate; p: number | null } {
  const others = new Map(other.map((judgement) => [key(judgement), judgement.score.final]))
  const differences = one.flatMap((judgement) => {
    const [a, b] = [judgement.score.final, others.get(key(judgement))]
    return a === null || b == null ? [] : [a - b]
  })
  return { gap: meanOf(differences, seed), p: wilcoxon(differences).p }
}

/** Every variant beside the full method, on the same solutions. */
export function variantTable(full: readonly Judged[], variants: readonly Judged[], seed: string): Table {
  const rows = full.flatMap((base) =>
    variants
      .filter(({ solver, judge }) => solver === base.solver && judge === base.judge)
      .map(({ solver, judge, variant, judgements }): Cell[] => {
        const { gap, p } = paired(judgements, base.judgements, ({ id }) => id, `${seed} gap ${solver} ${judge} ${variant}`)
        return [solver, judge, variant, meanOf(finals(judgements), `${seed} variant ${solver} ${judge} ${variant}`), gap, p]
      }),
  )
  return {
    id: 'variants',
    title: 'Baselines, ablations and topologies',
    note: 'Mean final score of each way of scoring, and its paired difference from the full method on the same solutions (bootstrap 95 % interval; p of Wilcoxon’s signed-rank test, two-sided, not corrected for the number of comparisons).',
    columns: ['solver', 'judge', 'variant', 'score', 'difference', 'p'],
    rows,
  }
}

/** Solvers under the same judge, and judges of the same solver, paired by item. */
export function comparisonTable(all: readonly Judged[], seed: string): Table {
  const rows: Cell[][] = []
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) {
      const kind = one.judge === other.judge ? 'solvers' : one.solver === other.solver ? 'judges' : undefined
      if (kind === undefined) continue
      const name = ({ solver, judge }: Judged): string => (kind === 'solvers' ? solver : judge)
      const { gap, p } = paired(
        one.judgements,
        other.judgements,
        ({ item }) => item,
        `${seed} ${kind} ${one.solver} ${one.judge} ${other.solver} ${other.judge}`,
      )
      rows.push([kind, kind === 'solvers' ? one.judge : one.solver, name(one), name(other), gap, p])
    }
  return {
    id: 'comparisons',
    title: 'Solvers and judges compared',
    note: 'Mean paired difference of final scores, first minus second, over items that both have a score for; p of Wilcoxon’s signed-rank test, two-sided.',
    columns: ['kind', 'same', 'first', 'second', 'difference', 'p'],
    rows,
  }
}

/** Pearson’s r between the raw points of every two stages, pooled over the solvers of a judge. */
export function correlationTable(all: readonly Judged[], seed: string): Table {
  const judges = [...new Set(all.map(({ judge }) => judge))]
  const rows = judges.flatMap((judge) => {
    const judgements = all.filter((one) => one.judge === judge).flatMap((one) => one.judgements)
    return STAGE_TAGS.flatMap((first, index) =>
      STAGE_TAGS.slice(index + 1).map((second): Cell[] => {
        const pairs = judgements.flatMap((one): [number, number][] => {
          const [a, b] = [one.stages[first], one.stages[second]]
          return a.state === 'scored' && b.state === 'scored' ? [[a.raw, b.raw]] : []
        })
        return [judge, first, second, bootstrap(pairs, pearson, `${seed} r ${judge} ${first} ${second}`, MATRIX_RESAMPLES)]
      }),
    )
  })
  return {
    id: 'correlations',
    title: 'Correlation of raw stage scores',
    note: 'Pearson’s r over solutions in which both stages were judged; empty where one of them never varies.',
    columns: ['judge', 'stage', 'with', 'r'],
    rows,
  }
}

/** Calls, seconds and tokens a question. */
export function costTable(all: readonly Judged[], seed: string): Table {
  const rows = all.flatMap(({ solver, judge, judgements }) =>
    ['all', ...subjectsOf(all)].flatMap((subject): Cell[][] => {
      const usages = judgements
        .filter((one) => (subject === 'all' || one.subject === subject) && one.usage.calls > 0)
        .map(({ usage }) => usage)
      const counted = usages.filter(({ unknown, calls }) => unknown < calls)
      if (usages.length === 0) return []
      const each = (name: string, of: (usage: Judgement['usage']) => number, from = counted): Estimate =>
        meanOf(from.map(of), `${seed} cost ${solver} ${judge} ${subject} ${name}`)
      const billed = each('billed', billedTokens)
      return [
        [
          solver,
          judge,
          subject,
          each('calls', ({ calls }) => calls, usages),
          each('seconds', ({ seconds }) => seconds, usages),
          each('input', ({ inputTokens }) => inputTokens),
          each('cached', ({ cachedTokens }) => cachedTokens),
          billed,
          each('output', ({ outputTokens }) => outputTokens),
          billed.value === null ? null : billed.value / PAPER_INPUT_TOKENS,
        ],
      ]
    }),
  )
  return {
    id: 'cost',
    title: 'Cost of judging one question',
    note: `Means a question. Billed input tokens are those the server did not read from its cache, plus those written to an explicit cache. The published method spends ${PAPER_INPUT_TOKENS.toLocaleString('en')} input tokens and ${PAPER_SECONDS} s; the last column is our share of that.`,
    columns: [
      'solver',
      'judge',
      'subject',
      'calls',
      'seconds',
      'input tokens',
      'from cache',
      'billed input',
      'output tokens',
      'share of published input',
    ],
    rows,
  }
}

/** What has no score and why, and what a person should look at. */
export function failureTable(all: readonly Judged[]): Table {
  const rows = all.flatMap(({ solver, judge, judgements }) => {
    const counts = new Map<string, number>()
    const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
    for (const { stages, meta } of judgements)
      for (const [name, result] of [...Object.entries(stages), ...Object.entries(meta ?? {})]) {
        if (result.state === 'unscored') count(`${name}: unscored (${result.why})`)
        if (result.state === 'absent') count(`${name}: absent`)
        if (result.state === 'scored' && 'flags' in result) for (const { kind } of result.flags) count(`${name}: flagged ${kind}`)
      }
    return [...counts].toSorted(([, a], [, b]) => b - a).map(([what, times]): Cell[] => [solver, judge, what, times])
  })
  return {
    id: 'failures',
    title: 'Failures and flags',
    note: 'Unscored is not zero: such a solution has no total until it is judged. Flags change no score; they say where a person should look.',
    columns: ['solver', 'judge', 'what', 'times'],
    rows,
  }
}

/** Final values where the judge’s reading and ours come to different bands. */
export function disputeTable(all: readonly Judged[]): Table {
  const rows = all.flatMap(({ solver, judge, judgements }) =>
    judgements.flatMap(({ item, stages }) => {
      const final = stages.FINAL_ANSWER
      if (final.state !== 'scored') return []
      return final.values
        .filter(({ judge: theirs, ours }) => ours?.band != null && theirs.band !== null && ours.band !== theirs.band)
        .map(({ quantity, judge: theirs, ours }): Cell[] => [
          solver,
          judge,
          item,
          quantity,
          theirs.band,
          ours?.band ?? null,
          ours?.read ?? '',
          ours?.reference ?? '',
        ])
    }),
  )
  return {
    id: 'disputed-answers',
    title: 'Final answers in dispute',
    note: 'The judge listed values that come to one band, our own reading of the solution against the answer key comes to another. The score follows the judge’s values.',
    columns: ['solver', 'judge', 'item', 'quantity', 'judge’s values', 'our reading', 'read', 'reference'],
    rows,
  }
}
