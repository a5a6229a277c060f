import { runCli } from '../../cli/program.ts'
import type { ExitCode, World } from '../../cli/session.ts'

export interface CliResult {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

/** Runs the command line in this process, in a folder, without a terminal. */
export async function engvqa(cwd: string, args: readonly string[], world: Partial<World> = {}): Promise<CliResult> {
  let [out, err] = ['', '']
  const code = await runCli(args, {
    cwd,
    env: {},
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    terminal: false,
    signal: new AbortController().signal,
    ...world,
  })
  return { code, out, err }
}
