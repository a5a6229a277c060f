import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { ProblemError } from '../../schemas/problem.ts'
import { errorCode } from '../atomic.ts'

/** Bytes of a file that say that it is compressed with gzip. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/** The GUID of a dataset that was given none: made from its name, so that it is the same in every release. */
export function canaryOf(name: string): string {
  const hash = createHash('sha256').update(`engvqa canary of ${name}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The sentence that goes with it, where a file has room for one. */
export const canarySentence = (canary: string): string =>
  `Part of an evaluation benchmark: keep it out of training data. Canary GUID ${canary}`

export interface CanaryHit {
  readonly file: string
  /** Bytes from the start of the file, or of what it unpacks to. */
  readonly offset: number
  readonly unpacked: boolean
}

/**
 * Looks for a canary in files and folders, also inside gzip. Reads in pieces, so a file may be of any size. Throws ProblemError
 * `file-missing` for a path that is not there.
 */
export async function findCanary(paths: readonly string[], canary: string): Promise<CanaryHit[]> {
  const hits: CanaryHit[] = []
  for (const path of paths) {
    for (const file of await filesBelow(path)) {
      const plain = await offsetIn(createReadStream(file), canary)
      if (plain !== undefined) hits.push({ file, offset: plain, unpacked: false })
      else if (await isGzip(file)) {
        const inside = await offsetIn(createReadStream(file).pipe(createGunzip()), canary)
        if (inside !== undefined) hits.push({ file, offset: inside, unpacked: true })
      }
    }
  }
  return hits
}

async function filesBelow(path: string): Promise<string[]> {
  const facts = await stat(path).catch((cause: unknown) => {
    if (errorCode(cause) !== 'ENOENT') throw cause
    throw new ProblemError(
      { code: 'file-missing', message: `There is no ${path}.`, hint: 'Name files or folders to search for the canary.', place: {} },
      { cause },
    )
  })
  if (facts.isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Where the canary begins, whatever the case of its letters; what overlaps two pieces is found as well. */
async function offsetIn(stream: AsyncIterable<Buffer>, canary: string): Promise<number | undefined> {
  const wanted = canary.toLowerCase()
  let tail = ''
  let before = 0
  try {
    for await (const chunk of stream) {
      const text = tail + chunk.toString('latin1').toLowerCase()
      const at = text.indexOf(wanted)
      if (at !== -1) return before + at
      tail = text.slice(-(wanted.length - 1))
      before += text.length - tail.length
    }
  } catch (error) {
    if (errorCode(error)?.startsWith('Z_') !== true) throw error // damaged gzip: what could be read has been searched
  }
  return undefined
}

async function isGzip(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file, { end: 1 })) return GZIP_MAGIC.equals(chunk as Buffer) // no encoding is set, so chunks are buffers
  return false
}
