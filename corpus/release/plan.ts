import { createHash } from 'node:crypto'
import type { Item } from '../../schemas/item.ts'
import { type Note, type Problem, ProblemError } from '../../schemas/problem.ts'
import { type Bump, type DuplicateGroup, type ItemChange, ReleasedItem } from '../../schemas/release.ts'
import type { ReadImage } from '../../schemas/render.ts'
import { describe } from './changelog.ts'
import { doubtsAbout } from './checks.ts'
import { bumpFor, diffItems } from './diff.ts'
import { deduplicate } from './duplicates.ts'
import { gate, type HeldBack } from './gate.ts'
import { digestOfImage, imagesOf } from './images.ts'
import { digestOfJson } from './json.ts'
import { pngSize } from './png.ts'
import type { Release } from './read.ts'
import { splitOf } from './splits.ts'
import { FIRST_VERSION, nextVersion } from './version.ts'

/** Pictures read at once while they are checked: enough to keep a disk busy, few enough for memory. */
const AT_ONCE = 16

/** Changes that a refusal names; all of them are in `engvqa diff`. */
const SHOWN_CHANGES = 20

export interface PlanOptions {
  readonly image: ReadImage
  /** Whether pictures of a source are shipped; those of others need not be at hand. */
  readonly mayShip: (document: string) => boolean
  /** The licence of a source as documents.yaml has it today; undefined where it does not know the source. */
  readonly licenceOf: (document: string) => string | undefined
  readonly includeUnreviewed: boolean
  /** Hold back whole items of sources that `mayShip` says no to. */
  readonly onlyRedistributable: boolean
  readonly keepDuplicates: boolean
  readonly withholdSolutions: boolean
  readonly canary: string
  readonly splits: Readonly<Record<string, number>>
  readonly bump: Bump | undefined
  /** The last release, if there is one. */
  readonly previous: Release | undefined
  readonly note: Note
}

/** What goes into a release, and what it is called. */
export interface Plan {
  readonly version: string
  readonly bump: Bump | null
  readonly changes: readonly ItemChange[]
  /** By id. Solutions are whole here even when they are withheld. */
  readonly whole: readonly Item[]
  /** The same items as they are released. */
  readonly items: readonly ReleasedItem[]
  readonly heldBack: readonly HeldBack[]
  readonly duplicates: readonly DuplicateGroup[]
  readonly doubts: readonly Problem[]
}

/** Throws ProblemError `release-empty`, `release-bump-refused`, `duplicate-item` or `release-invalid`. */
export async function planRelease(all: readonly Item[], options: PlanOptions): Promise<Plan> {
  const { previous } = options
  refuseRepeatedIds(all)
  const { includeUnreviewed, onlyRedistributable, mayShip } = options
  const gated = gate(all, { includeUnreviewed, admits: (document) => !onlyRedistributable || mayShip(document) })
  const present = await withPictures(sorted(gated.kept), options)
  const { kept, groups } = await deduplicate(present.kept, {
    image: options.image,
    keepAll: options.keepDuplicates,
    released: new Set(previous?.items.map(({ id }) => id)),
  })
  if (kept.length === 0) throw nothingToRelease(all.length, gated.heldBack)
  const items = toReleased(kept, options)
  const changes = previous === undefined ? [] : diffItems(previous.items, items)
  const bump = previous === undefined ? null : bumpFor(changes)
  if (bump !== null && options.bump !== undefined && options.bump !== bump) throw contradiction(options.bump, bump, changes)
  const dropped = groups.flatMap((group) => group.dropped.map((id): HeldBack => ({ id, reason: 'duplicate' })))
  return {
    version: previous === undefined || bump === null ? FIRST_VERSION : nextVersion(previous.manifest.version, bump),
    bump,
    changes,
    whole: kept,
    items,
    heldBack: [...gated.heldBack, ...present.heldBack, ...dropped],
    duplicates: groups,
    doubts: kept.flatMap(doubtsAbout),
  }
}

/** By id, compared by code unit: the same on every machine. */
const sorted = (items: readonly Item[]): Item[] => items.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

function refuseRepeatedIds(items: readonly Item[]): void {
  const seen = new Set<string>()
  const twice = items.find(({ id }) => seen.size === seen.add(id).size)
  if (twice === undefined) return
  throw new ProblemError({
    code: 'duplicate-item',
    message: `Two items are called ${twice.id}.`,
    hint: 'Give one of them another number or chapter in the review.',
    place: { document: twice.source.document, stage: 'release', item: twice.id },
  })
}

const nothingToRelease = (all: number, heldBack: readonly HeldBack[]): ProblemError =>
  new ProblemError({
    code: 'release-empty',
    message: all === 0 ? 'There is nothing to release.' : `None of ${all} items may be released.`,
    hint: hintFor(all, heldBack),
    place: { stage: 'release' },
  })

const hintFor = (all: number, heldBack: readonly HeldBack[]): string =>
  all === 0
    ? 'Add documents with `engvqa add`, extract them, and approve items in the review.'
    : heldBack.some(({ reason }) => reason === 'no-right')
      ? 'Set mayRedistribute in documents.yaml for sources that may be given away, or leave --only-redistributable out.'
      : 'Approve some in the review, or pass --include-unreviewed, which the card will say loudly.'

/** Holds items back that lack a picture, because a question without its figure is another question. */
async function withPictures(
  items: readonly Item[],
  { image, mayShip, note }: PlanOptions,
): Promise<{ kept: Item[]; heldBack: HeldBack[] }> {
  const files = [...new Set(items.filter(({ source }) => mayShip(source.document)).flatMap(imagesOf))]
  const missing = new Set<string>()
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await Promise.all(files.slice(at, at + AT_ONCE).map(async (file) => !(await isThere(file, image)) && missing.add(file)))
  }
  const kept: Item[] = []
  const heldBack: HeldBack[] = []
  for (const item of items) {
    const lacking = imagesOf(item).find((file) => missing.has(file))
    if (lacking === undefined) {
      kept.push(item)
      continue
    }
    heldBack.push({ id: item.id, reason: 'image-missing' })
    note({
      code: 'crop-failed',
      severity: 'error',
      message: `${lacking} is not in the store, or damaged, so the item is held back.`,
      hint: 'Run engvqa extract for its document again.',
      place: { document: item.source.document, stage: 'release', item: item.id },
    })
  }
  return { kept, heldBack }
}

async function isThere(file: string, image: ReadImage): Promise<boolean> {
  const digest = digestOfImage(file)
  const bytes = await image(digest)
  return bytes !== undefined && pngSize(bytes) !== undefined && createHash('sha256').update(bytes).digest('hex') === digest
}

/** Items as they are released. What is in the last release keeps its split, so that a change of shares moves nothing. */
function toReleased(items: readonly Item[], { canary, splits, withholdSolutions, previous, licenceOf }: PlanOptions): ReleasedItem[] {
  const before = new Map(previous?.items.map(({ id, split }) => [id, split]))
  return items.map((item) => {
    const { solution } = item
    const isWithheld = withholdSolutions && solution !== null
    const released = {
      ...item,
      source: { ...item.source, licence: licenceOf(item.source.document) ?? item.source.licence },
      solution: isWithheld ? null : solution,
      split: before.get(item.id) ?? splitOf(item.id, splits),
      canary,
      withheldSolution: isWithheld ? digestOfJson(solution) : null,
    }
    return parsed(released)
  })
}

/** The item with its keys in the order of the schema, whoever built it. */
function parsed(item: ReleasedItem): ReleasedItem {
  const result = ReleasedItem.safeParse(item)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ProblemError({
    code: 'release-invalid',
    message: `${item.id} is not a valid item: ${issue?.path.join('.')}: ${issue?.message}`,
    hint: 'Correct it in the review, or extract its document again.',
    place: { document: item.source.document, stage: 'release', item: item.id },
  })
}

function contradiction(wished: Bump, needed: Bump, changes: readonly ItemChange[]): ProblemError {
  const lines = changes.slice(0, SHOWN_CHANGES).map((change) => `\n  ${describe(change)}`)
  const more = changes.length > SHOWN_CHANGES ? `\n  and ${changes.length - SHOWN_CHANGES} more` : ''
  return new ProblemError({
    code: 'release-bump-refused',
    message: `This is a ${needed} change, not a ${wished} one: ${changes.length === 0 ? 'the data is as it was.' : `${lines.join('')}${more}`}`,
    hint: `Leave --bump out, or say --bump ${needed}.`,
    place: { stage: 'release' },
  })
}
