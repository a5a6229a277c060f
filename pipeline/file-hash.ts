import { stat } from 'node:fs/promises'
import { ProblemError } from '../schemas/problem.ts'
import { type Keep, keepJson, recallJson } from './keep.ts'

/** The file's hash by `hashOf`, computed once as long as the file system says that nobody touched it. Throws ProblemError `file-missing`. */
export async function knownSha256(path: string, keep: Keep, hashOf: (path: string) => Promise<string>): Promise<string> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw missing(path, cause)
  })
  if (facts.isDirectory()) throw isFolder(path)
  if (!facts.isFile()) throw missing(path, undefined)
  const key = keep.key({ path, size: facts.size, changed: facts.ctimeMs, modified: facts.mtimeMs, inode: facts.ino })
  const known = await recallJson<string>(keep, key)
  if (known) return known
  const digest = await hashOf(path).catch((cause: unknown) => {
    throw missing(path, cause)
  })
  await keepJson(keep, key, digest)
  return digest
}

const missing = (path: string, cause: unknown): ProblemError =>
  new ProblemError(
    {
      code: 'file-missing',
      message: `${path} is not there, or is not a file that may be read.`,
      hint: 'Check the path, and whether you may read what is there.',
      place: { stage: 'ingest' },
    },
    { cause },
  )

const isFolder = (path: string): ProblemError =>
  new ProblemError({
    code: 'file-missing',
    message: `${path} is a folder, not a PDF.`,
    hint: 'Name a PDF in it.',
    place: { stage: 'ingest' },
  })
