import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { findWorkspace, readWorkspace } from '../../corpus/workspace.ts'
import { report } from '../../judge/report/report.ts'
import { judge } from '../../judge/runs/judge.ts'
import type { RunOptions, RunSummary } from '../../judge/runs/run.ts'
import { solve } from '../../judge/runs/solve.ts'
import { Ablation, Method } from '../../schemas/judge.ts'
import { ModelSettings } from '../../schemas/model.ts'
import { sentenceOf } from '../../schemas/problem.ts'
import type { DefineCommand } from '../define.ts'
import { askingModels, type BatchableOptions, type Books, batchOption, costLine } from '../models-session.ts'
import { moneyOptions } from '../money-options.ts'
import { toCount, toNatural, toNumber } from '../option-values.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { printJudgement } from './show-judgement.ts'
import { releaseFolder } from './verify.ts'

/** Reasoning is sampled at the model's own default unless said otherwise; judging is not. */
interface RunChoice extends Omit<BatchableOptions, 'onlyFailed'> {
  readonly model: string
  readonly out: string
  readonly temperature?: number
  readonly seed?: number
  readonly maxTokens?: number
  readonly thinking?: number
  readonly only?: RegExp
  readonly concurrency?: number
}

interface JudgeChoice extends RunChoice {
  readonly solutions: string
  readonly method: Method
  readonly topology?: string
  readonly without?: Ablation[]
}

export const solveCommand: DefineCommand = (parent, does) => {
  runOptions(parent.command('solve'))
    .description('have a model solve the items of a release, in eight tagged stages')
    .argument('<release>', 'folder or version of a release')
    .addHelpText('after', '\nExample:\n  engvqa solve 1.0.0 --model gemini-2.5-flash --out runs/flash --budget 2')
    .action(does<[string, RunChoice]>((session, release, options) => solving(session, release, options)))
}

export const judgeCommand: DefineCommand = (parent, does) => {
  runOptions(parent.command('judge'))
    .description('judge solutions against a release')
    .argument('<release>', 'folder or version of a release')
    .requiredOption('--solutions <dir>', 'folder of a `solve` run, or with a solutions.jsonl by people')
    .addOption(new Option('--method <name>', 'how the score is made').choices(Method.options).default('engjudge'))
    .option('--topology <name>', 'dag, chain, flat, or a YAML file')
    .addOption(new Option('--without <part...>', 'leave parts of the method out').choices(Ablation.options))
    .addHelpText('after', '\nExample:\n  engvqa judge 1.0.0 --solutions runs/flash --model gemini-2.5-pro --out runs/flash-judged')
    .action(does<[string, JudgeChoice]>((session, release, options) => judging(session, release, options)))
}

export const reportCommand: DefineCommand = (parent, does) => {
  parent
    .command('report')
    .description('one page of scores, ablations, correlations and cost, from judged runs')
    .argument('<release>', 'folder or version of the release')
    .argument('<run...>', 'folders that `judge` wrote')
    .requiredOption('--out <dir>', 'where report.html, report.json and the tables go')
    .option('--seed <text>', 'seed of the bootstrap; the same seed gives the same intervals')
    .addHelpText('after', '\nExample:\n  engvqa report 1.0.0 runs/flash-judged runs/pro-judged --out report')
    .action(
      does<[string, string[], { out: string; seed?: string }]>((session, release, runs, options) =>
        reporting(session, release, runs, options),
      ),
    )
}

export const judgementCommand: DefineCommand = (parent, does) => {
  parent
    .command('judgement')
    .description('show one judgement whole: solution, scores, reasons, calls')
    .argument('<run>', 'folder that `judge` wrote')
    .argument('<id>', 'id of the judgement or of the item')
    .addHelpText('after', '\nExample:\n  engvqa judgement runs/flash-judged thermodynamics/thermo-a/5-131')
    .action(does<[string, string]>((session, run, id) => printJudgement(session, run, id)))
}

const runOptions = (command: Command): Command =>
  batchOption(moneyOptions(command))
    .requiredOption('--model <name>', 'the model to ask')
    .requiredOption('--out <dir>', 'folder of this run; the same folder again goes on where it stopped')
    .option('--temperature <t>', 'sampling temperature', toNumber)
    .option('--seed <n>', 'seed, where the server honours one', toNatural)
    .option('--max-tokens <n>', 'tokens that one answer may have, thinking included where the server counts it in', toCount)
    .option('--thinking <n>', 'tokens for thinking before the answer; 0 for none; the model decides when left out', toNatural)
    .option('--only <pattern>', 'only items whose id matches this regular expression', toPattern)
    .option('--concurrency <n>', 'items asked about at the same time', toCount)

function toPattern(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch (error) {
    throw new InvalidArgumentError(sentenceOf(error))
  }
}

/**
 * Runs solver or judge, in rounds where answers come in batches. A run asks only what it has no usable answer to, so what the client keeps as
 * failed is asked again.
 */
async function running<T extends RunSummary>(
  session: Session,
  release: string,
  options: RunChoice,
  run: (setup: RunOptions) => Promise<T>,
): Promise<{ done: T; books: Books }> {
  const workspace = await findWorkspace(session.cwd)
  const models = workspace === undefined ? ModelSettings.parse({}) : (await readWorkspace(workspace)).config.models
  const setup: Omit<RunOptions, 'ask'> = {
    release: await releaseFolder(session, release),
    out: resolve(session.cwd, options.out),
    settings: {
      model: options.model,
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(options.maxTokens === undefined ? {} : { maxTokens: options.maxTokens }),
      ...(options.thinking === undefined ? {} : { thinkingTokens: options.thinking }),
    },
    since: new Date(),
    dryRun: options.dryRun ?? false,
    scripted: models.provider === 'replay',
    now: () => new Date(),
    signal: session.signal,
    ...(options.only === undefined ? {} : { only: (id: string) => options.only?.test(id) ?? true }),
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
  }
  return askingModels(session, workspace ?? setup.out, models, { ...options, onlyFailed: true }, ({ askFully }) =>
    run({ ...setup, ask: askFully }),
  )
}

async function solving(session: Session, release: string, options: RunChoice): Promise<ExitCode> {
  const { done, books } = await running(session, release, options, solve)
  return told(session, 'solved', done, books, options.out)
}

async function judging(session: Session, release: string, options: JudgeChoice): Promise<ExitCode> {
  const choice = {
    solutions: resolve(session.cwd, options.solutions),
    method: options.method,
    ...(options.topology === undefined ? {} : { topology: await topologyOf(session, options.topology) }),
    ...(options.without === undefined ? {} : { without: options.without }),
  }
  const { done, books } = await running(session, release, options, (setup) => judge({ ...setup, ...choice }))
  return told(session, 'judged', done, books, options.out)
}

async function topologyOf(session: Session, name: string): Promise<string | { name: string; yaml: string }> {
  if (!/\.ya?ml$/.test(name)) return name
  return { name: basename(name), yaml: await readFile(resolve(session.cwd, name), 'utf8') }
}

function told(session: Session, done: string, summary: RunSummary, books: Books, out: string): ExitCode {
  const problems = summary.stopped ? [...summary.problems, summary.stopped] : summary.problems
  tell(session, problems, out)
  const sum = `${summary.done} of ${summary.total} ${done}, ${summary.kept} of them earlier; in ${out}.`
  const text = [...(books.estimate() ? [] : [sum]), costLine(books) ?? ''].join('\n')
  show(session, text, { ...summary, accounts: books.accounts(), estimate: books.estimate() })
  return summary.done === 0 && summary.total > 0 && problems.length > 0 ? 3 : exitCodeOf(problems)
}

async function reporting(
  session: Session,
  release: string,
  runs: readonly string[],
  { out, seed }: { out: string; seed?: string },
): Promise<ExitCode> {
  const made = await report({
    release: await releaseFolder(session, release),
    runs: runs.map((run) => resolve(session.cwd, run)),
    out: resolve(session.cwd, out),
    ...(seed === undefined ? {} : { seed }),
  })
  show(session, `${made.tables.length} tables of ${made.release.name} ${made.release.version}: ${made.files.join(', ')}`, made)
  return 0
}
