import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'
import { z } from 'zod'
import { type Solution, Solution as SolutionSchema } from '../../schemas/item.ts'
import { ProblemError } from '../../schemas/problem.ts'
import type { ReleaseFile } from '../../schemas/release.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { writeProblem } from '../atomic.ts'
import { canarySentence } from './canary.ts'
import { digestOf } from './folder.ts'
import { digestOfImage } from './images.ts'

/** One line of `solutions.jsonl` in an archive. */
const ArchivedSolution = z.strictObject({ id: z.string(), canary: z.uuid(), solution: SolutionSchema })

/** What goes into an archive for one item. */
export interface WithheldSolution {
  readonly id: string
  readonly solution: Solution
}

export interface ArchiveOptions {
  readonly canary: string
  readonly date: Date
  readonly image: ReadImage
  /** Pictures that may be given away at all. */
  readonly shipped: ReadonlySet<string>
}

/** Where the archive of a version lies: beside its folder, never inside. Not compressed, because compressors differ between machines. */
export const archiveName = (version: string): string => `${version}.solutions.tar`

/**
 * Writes the archive of withheld solutions, their pictures included: same inputs, same bytes. Throws ProblemError `disk-full` or
 * `store-unwritable`.
 */
export async function writeArchive(path: string, solutions: readonly WithheldSolution[], options: ArchiveOptions): Promise<ReleaseFile> {
  const temporary = join(dirname(path), `.partial-${process.pid}-archive`)
  try {
    const tar = pack()
    await Promise.all([fill(tar, solutions, options), pipeline(tar, createWriteStream(temporary))])
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw writeProblem(path, cause)
  }
  return { path: path.slice(dirname(path).length + 1), ...(await digestOf(path)) }
}

async function fill(tar: Pack, solutions: readonly WithheldSolution[], { canary, date, image, shipped }: ArchiveOptions): Promise<void> {
  const add = (name: string, content: Uint8Array | string) =>
    new Promise<void>((done, fail) => {
      tar.entry({ name, mtime: date, uid: 0, gid: 0, mode: 0o644 }, Buffer.from(content), (error) => (error ? fail(error) : done()))
    })
  await add('README.txt', `Reference solutions, given out on request.\n${canarySentence(canary)}\n`)
  await add('solutions.jsonl', solutions.map(({ id, solution }) => `${JSON.stringify({ id, canary, solution })}\n`).join(''))
  for (const file of picturesOf(solutions, shipped)) {
    const bytes = await image(digestOfImage(file))
    if (bytes !== undefined) await add(file, bytes)
  }
  tar.finalize()
}

const picturesOf = (solutions: readonly WithheldSolution[], shipped: ReadonlySet<string>): string[] =>
  [...new Set(solutions.flatMap(({ solution }) => solution.files))].filter((file) => shipped.has(file)).toSorted()

/** Solutions and pictures of an archive. Throws ProblemError `release-invalid`. */
export async function readArchive(path: string): Promise<{ solutions: Map<string, Solution>; images: Map<string, Uint8Array> }> {
  const solutions = new Map<string, Solution>()
  const images = new Map<string, Uint8Array>()
  const tar = extract()
  tar.on('entry', (header, stream, next) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk) => chunks.push(Buffer.from(chunk as Uint8Array))) // the types of tar-stream leave open what its streams of bytes give
    stream.on('end', () => {
      const content = Buffer.concat(chunks)
      try {
        if (header.name === 'solutions.jsonl')
          for (const [id, solution] of parseLines(content.toString('utf8'))) solutions.set(id, solution)
        else if (header.name.startsWith('images/')) images.set(checkedDigest(header.name, content), content)
        next()
      } catch (error) {
        next(error instanceof Error ? error : new Error(String(error)))
      }
    })
  })
  try {
    await pipeline(createReadStream(path), tar)
  } catch (cause) {
    throw new ProblemError(
      { code: 'release-invalid', message: `${path} cannot be read as an archive of solutions.`, hint: 'Ask for it again.', place: {} },
      { cause },
    )
  }
  return { solutions, images }
}

/** sha256 that a picture's name gives; it must be that of its bytes. */
function checkedDigest(name: string, content: Buffer): string {
  const digest = digestOfImage(name)
  if (createHash('sha256').update(content).digest('hex') !== digest) throw new Error(`${name} is not named by its content.`)
  return digest
}

const parseLines = (text: string): [string, Solution][] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { id, solution } = ArchivedSolution.parse(JSON.parse(line))
      return [id, solution]
    })
