import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ProblemError } from '../schemas/problem.ts'
import type { Session } from './session.ts'

/**
 * Looks at --out before any work is done: a command that declares it as `<dir>` writes into a folder, any other a file. Throws ProblemError
 * `store-unwritable` where the other of the two is in the way. What is not there yet is made later, and what fails then is told then.
 */
export async function checkOut({ cwd }: Pick<Session, 'cwd'>, command: Command): Promise<void> {
  const option = command.options.find(({ long }) => long === '--out')
  const out: unknown = command.getOptionValue('out')
  if (!option || typeof out !== 'string') return
  const facts = await stat(resolve(cwd, out)).catch(() => undefined) // not there yet, which is as good
  const isForFolder = option.flags.includes('<dir>')
  if (!facts || facts.isDirectory() === isForFolder) return
  throw new ProblemError({
    code: 'store-unwritable',
    message: `${out} is a ${isForFolder ? 'file' : 'folder'}.`,
    hint: `Name a ${isForFolder ? 'folder' : 'file'} with --out; it is made if it is not there.`,
    place: {},
  })
}
