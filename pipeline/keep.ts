import { ProblemError } from '../schemas/problem.ts'

/** Where results and pictures are kept between runs. `run.ts` hands in the workspace's store. */
export interface Keep {
  /** The hash of everything that a result depends on. */
  key(parts: unknown): string
  result(key: string): Promise<Buffer | undefined>
  /** Throws ProblemError `disk-full` or `store-unwritable`. */
  putResult(key: string, bytes: string | Uint8Array): Promise<void>
  hasBlob(digest: string): Promise<boolean>
  putBlob(bytes: Uint8Array): Promise<string>
}

/** A kept JSON value. The caller's key names the shape, and the store vouches for the bytes. */
export async function recallJson<T>(keep: Keep, key: string): Promise<T | undefined> {
  const bytes = await keep.result(key)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as T) // see the docstring
}

export const keepJson = (keep: Keep, key: string, value: unknown): Promise<void> => keep.putResult(key, JSON.stringify(value))

/** Codes that end the whole run: no document can be finished without a place to keep its results. */
const FATAL = new Set(['disk-full', 'store-unwritable', 'interrupted'])

/** Whether an error concerns the run and not just the page or document at hand. */
export const endsRun = (error: unknown): boolean => error instanceof ProblemError && FATAL.has(error.problem.code)
