import { join } from 'node:path'
import { type Release, readRelease } from '../../corpus/release/read.ts'
import type { Item } from '../../schemas/item.ts'
import { CallRecord, type RunInfo, SolutionRecord } from '../../schemas/judge-run.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import { SOLVE_PROMPT_VERSION, SOLVE_SYSTEM, solvePrompt } from '../prompts/solve.ts'
import { askOnce, isStopping, promptHash, type Question, wasNotSent } from './call.ts'
import { noLog, openLog, readLog, toLines, writeWhole } from './log.ts'
import {
  DEFAULT_CONCURRENCY,
  eachBounded,
  imageName,
  imagesOf,
  isEarlier,
  openRun,
  type RunOptions,
  type RunSummary,
  releaseStamp,
  usageOf,
} from './run.ts'

/**
 * Has a model solve the items of a release in eight tagged stages. Every answer is on the disk before the next question; nothing is asked
 * twice; refused and failed items are asked again by the next run. Throws ProblemError `release-invalid`, `run-mismatch`.
 */
export async function solve(options: RunOptions): Promise<RunSummary> {
  const { settings, out } = options
  const release = await readRelease(options.release)
  const items = release.items.filter(({ id }) => options.only?.(id) ?? true)
  const info: RunInfo = {
    kind: 'solve',
    release: releaseStamp(release),
    settings,
    solver: settings.model,
    promptVersion: SOLVE_PROMPT_VERSION,
    startedAt: options.now().toISOString(),
    scripted: options.scripted ?? false,
  }
  if (!options.dryRun) await openRun(out, info)
  const logged = await readLog(join(out, 'calls.jsonl'), CallRecord)
  const before = logged.filter(isEarlier(options.since))
  const now = logged.filter((call) => !before.includes(call))
  const solvedBefore = new Set(before.filter(isSolved).map(questionKey))
  const questions = items.map((item) => ({
    item,
    key: questionKey({ item: item.id, prompt_hash: promptHash(solveQuestion(item), settings) }),
  }))
  const open = questions.filter(({ key }) => !solvedBefore.has(key))
  const askedNow = new Set(now.map(questionKey))
  const run = await solveAll(
    open.flatMap(({ item, key }) => (askedNow.has(key) ? [] : [item])),
    release,
    { before, now },
    options,
    items.length,
  )
  const solutions = await readSolutions(out)
  if (!options.dryRun) await writeWhole(join(out, 'solutions.jsonl'), toLines(solutions))
  const done = solutions.filter(({ state, item }) => isUsable(state) && items.some(({ id }) => id === item)).length
  return { total: items.length, done, kept: items.length - open.length, ...run }
}

export const isUsable = (state: SolutionRecord['state']): boolean => state === 'whole' || state === 'cut-off'
const isSolved = ({ output }: CallRecord): boolean => output.stop_reason === 'stop' || output.stop_reason === 'max_tokens'

/** Names the question that a call has put. */
const questionKey = ({ item, prompt_hash }: Pick<CallRecord, 'item' | 'prompt_hash'>): string => `${item} ${prompt_hash}`

function solveQuestion(item: Item): Question {
  return {
    item: item.id,
    document: item.source.document,
    task: 'SOLVE',
    promptVersion: SOLVE_PROMPT_VERSION,
    system: SOLVE_SYSTEM,
    shared: '',
    judged: '',
    prompt: solvePrompt(item),
    images: [...new Set(item.diagrams.map(({ file }) => imageName(file)))],
  }
}

async function solveAll(
  open: readonly Item[],
  release: Release,
  { before, now }: { before: readonly CallRecord[]; now: readonly CallRecord[] },
  options: RunOptions,
  total: number,
): Promise<Pick<RunSummary, 'problems' | 'stopped' | 'usage'>> {
  const log = options.dryRun ? noLog<CallRecord>() : await openLog<CallRecord>(join(options.out, 'calls.jsonl'))
  const calls = [...now]
  const problems = now.flatMap(problemOf)
  let stopped: Problem | null = null
  let done = total - open.length
  const one = async (item: Item): Promise<void> => {
    try {
      const question = solveQuestion(item)
      const attempt = 1 + before.filter((call) => call.item === item.id).length
      const record = await askOnce(question, await imagesOf(release, item, question.images), attempt, '', options)
      await log.append(record)
      calls.push(record)
      problems.push(...problemOf(record))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (isStopping(error)) stopped ??= error.problem
      else if (!wasNotSent(error)) problems.push(error.problem)
    }
    options.progress?.(++done, total)
  }
  try {
    await eachBounded(open, options.concurrency ?? DEFAULT_CONCURRENCY, one, () => stopped !== null || (options.signal?.aborted ?? false))
  } finally {
    await log.close()
  }
  return { problems, stopped: stopped ?? interruption(options.signal), usage: usageOf(calls) }
}

const problemOf = ({ error, item }: CallRecord): Problem[] => (error ? [{ ...error, place: { ...error.place, item } }] : [])

export const interruption = (signal: AbortSignal | undefined): Problem | null =>
  signal?.aborted
    ? {
        code: 'interrupted',
        severity: 'error',
        message: 'The run was interrupted.',
        hint: 'Repeat the command: it goes on where it stopped.',
        place: {},
      }
    : null

/**
 * Solutions of a folder: from the log of a solver’s run, the last usable answer of each item; else from a `solutions.jsonl` that people wrote.
 */
export async function readSolutions(folder: string): Promise<SolutionRecord[]> {
  const calls = (await readLog(join(folder, 'calls.jsonl'), CallRecord)).filter(({ task }) => task === 'SOLVE')
  if (calls.length === 0) return readLog(join(folder, 'solutions.jsonl'), SolutionRecord)
  const byItem = new Map<string, CallRecord>()
  for (const call of calls) {
    const earlier = byItem.get(call.item)
    if (!earlier || isSolved(call) || !isSolved(earlier)) byItem.set(call.item, call)
  }
  return [...byItem.values()].map((call) => ({
    item: call.item,
    by: { kind: 'model', name: call.model },
    text: call.output.completion,
    state: ({ stop: 'whole', max_tokens: 'cut-off', content_filter: 'refused', error: 'failed' } as const)[call.output.stop_reason],
    at: call.at,
  }))
}
