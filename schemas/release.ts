import { z } from 'zod'
import { DocumentId, Sha256, SubjectId } from './document.ts'
import { BBox, PageNumber, Turn } from './geometry.ts'
import { ImageFile, Item } from './item.ts'

/** Raise when the shape of a release changes, and add a migration in corpus/release/migrations.ts. */
export const RELEASE_FORMAT = 2

export const Version = z
  .string()
  .regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, 'A version is three numbers, for example 1.2.0.')
  .describe('MAJOR.MINOR.PATCH')

/** What changed since the last version: nothing in the data, something added, or something that was there before. */
export const Bump = z.enum(['patch', 'minor', 'major'])
export type Bump = z.infer<typeof Bump>

const SplitName = z.string().regex(/^[a-z][a-z0-9]*$/, 'A split is a lower-case word, for example test.')

/** Why an item that was extracted is not in the release. */
export const HeldBackReason = z.enum(['pending', 'discuss', 'rejected', 'no-right', 'duplicate', 'image-missing'])
export type HeldBackReason = z.infer<typeof HeldBackReason>

/** An item as a line of `items.jsonl` in a release. */
export const ReleasedItem = Item.extend({
  split: SplitName,
  canary: z.uuid().describe('marks every line as part of a benchmark, so that copies in training data can be found'),
  withheldSolution: Sha256.nullable().describe(
    'of the JSON of a solution that is only in the gated archive; null when `solution` says all',
  ),
}).meta({ id: 'ReleasedItem', title: 'A released item' })
export type ReleasedItem = z.infer<typeof ReleasedItem>

/** A picture that a source's licence keeps out of the release: where to cut it, and how to know that it is the same. */
export const WithheldImage = z
  .strictObject({
    file: ImageFile,
    sha256: Sha256,
    document: DocumentId,
    of: z.enum(['document', 'solutions']).describe('which of the two files it is cut from'),
    page: PageNumber,
    bbox: BBox,
    turned: Turn.optional().describe('degrees clockwise by which the picture was set upright after cutting; absent on most pages'),
    dpi: z.int().min(1).describe('dots an inch'),
    items: z.array(z.string()).min(1).describe('items that use it'),
  })
  .meta({ id: 'WithheldImage', title: 'A picture to be cut from the user’s own PDF' })
export type WithheldImage = z.infer<typeof WithheldImage>

export const ReleaseFile = z
  .strictObject({
    path: z.string().min(1).describe('relative to the release, with "/"'),
    sha256: Sha256,
    bytes: z.int().min(0),
  })
  .meta({ id: 'ReleaseFile', title: 'A file of a release' })
export type ReleaseFile = z.infer<typeof ReleaseFile>

export const ReleaseSource = z
  .strictObject({
    document: DocumentId,
    title: z.string().nullable(),
    authors: z.array(z.string()),
    origin: z.string().nullable().describe('an address or a citation'),
    sha256: Sha256.describe('of the PDF'),
    pages: z.int().min(1).nullable().describe('pages of the PDF; null where nobody said'),
    solutionsSha256: Sha256.nullable(),
    solutionsPages: z.int().min(1).nullable(),
    licence: z.string(),
    mayRedistribute: z
      .boolean()
      .describe('false: its pictures are not shipped; the text of its items is, and nobody has said that it may be'),
    items: z.int().min(0).describe('items of this source in the release'),
  })
  .meta({ id: 'ReleaseSource', title: 'A source of a release' })
export type ReleaseSource = z.infer<typeof ReleaseSource>

/** Items that are one problem, or too near to it. */
export const DuplicateGroup = z
  .strictObject({
    kind: z
      .enum(['exact', 'near', 'image'])
      .describe('exact: same words and numerals; near: same words, numerals masked; image: the same diagram under related words'),
    kept: z.array(z.string()).min(1).describe('ids that stay in the release'),
    dropped: z.array(z.string()).describe('ids that were left out for the first of `kept`; empty when all were kept on purpose'),
    similarity: z.number().min(0).max(1).describe('Jaccard similarity of word triples, the least in the group along its links'),
  })
  .meta({ id: 'DuplicateGroup', title: 'Items that are one problem' })
export type DuplicateGroup = z.infer<typeof DuplicateGroup>

/** How well independent readers agreed on something. */
export const AgreementFigure = z
  .strictObject({
    what: z.string().describe('what was judged, for example "problem or not"'),
    measure: z.string().describe('for example "Cohen’s kappa"'),
    value: z.number().nullable().describe('null where too few were read twice'),
    low: z.number().nullable().describe('lower end of the 95 % interval'),
    high: z.number().nullable(),
    n: z.int().min(0).describe('items read twice'),
  })
  .meta({ id: 'AgreementFigure', title: 'How well readers agreed' })
export type AgreementFigure = z.infer<typeof AgreementFigure>

/** How people checked the items. */
export const AnnotationFacts = z
  .strictObject({
    protocol: z.string().default('').describe('Markdown'),
    reviewers: z.array(z.strictObject({ name: z.string(), qualification: z.string().default('') })).default([]),
    readTwice: z.int().min(0).default(0).describe('items that a second person read without seeing the first reading'),
    agreement: z.array(AgreementFigure).default([]),
    disagreements: z.string().default('').describe('how they were settled'),
  })
  .meta({ id: 'AnnotationFacts', title: 'How people checked the items' })
export type AnnotationFacts = z.infer<typeof AnnotationFacts>

/** A fault of a released item, known after release. */
export const Erratum = z
  .strictObject({
    item: z.string(),
    found: Version.describe('last version that has the fault'),
    fixed: Version.nullable().describe('first version without it; null while it is open'),
    what: z.string().describe('one sentence'),
  })
  .meta({ id: 'Erratum', title: 'A known fault' })
export type Erratum = z.infer<typeof Erratum>

/** errata.yaml of a workspace: faults that people have reported since the last release. */
export const ErrataFile = z
  .strictObject({
    errata: z.array(Erratum.extend({ fixed: Version.nullable().default(null) })).default([]),
  })
  .meta({ id: 'ErrataFile', title: 'errata.yaml' })
export type ErrataFile = z.infer<typeof ErrataFile>

export const ReleaseManifest = z
  .strictObject({
    format: z.literal(RELEASE_FORMAT).describe('shape of the release; older ones are migrated when read'),
    name: z.string(),
    title: z.string(),
    version: Version,
    previous: Version.nullable().describe('the version that this one was compared with'),
    bump: Bump.nullable().describe('what the comparison asked for; null for a first release'),
    date: z.iso.date(),
    code: z.string().describe('version of this software that wrote the release'),
    canary: z.uuid(),
    licence: z.string().describe('of the dataset as a whole'),
    contact: z.string().describe('where to ask for take-down'),
    url: z.string(),
    creators: z.array(z.string()),
    citation: z.string(),
    items: z.int().min(0),
    unreviewed: z.int().min(0).describe('items that no person has approved; above 0 only with --include-unreviewed'),
    subjects: z.record(SubjectId, z.int().min(0)).describe('items a subject'),
    splits: z.record(SplitName, z.int().min(0)).describe('items a split'),
    topicsListed: z.record(SubjectId, z.int().min(0)).describe('topics in the master list of a subject, as far as known'),
    solutions: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('included') }),
      z.strictObject({ kind: z.literal('withheld'), archive: z.string(), sha256: Sha256, bytes: z.int().min(0) }),
    ]),
    withheldImages: z.int().min(0).describe('pictures described in withheld-images.jsonl instead of shipped'),
    stages: z.record(z.string(), z.array(z.int())).describe('stage → versions that made the items'),
    models: z.array(z.string()).describe('models that had a hand in the items'),
    review: AnnotationFacts,
    sources: z.array(ReleaseSource),
    heldBack: z.partialRecord(HeldBackReason, z.int().min(1)).describe('items left out, by reason'),
    duplicates: z.array(DuplicateGroup),
    doubts: z.record(z.string(), z.int().min(1)).describe('problem code → items that a check has something against, without being refused'),
    errata: z.array(Erratum),
    files: z.array(ReleaseFile).describe('every other file, by path'),
  })
  .meta({ id: 'ReleaseManifest', title: 'manifest.json of a release' })
export type ReleaseManifest = z.infer<typeof ReleaseManifest>

/** One item that differs between two releases. */
export const ItemChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('added'), item: z.string() }),
  z.strictObject({ kind: z.literal('removed'), item: z.string() }),
  z.strictObject({
    kind: z.literal('extended'),
    item: z.string(),
    fields: z.array(z.string()).min(1).describe('said nothing before, say something now'),
  }),
  z.strictObject({ kind: z.literal('edited'), item: z.string(), fields: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal('moved'), item: z.string(), from: SplitName, to: SplitName }),
])
export type ItemChange = z.infer<typeof ItemChange>

export const ReleaseDiff = z
  .strictObject({
    from: Version,
    to: Version.nullable().describe('null for items that are not released yet'),
    bump: Bump.describe('what the changes ask for'),
    changes: z.array(ItemChange).describe('by item'),
  })
  .meta({ id: 'ReleaseDiff', title: 'What differs between two releases' })
export type ReleaseDiff = z.infer<typeof ReleaseDiff>
