import { Command, CommanderError } from 'commander'
import { ProblemError } from '../schemas/problem.ts'
import { addCommand } from './commands/add.ts'
import { canaryCommand } from './commands/canary.ts'
import { diffCommand } from './commands/diff.ts'
import { doctorCommand } from './commands/doctor.ts'
import { extractCommand } from './commands/extract.ts'
import { initCommand } from './commands/init.ts'
import { judgingCommands } from './commands/judging.ts'
import { hydrateCommand, publishCommand } from './commands/publishing.ts'
import { refineCommand } from './commands/refine.ts'
import { releaseCommand } from './commands/release.ts'
import { reviewCommand } from './commands/review.ts'
import { showCommand } from './commands/show.ts'
import { statsCommand } from './commands/stats.ts'
import { analysisCommands, studyCommand } from './commands/studying.ts'
import { topicsCommand } from './commands/topics.ts'
import { verifyCommand } from './commands/verify.ts'
import type { DefineCommand, Runs, Work } from './define.ts'
import { packageVersion } from './package.ts'
import { type CommonOptions, type ExitCode, explain, toSession, type World } from './session.ts'

const COMMANDS: readonly DefineCommand[] = [
  initCommand,
  addCommand,
  extractCommand,
  showCommand,
  topicsCommand,
  refineCommand,
  reviewCommand,
  releaseCommand,
  verifyCommand,
  diffCommand,
  canaryCommand,
  statsCommand,
  hydrateCommand,
  publishCommand,
  judgingCommands,
  analysisCommands,
  studyCommand,
  doctorCommand,
]

/** Runs the command line and gives its exit code. Never throws, never exits. */
export async function runCli(argv: readonly string[], world: World): Promise<ExitCode> {
  let code: ExitCode = 0
  const program = new Command('engvqa')
    .description('Textbook PDFs go in, a reviewed, versioned, machine-checkable benchmark comes out.')
    .version(packageVersion())
    .showHelpAfterError('(add --help for the options)')
    .exitOverride()
    .configureOutput({ writeOut: world.out, writeErr: world.err })
  const does: Runs =
    <Args extends readonly unknown[]>(work: Work<Args>) =>
    async (...args: unknown[]) => {
      const command = args.at(-1) as Command // commander passes the command last
      const declared = args as unknown as Args // and before it what the command declared
      code = await work(toSession(world, command.optsWithGlobals<CommonOptions>()), ...declared)
    }
  for (const define of COMMANDS) define(program, does)
  everywhere(program)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return refuse(error, world)
  }
}

/** Options that every command has, after its own. */
function everywhere(command: Command): void {
  for (const sub of command.commands) everywhere(sub)
  if (command.commands.length > 0) return
  command.option('--json', 'print the result as JSON, for machines').option('--quiet', 'print errors only')
  command.exitOverride()
}

function refuse(error: unknown, world: World): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  world.err(`${explain(error)}\n`)
  if (error instanceof ProblemError && error.problem.code === 'usage') return 2
  return 3
}
