import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ProblemError } from '../schemas/problem.ts'

/** Error codes of the operating system that mean: the disk, not the program, is at its end. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST'])

/** Permissions of a new file, before the user's mask takes some away. */
const FOR_ALL = 0o666

/** Permissions of a file that holds what others must not read. */
export const FOR_OWNER = 0o600

/**
 * Writes a file so that a reader sees all of it or nothing: into a neighbour first, flushed to the disk, then renamed over the target.
 * Throws ProblemError `disk-full` or `store-unwritable`; whatever stood at `path` before is then still there.
 */
export async function writeAtomically(
  path: string,
  bytes: string | Uint8Array | AsyncIterable<string>,
  staging: string = dirname(path),
  mode = FOR_ALL,
): Promise<void> {
  const temporary = join(staging, `.${randomUUID()}.part`)
  const write = async () => {
    await writeFlushed(temporary, bytes, mode)
    await rename(temporary, path)
  }
  try {
    await write().catch(async (cause: unknown) => {
      if (errorCode(cause) !== 'ENOENT') throw cause
      await unlink(temporary).catch(() => undefined) // written, and then its target's folder was missing
      await mkdir(staging, { recursive: true })
      await mkdir(dirname(path), { recursive: true })
      await write()
    })
  } catch (cause) {
    await unlink(temporary).catch(() => undefined) // it may never have come to be, and the first error is the one to tell
    throw writeProblem(path, cause)
  }
}

async function writeFlushed(path: string, bytes: string | Uint8Array | AsyncIterable<string>, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await writeFile(file, bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What a failed write means to the person at the keyboard; an error that we do not know stays what it is. */
export function writeProblem(path: string, cause: unknown): unknown {
  const code = errorCode(cause)
  if (code !== undefined && FULL.has(code)) {
    return new ProblemError(
      {
        code: 'disk-full',
        message: `There is no room left on the disk to write ${path}.`,
        hint: 'Free some space and run the same command again: what is finished is kept.',
        place: {},
      },
      { cause },
    )
  }
  if (code !== undefined && REFUSED.has(code)) {
    return new ProblemError(
      {
        code: 'store-unwritable',
        message: `${path} cannot be written (${code}).`,
        hint: 'Make the folder writable for you, or choose another one.',
        place: {},
      },
      { cause },
    )
  }
  return cause
}

/** Does what writes at `path`, with its failures as ProblemError `disk-full` or `store-unwritable`. */
export async function writing<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    throw writeProblem(path, cause)
  }
}

/** Makes a folder and those above it. Throws ProblemError `disk-full` or `store-unwritable`. */
export const makeFolder = (path: string): Promise<unknown> => writing(path, () => mkdir(path, { recursive: true }))

/** System calls that only look; what fails in another one was about to write, or opened a file for either. */
const LOOKING = new Set(['scandir', 'opendir', 'read', 'stat', 'lstat', 'access', 'readlink', 'realpath'])

/** What the disk's refusal means to the person at the keyboard, wherever it was met; undefined for any other error. `at`: where, if the error does not say. */
export function diskProblem(error: unknown, at = 'A file of the workspace'): ProblemError | undefined {
  const code = errorCode(error)
  if (code === undefined || !(error instanceof Error)) return undefined
  const named = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined
  const path = typeof named === 'string' ? named : at
  const syscall = 'syscall' in error ? String(error.syscall) : ''
  if (!FULL.has(code) && REFUSED.has(code) && (syscall === 'open' || LOOKING.has(syscall))) return unreadable(path, code, error)
  const problem = writeProblem(path, error)
  return problem instanceof ProblemError ? problem : undefined
}

const unreadable = (path: string, code: string, cause: unknown): ProblemError =>
  new ProblemError(
    {
      code: 'store-unwritable',
      message: `${path} cannot be opened (${code}).`,
      hint: 'See to it that it is what its name says, a file or a folder, and that you may read and write it.',
      place: {},
    },
    { cause },
  )

/** The operating system's name for an error ("ENOENT"), if it is one of its errors. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
