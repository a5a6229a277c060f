import { join } from 'node:path'
import { type Release, readRelease } from '../../corpus/release/read.ts'
import type { Item } from '../../schemas/item.ts'
import type { Ablation, CallTask, Judgement, Method } from '../../schemas/judge.ts'
import { CallRecord, type GenerationSettings, type RunInfo, type SolutionRecord } from '../../schemas/judge-run.ts'
import type { ModelImage } from '../../schemas/model.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { isUsableReply, judgementOf, judgeQuestion, type Scoring, tasksFor } from '../assemble.ts'
import { readGraph, topologyNamed } from '../graph.ts'
import { askAgain, JUDGE_PROMPT_VERSION, shapeOf } from '../prompts/judge.ts'
import { parseTaggedSolution, type TaggedSolution } from '../tags.ts'
import { readReply } from '../verdict.ts'
import { askOnce, isStopping, promptHash, replyOf, wasNotSent } from './call.ts'
import { type Log, noLog, openLog, readLog, toLines, writeWhole } from './log.ts'
import {
  DEFAULT_CONCURRENCY,
  eachBounded,
  imagesOf,
  isEarlier,
  openRun,
  type RunOptions,
  type RunSummary,
  releaseStamp,
  usageOf,
} from './run.ts'
import { interruption, isUsable, readSolutions } from './solve.ts'

/** As the published judges were run: Gemini at 0.2 with 8,192 tokens of answer, others at 0.7 with 8,000. What is given counts before them. */
const GEMINI_DEFAULTS = { temperature: 0.2, maxTokens: 8192 }
const OTHER_DEFAULTS = { temperature: 0.7, maxTokens: 8000 }

const withDefaults = (settings: GenerationSettings): GenerationSettings => ({
  ...(/gemini/i.test(settings.model) ? GEMINI_DEFAULTS : OTHER_DEFAULTS),
  ...settings,
})

/** Calls in one run. What cannot be used is asked for once more, with the reason. */
const ATTEMPTS_A_RUN = 2

export interface JudgeOptions extends RunOptions {
  /** Folder with solutions: of `solve`, or with a `solutions.jsonl` by people. */
  readonly solutions: string
  readonly method?: Method
  /** `dag`, `chain`, `flat`, or YAML text with its name. */
  readonly topology?: string | { readonly name: string; readonly yaml: string }
  readonly without?: readonly Ablation[]
}

export interface JudgeSummary extends RunSummary {
  readonly judgements: readonly Judgement[]
}

/** Resolves the choice of method, graph and ablations. Throws ProblemError `judge-graph-invalid`. */
function scoringOf({
  method = 'engjudge',
  topology = 'dag',
  without = [],
}: Pick<JudgeOptions, 'method' | 'topology' | 'without'>): Scoring {
  if (typeof topology !== 'string') return { method, without, topology: topology.name, graph: readGraph(topology.yaml, topology.name) }
  return { method, without, topology, graph: topologyNamed(topology) }
}

/**
 * Judges solutions to the items of a release. The first call of an item goes alone, the others follow together, so that a server has the
 * part they share in its cache. Every answer is on the disk before its score is used; only what has no usable answer yet is asked.
 * Throws ProblemError `release-invalid`, `run-mismatch`, `judge-graph-invalid`, `solution-unknown`.
 */
export async function judge(given: JudgeOptions): Promise<JudgeSummary> {
  const options = { ...given, settings: withDefaults(given.settings) }
  const { settings, out, now } = options
  const scoring = scoringOf(options)
  const release = await readRelease(options.release)
  const { pairs, problems } = await pairsOf(release, options)
  const info: RunInfo = {
    kind: 'judge',
    release: releaseStamp(release),
    settings,
    solver: [...new Set(pairs.map(({ solution }) => solution.by.name))].toSorted().join(', '),
    promptVersion: JUDGE_PROMPT_VERSION,
    startedAt: now().toISOString(),
    scripted: options.scripted ?? false,
  }
  if (!options.dryRun) await openRun(out, info)
  const session = new Session(release, scoring, options, await readLog(join(out, 'calls.jsonl'), CallRecord))
  const kept = pairs.filter((pair) => session.openTasks(pair, session.earlier).length === 0).length
  const { calls, stopped } = await session.run(pairs, options.dryRun ? noLog() : await openLog<CallRecord>(join(out, 'calls.jsonl')))
  const judgements = pairs.map(({ item, solution }) =>
    judgementOf({ item, solution, settings, calls: session.calls.get(item.id) ?? [] }, scoring),
  )
  if (!options.dryRun) {
    await writeWhole(join(out, 'solutions.jsonl'), toLines(pairs.map(({ solution }) => solution)))
    await writeWhole(join(out, 'judgements.jsonl'), toLines(judgements))
  }
  const unscored = judgements.filter(({ score }) => score.final === null)
  return {
    total: pairs.length,
    done: judgements.length - unscored.length,
    kept,
    problems: [...problems, ...session.problems, ...(options.dryRun ? [] : unscored.map(unscoredProblem))],
    stopped,
    usage: usageOf(calls),
    judgements,
  }
}

interface Pair {
  readonly item: Item
  readonly solution: SolutionRecord
  readonly tagged: TaggedSolution
}

async function pairsOf(release: Release, options: JudgeOptions): Promise<{ pairs: Pair[]; problems: Problem[] }> {
  const items = new Map(release.items.map((item) => [item.id, item]))
  const pairs: Pair[] = []
  const problems: Problem[] = []
  const solutions = await readSolutions(options.solutions)
  if (solutions.length === 0)
    throw new ProblemError({
      code: 'solution-unknown',
      message: `${options.solutions} holds no solutions.`,
      hint: 'Run engvqa solve first, or write a solutions.jsonl there.',
      place: {},
    })
  for (const solution of solutions.filter(({ item }) => options.only?.(item) ?? true)) {
    const item = items.get(solution.item)
    if (!item)
      problems.push(
        note('solution-unknown', solution.item, 'The release has no such item.', 'Judge it against the release that it was solved from.'),
      )
    else if (!isUsable(solution.state))
      problems.push(
        note(
          'judge-unscored',
          item.id,
          `The solver gave no solution: ${solution.state}.`,
          'Run engvqa solve again; nothing is not a zero.',
        ),
      )
    else pairs.push({ item, solution, tagged: parseTaggedSolution(solution.text) })
  }
  return { pairs, problems }
}

const note = (code: Problem['code'], item: string, message: string, hint: string): Problem => ({
  code,
  severity: 'warning',
  message,
  hint,
  place: { item },
})

function unscoredProblem({ item, stages, meta }: Judgement): Problem {
  const missing = [...Object.entries(stages), ...Object.entries(meta ?? {})].flatMap(([name, result]) =>
    result.state === 'unscored' ? [`${name} (${result.why})`] : [],
  )
  return note('judge-unscored', item, `No score yet: ${missing.join(', ')}.`, 'Repeat the command: only these are asked again.')
}

function groupByItem(calls: readonly CallRecord[]): Map<string, CallRecord[]> {
  const groups = new Map<string, CallRecord[]>()
  for (const call of calls) groups.set(call.item, [...(groups.get(call.item) ?? []), call])
  return groups
}

/** The asking of one run: what is known from before, and what has come in since. */
class Session {
  readonly calls: Map<string, CallRecord[]>
  /** Calls of earlier commands. */
  readonly earlier: Map<string, CallRecord[]>
  readonly problems: Problem[] = []
  private readonly fresh: CallRecord[]
  private stopped: Problem | null = null
  private readonly release: Release
  private readonly scoring: Scoring
  private readonly options: JudgeOptions

  constructor(release: Release, scoring: Scoring, options: JudgeOptions, logged: readonly CallRecord[]) {
    this.release = release
    this.scoring = scoring
    this.options = options
    const wasBefore = isEarlier(options.since)
    this.calls = groupByItem(logged)
    this.earlier = groupByItem(logged.filter(wasBefore))
    this.fresh = logged.filter((call) => !wasBefore(call))
  }

  /** Tasks of a solution without a usable answer. */
  openTasks({ item, tagged }: Pair, calls = this.calls): CallTask[] {
    const known = calls.get(item.id) ?? []
    return tasksFor(this.scoring.method, tagged).filter((task) => {
      const hash = promptHash(judgeQuestion(item, tagged, task), this.options.settings)
      return !known.some((call) => call.task === task && call.prompt_hash === hash && isUsableReply(task, replyOf(call)))
    })
  }

  async run(pairs: readonly Pair[], log: Log<CallRecord>): Promise<{ calls: CallRecord[]; stopped: Problem | null }> {
    let done = 0
    const isStopped = (): boolean => this.stopped !== null || (this.options.signal?.aborted ?? false)
    const one = async (pair: Pair): Promise<void> => {
      await this.judgePair(pair, log, isStopped)
      this.options.progress?.(++done, pairs.length)
    }
    try {
      await eachBounded(pairs, this.options.concurrency ?? DEFAULT_CONCURRENCY, one, isStopped)
    } finally {
      await log.close()
    }
    return { calls: this.fresh, stopped: this.stopped ?? interruption(this.options.signal) }
  }

  private async judgePair(pair: Pair, log: Log<CallRecord>, isStopped: () => boolean): Promise<void> {
    const tasks = this.openTasks(pair)
    const [first, ...rest] = tasks
    if (first === undefined) return
    const series = tasks.length
    try {
      const images = await imagesOf(this.release, pair.item, judgeQuestion(pair.item, pair.tagged, first).images)
      await this.askUnlessCounting(pair, first, images, series, log)
      if (isStopped()) return
      // All of them come to an end before one that failed is spoken of: the log must not be closed under the others.
      const settled = await Promise.allSettled(rest.map((task) => this.askUnlessCounting(pair, task, images, series, log)))
      for (const result of settled) if (result.status === 'rejected') throw result.reason
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (isStopping(error)) this.stopped ??= error.problem
      else this.problems.push(error.problem)
    }
  }

  private async askUnlessCounting(
    pair: Pair,
    task: CallTask,
    images: readonly ModelImage[],
    series: number,
    log: Log<CallRecord>,
  ): Promise<void> {
    try {
      await this.askTask(pair, task, images, series, log)
    } catch (error) {
      if (!(error instanceof ProblemError) || !wasNotSent(error)) throw error
    }
  }

  /** Asks until the answer can be used, twice at most. */
  private async askTask(
    { item, tagged }: Pair,
    task: CallTask,
    images: readonly ModelImage[],
    series: number,
    log: Log<CallRecord>,
  ): Promise<void> {
    const question = judgeQuestion(item, tagged, task)
    const known = this.calls.get(item.id) ?? []
    this.calls.set(item.id, known)
    const hash = promptHash(question, this.options.settings)
    const isThis = (call: CallRecord): boolean => call.task === task && call.prompt_hash === hash
    const asked = known.filter(isThis)
    const most = (this.earlier.get(item.id) ?? []).filter(isThis).length + ATTEMPTS_A_RUN
    let last = asked.at(-1)
    if (last?.output.stop_reason === 'error' && this.fresh.includes(last)) return
    for (let attempt = asked.length + 1; attempt <= most; attempt++) {
      // After a call that failed, the question is the same; after an answer that cannot be used, it says why.
      const suffix = last === undefined || last.output.stop_reason === 'error' ? '' : askAgain(attempt, faultOf(task, last))
      last = await askOnce(question, images, attempt, suffix, { ...this.options, series })
      await log.append(last)
      known.push(last)
      this.fresh.push(last)
      if (isUsableReply(task, replyOf(last)) || last.output.stop_reason === 'error') return
    }
  }
}

function faultOf(task: CallTask, call: CallRecord): string {
  const read = readReply(replyOf(call), shapeOf(task))
  return read.ok ? '' : read.detail
}
