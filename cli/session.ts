import { randomUUID } from 'node:crypto'
import { diskProblem } from '../corpus/atomic.ts'
import { type Problem, ProblemError, trail } from '../schemas/problem.ts'

/** How a command ended: 0 done, 1 done with problems, 2 wrong use, 3 nothing could be done. */
export type ExitCode = 0 | 1 | 2 | 3

/** Everything of the outside world that a command may touch, so that tests can hand in their own. */
export interface World {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Results. */
  readonly out: (text: string) => void
  /** Progress and problems. */
  readonly err: (text: string) => void
  /** Whether progress can be drawn: stderr is a terminal. */
  readonly terminal: boolean
  /** Stops the work in a way that can be resumed. */
  readonly signal: AbortSignal
}

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** A running command. */
export interface Session extends World {
  readonly json: boolean
  readonly quiet: boolean
  readonly id: string
}

export const toSession = (world: World, { json = false, quiet = false }: CommonOptions): Session => ({
  ...world,
  json,
  quiet,
  id: randomUUID(),
})

/** Known problems get two plain lines; anything else is a bug and keeps its stack. */
export function explain(error: unknown): string {
  const known = error instanceof ProblemError ? error : diskProblem(error)
  if (known) return explainProblem(known.problem)
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `This is a bug in engvqa, please report it with these lines.\n${stack}`
}

/** What went wrong, as machines read it: a known problem's code, "usage" for a wrong command line, or "bug". */
export interface Failure extends Pick<Problem, 'message' | 'hint' | 'place'> {
  readonly code: Problem['code'] | 'bug'
}

/** The same as `explain`, for --json. */
export function failureOf(error: unknown): Failure {
  const known = error instanceof ProblemError ? error : diskProblem(error)
  if (known) {
    const { code, message, hint, place } = known.problem
    return { code, message, hint, place }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'bug', message, hint: 'This is a bug in engvqa, please report it with the lines on stderr.', place: {} }
}

export function explainProblem({ place, message, hint }: Problem): string {
  const where = trail(place)
  return `${where === '' ? '' : `${where}: `}${message}\n  → ${hint}`
}

/** Whether problems make a success a "success with problems": notices do not. */
export const exitCodeOf = (problems: readonly Problem[]): ExitCode => (problems.some(({ severity }) => severity !== 'notice') ? 1 : 0)

/** Prints a result: JSON for machines, text for people. */
export function show(session: Session, text: string, value: unknown): void {
  session.out(session.json ? `${JSON.stringify(value)}\n` : `${text}\n`)
}

/** Kinds of problems that are written out, and examples of each. A kind that comes a hundred times is told once, with its count. */
const SHOWN_KINDS = 12
const SHOWN_EXAMPLES = 2

/** Tells problems to people, worst first; --quiet leaves errors only. All of them are in `where`. */
export function tell(session: Session, problems: readonly Problem[], where: string): void {
  const rank = { error: 0, warning: 1, notice: 2 }
  const loud = problems
    .filter(({ severity }) => severity === 'error' || (severity === 'warning' && !session.quiet))
    .toSorted((a, b) => rank[a.severity] - rank[b.severity])
  const kinds = new Map<string, Problem[]>()
  for (const problem of loud) {
    const kind = `${problem.severity} ${problem.code} ${problem.hint}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), problem])
  }
  for (const alike of [...kinds.values()].slice(0, SHOWN_KINDS)) session.err(`${explainKind(alike)}\n`)
  const hidden = [...kinds.values()].slice(SHOWN_KINDS).reduce((sum, alike) => sum + alike.length, 0)
  if (hidden > 0) session.err(`… and ${hidden} more of other kinds.\n`)
  if (loud.length > SHOWN_EXAMPLES) session.err(`All ${loud.length} are in ${where}.\n`)
}

/** Problems with one remedy: a few of them, how many more there are, and the remedy once. */
function explainKind(alike: readonly Problem[]): string {
  const shown = alike.slice(0, SHOWN_EXAMPLES).map(({ place, message }) => {
    const at = trail(place)
    return at === '' ? message : `${at}: ${message}`
  })
  const more = alike.length - shown.length
  return [
    ...shown,
    ...(more > 0 ? [`  and ${more} more like ${shown.length === 1 ? 'it' : 'these'}`] : []),
    `  → ${alike[0]?.hint ?? ''}`,
  ].join('\n')
}
