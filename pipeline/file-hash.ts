import { stat } from 'node:fs/promises'
import { ProblemError } from '../schemas/problem.ts'
import { type Keep, keepJson, recallJson } from './keep.ts'

/** The file's hash by `hashOf`, computed once as long as the file system says that nobody touched it. Throws ProblemError `file-missing`. */
export async function knownSha256(path: string, keep: Keep, hashOf: (path: string) => Promise<string>): Promise<string> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  if (facts.isDirectory()) throw isFolder(path)
  if (!facts.isFile()) throw unreadable(path, undefined)
  const key = keep.key({ path, size: facts.size, changed: facts.ctimeMs, modified: facts.mtimeMs, inode: facts.ino })
  const known = await recallJson<string>(keep, key)
  if (known) return known
  const digest = await hashOf(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  await keepJson(keep, key, digest)
  return digest
}

/** What the system says when it knows a file and does not let us read it. */
const DENIED = new Set(['EACCES', 'EPERM'])

/** Why a PDF cannot be had: it is not there, or it may not be read. It concerns the document, whichever page was wanted. */
export function unreadable(path: string, cause: unknown): ProblemError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  const isDenied = code !== undefined && DENIED.has(code)
  return new ProblemError(
    {
      code: isDenied ? 'file-unreadable' : 'file-missing',
      message: isDenied ? `You may not read ${path} (${code}).` : `${path} is not there, or is not a file that may be read.`,
      hint: isDenied
        ? `Make it readable for you, for example with \`chmod u+r ${path}\`, and the folders above it too; then run the same command again.`
        : 'Check the path, and whether you may read what is there.',
      place: { stage: 'ingest' },
    },
    { cause },
  )
}

const isFolder = (path: string): ProblemError =>
  new ProblemError({
    code: 'file-missing',
    message: `${path} is a folder, not a PDF.`,
    hint: 'Name a PDF in it.',
    place: { stage: 'ingest' },
  })
