import { readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { findWorkspace } from '../../corpus/workspace.ts'
import { readLog } from '../../judge/runs/log.ts'
import { showJudgement } from '../../judge/runs/show.ts'
import { Judgement } from '../../schemas/judge.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { type ExitCode, type Session, show } from '../session.ts'

/** How many folders below the workspace runs are looked for: runs/flash/judged is three. */
const DEPTH = 3

/** Folders that hold no runs, however large they are. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'releases', 'images'])

/** Prints one judgement whole. Without a run, the runs in the workspace (or here) are searched. Throws ProblemError `solution-unknown`. */
export async function printJudgement(session: Session, run: string | undefined, id: string): Promise<ExitCode> {
  const folder = run === undefined ? await runWith(session, id) : resolve(session.cwd, run)
  const { text, ...rest } = await showJudgement(folder, id)
  show(session, text, { run: relative(session.cwd, folder), ...rest })
  return 0
}

async function runWith(session: Session, id: string): Promise<string> {
  const root = (await findWorkspace(session.cwd)) ?? session.cwd
  const runs = await judgedRuns(root, DEPTH)
  const holding: string[] = []
  for (const run of runs) {
    const judgements = await readLog(join(run, 'judgements.jsonl'), Judgement)
    if (judgements.some((one) => one.id === id || one.item === id)) holding.push(run)
  }
  const [only, ...others] = holding
  if (only !== undefined && others.length === 0) return only
  const named = (folders: readonly string[]): string => folders.map((folder) => relative(session.cwd, folder) || '.').join(', ')
  throw new ProblemError({
    code: 'solution-unknown',
    message: only === undefined ? `No run here has a judgement “${id}”.` : `“${id}” was judged in several runs: ${named(holding)}.`,
    hint:
      only !== undefined || runs.length > 0
        ? `Name one of the runs: engvqa show judgement ${id} --run ${named([only ?? runs[0] ?? root])}`
        : 'Judge solutions with `engvqa judge`, or name the folder of the run with --run.',
    place: {},
  })
}

/** Folders in which `judge` has left judgements. */
async function judgedRuns(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some(({ name }) => name === 'judgements.jsonl')) return [folder]
  if (depth === 0) return []
  const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
  return (await Promise.all(below.map(({ name }) => judgedRuns(join(folder, name), depth - 1)))).flat()
}
