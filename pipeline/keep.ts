import { type ProblemCode, ProblemError } from '../schemas/problem.ts'

/** Where results and pictures are kept between runs. `run.ts` hands in the workspace's store. */
export interface Keep {
  /** The hash of everything that a result depends on. */
  key(parts: unknown): string
  result(key: string): Promise<Buffer | undefined>
  /** Throws ProblemError `disk-full` or `store-unwritable`. */
  putResult(key: string, bytes: string | Uint8Array): Promise<void>
  /** Whether a picture is there with the content that its name promises. */
  hasBlob(digest: string): Promise<boolean>
  putBlob(bytes: Uint8Array): Promise<string>
}

/** A kept JSON value. The caller's key names the shape, and the store vouches for the bytes. */
export async function recallJson<T>(keep: Keep, key: string): Promise<T | undefined> {
  const bytes = await keep.result(key)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as T) // see the docstring
}

export const keepJson = (keep: Keep, key: string, value: unknown): Promise<void> => keep.putResult(key, JSON.stringify(value))

/** How a layer refers to a picture in an export or a release. */
const IMAGE = /^images\/([0-9a-f]{64})\.png$/

/** Digests of the pictures that a layer names, whatever its shape: crops by hash and size, and the files of items. */
export function blobsIn(layer: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      const digest = IMAGE.exec(value)?.[1]
      if (digest !== undefined) found.add(digest)
    } else if (typeof value === 'object' && value !== null) {
      if ('sha256' in value && 'width' in value && typeof value.sha256 === 'string') found.add(value.sha256)
      for (const inner of Object.values(value)) look(inner)
    }
  }
  look(layer)
  return [...found]
}

/** Codes that end the whole run: no document can be finished without a place to keep its results. */
const FATAL = new Set(['disk-full', 'store-unwritable', 'interrupted'])

/** Codes that say that a file cannot be opened: every page would fail alike. */
const ABOUT_FILE = new Set<string>([
  'file-missing',
  'file-unreadable',
  'file-empty',
  'file-not-pdf',
  'pdf-damaged',
  'pdf-encrypted',
  'pdf-wrong-password',
  'pdf-no-pages',
] satisfies ProblemCode[])

/** Whether an error concerns the whole file and not just the page at hand. */
export const isAboutFile = (error: unknown): boolean => error instanceof ProblemError && ABOUT_FILE.has(error.problem.code)

/** Whether an error concerns the run and not just the page or document at hand. */
export const endsRun = (error: unknown): boolean => error instanceof ProblemError && FATAL.has(error.problem.code)
