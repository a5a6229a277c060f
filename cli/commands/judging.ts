import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { findWorkspace, readWorkspace } from '../../corpus/workspace.ts'
import { report } from '../../judge/report/report.ts'
import { judge } from '../../judge/runs/judge.ts'
import type { RunSummary } from '../../judge/runs/run.ts'
import { showJudgement } from '../../judge/runs/show.ts'
import { solve } from '../../judge/runs/solve.ts'
import { Ablation, Method } from '../../schemas/judge.ts'
import { ModelSettings } from '../../schemas/model.ts'
import type { DefineCommand } from '../define.ts'
import type { Connection } from '../models/connect.ts'
import { connectModels, costLine, type ModelOptions, modelOptions } from '../models-session.ts'
import { type ExitCode, exitCodeOf, type Session, show, tell } from '../session.ts'
import { releaseFolder } from './verify.ts'

/** Reasoning is sampled at the model's own default unless said otherwise; judging is not. */
interface RunOptions extends ModelOptions {
  readonly model: string
  readonly out: string
  readonly temperature?: number
  readonly seed?: number
  readonly only?: string
  readonly concurrency?: number
}

interface JudgeChoice extends RunOptions {
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
    .action(does<[string, RunOptions]>((session, release, options) => solving(session, release, options)))
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
    .action(
      does<[string, string]>(async (session, run, id) => {
        const { text, ...rest } = await showJudgement(resolve(session.cwd, run), id)
        show(session, text, rest)
        return 0
      }),
    )
}

const runOptions = (command: Command): Command =>
  modelOptions(command)
    .requiredOption('--model <name>', 'the model to ask')
    .requiredOption('--out <dir>', 'folder of this run; the same folder again goes on where it stopped')
    .option('--temperature <t>', 'sampling temperature', toNumber)
    .option('--seed <n>', 'seed, where the server honours one', toNumber)
    .option('--only <pattern>', 'only items whose id matches this regular expression')
    .option('--concurrency <n>', 'items asked about at the same time', toNumber)

function toNumber(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= 0)) throw new InvalidArgumentError('It must be a number, 0 or above.')
  return number
}

/** What solving and judging have in common. */
async function common(session: Session, release: string, options: RunOptions) {
  const workspace = await findWorkspace(session.cwd)
  const models = workspace === undefined ? ModelSettings.parse({}) : (await readWorkspace(workspace)).config.models
  const connection = await connectModels(session, workspace ?? resolve(session.cwd, options.out), models, options)
  const pattern = options.only === undefined ? undefined : new RegExp(options.only)
  const setup = {
    release: await releaseFolder(session, release),
    out: resolve(session.cwd, options.out),
    settings: {
      model: options.model,
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    },
    ask: connection.askFully,
    now: () => new Date(),
    signal: session.signal,
    ...(pattern ? { only: (id: string) => pattern.test(id) } : {}),
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
  }
  return { connection, setup }
}

async function solving(session: Session, release: string, options: RunOptions): Promise<ExitCode> {
  const { connection, setup } = await common(session, release, options)
  return told(session, 'solved', await solve(setup), connection, options.out)
}

async function judging(session: Session, release: string, options: JudgeChoice): Promise<ExitCode> {
  const { connection, setup } = await common(session, release, options)
  const summary = await judge({
    ...setup,
    solutions: resolve(session.cwd, options.solutions),
    method: options.method,
    ...(options.topology === undefined ? {} : { topology: await topologyOf(session, options.topology) }),
    ...(options.without === undefined ? {} : { without: options.without }),
  })
  return told(session, 'judged', summary, connection, options.out)
}

async function topologyOf(session: Session, name: string): Promise<string | { name: string; yaml: string }> {
  if (!/\.ya?ml$/.test(name)) return name
  return { name: basename(name), yaml: await readFile(resolve(session.cwd, name), 'utf8') }
}

function told(session: Session, done: string, summary: RunSummary, connection: Connection, out: string): ExitCode {
  const problems = summary.stopped ? [...summary.problems, summary.stopped] : summary.problems
  tell(session, problems, out)
  const text = `${summary.done} of ${summary.total} ${done}, ${summary.kept} of them earlier; in ${out}.\n${costLine(connection) ?? ''}`
  show(session, text, { ...summary, accounts: connection.accounts(), estimate: connection.estimate() })
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
