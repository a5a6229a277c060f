import type { Item, ReviewStatus } from '../schemas/item.ts'
import type { DecideEvent, EditEvent, Reading, ReviewEvent, SecondState } from '../schemas/review.ts'
import { changedPaths, withUnknownField } from '../schemas/review-fields.ts'
import { contentOf, movedPaths } from './content.ts'

/** What one reader made of an item: its content after their edits, and the decision if there is one. */
export interface ReadingResult {
  readonly item: Item
  readonly decision: DecideEvent | undefined
  readonly edits: readonly EditEvent[]
  /** Whether the decision was taken on just this content; false once a rerun moved something that no edit covers. */
  readonly holds: boolean
}

/** Everything that the log says about one item. */
export interface Reviewed {
  /** The item as it would be released, review record included. */
  readonly item: Item
  readonly status: ReviewStatus
  readonly second: Exclude<SecondState, 'wanted'>
  readonly readings: Readonly<Partial<Record<Reading, ReadingResult>>>
  readonly flagged: boolean
  /** Whether a decision no longer holds because the machine now says something else. */
  readonly moved: boolean
}

/** Replays the review log over a machine-made item. Pure: same inputs, same release. */
export const applyReview = (machine: Item, events: readonly ReviewEvent[]): Item => review(machine, events).item

/** The whole story of one item; events of other items are left out. */
export function review(machine: Item, events: readonly ReviewEvent[]): Reviewed {
  const live = liveEvents(events).filter(({ item }) => item === machine.id)
  const first = readingResult(machine, live, 'first')
  const second = readingResult(machine, live, 'second')
  const final = readingResult(first?.item ?? machine, live, 'final')
  const readings = { ...(first && { first }), ...(second && { second }), ...(final && { final }) }
  const { result, decided, secondState } = settle(machine, readings)
  const moved = decided.some((reading) => reading.decision !== undefined && !reading.holds)
  const status = moved ? 'pending' : statusOf(decided, secondState)
  const changed = changedPaths(machine, result)
  const decisions = decided.flatMap(({ decision }) => decision ?? [])
  return {
    item: {
      ...result,
      review: {
        status,
        by: [...new Set(decisions.map(({ by }) => by))],
        at: decisions.at(-1)?.at ?? null,
        changed,
      },
    },
    status,
    second: secondState,
    readings,
    flagged: live.findLast((event) => event.kind === 'flag')?.on ?? false,
    moved,
  }
}

/** Events that still count, oldest first: whatever was undone is left out, and so are the undoings. */
export function liveEvents(events: readonly ReviewEvent[]): Exclude<ReviewEvent, { kind: 'undo' }>[] {
  const undone = new Set(events.flatMap((event) => (event.kind === 'undo' ? event.undone : [])))
  return inOrder(events).flatMap((event) => (event.kind === 'undo' || undone.has(event.act) ? [] : event))
}

/** By time, then by id: the same order in every database that holds the same events. */
export const inOrder = <Event extends { at: string; id: string }>(events: readonly Event[]): Event[] =>
  events.toSorted((a, b) => compare(a.at, b.at) || compare(a.id, b.id))

/** Items that people added by hand, as the log holds them; an addition that was undone is left out. */
export const addedItems = (events: readonly ReviewEvent[]): Item[] =>
  liveEvents(events).flatMap((event) => (event.kind === 'add' ? event.value : []))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function readingResult(base: Item, live: readonly ReviewEvent[], reading: Reading): ReadingResult | undefined {
  const own = live.filter((event) => event.reading === reading)
  const edits = own.filter((event) => event.kind === 'edit')
  const decision = own.findLast((event) => event.kind === 'decide')
  if (edits.length === 0 && !decision) return undefined
  const item = edits.reduce((current, edit) => withUnknownField(current, edit.path, edit.after), base)
  return { item, decision, edits, holds: decision !== undefined && decision.content === contentOf(item) }
}

/** Which content and which decisions count: the adjudicator’s, else both readers’, else the only reader’s. */
function settle(
  machine: Item,
  { first, second, final }: Partial<Record<Reading, ReadingResult>>,
): { result: Item; decided: ReadingResult[]; secondState: Reviewed['second'] } {
  const both = first?.decision && second?.decision ? [first, second] : undefined
  if (final?.decision && both) return { result: final.item, decided: [...both.map(standing), final], secondState: 'settled' }
  if (final?.decision) return { result: final.item, decided: [final], secondState: 'settled' }
  if (both && first) return { result: first.item, decided: both, secondState: agree(both) ? 'agreed' : 'differs' }
  return { result: first?.item ?? machine, decided: first ? [first] : [], secondState: 'none' }
}

/** A reading that an adjudicator has settled holds by that: only the adjudicator’s own content can go stale. */
const standing = (reading: ReadingResult): ReadingResult => ({ ...reading, holds: true })

/** Whether two readers left the same content and let it in, or both kept it out. */
function agree([a, b]: readonly ReadingResult[]): boolean {
  const lets = (reading: ReadingResult | undefined) =>
    reading?.decision?.decision === 'approved' || reading?.decision?.decision === 'corrected'
  if (!a || !b) return false
  if (lets(a) && lets(b)) return movedPaths(a.item, b.item).length === 0
  return a.decision?.decision === 'rejected' && b.decision?.decision === 'rejected'
}

function statusOf(decided: readonly ReadingResult[], second: Reviewed['second']): ReviewStatus {
  if (second === 'differs') return 'discuss'
  const last = second === 'settled' ? decided.at(-1) : decided[0]
  return last?.decision?.decision ?? 'pending'
}
