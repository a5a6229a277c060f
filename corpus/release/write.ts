import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Item } from '../../schemas/item.ts'
import { type Note, type Problem, ProblemError } from '../../schemas/problem.ts'
import {
  AnnotationFacts,
  type Bump,
  type Erratum,
  type ReleaseDiff,
  type ReleasedItem,
  type ReleaseManifest,
  type ReleaseSource,
} from '../../schemas/release.ts'
import type { ReadImage, RenderPage } from '../../schemas/render.ts'
import { archiveName, writeArchive } from './archive.ts'
import { canaryOf } from './canary.ts'
import { card } from './card.ts'
import { changelog, errataPage } from './changelog.ts'
import type { ImageBytes } from './columns.ts'
import { croissant } from './croissant.ts'
import { type DatasetFacts, manifestFacts, type SourceFacts, withoutRight } from './facts.ts'
import { type StagedFolder, stageFolder } from './folder.ts'
import type { HeldBack } from './gate.ts'
import { inspectLine, tsvHead, tsvLine } from './harness.ts'
import { digestOfImage, imagesOf } from './images.ts'
import { type Plan, planRelease } from './plan.ts'
import { renderPreview } from './preview/preview.ts'
import { type Release, readRelease } from './read.ts'
import { openTables } from './tables.ts'
import { versionsIn } from './version.ts'
import { type PicturePlan, planPictures } from './withhold.ts'

/** Items whose pictures are in memory at once. */
const AT_ONCE = 16

/** Dots an inch of crops, unless the workspace says otherwise. */
const DEFAULT_DPI = 200

export interface ReleaseInput extends DatasetFacts {
  /** The folder of all releases; the new one becomes `<releases>/<version>`. */
  readonly releases: string
  /** Items with topics assigned and review applied. */
  readonly items: readonly Item[]
  readonly sources: readonly SourceFacts[]
  readonly image: ReadImage
  /** For preview.html; without it, pages are not drawn. */
  readonly renderPage?: RenderPage | undefined
  /** The only date that goes in: handed in, so that the same inputs give the same bytes. */
  readonly date: Date
  /** Version of this software. */
  readonly code: string
  readonly note: Note
  /** Refused when the changes ask for another. */
  readonly bump?: Bump | undefined
  readonly includeUnreviewed?: boolean | undefined
  /** Leave items of sources out that may not be given away. By default only their pictures are left out, and `note` is told. */
  readonly onlyRedistributable?: boolean | undefined
  /** Keep every item of a group of duplicates. They are reported all the same. */
  readonly keepDuplicates?: boolean | undefined
  /** Put reference solutions into an archive beside the release instead. */
  readonly withholdSolutions?: boolean | undefined
  /** GUID of this dataset; by default what the last release had, else one made from the name. */
  readonly canary?: string | undefined
  /** Split → share; by default everything is `test`. */
  readonly splits?: Readonly<Record<string, number>> | undefined
  /** Dots an inch at which pictures were cut. */
  readonly dpi?: number | undefined
  readonly review?: AnnotationFacts | undefined
  /** Topics in the master list of each subject. */
  readonly topicsListed?: Readonly<Record<string, number>> | undefined
  /** Faults of released items that people have reported. */
  readonly errata?: readonly Erratum[] | undefined
}

export interface WrittenRelease {
  readonly folder: string
  readonly manifest: ReleaseManifest
  /** Compared with the last release; null for a first one. */
  readonly diff: ReleaseDiff | null
  readonly heldBack: readonly HeldBack[]
  /** What the checks have against single items; all warnings. */
  readonly doubts: readonly Problem[]
  /** The archive of withheld solutions. */
  readonly archive: string | null
}

/**
 * Writes a release: all of it or nothing. Its version follows from what changed since the last one in the same folder. Same inputs, same
 * bytes. Throws ProblemError `release-empty`, `release-exists`, `release-bump-refused`, `release-invalid`, `duplicate-item`, `disk-full`
 * or `store-unwritable`.
 */
export async function writeRelease(input: ReleaseInput): Promise<WrittenRelease> {
  const last = (await versionsIn(input.releases)).at(-1)
  const previous = last === undefined ? undefined : await readRelease(join(input.releases, last))
  const canary = input.canary ?? previous?.manifest.canary ?? canaryOf(input.name)
  const mayShip = redistributable(input.sources)
  const plan = await planRelease(input.items, {
    image: input.image,
    mayShip,
    licenceOf: (document) => input.sources.find(({ id }) => id === document)?.licence,
    includeUnreviewed: input.includeUnreviewed ?? false,
    onlyRedistributable: input.onlyRedistributable ?? false,
    keepDuplicates: input.keepDuplicates ?? false,
    withholdSolutions: input.withholdSolutions ?? false,
    canary,
    splits: input.splits ?? { test: 1 },
    bump: input.bump,
    previous,
    note: input.note,
  })
  const pictures = await planPictures(plan.items, mayShip, { dpi: input.dpi ?? DEFAULT_DPI, image: input.image })
  const folder = join(input.releases, plan.version)
  const staged = await stageFolder(folder)
  try {
    const manifest = await fill(staged, { input, plan, pictures, previous, canary })
    await staged.commit()
    for (const source of manifest.sources.filter(({ mayRedistribute }) => !mayRedistribute)) input.note(textWithoutRight(source))
    return { folder, manifest, ...outcome(input, plan, manifest) }
  } catch (error) {
    await staged.abandon()
    throw error
  }
}

const outcome = ({ releases }: ReleaseInput, plan: Plan, { previous, solutions }: ReleaseManifest) => ({
  diff: previous === null || plan.bump === null ? null : { from: previous, to: plan.version, bump: plan.bump, changes: [...plan.changes] },
  heldBack: plan.heldBack,
  doubts: plan.doubts,
  archive: solutions.kind === 'withheld' ? join(releases, solutions.archive) : null,
})

/** Sources that documents.yaml does not know have given no right. */
function redistributable(sources: readonly SourceFacts[]): (document: string) => boolean {
  const free = new Set(sources.filter(({ mayRedistribute }) => mayRedistribute).map(({ id }) => id))
  return (document) => free.has(document)
}

const textWithoutRight = ({ document, items }: ReleaseSource): Problem => ({
  code: 'licence-unclear',
  severity: 'warning',
  message: `The text of ${items} items is released, although nobody has said that this source may be given away; its pictures are not.`,
  hint: 'Before you publish: settle it with the holder of the rights, or release with --only-redistributable, which leaves such items out.',
  place: { document, stage: 'release' },
})

interface Work {
  readonly input: ReleaseInput
  readonly plan: Plan
  readonly pictures: PicturePlan
  readonly previous: Release | undefined
  readonly canary: string
}

async function fill(staged: StagedFolder, work: Work): Promise<ReleaseManifest> {
  const { input, plan, pictures, previous, canary } = work
  const tables = await writeItems(staged, work)
  if (pictures.withheld.length > 0) {
    await staged.write('withheld-images.jsonl', pictures.withheld.map((image) => `${JSON.stringify({ ...image, canary })}\n`).join(''))
  }
  const facts = manifestFacts({
    ...input,
    plan,
    canary,
    review: input.review ?? AnnotationFacts.parse({}),
    topicsListed: input.topicsListed ?? {},
    reported: input.errata ?? [],
    previous: previous?.manifest,
    solutions: await writeSolutions(work),
    withheldImages: pictures.withheld.length,
  })
  await staged.write('preview.html', await renderPreview(previewOf(facts, work)))
  const before = previous && (await readFile(join(previous.folder, 'CHANGELOG.md'), 'utf8').catch(() => undefined)) // format 1 had none
  await staged.write('CHANGELOG.md', changelog(facts, plan.changes, before))
  await staged.write('ERRATA.md', errataPage(facts))
  await staged.write('croissant.json', `${JSON.stringify(croissant(facts, tables, staged.files()), null, 2)}\n`)
  await staged.write('README.md', card(facts, tables, new Map(staged.files().map(({ path, bytes }) => [path, bytes]))))
  await staged.write('.gitattributes', GIT_ATTRIBUTES)
  const manifest = { ...facts, files: staged.files() }
  await staged.write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** Large and binary files go through Git LFS, as dataset hosts ask for. */
const GIT_ATTRIBUTES = ['*.parquet', '*.png', '*.tsv', '*.jsonl'].map((glob) => `${glob} filter=lfs diff=lfs merge=lfs -text\n`).join('')

/** One pass over the items, which fills every file that has a line or row an item; pictures are read once. */
async function writeItems(staged: StagedFolder, { input, plan, pictures, canary }: Work) {
  const lines = await staged.stream('items.jsonl')
  const samples = await staged.stream('inspect.jsonl')
  const tsv = await staged.stream('harness/vlmevalkit.tsv')
  const tables = openTables(staged, plan.items, canary)
  const written = new Set<string>()
  await tsv.write(tsvHead())
  for (let at = 0; at < plan.items.length; at += AT_ONCE) {
    const batch = plan.items.slice(at, at + AT_ONCE)
    const bytes = await load(batch, pictures, input.image)
    const fresh = [...bytes].filter(([file]) => !written.has(file))
    await Promise.all(fresh.map(([file, content]) => staged.write(file, content)))
    for (const [file] of fresh) written.add(file)
    const lookUp: ImageBytes = (file) => bytes.get(file) ?? null
    for (const [index, item] of batch.entries()) {
      const line = `${JSON.stringify(item)}\n`
      await lines.write(line)
      await samples.write(inspectLine(item, lookUp))
      await tsv.write(tsvLine(item, at + index, lookUp) ?? '')
      await tables.add(item, lookUp, line)
    }
  }
  await Promise.all([lines.close(), samples.close(), tsv.close()])
  return tables.close()
}

/** The shipped pictures of some items. */
async function load(items: readonly ReleasedItem[], { shipped }: PicturePlan, image: ReadImage): Promise<Map<string, Uint8Array>> {
  const files = [...new Set(items.flatMap(imagesOf))].filter((file) => shipped.has(file))
  const contents = await Promise.all(files.map((file) => image(digestOfImage(file))))
  return new Map(
    files.map((file, index) => {
      const content = contents[index]
      if (content === undefined) throw new Error(`${file} was there a moment ago and is not any more.`)
      return [file, content]
    }),
  )
}

async function writeSolutions({ input, plan, canary }: Work): Promise<ReleaseManifest['solutions']> {
  if (input.withholdSolutions !== true) return { kind: 'included' }
  const ofReleased = new Set(plan.items.filter(({ withheldSolution }) => withheldSolution !== null).map(({ id }) => id))
  const solutions = plan.whole.flatMap(({ id, solution }) => (solution !== null && ofReleased.has(id) ? [{ id, solution }] : []))
  const mayShip = redistributable(input.sources)
  const shipped = new Set(plan.whole.flatMap(({ solution, source }) => (mayShip(source.document) ? (solution?.files ?? []) : [])))
  const archive = await writeArchive(join(input.releases, archiveName(plan.version)), solutions, {
    canary,
    date: input.date,
    image: input.image,
    shipped,
  })
  return { kind: 'withheld', archive: archive.path, sha256: archive.sha256, bytes: archive.bytes }
}

function previewOf(facts: Omit<ReleaseManifest, 'files'>, { input, plan, pictures, canary }: Work) {
  const closed = withoutRight(facts)
  const loud = [
    ...(facts.unreviewed === 0 ? [] : [`${facts.unreviewed} of ${facts.items} items have not been approved by a person.`]),
    ...(closed === 0 ? [] : [`${closed} of ${facts.items} items come from sources that nobody has said may be given away.`]),
  ]
  return {
    title: `${facts.title || facts.name} ${facts.version}`,
    subtitle: `${facts.items} items · ${facts.date} · licence ${facts.licence}`,
    notice: loud.length === 0 ? undefined : loud.join(' '),
    canary,
    items: plan.items,
    image: async (digest: string) => (pictures.shipped.has(`images/${digest}.png`) ? input.image(digest) : undefined),
    renderPage: input.renderPage && shippedPages(input.renderPage, facts),
  }
}

/** Pages of a source that may not be given away are not drawn either. */
const shippedPages =
  (render: RenderPage, { sources }: Pick<ReleaseManifest, 'sources'>): RenderPage =>
  async (document, page, dpi) => {
    if (sources.some((source) => source.document === document && source.mayRedistribute)) return render(document, page, dpi)
    throw new ProblemError({
      code: 'licence-unclear',
      message: 'The page is not shown: nobody has said that this source may be given away.',
      hint: 'Set mayRedistribute for it in documents.yaml if you have the right.',
      place: { document, stage: 'release', page },
    })
  }
