import { join } from 'node:path'
import type { DocumentEntry } from '../../schemas/document.ts'
import type { Item } from '../../schemas/item.ts'
import { type Note, ProblemError } from '../../schemas/problem.ts'
import { RELEASE_FORMAT, type ReleaseManifest, type ReleaseSource } from '../../schemas/release.ts'
import type { ReadImage, RenderPage } from '../../schemas/render.ts'
import { type StagedFolder, stageFolder } from './folder.ts'
import { countReasons, gate, type HeldBack, isReviewed } from './gate.ts'
import { digestOfImage, imagesOf } from './images.ts'
import { renderPreview } from './preview/preview.ts'

/** A source of the release, as documents.yaml has it, with what only its PDF tells. */
export type SourceFacts = Pick<DocumentEntry, 'id' | 'title' | 'origin' | 'licence' | 'mayRedistribute'> & {
  /** Pages of the PDF, if somebody knows. */
  readonly pages?: number | undefined
  readonly solutionsPages?: number | undefined
}

export interface ReleaseInput {
  /** The folder of all releases; the new one becomes `<releases>/<version>`. */
  readonly releases: string
  readonly name: string
  readonly title: string
  readonly licence: string
  readonly contact: string
  /** Items with topics assigned and review applied. */
  readonly items: readonly Item[]
  readonly sources: readonly SourceFacts[]
  readonly image: ReadImage
  /** For preview.html; without it, pages are not drawn. */
  readonly renderPage?: RenderPage | undefined
  readonly version: string
  /** The only date that goes in: handed in, so that the same inputs give the same bytes. */
  readonly date: Date
  /** Version of this software. */
  readonly code: string
  readonly includeUnreviewed?: boolean | undefined
  readonly note: Note
}

export interface WrittenRelease {
  readonly folder: string
  readonly manifest: ReleaseManifest
  readonly heldBack: readonly HeldBack[]
}

/**
 * Writes a release: all of it or nothing. Same inputs, same bytes. Throws ProblemError `release-empty`, `release-exists`, `disk-full` or
 * `store-unwritable`.
 */
export async function writeRelease(input: ReleaseInput): Promise<WrittenRelease> {
  const { kept, heldBack } = gate(input.items, input.includeUnreviewed ?? false)
  if (kept.length === 0) throw nothingToRelease(input.items.length)
  const folder = join(input.releases, input.version)
  const staged = await stageFolder(folder)
  try {
    const items = await writeImages(staged, sorted(kept), input, heldBack)
    if (items.length === 0) throw nothingToRelease(input.items.length)
    const manifest = await writeFiles(staged, items, input, heldBack)
    await staged.commit()
    return { folder, manifest, heldBack }
  } catch (error) {
    await staged.abandon()
    throw error
  }
}

/** By id, compared by code unit: the same on every machine. */
const sorted = (items: readonly Item[]): Item[] => items.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

const nothingToRelease = (all: number): ProblemError =>
  new ProblemError({
    code: 'release-empty',
    message: `None of ${all} items may be released.`,
    hint: 'Approve some in the review, or pass --include-unreviewed, which the card will say loudly.',
    place: { stage: 'release' },
  })

/** Copies every picture in; an item that lacks one is held back, because a question without its figure is another question. */
async function writeImages(
  staged: StagedFolder,
  items: readonly Item[],
  { image, note }: ReleaseInput,
  heldBack: HeldBack[],
): Promise<Item[]> {
  const written = new Set<string>()
  const whole: Item[] = []
  for (const item of items) {
    const missing = await copyImages(staged, item, image, written)
    if (missing === undefined) {
      whole.push(item)
      continue
    }
    heldBack.push({ id: item.id, reason: 'image-missing' })
    note({
      code: 'crop-failed',
      severity: 'error',
      message: `${missing} is not in the store, so the item is held back.`,
      hint: 'Run engvqa extract for its document again.',
      place: { document: item.source.document, stage: 'release', item: item.id },
    })
  }
  return whole
}

/** The first picture that there is not, or undefined when all are there. */
async function copyImages(staged: StagedFolder, item: Item, image: ReadImage, written: Set<string>): Promise<string | undefined> {
  const fresh: [string, Uint8Array][] = []
  for (const file of imagesOf(item)) {
    if (written.has(file)) continue
    const bytes = await image(digestOfImage(file))
    if (bytes === undefined) return file
    fresh.push([file, bytes])
  }
  for (const [file, bytes] of fresh) {
    await staged.write(file, bytes)
    written.add(file)
  }
  return undefined
}

async function writeFiles(
  staged: StagedFolder,
  items: readonly Item[],
  input: ReleaseInput,
  heldBack: readonly HeldBack[],
): Promise<ReleaseManifest> {
  const lines = await staged.stream('items.jsonl')
  for (const item of items) await lines.write(`${JSON.stringify(item)}\n`)
  await lines.close()
  await staged.write('preview.html', await renderPreview(previewOf(items, input)))
  const manifest = toManifest(items, input, heldBack, staged)
  await staged.write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

const previewOf = (items: readonly Item[], input: ReleaseInput) => {
  const unreviewed = items.filter((item) => !isReviewed(item)).length
  const notice = unreviewed === 0 ? undefined : `${unreviewed} of ${items.length} items have not been approved by a person.`
  const title = `${input.title || input.name} ${input.version}`
  return {
    title,
    subtitle: `${items.length} items · ${isoDay(input.date)} · licence ${input.licence}`,
    notice,
    items,
    image: input.image,
    renderPage: input.renderPage,
  }
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

function toManifest(items: readonly Item[], input: ReleaseInput, heldBack: readonly HeldBack[], staged: StagedFolder): ReleaseManifest {
  return {
    format: RELEASE_FORMAT,
    name: input.name,
    title: input.title,
    version: input.version,
    date: isoDay(input.date),
    code: input.code,
    licence: input.licence,
    contact: input.contact,
    items: items.length,
    unreviewed: items.filter((item) => !isReviewed(item)).length,
    subjects: countBy(items, ({ subject }) => subject),
    stages: stagesOf(items),
    models: [...new Set(items.flatMap(({ provenance }) => provenance.models))].toSorted(),
    sources: sourcesOf(items, input.sources),
    heldBack: countReasons(heldBack),
    files: staged.files(),
  }
}

/** How many items a key has; keys in order. */
function countBy(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of items.map(key).toSorted()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function stagesOf(items: readonly Item[]): Record<string, number[]> {
  const versions = new Map<string, Set<number>>()
  for (const { provenance } of items) {
    for (const [stage, version] of Object.entries(provenance.stages)) versions.set(stage, (versions.get(stage) ?? new Set()).add(version))
  }
  return Object.fromEntries(
    [...versions].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([stage, all]) => [stage, [...all].toSorted((a, b) => a - b)]),
  )
}

/** Every source that an item comes from; one that documents.yaml does not know is taken as it stands in the item, without rights. */
function sourcesOf(items: readonly Item[], known: readonly SourceFacts[]): ReleaseSource[] {
  const counts = countBy(items, ({ source }) => source.document)
  return Object.entries(counts).map(([document, count]) => {
    const facts = known.find(({ id }) => id === document)
    const first = items.find(({ source }) => source.document === document)?.source
    if (!first) throw new Error(`No item of ${document}, which has just been counted.`)
    return {
      document,
      title: facts?.title ?? null,
      origin: facts?.origin ?? null,
      sha256: first.sha256,
      pages: facts?.pages ?? null,
      solutionsSha256: first.solutionsSha256,
      solutionsPages: facts?.solutionsPages ?? null,
      licence: facts?.licence ?? first.licence,
      mayRedistribute: facts?.mayRedistribute ?? false,
      items: count,
    }
  })
}
