#!/usr/bin/env node
import { runCli } from './program.ts'

/** Ctrl-C once stops in a way that can be resumed; twice stops at once. */
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (stop.signal.aborted) process.exit(1)
    process.stderr.write('\nStopping; what is finished is kept. Press Ctrl-C again to stop at once.\n')
    stop.abort()
  })
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0) // the reader of our output, such as `head`, has seen enough
  throw error
})

process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY === true,
  signal: stop.signal,
})
