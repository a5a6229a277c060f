import { Command, CommanderError } from 'commander'
import { ProblemError } from '../schemas/problem.ts'
import type { DefineCommand, Runs, Work } from './define.ts'
import { checkOut } from './out.ts'
import { packageVersion } from './package.ts'
import { type CommonOptions, type ExitCode, explain, type Failure, failureOf, toSession, type World } from './session.ts'

/** Commands by name, in the order of the help. Only the one that is called is loaded: libraries of the others would take a second to start. */
const COMMANDS: Readonly<Record<string, () => Promise<DefineCommand>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  add: async () => (await import('./commands/add.ts')).addCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  extract: async () => (await import('./commands/extract.ts')).extractCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  topics: async () => (await import('./commands/topics.ts')).topicsCommand,
  refine: async () => (await import('./commands/refine.ts')).refineCommand,
  review: async () => (await import('./commands/review.ts')).reviewCommand,
  release: async () => (await import('./commands/release.ts')).releaseCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  canary: async () => (await import('./commands/canary.ts')).canaryCommand,
  stats: async () => (await import('./commands/stats.ts')).statsCommand,
  hydrate: async () => (await import('./commands/publishing.ts')).hydrateCommand,
  publish: async () => (await import('./commands/publishing.ts')).publishCommand,
  solve: async () => (await import('./commands/judging.ts')).solveCommand,
  judge: async () => (await import('./commands/judging.ts')).judgeCommand,
  report: async () => (await import('./commands/judging.ts')).reportCommand,
  judgement: async () => (await import('./commands/judging.ts')).judgementCommand,
  errors: async () => (await import('./commands/studying.ts')).errorsCommand,
  agreement: async () => (await import('./commands/studying.ts')).agreementCommand,
  study: async () => (await import('./commands/studying.ts')).studyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
}

/** The command that is called, or all of them where none is: for the list in the help. */
const called = ([name = '']: readonly string[]): (() => Promise<DefineCommand>)[] =>
  Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]].filter((load) => load !== undefined) : Object.values(COMMANDS)

/** Runs the command line and gives its exit code. Never throws, never exits. */
export async function runCli(argv: readonly string[], world: World): Promise<ExitCode> {
  let code: ExitCode = 0
  const program = new Command('engvqa')
    .description('Textbook PDFs go in, a reviewed, versioned, machine-checkable benchmark comes out.')
    .version(packageVersion())
    .enablePositionalOptions() // what stands behind a subcommand is for it alone
    .showHelpAfterError('(add --help for the options)')
    .exitOverride()
    .configureOutput({ writeOut: world.out, writeErr: world.err })
  const does: Runs =
    <Args extends readonly unknown[]>(work: Work<Args>) =>
    async (...args: unknown[]) => {
      const command = args.at(-1) as Command // commander passes the command last
      const declared = args as unknown as Args // and before it what the command declared
      const session = toSession(world, command.optsWithGlobals<CommonOptions>())
      await checkOut(session, command)
      code = await work(session, ...declared)
    }
  for (const load of called(argv)) (await load())(program, does)
  everywhere(program)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return refuse(error, world, argv.includes('--json'))
  }
}

/** Options that every command has, after its own. */
function everywhere(command: Command): void {
  for (const sub of command.commands) everywhere(sub)
  if (command.parent === null) return
  command.option('--json', 'print the result as JSON, for machines').option('--quiet', 'print errors only')
  command.exitOverride()
}

/** Tells a failure to people on stderr, and with --json to machines on stdout: there is always one value there. */
function refuse(error: unknown, world: World, isJson: boolean): ExitCode {
  const tellMachine = (failure: Failure) => isJson && world.out(`${JSON.stringify({ error: failure })}\n`)
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const message = error.message.replace(/^error: /, '') // commander has told people by now
    tellMachine({ code: 'usage', message, hint: 'Add --help for the options.', place: {} })
    return 2
  }
  world.err(`${explain(error)}\n`)
  tellMachine(failureOf(error))
  return error instanceof ProblemError && error.problem.code === 'usage' ? 2 : 3
}
