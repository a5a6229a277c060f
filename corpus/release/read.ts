import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Solution } from '../../schemas/item.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { RELEASE_FORMAT, ReleasedItem, ReleaseManifest } from '../../schemas/release.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { errorCode } from '../atomic.ts'
import { readArchive } from './archive.ts'
import { digestOfJson } from './json.ts'
import { itemUpgrade, type Stored, upgradeManifest } from './migrations.ts'

/** A release as it lies on the disk, whatever its format, in today's shape. */
export interface Release {
  readonly folder: string
  readonly manifest: ReleaseManifest
  readonly items: readonly ReleasedItem[]
  /** A shipped picture by its sha256; undefined where there is none, for example because its licence withholds it. */
  readonly image: ReadImage
}

/**
 * Reads a release of this or an older format. `archive` is the archive of its withheld solutions, which are then put back into the items.
 * Throws ProblemError `release-invalid` when it is not a release, or not whole, and `release-too-new`; `verifyRelease` finds every fault.
 */
export async function readRelease(folder: string, archive?: string): Promise<Release> {
  const { manifest, upgrade } = await open(folder)
  const items: ReleasedItem[] = []
  for await (const item of itemsOf(folder, upgrade)) items.push(item)
  const image = imagesIn(folder)
  if (archive === undefined) return { folder, manifest, items, image }
  const { solutions, images } = await readArchive(archive)
  return {
    folder,
    manifest,
    items: items.map((item) => whole(item, solutions.get(item.id), archive)),
    image: async (digest) => images.get(digest) ?? image(digest),
  }
}

/** The item with its withheld solution put back, if the archive has the very one. */
function whole(item: ReleasedItem, solution: Solution | undefined, archive: string): ReleasedItem {
  if (item.withheldSolution === null || solution === undefined) return item
  if (digestOfJson(solution) === item.withheldSolution) return { ...item, solution, withheldSolution: null }
  throw invalid(`The solution of ${item.id} in ${archive} is not the one of this release.`, 'Ask for the archive of this version.')
}

/** Reads manifest.json alone. Throws ProblemError `release-invalid` or `release-too-new`. */
export const readManifest = async (folder: string): Promise<ReleaseManifest> => (await open(folder)).manifest

async function open(folder: string): Promise<{ manifest: ReleaseManifest; upgrade: (item: Stored) => Stored }> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause: unknown) => {
    throw invalid(
      `${folder} is not a release: it has no readable manifest.json.`,
      'Name the folder of one version, for example releases/1.0.0.',
      cause,
    )
  })
  const stored = parseJson(text, `${folder}/manifest.json`)
  const { format } = stored
  if (typeof format === 'number' && format > RELEASE_FORMAT) throw tooNew(folder, format)
  const upgraded = upgradeManifest(stored)
  const parsed = ReleaseManifest.safeParse(upgraded)
  if (parsed.success) return { manifest: parsed.data, upgrade: itemUpgrade(format, upgraded) }
  const [issue] = parsed.error.issues
  throw invalid(
    `manifest.json of ${folder} is not valid: ${issue?.path.join('.')}: ${issue?.message}`,
    'Get the release again: the file was edited or cut off.',
  )
}

async function* itemsOf(folder: string, upgrade: (item: Stored) => Stored): AsyncGenerator<ReleasedItem> {
  let line = 0
  for await (const text of readLines(join(folder, 'items.jsonl'))) {
    line += 1
    const parsed = ReleasedItem.safeParse(upgrade(parseJson(text, `line ${line} of items.jsonl`)))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw invalid(
        `Line ${line} of items.jsonl is not an item: ${issue?.path.join('.')}: ${issue?.message}`,
        'Run engvqa verify on it to see every fault.',
      )
    }
    yield parsed.data
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
const imagesIn =
  (folder: string): ReadImage =>
  (sha256) =>
    readFile(join(folder, 'images', `${sha256}.png`)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    })

/** A JSON object, of whatever shape. */
export function parseJson(text: string, what: string): Stored {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw invalid(`${what} is not JSON.`, 'Get the release again: the file is cut off or was edited.', cause)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Stored // an object that is no array has string keys
  throw invalid(`${what} is not a JSON object.`, 'Get the release again: the file was edited.')
}

const tooNew = (folder: string, format: number): ProblemError =>
  new ProblemError({
    code: 'release-too-new',
    message: `${folder} has format ${format}, and this version knows formats up to ${RELEASE_FORMAT}.`,
    hint: 'Install a newer version of engvqa.',
    place: {},
  })

const invalid = (message: string, hint: string, cause?: unknown): ProblemError =>
  new ProblemError({ code: 'release-invalid', message, hint, place: {} }, cause === undefined ? undefined : { cause })
