import { z } from 'zod'
import { Item, ReviewStatus } from './item.ts'
import { Problem } from './problem.ts'
import { EditPath, QueueRow, Reading, ReviewEvent, ReviewPolicy, Role, SecondState } from './review.ts'

/** What the page in the browser and the server say to each other. */
export const Me = z.strictObject({
  name: z.string(),
  role: Role,
  csrf: z.string().describe('sent back in the x-csrf-token header with everything that changes something'),
  team: z.boolean().describe('whether people sign in; false for somebody alone on their machine'),
  qualification: z.string(),
  policy: ReviewPolicy,
})
export type Me = z.infer<typeof Me>

export const QueueAnswer = z.strictObject({ rows: z.array(QueueRow), next: z.string().nullable(), total: z.int() })
export type QueueAnswer = z.infer<typeof QueueAnswer>

export const LeaseAnswer = z.strictObject({ item: z.string(), reading: Reading, token: z.string(), expires: z.iso.datetime() })
export type LeaseAnswer = z.infer<typeof LeaseAnswer>

export const ItemView = z.strictObject({
  item: Item.describe('as this reader has it: the machine’s, under the edits that this reading stands on'),
  machine: Item.describe('what the machine made last'),
  revision: z.string().describe('of `machine`; sent back with a submission'),
  decidedOn: Item.nullable().describe('what the machine had made when a decision was taken that no longer holds'),
  reading: Reading,
  status: ReviewStatus,
  second: SecondState,
  flagged: z.boolean(),
  reasons: z.array(z.string()),
  moved: z.array(EditPath).describe('fields that a rerun changed under a decision'),
  events: z.array(ReviewEvent).describe('without the first reader’s while a second one reads blind'),
  holder: z.string().nullable(),
  draft: z.strictObject({ content: z.unknown(), at: z.string(), late: z.boolean() }).nullable(),
  late: z
    .array(z.strictObject({ by: z.string(), at: z.string(), content: z.unknown() }))
    .describe('others’ submissions that came too late'),
  readings: z
    .array(z.strictObject({ by: z.string(), decision: z.string(), reason: z.string().nullable(), note: z.string().nullable(), item: Item }))
    .describe('both readings, for whoever settles them; empty otherwise'),
})
export type ItemView = z.infer<typeof ItemView>

const Group = z.strictObject({ name: z.string(), total: z.int(), done: z.int() })
export const ProgressAnswer = z.strictObject({
  total: z.int(),
  statuses: z.record(z.string(), z.int()),
  subjects: z.array(Group),
  documents: z.array(Group),
  reasons: z.array(z.strictObject({ code: z.string(), count: z.int() })),
  second: z.record(z.string(), z.int()),
  people: z.array(z.strictObject({ name: z.string(), decisions: z.int() })),
  secondsEach: z.number().nullable(),
  perHour: z.number().nullable(),
  hoursLeft: z.number().nullable(),
})
export type ProgressAnswer = z.infer<typeof ProgressAnswer>

export const BulkAnswer = z.strictObject({
  id: z.string(),
  total: z.int(),
  sample: z.array(z.strictObject({ id: z.string(), passed: z.boolean().nullable() })),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const CropAnswer = z.strictObject({ sha256: z.string(), width: z.int(), height: z.int() })
export const PagesAnswer = z.array(z.strictObject({ width: z.number(), height: z.number() }))
export const TopicsAnswer = z.array(z.strictObject({ id: z.string(), name: z.string() }))
export type TopicsAnswer = z.infer<typeof TopicsAnswer>

export const PersonAnswer = z.strictObject({
  name: z.string(),
  role: Role,
  qualification: z.string(),
  disabled: z.boolean(),
  at: z.string(),
})
export const AuditAnswer = z.array(z.strictObject({ at: z.string(), by: z.string(), act: z.string(), detail: z.string() }))
export const ViewsAnswer = z.array(z.strictObject({ name: z.string(), query: z.string() }))

/** What the server says when it will not do something. */
export const Refusal = z.strictObject({ problem: Problem })
