import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Item } from '../../schemas/item.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { ReleaseManifest } from '../../schemas/release.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { errorCode } from '../atomic.ts'

/** A release as it lies on the disk. */
export interface Release {
  readonly folder: string
  readonly manifest: ReleaseManifest
  readonly items: readonly Item[]
  readonly image: ReadImage
}

/** Reads a release. Throws ProblemError `release-invalid` when it is not one, or not whole; `verifyRelease` finds every fault. */
export async function readRelease(folder: string): Promise<Release> {
  const manifest = await readManifest(folder)
  const items: Item[] = []
  for await (const item of readItems(folder)) items.push(item)
  return { folder, manifest, items, image: imagesIn(folder) }
}

/** Reads manifest.json alone. Throws ProblemError `release-invalid`. */
export async function readManifest(folder: string): Promise<ReleaseManifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause: unknown) => {
    throw invalid(
      `${folder} is not a release: it has no readable manifest.json.`,
      'Name the folder of one version, for example releases/1.0.0.',
      cause,
    )
  })
  const parsed = ReleaseManifest.safeParse(parseJson(text, `${folder}/manifest.json`))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(
    `manifest.json of ${folder} is not valid: ${issue?.path.join('.')}: ${issue?.message}`,
    'Get the release again, or read it with the version of the software that wrote it.',
  )
}

/** The items of a release one at a time, so that a large one need not fit in memory. Throws ProblemError `release-invalid`. */
export async function* readItems(folder: string): AsyncGenerator<Item> {
  let line = 0
  for await (const text of readLines(join(folder, 'items.jsonl'))) {
    line += 1
    const parsed = Item.safeParse(parseJson(text, `line ${line} of items.jsonl`))
    if (parsed.success) {
      yield parsed.data
      continue
    }
    const [issue] = parsed.error.issues
    throw invalid(
      `Line ${line} of items.jsonl is not an item: ${issue?.path.join('.')}: ${issue?.message}`,
      'Run engvqa verify on it to see every fault.',
    )
  }
}

/** Lines of a text file without their ends. Throws ProblemError `release-invalid` when there is no such file. */
export async function* readLines(path: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  } catch (cause) {
    if (errorCode(cause) === undefined) throw cause
    throw invalid(`${path} cannot be read.`, 'Get the release again.', cause)
  }
}

/** Looks pictures up in `images/`. */
export const imagesIn =
  (folder: string): ReadImage =>
  (sha256) =>
    readFile(join(folder, 'images', `${sha256}.png`)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    })

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(`${what} is not JSON.`, 'Get the release again: the file is cut off or was edited.', cause)
  }
}

const invalid = (message: string, hint: string, cause?: unknown): ProblemError =>
  new ProblemError({ code: 'release-invalid', message, hint, place: {} }, cause === undefined ? undefined : { cause })
