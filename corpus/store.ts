import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '../schemas/problem.ts'
import { errorCode, writeAtomically, writeProblem } from './atomic.ts'

/** Milliseconds. A half-written file older than this belongs to nobody who is still alive. */
const ABANDONED_AFTER = 60 * 60 * 1000

/** Raise when the shape of the files in the store changes; older ones are then not seen. */
const FORMAT = 'v1'

/** Length of a checksum in hexadecimal digits; it stands before every stored result, ended by a newline. */
const DIGEST_LENGTH = 64

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Results by key and pictures by content, below one folder that is safe to delete. Everything is written whole or not at all and carries
 * its checksum, so that what a crash, a full disk or a bad sector left behind is never believed: it reads as absent.
 */
export interface Store {
  readonly folder: string
  /** The bytes kept under a key, or undefined when there are none that can be trusted. */
  result(key: string): Promise<Buffer | undefined>
  hasResult(key: string): Promise<boolean>
  /** Throws ProblemError `disk-full` or `store-unwritable`. */
  putResult(key: string, bytes: string | Uint8Array): Promise<void>
  /** Content by its sha256, or undefined when it is absent or damaged. */
  blob(digest: string): Promise<Buffer | undefined>
  /** Whether content is there whole. */
  hasBlob(digest: string): Promise<boolean>
  /** Keeps content and gives its sha256. Throws ProblemError `disk-full` or `store-unwritable`. */
  putBlob(bytes: Uint8Array): Promise<string>
  /** Where a blob lies on the disk, whether it is there or not. */
  blobPath(digest: string): string
}

/** Opens the store in `folder`, making it where there is none. Throws ProblemError `disk-full` or `store-unwritable`. */
export async function openStore(folder: string): Promise<Store> {
  const base = join(folder, FORMAT)
  const staging = join(base, 'tmp')
  await mkdir(staging, { recursive: true }).catch((cause: unknown) => {
    throw writeProblem(folder, cause)
  })
  await sweep(staging)
  const path = (kind: 'results' | 'blobs', name: string) => join(base, kind, name.slice(0, 2), name)
  const blob = async (digest: string) => {
    const bytes = await readIfThere(path('blobs', digest))
    return bytes && sha256(bytes) === digest ? bytes : undefined
  }
  return {
    folder,
    result: async (key) => checked(await readIfThere(path('results', key))),
    hasResult: (key) => isThere(path('results', key)),
    putResult: (key, bytes) => writeAtomically(path('results', key), sealed(bytes), staging),
    blob,
    hasBlob: async (digest) => (await blob(digest)) !== undefined,
    putBlob: async (bytes) => {
      const digest = sha256(bytes)
      if (!(await blob(digest))) await writeAtomically(path('blobs', digest), bytes, staging)
      return digest
    },
    blobPath: (digest) => path('blobs', digest),
  }
}

/** The key of a result: the hash of everything that it depends on. Order of object keys does not matter. */
export const keyOf = (parts: unknown): string => sha256(canonical(parts))

/** JSON with sorted keys, so that the same value always spells the same. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}

function sealed(bytes: string | Uint8Array): Buffer {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return Buffer.concat([Buffer.from(`${sha256(body)}\n`), body])
}

function checked(file: Buffer | undefined): Buffer | undefined {
  if (!file || file.length <= DIGEST_LENGTH) return undefined
  const body = file.subarray(DIGEST_LENGTH + 1)
  return sha256(body) === file.subarray(0, DIGEST_LENGTH).toString('latin1') ? body : undefined
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw new ProblemError(
      {
        code: 'store-damaged',
        message: `${path} cannot be read (${errorCode(cause) ?? 'unknown reason'}).`,
        hint: 'Delete the store (.engvqa/store): it is made again from the PDFs.',
        place: {},
      },
      { cause },
    )
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Throws away what writers that died left behind. A store that cannot be swept can still be used. */
async function sweep(staging: string): Promise<void> {
  const now = Date.now()
  for (const name of await readdir(staging)) {
    const path = join(staging, name)
    const age = await stat(path).then(
      (found) => now - found.mtimeMs,
      () => 0, // another run swept it a moment ago
    )
    if (age > ABANDONED_AFTER) await rm(path, { force: true }).catch(() => undefined) // not ours to delete: leave it
  }
}
