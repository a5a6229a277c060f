import { z } from 'zod'
import { DocumentId, Sha256, SubjectId } from './document.ts'
import type { Crop } from './figure.ts'
import { BBox, type Box } from './geometry.ts'
import { Item, ReviewStatus } from './item.ts'

/** The fields that people may change. Each is replaced whole, so that an edit can be replayed over any rerun. */
export const EDIT_PATHS = [
  'source.number',
  'source.chapter',
  'question.text',
  'question.parts',
  'question.spans',
  'diagrams',
  'equations',
  'solution',
  'topics',
  'question.options',
] as const
export const EditPath = z.enum(EDIT_PATHS)
export type EditPath = z.infer<typeof EditPath>

/** Who reads: the first reader, a second one who does not see the first’s work, or the adjudicator who settles it. */
export const Reading = z.enum(['first', 'second', 'final'])
export type Reading = z.infer<typeof Reading>

export const ReviewerName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'A name is made of letters, digits, spaces, ".", "_" and "-".')
  .describe('chosen name; no personal data beyond it is kept')

export const RejectReason = z
  .enum(['not-a-problem', 'no-figure-needed', 'one-step', 'duplicate', 'merged', 'unreadable', 'figure-missing', 'licence', 'other'])
  .describe('why an item is left out of the dataset')
export type RejectReason = z.infer<typeof RejectReason>

export const Decision = z.enum(['approved', 'corrected', 'rejected', 'discuss'])
export type Decision = z.infer<typeof Decision>

const common = {
  id: z
    .string()
    .regex(/^[0-9a-z-]{20,40}$/)
    .describe('unique, and sorts by time of making'),
  act: z.string().min(1).max(60).describe('events of one act share this: they are undone together'),
  item: Item.shape.id,
  by: ReviewerName,
  at: z.iso.datetime(),
  reading: Reading,
}

export const EditEvent = z.strictObject({
  ...common,
  kind: z.literal('edit'),
  path: EditPath,
  before: z.json().describe('value that the person saw'),
  after: z.json().describe('value that the person left'),
  base: Sha256.describe('of the machine’s item that the person saw'),
})

export const DecideEvent = z.strictObject({
  ...common,
  kind: z.literal('decide'),
  decision: Decision,
  reason: RejectReason.optional(),
  note: z.string().max(4000).optional(),
  base: Sha256.describe('of the machine’s item that the person saw'),
  content: Sha256.describe('of the reviewed content decided on; a decision holds only while the content is this'),
  seconds: z.number().min(0).nullable().describe('seconds that the person had the item open; null for a bulk decision'),
})

export const AddEvent = z.strictObject({
  ...common,
  kind: z.literal('add'),
  value: Item.describe('an item that the machine missed, or that came out of a split'),
  from: z.array(Item.shape.id).describe('items that it was split off from; empty for a missed problem'),
})

export const FlagEvent = z.strictObject({ ...common, kind: z.literal('flag'), on: z.boolean(), note: z.string().max(4000) })

export const UndoEvent = z.strictObject({
  ...common,
  kind: z.literal('undo'),
  undone: z.string().describe('the act that no longer counts'),
})

/** One thing a person did. Events are appended and never changed; machine output is never overwritten. */
export const ReviewEvent = z
  .discriminatedUnion('kind', [EditEvent, DecideEvent, AddEvent, FlagEvent, UndoEvent])
  .meta({ id: 'ReviewEvent', title: 'One thing a reviewer did' })
export type ReviewEvent = z.infer<typeof ReviewEvent>
export type EditEvent = z.infer<typeof EditEvent>
export type DecideEvent = z.infer<typeof DecideEvent>

/** How a second, blind reading is asked for, and how long a claim lasts. */
export const ReviewPolicy = z
  .strictObject({
    secondShare: z.number().min(0).max(1).default(0.1).describe('share of items that get a second blind reading'),
    seed: z.string().default('engvqa').describe('chooses which; the same seed chooses the same items'),
    unsureBelow: z.number().min(0).max(1).default(0.5).describe('items of lower machine confidence always get a second reading'),
    leaseMinutes: z
      .number()
      .positive()
      .max(24 * 60)
      .default(20)
      .describe('minutes that a claim lasts without a sign of life'),
    protocol: z.string().max(50_000).default('').describe('the annotation protocol, Markdown, published in the dataset card'),
  })
  .meta({ id: 'ReviewPolicy', title: 'The annotation protocol' })
export type ReviewPolicy = z.infer<typeof ReviewPolicy>

export const Role = z.enum(['reviewer', 'adjudicator', 'curator', 'admin'])
export type Role = z.infer<typeof Role>

/** Where an item’s second reading stands. */
export const SecondState = z.enum(['none', 'wanted', 'agreed', 'differs', 'settled'])
export type SecondState = z.infer<typeof SecondState>

const flag = z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] })

/** Which items of the queue to show; as it stands in the address bar. */
export const QueueFilter = z
  .strictObject({
    subject: SubjectId.optional(),
    document: DocumentId.optional(),
    status: ReviewStatus.optional(),
    second: SecondState.optional(),
    reason: z.string().max(60).optional().describe('a reason to look: a problem code, "flagged", "moved", "low-confidence" …'),
    reviewer: ReviewerName.optional(),
    below: z.coerce.number().min(0).max(1).optional().describe('machine confidence below this'),
    diagram: flag.optional(),
    search: z.string().max(200).optional(),
    order: z.enum(['doubt', 'document']).default('doubt').describe('least certain first, or in the order of the pages'),
  })
  .meta({ id: 'QueueFilter', title: 'Which items of the queue to show' })
export type QueueFilter = z.infer<typeof QueueFilter>

/** One line of the queue. */
export const QueueRow = z.strictObject({
  id: z.string(),
  subject: SubjectId,
  document: DocumentId,
  number: z.string(),
  page: z.int(),
  confidence: z.number(),
  reasons: z.array(z.string()).describe('why a person should look, most telling first'),
  diagrams: z.int(),
  status: ReviewStatus,
  second: SecondState,
  by: z.array(z.string()),
  holder: z.string().nullable().describe('who has claimed it now'),
  start: z.string().describe('first words of the question'),
})
export type QueueRow = z.infer<typeof QueueRow>

/** The pictures a reviewer looks at. `cli/` hands these in; each throws ProblemError. */
export interface ReviewSources {
  /** Sizes of a file’s pages in points, first page first; `solutions` is the separate solution manual. */
  pages(document: string, file: SourceFile): Promise<readonly { readonly width: number; readonly height: number }[]>
  /** A page as PNG. */
  renderPage(document: string, page: number, dpi: number, file: SourceFile): Promise<Uint8Array>
  /** Cuts a picture out of a page and stores it, so that `image` finds it. */
  cutCrop(document: string, page: number, box: Box, file: SourceFile): Promise<{ readonly crop: Crop; readonly png: Uint8Array }>
  /** A stored picture by the hash of its bytes; undefined when there is none. */
  image(sha256: string): Promise<Uint8Array | undefined>
  /** The master topics of a subject, in the order of the list. */
  topics(subject: string): Promise<readonly { readonly id: string; readonly name: string }[]>
  /** What stands in a box, as Markdown; absent where nothing can be read. Used for problems drawn by hand. */
  readText?(document: string, page: number, box: Box, file: SourceFile): Promise<string>
}
export type SourceFile = 'document' | 'solutions'

const CropBox = z.strictObject({ page: z.int().min(1), bbox: BBox })

/** What a person found on the page that the machine put together wrongly. */
export const Restructure = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('add').describe('a problem that the machine missed'),
      document: DocumentId,
      number: z.string().trim().min(1).max(60),
      text: Item.shape.question.shape.text,
      spans: z.array(CropBox).min(1),
      diagrams: Item.shape.diagrams,
    }),
    z.strictObject({
      kind: z.literal('split').describe('one item that is really two: what stays, and what becomes an item of its own'),
      item: Item.shape.id,
      stays: z.strictObject({ text: z.string(), spans: z.array(CropBox), diagrams: z.array(z.int().min(0)) }),
      leaves: z.strictObject({
        number: z.string().trim().min(1).max(60),
        text: z.string().trim().min(1),
        spans: z.array(CropBox),
        diagrams: z.array(z.int().min(0)).describe('indices into the item’s diagrams; one may go to both'),
      }),
    }),
    z.strictObject({
      kind: z.literal('merge').describe('two items that are really one: `item` goes into `into` and is left out itself'),
      item: Item.shape.id,
      into: Item.shape.id,
    }),
    z.strictObject({ kind: z.literal('move-diagram'), item: Item.shape.id, index: z.int().min(0), to: Item.shape.id }),
  ])
  .meta({ id: 'Restructure', title: 'Problems put together anew' })
export type Restructure = z.infer<typeof Restructure>

/** A measure of agreement with its 95 % bootstrap interval over items; null where it is not defined. */
export const Agreement = z.strictObject({
  field: z.string().describe('"decision", "diagram type", "topics", "question text", "solution text", "diagram boxes", "question boxes"'),
  measure: z.enum(['kappa', 'character error rate', 'IoU']),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  items: z.int().describe('items with two readings that it rests on'),
})
export type Agreement = z.infer<typeof Agreement>

/** What the dataset card says about how people checked the data. */
export const ReviewSummary = z
  .strictObject({
    protocol: z.string().describe('Markdown'),
    secondShare: z.number(),
    unsureBelow: z.number(),
    readers: z.array(z.strictObject({ name: ReviewerName, role: Role, qualification: z.string(), decisions: z.int() })),
    statuses: z.record(ReviewStatus, z.int()),
    rejections: z.record(z.string(), z.int()).describe('reason → items'),
    secondReadings: z.strictObject({ wanted: z.int(), agreed: z.int(), differs: z.int(), settled: z.int() }),
    agreement: z.array(Agreement),
  })
  .meta({ id: 'ReviewSummary', title: 'How people checked the data' })
export type ReviewSummary = z.infer<typeof ReviewSummary>
