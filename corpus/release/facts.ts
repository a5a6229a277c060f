import type { DocumentEntry } from '../../schemas/document.ts'
import type { Item } from '../../schemas/item.ts'
import type { AnnotationFacts, Erratum, ReleasedItem, ReleaseManifest, ReleaseSource } from '../../schemas/release.ts'
import { RELEASE_FORMAT } from '../../schemas/release.ts'
import { errataAfter } from './changelog.ts'
import { countReasons, isReviewed } from './gate.ts'
import type { Plan } from './plan.ts'

/** What the dataset is called and who answers for it: `release` of engvqa.yaml. */
export interface DatasetFacts {
  readonly name: string
  readonly title: string
  readonly licence: string
  readonly contact: string
  readonly url?: string | undefined
  readonly creators?: readonly string[] | undefined
  readonly citation?: string | undefined
}

/** A source of the release, as documents.yaml has it, with what only its PDF tells. */
export type SourceFacts = Pick<DocumentEntry, 'id' | 'title' | 'authors' | 'origin' | 'licence' | 'mayRedistribute'> & {
  /** Pages of the PDF, if somebody knows. */
  readonly pages?: number | undefined
  readonly solutionsPages?: number | undefined
}

export interface ManifestInput extends DatasetFacts {
  readonly plan: Plan
  readonly sources: readonly SourceFacts[]
  readonly canary: string
  readonly date: Date
  readonly code: string
  readonly review: AnnotationFacts
  readonly topicsListed: Readonly<Record<string, number>>
  readonly reported: readonly Erratum[]
  readonly previous: ReleaseManifest | undefined
  readonly solutions: ReleaseManifest['solutions']
  readonly withheldImages: number
}

/** Everything that the manifest says, except which files there are. */
export function manifestFacts(input: ManifestInput): Omit<ReleaseManifest, 'files'> {
  const { plan, previous } = input
  const { items } = plan
  return {
    format: RELEASE_FORMAT,
    name: input.name,
    title: input.title,
    version: plan.version,
    previous: previous?.version ?? null,
    bump: plan.bump,
    date: input.date.toISOString().slice(0, 10),
    code: input.code,
    canary: input.canary,
    licence: input.licence,
    contact: input.contact,
    url: input.url ?? '',
    creators: [...(input.creators ?? [])],
    citation: input.citation ?? '',
    items: items.length,
    unreviewed: items.filter((item) => !isReviewed(item)).length,
    subjects: countBy(items, ({ subject }) => subject),
    splits: countBy(items, ({ split }) => split),
    topicsListed: inOrder(input.topicsListed),
    solutions: input.solutions,
    withheldImages: input.withheldImages,
    stages: stagesOf(items),
    models: [...new Set(items.flatMap(({ provenance }) => provenance.models))].toSorted(),
    review: input.review,
    sources: sourcesOf(items, input.sources),
    heldBack: countReasons(plan.heldBack),
    duplicates: [...plan.duplicates],
    doubts: countBy(plan.doubts, ({ code }) => code),
    errata:
      previous === undefined
        ? [...input.reported]
        : errataAfter(previous.errata, input.reported, plan.changes, { from: previous.version, to: plan.version }),
  }
}

/** Items whose source may not be given away, as far as anybody said. */
export const withoutRight = ({ sources }: Pick<ReleaseManifest, 'sources'>): number =>
  sources.reduce((total, { mayRedistribute, items }) => (mayRedistribute ? total : total + items), 0)

/** How many things a key has; keys in order. */
function countBy<T>(things: readonly T[], key: (thing: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of things.map(key).toSorted()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const inOrder = (record: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

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
function sourcesOf(items: readonly ReleasedItem[], known: readonly SourceFacts[]): ReleaseSource[] {
  const firsts = new Map<string, ReleasedItem['source']>()
  for (const { source } of items) if (!firsts.has(source.document)) firsts.set(source.document, source)
  const facts = new Map(known.map((source) => [source.id, source]))
  const counts = countBy(items, ({ source }) => source.document)
  return [...firsts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([document, { sha256, solutionsSha256, licence }]) => {
      const entry = facts.get(document)
      return {
        document,
        title: entry?.title ?? null,
        authors: [...(entry?.authors ?? [])],
        origin: entry?.origin ?? null,
        sha256,
        pages: entry?.pages ?? null,
        solutionsSha256,
        solutionsPages: entry?.solutionsPages ?? null,
        licence: entry?.licence ?? licence,
        mayRedistribute: entry?.mayRedistribute ?? false,
        items: counts[document] ?? 0,
      }
    })
}
