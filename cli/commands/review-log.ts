import { createReadStream } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { errorCode, FOR_OWNER, writeAtomically } from '../../corpus/atomic.ts'
import { backup, restore } from '../../review/backup.ts'
import { exportEvents, importEvents } from '../../review/exchange.ts'
import type { Review } from '../../review/store/open.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { DefineCommand } from '../define.ts'
import { withReview } from '../review-queue.ts'
import { type ExitCode, type Session, show } from '../session.ts'
import { currentWorkspace } from '../workspace.ts'

interface OutOption {
  readonly out?: string
}

export const backupCommand: DefineCommand = (parent, does) => {
  parent
    .command('backup')
    .description('write the whole review database as JSONL, as it is at this moment')
    .option('--out <file>', 'write there, readable by you alone; to standard output when left out')
    .addHelpText('after', '\nExample:\n  engvqa review backup --out review-backup.jsonl')
    .action(does<[OutOption]>((session, { out }) => pour(session, { out, lines: backup, what: 'lines', mode: FOR_OWNER })))
}

export const exportCommand: DefineCommand = (parent, does) => {
  parent
    .command('export')
    .description('write the review log as JSONL, one event a line, for git')
    .option('--out <file>', 'write there; to standard output when left out')
    .addHelpText('after', '\nExample:\n  engvqa review export --out review.jsonl')
    .action(does<[OutOption]>((session, { out }) => pour(session, { out, lines: exportEvents, what: 'events' })))
}

export const restoreCommand: DefineCommand = (parent, does) => {
  parent
    .command('restore')
    .description('fill an empty review database from a backup, whole or not at all')
    .argument('<file>', 'what `engvqa review backup` wrote')
    .addHelpText('after', '\nExample:\n  engvqa review restore review-backup.jsonl')
    .action(
      does<[string]>((session, file) =>
        within(session, async (database) => {
          const rows = await restore(database, linesOf(session, file))
          show(session, `${rows} rows restored.`, { rows })
        }),
      ),
    )
}

export const importCommand: DefineCommand = (parent, does) => {
  parent
    .command('import')
    .description('merge a review log into this one; events that are here already are left alone')
    .argument('<file>', 'what `engvqa review export` wrote')
    .addHelpText('after', '\nExample:\n  engvqa review import review.jsonl')
    .action(
      does<[string]>((session, file) =>
        within(session, async (database) => {
          const { added, known } = await importEvents(database, linesOf(session, file))
          show(session, `${added} events added, ${known} were here already.`, { added, known })
        }),
      ),
    )
}

async function within(session: Session, work: (database: Review) => Promise<void>): Promise<ExitCode> {
  await withReview(session, await currentWorkspace(session), work)
  return 0
}

interface Poured {
  readonly out: string | undefined
  readonly lines: (database: Review) => AsyncGenerator<string>
  /** What a line is, for the count. */
  readonly what: string
  readonly mode?: number
}

/** Writes lines to a file, all or none, and counts them; to standard output, where nothing else may stand then. */
const pour = (session: Session, { out, lines, what, mode }: Poured): Promise<ExitCode> =>
  within(session, async (database) => {
    if (out === undefined) {
      for await (const line of lines(database)) session.out(line)
      return
    }
    const file = resolve(session.cwd, out)
    let count = 0
    const counted = async function* (): AsyncGenerator<string> {
      for await (const line of lines(database)) {
        count += 1
        yield line
      }
    }
    await writeAtomically(file, counted(), undefined, mode)
    show(session, `${count} ${what} in ${relative(session.cwd, file)}`, { file, [what]: count })
  })

async function* linesOf(session: Session, name: string): AsyncGenerator<string> {
  const path = resolve(session.cwd, name)
  try {
    yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  } catch (cause) {
    if (errorCode(cause) === undefined) throw cause
    const hint = 'Name a file that you can read.'
    throw new ProblemError({ code: 'file-missing', message: `${path} cannot be read (${errorCode(cause)}).`, hint, place: {} }, { cause })
  }
}
