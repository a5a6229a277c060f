import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ProblemError } from '../../schemas/problem.ts'
import type { ReleaseFile } from '../../schemas/release.ts'
import { errorCode, writeProblem, writing } from '../atomic.ts'

/** Characters. Lines are gathered up to this much before they are handed to the disk. */
const STREAM_CHUNK = 256 * 1024

/** Begins the name of a folder that is still being written; what follows is the process that writes it. */
const PARTIAL = '.partial-'

/** A file that is written line by line. */
export interface LineWriter {
  write(text: string): Promise<void>
  close(): Promise<ReleaseFile>
}

/** A release while it is being written: nobody sees it under its name before `commit`. */
export interface StagedFolder {
  /** Where files lie until `commit`. */
  readonly path: string
  write(path: string, content: string | Uint8Array): Promise<ReleaseFile>
  stream(path: string): Promise<LineWriter>
  /** Notes a file that something else wrote into `path`. */
  record(path: string): Promise<ReleaseFile>
  /** Every file so far, by path. */
  files(): ReleaseFile[]
  /** Gives the folder its name, in one step. Throws ProblemError `release-exists`. */
  commit(): Promise<void>
  /** Takes everything away again. */
  abandon(): Promise<void>
}

/**
 * Begins a folder that appears as `target` when it is whole. Throws ProblemError `release-exists`, `disk-full` or `store-unwritable`;
 * so do its functions.
 */
export async function stageFolder(target: string): Promise<StagedFolder> {
  const parent = dirname(target)
  const path = join(parent, `${PARTIAL}${process.pid}-${target.slice(parent.length + 1)}`)
  await refuseExisting(target)
  await writing(path, async () => {
    await mkdir(parent, { recursive: true })
    await sweep(parent)
    await rm(path, { recursive: true, force: true })
    await mkdir(path)
  })
  const files = new Map<string, ReleaseFile>()
  const known = new Set<string>([path])
  const place = async (name: string) => {
    const full = join(path, name)
    if (!known.has(dirname(full))) await mkdir(dirname(full), { recursive: true })
    known.add(dirname(full))
    return full
  }
  const noted = (file: ReleaseFile) => {
    files.set(file.path, file)
    return file
  }
  return {
    path,
    write: (name, content) =>
      writing(join(path, name), async () => {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content
        await writeFile(await place(name), bytes)
        return noted({ path: name, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length })
      }),
    stream: async (name) => lineWriter(name, await writing(join(path, name), () => place(name)), noted),
    record: async (name) => noted({ path: name, ...(await digestOf(join(path, name))) }),
    files: () => [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    commit: () =>
      writing(target, async () => {
        if (await isThere(target)) throw overtaken(target)
        await flush(path)
        await rename(path, target).catch((cause: unknown) => {
          throw OCCUPIED.has(errorCode(cause) ?? '') ? overtaken(target) : cause
        })
        await flush(parent)
      }),
    abandon: () => rm(path, { recursive: true, force: true }),
  }
}

/** sha256 and size of a file on the disk, read in pieces. */
export async function digestOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  const file = await open(path)
  let bytes = 0
  try {
    for await (const chunk of file.readableWebStream()) {
      const piece = Buffer.from(chunk as ArrayBuffer) // a byte stream yields buffers; the type says any
      hash.update(piece)
      bytes += piece.length
    }
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}

async function lineWriter(name: string, full: string, noted: (file: ReleaseFile) => ReleaseFile): Promise<LineWriter> {
  const hash = createHash('sha256')
  const out = createWriteStream(full)
  let failed: unknown
  out.on('error', (cause) => {
    failed = writeProblem(full, cause)
  })
  let pending: string[] = []
  let size = 0
  let bytes = 0
  const flushPending = async () => {
    const chunk = Buffer.from(pending.join(''))
    pending = []
    size = 0
    hash.update(chunk)
    bytes += chunk.length
    if (failed !== undefined) throw failed
    if (!out.write(chunk)) await room(out)
  }
  return {
    write: async (text) => {
      pending.push(text)
      size += text.length
      if (size > STREAM_CHUNK) await flushPending()
    },
    close: async () => {
      await flushPending()
      await new Promise<void>((done, fail) => out.end(() => (failed === undefined ? done() : fail(failed))))
      return noted({ path: name, sha256: hash.digest('hex'), bytes })
    },
  }
}

/** Waits until a stream takes more, or has ended in an error. */
async function room(out: WriteStream): Promise<void> {
  const over = new AbortController()
  const first = ['drain', 'close'].map((event) => once(out, event, { signal: over.signal }).catch(() => undefined)) // the one that lost the race
  await Promise.race(first)
  over.abort()
}

async function refuseExisting(target: string): Promise<void> {
  if (await isThere(target)) throw overtaken(target)
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false, // not there, or not readable: writing will tell
  )

/** What a rename says when something stands at its target. */
const OCCUPIED = new Set(['ENOTEMPTY', 'EEXIST'])

/** The version was free when it was chosen, so another run has taken it since. */
const overtaken = (target: string): ProblemError =>
  new ProblemError({
    code: 'release-exists',
    message: `Another release was written to ${target} meanwhile, and a release is never written over.`,
    hint: 'Run the command again: it compares with that release and takes the next version, or finds that nothing has changed.',
    place: {},
  })

/** Folders that a killed process left half-written. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PARTIAL) ? Number.parseInt(name.slice(PARTIAL.length), 10) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM' // somebody else's process lives
  }
}

/** Asks the disk to keep a folder's entries before we say that they are there. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
