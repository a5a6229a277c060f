import { z } from 'zod'
import type { Item } from '../schemas/item.ts'
import { Decision, EditPath, Reading, RejectReason } from '../schemas/review.ts'
import { changedPaths, FIELD_SCHEMAS, fieldOf, sameJson, withUnknownField } from '../schemas/review-fields.ts'
import { liveEvents } from './apply.ts'
import { type Actor, holderOf, lockItem, mayRead } from './claims.ts'
import { contentOf } from './content.ts'
import { saveDraft } from './drafts.ts'
import { conflict, invalid, refused, unknownItem } from './refusals.ts'
import { type Known, knownItems, machineRevision, refresh } from './store/items.ts'
import { append, eventsOf, type NewEvent, newAct } from './store/log.ts'
import type { Review } from './store/open.ts'
import type { Tables, Tx } from './store/tables.ts'

/** A reader’s work on one item: the values they left and what they decided. */
export const Submission = z.strictObject({
  item: z.string(),
  reading: Reading,
  token: z.string().max(100).describe('of the lease'),
  act: z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .optional()
    .describe('chosen by the sender; a submission that is sent again because its answer was lost is not applied twice'),
  base: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('revision of the machine’s item that was shown'),
  edits: z.array(z.strictObject({ path: EditPath, after: z.json() })).max(50),
  decision: Decision.nullable().describe('null keeps the edits and leaves the item undecided'),
  reason: RejectReason.optional(),
  note: z.string().max(4000).optional(),
  seconds: z.number().min(0).max(86_400).nullable(),
})
export type Submission = z.infer<typeof Submission>

export interface Submitted {
  readonly act: string
  readonly status: string
  readonly second: string
}

/**
 * Appends a reader’s edits and decision. A submission that comes after the lease ran out and somebody else took over is kept as a draft and
 * refused with `review-conflict`; it never overwrites. Throws `review-invalid` for values that do not fit their field.
 */
export async function submit(review: Review, submission: Submission, actor: Actor): Promise<Submitted> {
  const outcome = await review.db.transaction().execute((tx) => trySubmit(review, tx, submission, actor))
  if ('submitted' in outcome) return outcome.submitted
  await saveDraft(review, { item: submission.item, reader: actor.name, content: submission, late: true })
  throw conflict(submission.item, `${outcome.late} took over ${submission.item} after your claim ran out.`)
}

async function trySubmit(
  review: Review,
  tx: Tx,
  submission: Submission,
  actor: Actor,
): Promise<{ submitted: Submitted } | { late: string }> {
  const { item: id, reading } = submission
  const line = await lockItem(tx, id)
  const again = submission.act && (await tx.selectFrom('events').select('by').where('act', '=', submission.act).executeTakeFirst())
  if (again) return repeated(line, submission.act ?? '', again.by, actor)
  const holder = await holderOf(tx, id, reading, review.now())
  const mine = holder?.holder === actor.name && holder.token === submission.token
  if (!mine) {
    if (holder && holder.holder !== actor.name) return { late: holder.holder }
    const other = reading === 'second' ? line.second_by : line.first_by
    if (reading !== 'final' && other !== null && other !== actor.name && line.status !== 'pending') return { late: other }
  }
  mayRead(line, reading, actor)
  const events = await toEvents(tx, submission, actor)
  await append(tx, events, review.now())
  await refresh(tx, [id])
  await tx.deleteFrom('leases').where('item', '=', id).where('reading', '=', reading).execute()
  await tx.deleteFrom('drafts').where('item', '=', id).where('reader', '=', actor.name).execute()
  const after = await tx.selectFrom('items').select(['status', 'second']).where('id', '=', id).executeTakeFirstOrThrow()
  return { submitted: { act: events[0]?.act ?? '', ...after } }
}

/** The answer that was lost on its way. Throws where the act is somebody else’s. */
function repeated({ id, status, second }: Tables['items'], act: string, by: string, actor: Actor): { submitted: Submitted } {
  if (by !== actor.name) throw invalid('That act is somebody else’s.', 'Reload the page.', id)
  return { submitted: { act, status, second } }
}

async function toEvents(tx: Tx, submission: Submission, actor: Actor): Promise<NewEvent[]> {
  const known = (await knownItems(tx, [submission.item])).get(submission.item)
  if (!known) throw unknownItem(submission.item)
  const shown = submission.base === known.revision ? known.machine : await machineRevision(tx, submission.item, submission.base)
  if (!shown) throw invalid('The version that you read is not known here.', 'Reload the item; what you typed is kept.', submission.item)
  const common = {
    act: submission.act ?? newAct(),
    item: submission.item,
    by: actor.name,
    reading: submission.reading,
    base: submission.base,
  }
  const seen = readAs(shown, known, submission.reading)
  const edits = submission.edits.filter(({ path, after }) => !sameJson(fieldOf(seen, path), after))
  const result = edits.reduce((item, { path, after }) => edited(item, path, after), seen)
  const events: NewEvent[] = edits.map(({ path, after }) => ({ ...common, kind: 'edit', path, before: toJson(fieldOf(seen, path)), after }))
  if (submission.decision !== null) events.push({ ...common, kind: 'decide', ...decided(submission, shown, result) })
  if (events.length === 0) throw invalid('There is nothing to submit.', 'Decide, or change something first.', submission.item)
  return events
}

/** The item as this reader had it before: the machine’s, under the edits that this reading stands on. */
export function readAs(machine: Item, known: Known, reading: Reading): Item {
  const live = liveEvents(known.events)
  const layers = reading === 'final' ? ['first', 'final'] : [reading]
  const edits = layers.flatMap((layer) => live.filter((event) => event.reading === layer)).filter((event) => event.kind === 'edit')
  return edits.reduce((item, { path, after }) => withUnknownField(item, path, after), machine)
}

function edited(item: Item, path: EditPath, after: unknown): Item {
  const parsed = FIELD_SCHEMAS[path].safeParse(after)
  if (parsed.success) return withUnknownField(item, path, after)
  throw invalid(`${path} cannot hold that: ${z.prettifyError(parsed.error)}.`, 'Correct the field and submit again.', item.id, parsed.error)
}

function decided({ decision, reason, note, seconds, item }: Submission, machine: Item, result: Item) {
  if (decision === 'rejected' && reason === undefined) throw invalid('A rejection needs a reason.', 'Choose one from the list.', item)
  const lets = decision === 'approved' || decision === 'corrected'
  const named: Decision = lets ? (changedPaths(machine, result).length > 0 ? 'corrected' : 'approved') : (decision ?? 'discuss')
  return { decision: named, ...(reason && { reason }), ...(note && { note }), content: contentOf(result), seconds }
}

/** The cast is sound: fields of an item come from JSON and go back to it. */
const toJson = (value: unknown) => value as z.infer<ReturnType<typeof z.json>>

/** Takes back a person’s last act on an item, with everything that the same act did to others. Throws when there is none or others built on it. */
export async function undo(review: Review, item: string, actor: Actor): Promise<readonly string[]> {
  return review.db.transaction().execute(async (tx) => {
    await lockItem(tx, item)
    const log = liveEvents((await eventsOf(tx, [item])).get(item) ?? [])
    const last = log.findLast((event) => event.by === actor.name)
    if (!last) throw invalid('There is nothing of yours to undo here.', 'Only your own acts can be undone.', item)
    if (log.some((event) => event.id > last.id && event.by !== actor.name && event.reading !== 'second')) {
      throw refused('Somebody has worked on this after you.', 'Talk to them, or claim the item again and change it.', item)
    }
    const touched = await tx.selectFrom('events').select(['item', 'reading']).distinct().where('act', '=', last.act).execute()
    const items = [...new Set(touched.map((event) => event.item))]
    const act = newAct()
    const events = items.map((id): NewEvent => ({ kind: 'undo', act, item: id, by: actor.name, reading: last.reading, undone: last.act }))
    await append(tx, events, review.now())
    await refresh(tx, items)
    return items
  })
}

/** Raises or lowers a flag on an item: a note for the others that decides nothing. */
export async function flag(review: Review, item: string, on: boolean, note: string, actor: Actor): Promise<void> {
  await review.db.transaction().execute(async (tx) => {
    await lockItem(tx, item)
    await append(tx, [{ kind: 'flag', act: newAct(), item, by: actor.name, reading: 'first', on, note }], review.now())
    await refresh(tx, [item])
  })
}
