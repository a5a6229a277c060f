import type { Item } from '../schemas/item.ts'
import {
  type Ablation,
  type CallTask,
  type Judgement,
  META_CHECKS,
  type MetaCheck,
  type MetaResult,
  type Method,
  STAGE_TAGS,
  type StageGraph,
  type StageResult,
  type StageTag,
} from '../schemas/judge.ts'
import type { CallRecord, GenerationSettings, SolutionRecord } from '../schemas/judge-run.ts'
import type { AnswerKey } from './answers/final-answer.ts'
import { FLAT } from './graph.ts'
import {
  answerSchema,
  isMetaCheck,
  isStage,
  JUDGE_PROMPT_VERSION,
  JUDGE_SYSTEM,
  metaPrompt,
  sharedText,
  singlePassPrompt,
  stagePrompt,
  wholeText,
} from './prompts/judge.ts'
import { judgedHash, type Question, replyOf } from './runs/call.ts'
import { imageName, usageOf } from './runs/run.ts'
import { finalScore, type MetaScores } from './score/final.ts'
import type { RawStage } from './score/propagate.ts'
import { parseTaggedSolution, type TaggedSolution } from './tags.ts'
import { judgeMeta, judgeSinglePass, judgeStage, type RawReply } from './verdict.ts'

/** How the one score is made from the calls. Any of them can be computed from the same stored calls. */
export interface Scoring {
  readonly method: Method
  /** `dag`, `chain`, `flat` or the name of a file. */
  readonly topology: string
  readonly graph: StageGraph
  readonly without: readonly Ablation[]
}

/** Calls that a method needs for a solution: an absent stage needs none. */
export function tasksFor(method: Method, solution: TaggedSolution): CallTask[] {
  if (method !== 'engjudge') return ['SINGLE_PASS']
  return [...STAGE_TAGS.filter((tag) => solution.stages[tag] !== undefined), ...META_CHECKS]
}

/** What the judge is asked about a solution, complete. */
export function judgeQuestion(item: Item, solution: TaggedSolution, task: CallTask): Question {
  return {
    item: item.id,
    document: item.source.document,
    task,
    promptVersion: JUDGE_PROMPT_VERSION,
    system: JUDGE_SYSTEM,
    shared: sharedText(item),
    prompt: promptOf(task, solution),
    images: [...new Set([...item.diagrams.map(({ file }) => file), ...(item.solution?.files ?? [])].map(imageName))],
    answer: answerSchema(task),
    judged: judgedText(task, solution),
  }
}

const judgedText = (task: CallTask, solution: TaggedSolution): string =>
  isStage(task) ? (solution.stages[task] ?? '') : wholeText(solution)

function promptOf(task: CallTask, solution: TaggedSolution): string {
  if (isStage(task)) return stagePrompt(task, solution.stages[task] ?? '')
  return isMetaCheck(task) ? metaPrompt(task, solution) : singlePassPrompt(solution)
}

/** Whether an answer can be used does not depend on what is right. */
const NO_KEY: AnswerKey = { answers: [], text: '' }

/** Whether an answer to a task can be used. */
export function isUsableReply(task: CallTask, reply: RawReply): boolean {
  if (isStage(task)) return judgeStage(task, '', reply, NO_KEY).state === 'scored'
  if (isMetaCheck(task)) return judgeMeta(task, reply).state === 'scored'
  return judgeSinglePass('FINAL_ANSWER', reply).state === 'scored'
}

/** Everything that a judgement is computed from. */
export interface Evidence {
  readonly item: Item
  readonly solution: SolutionRecord
  readonly settings: GenerationSettings
  /** Calls about this item, oldest first; those about another text of the solution are ignored. */
  readonly calls: readonly CallRecord[]
}

/** One solution’s judgement. Pure: the same calls give the same judgement, whichever way it is scored. */
export function judgementOf(evidence: Evidence, scoring: Scoring): Judgement {
  const { item, solution, settings } = evidence
  const tagged = parseTaggedSolution(solution.text)
  const tasks = tasksFor(scoring.method, tagged)
  const about = callsByTask(evidence, tagged, tasks)
  const stages = stageResults(scoring.method, tagged, about, { answers: item.solution?.answers ?? [], text: item.solution?.text ?? '' })
  const meta = scoring.method === 'engjudge' ? metaResults(about) : null
  const graph = scoring.method === 'single-pass' ? FLAT : scoring.graph
  const without: Ablation[] =
    scoring.method === 'engjudge' ? [...scoring.without] : [...new Set<Ablation>([...scoring.without, 'missing-stage'])]
  return {
    id: `${item.id} @ ${solution.by.name} @ ${settings.model}`,
    item: item.id,
    subject: item.subject,
    topics: item.topics.map(({ id }) => id),
    solver: solution.by,
    judge: settings.model,
    method: scoring.method,
    topology: scoring.method === 'single-pass' ? 'flat' : scoring.topology,
    without: [...scoring.without],
    stages,
    meta,
    score: finalScore(rawStages(stages), meta ? metaScores(meta) : undefined, { graph, without }),
    usage: { ...usageOf([...about.values()].flat()) },
  }
}

/** Calls about exactly these texts, by task. */
function callsByTask({ calls, settings }: Evidence, tagged: TaggedSolution, tasks: readonly CallTask[]): Map<CallTask, CallRecord[]> {
  return new Map(
    tasks.map((task) => {
      const hash = judgedHash({ task, judged: judgedText(task, tagged) })
      return [task, calls.filter((call) => call.task === task && call.judged_hash === hash && call.model === settings.model)]
    }),
  )
}

/** The last usable answer, else the last one. */
function bestReply(task: CallTask, calls: readonly CallRecord[]): RawReply | undefined {
  const replies = calls.map(replyOf)
  return replies.findLast((reply) => isUsableReply(task, reply)) ?? replies.at(-1)
}

function stageResults(
  method: Method,
  tagged: TaggedSolution,
  about: ReadonlyMap<CallTask, readonly CallRecord[]>,
  key: AnswerKey,
): Record<StageTag, StageResult> {
  const result = (tag: StageTag): StageResult => {
    const text = tagged.stages[tag]
    if (text === undefined) return { state: 'absent' }
    const task = method === 'engjudge' ? tag : 'SINGLE_PASS'
    const reply = bestReply(task, about.get(task) ?? [])
    if (!reply) return { state: 'unscored', why: 'not-asked', answer: '' }
    const judged = method === 'engjudge' ? judgeStage(tag, text, reply, key) : judgeSinglePass(tag, reply)
    if (judged.state !== 'scored' || !tagged.repeated.includes(tag)) return judged
    return {
      ...judged,
      flags: [...judged.flags, { kind: 'stage-repeated', message: `${tag} is written more than once; the texts were judged together.` }],
    }
  }
  return Object.fromEntries(STAGE_TAGS.map((tag) => [tag, result(tag)])) as Record<StageTag, StageResult> // every tag is a key
}

function metaResults(about: ReadonlyMap<CallTask, readonly CallRecord[]>): Record<MetaCheck, MetaResult> {
  const result = (check: MetaCheck): MetaResult => {
    const reply = bestReply(check, about.get(check) ?? [])
    return reply ? judgeMeta(check, reply) : { state: 'unscored', why: 'not-asked', answer: '' }
  }
  return Object.fromEntries(META_CHECKS.map((check) => [check, result(check)])) as Record<MetaCheck, MetaResult> // every check is a key
}

export const rawStages = (stages: Readonly<Record<StageTag, StageResult>>): Record<StageTag, RawStage> =>
  Object.fromEntries(STAGE_TAGS.map((tag) => [tag, rawOf(stages[tag])])) as Record<StageTag, RawStage> // every tag is a key

const rawOf = (result: StageResult): RawStage => (result.state === 'scored' ? result.raw : result.state)

function metaScores(meta: Readonly<Record<MetaCheck, MetaResult>>): MetaScores {
  const points = (check: MetaCheck): number | null => {
    const result = meta[check]
    return result.state === 'scored' ? result.score : null
  }
  const sanity = points('PHYSICAL_SANITY')
  return { coverage: points('COVERAGE'), verbosity: points('VERBOSITY'), sanityFail: sanity === null ? null : sanity === 0 }
}
