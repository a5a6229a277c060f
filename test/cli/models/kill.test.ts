import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { geminiSays, json, type Reply, type Seen, serve } from './server.ts'

/** Questions after whose arrival the process is killed, with the answer still on its way. */
const ENOUGH = 5

/** Calls that may be in flight; what they cost is all that a kill may lose. */
const IN_FLIGHT = 2

const childOf = (...args: string[]) =>
  spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./kill-child.ts', import.meta.url)), ...args], { stdio: 'ignore' })
const questionOf = ({ text }: Seen): string => /Question (\d+)/.exec(text)?.[1] ?? ''

it('pays again for no more than what was in flight when the process is killed', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kill-models-'))
  let kill = (): unknown => undefined
  const reply: Reply = (response, seen) => {
    if (server.seen.length < ENOUGH) json(geminiSays('Yes.'))(response, seen)
    else kill()
  }
  const server = await serve(reply)
  const first = childOf(server.url, folder)
  kill = () => first.kill('SIGKILL')
  await once(first, 'exit')
  const before = server.seen.map(questionOf)
  expect(before.length).toBeLessThanOrEqual(ENOUGH + IN_FLIGHT)
  await server.close()

  const again = await serve(json(geminiSays('Yes.')))
  const [code] = await once(childOf(again.url, folder), 'exit')
  expect(code).toBe(0)
  const after = again.seen.map(questionOf)
  expect(new Set([...before, ...after]).size).toBe(12)
  expect(after.filter((question) => before.includes(question)).length).toBeLessThanOrEqual(IN_FLIGHT)
  await again.close()
  await rm(folder, { recursive: true })
})
