import type { Item } from '../schemas/item.ts'
import type { Reading, ReviewEvent } from '../schemas/review.ts'
import type { ItemView } from '../schemas/review-api.ts'
import type { ReadingResult } from './apply.ts'
import { type Actor, holderOf, seesAll } from './claims.ts'
import { movedPaths } from './content.ts'
import { draftOf, lateDrafts } from './drafts.ts'
import { refused, unknownItem } from './refusals.ts'
import { type Known, knownItems, machineRevision } from './store/items.ts'
import type { Review } from './store/open.ts'
import { readAs } from './submit.ts'

/** Everything that one reader may see of an item. A second reader sees nothing of the first reading until their own is done. */
export async function itemView(review: Review, id: string, wanted: Reading | undefined, actor: Actor): Promise<ItemView> {
  const known = (await knownItems(review.db, [id])).get(id)
  const line = await review.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known || !line) throw unknownItem(id)
  const reading = wanted ?? fittingReading(known, line.second, actor)
  if (reading === 'final' && !seesAll(actor)) throw refused('Only an adjudicator sees both readings.', 'Ask a curator for the role.', id)
  const blind = isBlind(known, line.second, actor)
  const { reviewed } = known
  const decidedOn = blind ? null : await staleBase(review, known)
  return {
    item:
      reading === 'first' && blind
        ? known.machine
        : { ...readAs(known.machine, known, reading), review: blind ? known.machine.review : reviewed.item.review },
    machine: known.machine,
    revision: known.revision,
    decidedOn,
    reading,
    status: blind ? 'pending' : reviewed.status,
    second: line.second as ItemView['second'], // the cast: the column is only written with a SecondState
    flagged: reviewed.flagged,
    reasons: JSON.parse(line.reasons),
    moved: decidedOn ? movedPaths(decidedOn, known.machine) : [],
    events: blind ? known.events.filter(({ by }) => by === actor.name) : [...known.events],
    holder: (await holderOf(review.db, id, reading, review.now()))?.holder ?? null,
    draft: await draftOf(review.db, id, actor.name),
    late: blind ? [] : await lateDrafts(review.db, id, actor.name),
    readings: reading === 'final' ? bothReadings(known) : [],
  }
}

/** The reading that this person would give: one that settles what others disagree on or could not decide, a second one where it is wanted. */
function fittingReading({ reviewed }: Known, second: string, actor: Actor): Reading {
  if (seesAll(actor) && (second === 'differs' || second === 'settled')) return 'final'
  const first = reviewed.readings.first?.decision
  if (seesAll(actor) && first && first.by !== actor.name && reviewed.status === 'discuss') return 'final'
  if (first && first.by !== actor.name && second === 'wanted') return 'second'
  return reviewed.readings.second?.decision?.by === actor.name ? 'second' : 'first'
}

/** Whether this person may yet be the second reader, so that the first reading has to stay hidden from them. */
function isBlind({ reviewed }: Known, second: string, actor: Actor): boolean {
  const first = reviewed.readings.first?.decision?.by
  return !seesAll(actor) && second === 'wanted' && first !== undefined && first !== actor.name
}

/** The machine’s version under a decision that no longer holds. */
async function staleBase(review: Review, { reviewed, machine }: Known): Promise<Item | null> {
  if (!reviewed.moved) return null
  const stale = Object.values(reviewed.readings).find(({ holds, decision }) => decision && !holds)?.decision
  return stale ? ((await machineRevision(review.db, machine.id, stale.base)) ?? null) : null
}

function bothReadings({ reviewed }: Known): ItemView['readings'] {
  return [reviewed.readings.first, reviewed.readings.second].flatMap((reading) =>
    reading?.decision ? told(reading, reading.decision) : [],
  )
}

const told = (
  reading: ReadingResult,
  { by, decision, reason, note }: Extract<ReviewEvent, { kind: 'decide' }>,
): ItemView['readings'][number] => ({
  by,
  decision,
  reason: reason ?? null,
  note: note ?? null,
  item: reading.item,
})
