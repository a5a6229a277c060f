import { join } from 'node:path'
import { Judgement, type MetaResult, STAGE_TAGS, type StageResult, type StageTag } from '../../schemas/judge.ts'
import { CallRecord, SolutionRecord } from '../../schemas/judge-run.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { readLog } from './log.ts'

/** Judgements named in a hint when the asked one does not exist. */
const EXAMPLES_SHOWN = 3

export interface ShownJudgement {
  readonly judgement: Judgement
  readonly solution: SolutionRecord | undefined
  readonly calls: readonly CallRecord[]
  /** All of it, for reading. */
  readonly text: string
}

/**
 * One judgement whole. `id` is the judgement’s id, or the item’s id where only one solution of it was judged.
 * Throws ProblemError `solution-unknown` and `run-invalid`.
 */
export async function showJudgement(run: string, id: string): Promise<ShownJudgement> {
  const judgements = await readLog(join(run, 'judgements.jsonl'), Judgement)
  const ofItem = judgements.filter(({ item }) => item === id)
  const judgement = judgements.find((one) => one.id === id) ?? (ofItem.length === 1 ? ofItem[0] : undefined)
  if (!judgement) throw unknown(run, id, judgements)
  const solutions = await readLog(join(run, 'solutions.jsonl'), SolutionRecord)
  const solution = solutions.find(({ item, by }) => item === judgement.item && by.name === judgement.solver.name)
  const calls = (await readLog(join(run, 'calls.jsonl'), CallRecord)).filter(({ item }) => item === judgement.item)
  return { judgement, solution, calls, text: written(judgement, solution, calls) }
}

const unknown = (run: string, id: string, judgements: readonly Judgement[]): ProblemError =>
  new ProblemError({
    code: 'solution-unknown',
    message: `${run} has no judgement “${id}”.`,
    hint: `It has ${judgements.length}, for example ${judgements
      .slice(0, EXAMPLES_SHOWN)
      .map((one) => `“${one.id}”`)
      .join(', ')}.`,
    place: {},
  })

const number = (value: number | null): string => (value === null ? 'unscored' : value.toFixed(3))

function written(judgement: Judgement, solution: SolutionRecord | undefined, calls: readonly CallRecord[]): string {
  const { score, usage } = judgement
  return [
    `${judgement.id}`,
    `method ${judgement.method}, topology ${judgement.topology}${judgement.without.length > 0 ? `, without ${judgement.without.join(', ')}` : ''}`,
    `final ${number(score.final)} = blend ${number(score.blend)} · (1 − coverage ${number(score.coverage)}) · (1 − verbosity ${number(score.verbosity)})${score.sanityFail ? ' · 0.9' : ''}`,
    `base ${number(score.base)}, absent stages ${score.missing}`,
    '',
    ...STAGE_TAGS.flatMap((tag) => stageLines(tag, judgement.stages[tag], score.propagated[tag])),
    ...Object.entries(judgement.meta ?? {}).flatMap(([check, result]) => metaLines(check, result)),
    '',
    `${usage.calls} calls, ${usage.seconds.toFixed(1)} s, ${usage.inputTokens} input tokens (${usage.cachedTokens} from cache), ${usage.outputTokens} output tokens`,
    '',
    '--- solution ---',
    solution?.text ?? '(not in this folder)',
    ...calls.flatMap(callLines),
  ].join('\n')
}

function stageLines(tag: StageTag, result: StageResult, propagated: number | null): string[] {
  if (result.state !== 'scored') return [`${tag}: ${result.state === 'absent' ? 'absent' : `unscored (${result.why})`}`]
  return [
    `${tag}: raw ${number(result.raw)}, propagated ${number(propagated)}`,
    ...result.errors.map(({ severity, criterion, description }) => `  - ${severity} (${criterion}): ${description}`),
    ...result.fatal.map(({ type, description }) => `  - FATAL ${type}: ${description}`),
    ...result.setAside.map(({ description }) => `  - set aside: ${description}`),
    ...result.values.map(
      ({ quantity, judge, ours }) =>
        `  = ${quantity}: ${judge.band ?? 'not compared'}${ours ? `; our reading of “${ours.read}” against “${ours.reference}”: ${ours.band ?? 'not compared'}` : ''}`,
    ),
    ...result.flags.map(({ kind, message }) => `  ! ${kind}: ${message}`),
    ...(result.justification === '' ? [] : [`  ${result.justification}`]),
  ]
}

function metaLines(check: string, result: MetaResult): string[] {
  return result.state === 'unscored'
    ? [`${check}: unscored (${result.why})`]
    : [`${check}: ${result.score}`, ...result.found.map((found) => `  - ${found}`)]
}

const callLines = (call: CallRecord): string[] => [
  '',
  `--- ${call.id} (${call.output.stop_reason}) ---`,
  call.input.prompt,
  '>>>',
  call.output.completion,
]
