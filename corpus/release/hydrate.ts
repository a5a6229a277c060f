import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fromBBox } from '../../schemas/geometry.ts'
import { type Note, ProblemError } from '../../schemas/problem.ts'
import { WithheldImage } from '../../schemas/release.ts'
import type { CutFromFile } from '../../schemas/render.ts'
import { errorCode, makeFolder, writeAtomically, writing } from '../atomic.ts'
import { digestOf } from './folder.ts'
import { readLines, readManifest } from './read.ts'

/** Points. Released boxes are rounded to hundredths, so an edge may have stood this much to either side; a pixel may hang on it. */
const ROUNDING = 0.005

/** The user's own copies of a source. */
export interface OwnFiles {
  readonly document?: string | undefined
  readonly solutions?: string | undefined
}

export interface HydrateInput {
  /** The release; pictures are written into its `images/`, where readers look for them. */
  readonly folder: string
  /** Paths of the user's PDFs by document id. */
  readonly files: ReadonlyMap<string, OwnFiles>
  readonly cut: CutFromFile
  readonly note: Note
  readonly progress?: ((done: number, total: number) => void) | undefined
}

export interface Hydrated {
  readonly cut: number
  /** Were there already, and right. */
  readonly present: number
  /** Could not be cut, or came out as another picture. */
  readonly missing: readonly WithheldImage[]
}

/** Options that name the copies which pictures still wait for: "--file thermo-a=…". */
export function copiesWanted(missing: readonly WithheldImage[], files: ReadonlyMap<string, OwnFiles>): string[] {
  const waiting = missing.filter(({ document, of }) => files.get(document)?.[of] === undefined)
  return [...new Set(waiting.map(({ document, of }) => `--${of === 'document' ? 'file' : 'solutions'} ${document}=…`))]
}

const Line = WithheldImage.extend({ canary: z.uuid() })

/**
 * Cuts the pictures that a licence keeps out of a release from the user's own PDFs. Only a file with the sha256 of the source is used, and
 * only a picture with the sha256 of the original is kept; everything else is noted. Running it again does only what is missing. Throws
 * ProblemError `release-invalid`, `disk-full` or `store-unwritable`.
 */
export async function hydrateRelease({ folder, files, cut, note, progress }: HydrateInput): Promise<Hydrated> {
  const manifest = await readManifest(folder)
  const wanted = manifest.withheldImages === 0 ? [] : await readWanted(folder)
  const sources = new Map(manifest.sources.map((source) => [source.document, source]))
  const usable = await usableFiles(files, (document) => sources.get(document), note)
  await makeFolder(join(folder, 'images'))
  let [done, present] = [0, 0]
  const missing: WithheldImage[] = []
  for (const [index, image] of wanted.entries()) {
    const path = join(folder, ...image.file.split('/'))
    const file = usable.get(`${image.document} ${image.of}`)
    if (await writing(path, () => isThere(path, image.sha256))) present += 1
    else if (file !== undefined && (await cutTo(path, file, image, cut, note))) done += 1
    else missing.push(image)
    progress?.(index + 1, wanted.length)
  }
  return { cut: done, present, missing }
}

async function readWanted(folder: string): Promise<WithheldImage[]> {
  const wanted: WithheldImage[] = []
  for await (const line of readLines(join(folder, 'withheld-images.jsonl'))) {
    const parsed = Line.safeParse(JSON.parse(line))
    if (!parsed.success) {
      throw new ProblemError({
        code: 'release-invalid',
        message: `withheld-images.jsonl is not valid: ${parsed.error.issues[0]?.message}`,
        hint: 'Get the release again.',
        place: { stage: 'hydrate' },
      })
    }
    const { canary, ...image } = parsed.data
    wanted.push(image)
  }
  return wanted
}

/** Paths by `<document> document` and `<document> solutions`: only files that are byte for byte those that the release was made from. */
async function usableFiles(
  files: ReadonlyMap<string, OwnFiles>,
  sourceOf: (document: string) => { sha256: string; solutionsSha256: string | null } | undefined,
  note: Note,
): Promise<Map<string, string>> {
  const usable = new Map<string, string>()
  for (const [document, own] of files) {
    const source = sourceOf(document)
    const pairs = [
      { of: 'document', path: own.document, sha256: source?.sha256 },
      { of: 'solutions', path: own.solutions, sha256: source?.solutionsSha256 },
    ]
    for (const { of, path, sha256 } of pairs) {
      if (path === undefined) continue
      const problem = sha256 == null ? notInRelease(document, of) : await whyUnusable(document, path, sha256)
      if (problem === undefined) usable.set(`${document} ${of}`, path)
      else note(problem)
    }
  }
  return usable
}

type Noted = Parameters<Note>[0]

const notInRelease = (document: string, of: string): Noted => ({
  code: 'document-unknown',
  severity: 'warning',
  message: `The release has no ${of === 'document' ? 'source' : 'solutions file'} called ${document}.`,
  hint: 'The names of its sources are in its README.md.',
  place: { document, stage: 'hydrate' },
})

async function whyUnusable(document: string, path: string, sha256: string): Promise<Noted | undefined> {
  const found = await digestOf(path).catch((error: unknown) => {
    if (errorCode(error) === undefined) throw error
    return undefined
  })
  const place = { document, stage: 'hydrate' }
  if (found === undefined) {
    return { code: 'file-missing', severity: 'error', message: `${path} cannot be read.`, hint: 'Name your own copy of the PDF.', place }
  }
  if (found.sha256 === sha256) return undefined
  return {
    code: 'file-changed',
    severity: 'error',
    message: `${path} is not the file that the release was made from.`,
    hint: `The right one has the sha256 ${sha256}; another edition or download will not do.`,
    place,
  }
}

const isThere = async (path: string, sha256: string): Promise<boolean> => {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  return bytes !== undefined && digestOfBytes(bytes) === sha256
}

const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Cuts one picture and keeps it if it is the original. Tells in a note why it does not. */
async function cutTo(path: string, file: string, image: WithheldImage, cut: CutFromFile, note: Note): Promise<boolean> {
  const place = { document: image.document, stage: 'hydrate', page: image.page }
  try {
    for (const [left, top, right, bottom] of edges()) {
      const { left: l, top: t, right: r, bottom: b } = fromBBox(image.bbox)
      const png = await cut({
        file,
        page: image.page,
        box: { left: l + left, top: t + top, right: r + right, bottom: b + bottom },
        dpi: image.dpi,
        turned: image.turned,
      })
      if (png === 'blank' || digestOfBytes(png) !== image.sha256) continue
      await writeAtomically(path, png)
      return true
    }
  } catch (error) {
    if (!(error instanceof ProblemError) || ['disk-full', 'store-unwritable'].includes(error.problem.code)) throw error
    note({ ...error.problem, place: { ...place, ...error.problem.place } })
    return false
  }
  note({
    code: 'image-differs',
    severity: 'error',
    message: `What stands on page ${image.page} does not come out as the original picture.`,
    hint: 'Use the version of engvqa that the release names in its manifest: pictures are drawn a little differently by others.',
    place,
  })
  return false
}

/** As it is released first, then with each combination of edges moved by what rounding may have taken. */
function* edges(): Generator<[number, number, number, number]> {
  yield [0, 0, 0, 0]
  const steps = [0, -ROUNDING, ROUNDING]
  for (const left of steps) {
    for (const top of steps) {
      for (const right of steps) {
        for (const bottom of steps) if (left !== 0 || top !== 0 || right !== 0 || bottom !== 0) yield [left, top, right, bottom]
      }
    }
  }
}
