import { Item } from '../../schemas/item.ts'
import type { ReviewEvent, ReviewPolicy } from '../../schemas/review.ts'
import { addedItems, liveEvents, type Reviewed, review } from '../apply.ts'
import { revisionOf } from '../content.ts'
import { CHUNK, eventsOf } from './log.ts'
import { readPolicy, wantsSecondReading } from './settings.ts'
import type { Queries, Tables, Tx } from './tables.ts'

/** Machine confidence below which an item is listed as doubtful. */
const LOW_CONFIDENCE = 0.5

/** Characters of the question that the list shows and that search looks into. */
const START_LENGTH = 160
const SEARCH_LENGTH = 300

/** One item with everything that is known about it. */
export interface Known {
  /** What the machine (or the person who added it) made. */
  readonly machine: Item
  readonly revision: string
  readonly events: readonly ReviewEvent[]
  readonly reviewed: Reviewed
}

/** The newest machine-made version of items with their log; items that do not exist are missing from the answer. */
export async function knownItems(db: Queries, ids: readonly string[]): Promise<Map<string, Known>> {
  const [events, machine] = [await eventsOf(db, ids), await newestMachine(db, ids)]
  const known = new Map<string, Known>()
  for (const id of ids) {
    const log = events.get(id) ?? []
    const base = machine.get(id) ?? addedBase(log, id)
    if (base) known.set(id, { ...base, events: log, reviewed: review(base.machine, log) })
  }
  return known
}

function addedBase(log: readonly ReviewEvent[], id: string): Pick<Known, 'machine' | 'revision'> | undefined {
  const machine = addedItems(log).find((item) => item.id === id)
  return machine && { machine, revision: revisionOf(machine) }
}

/** One version of an item as the machine once made it. */
export async function machineRevision(db: Queries, item: string, revision: string): Promise<Item | undefined> {
  const row = await db.selectFrom('machine').select('json').where('item', '=', item).where('revision', '=', revision).executeTakeFirst()
  return row && Item.parse(JSON.parse(row.json))
}

async function newestMachine(db: Queries, ids: readonly string[]): Promise<Map<string, Pick<Known, 'machine' | 'revision'>>> {
  const found = new Map<string, Pick<Known, 'machine' | 'revision'>>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await db
      .selectFrom('items')
      .innerJoin('machine', (join) => join.onRef('machine.item', '=', 'items.id').onRef('machine.revision', '=', 'items.revision'))
      .select(['items.id', 'items.revision', 'machine.json'])
      .where('items.id', 'in', ids.slice(start, start + CHUNK))
      .execute()
    for (const { id, revision, json } of rows) found.set(id, { machine: Item.parse(JSON.parse(json)), revision })
  }
  return found
}

/** Works out the queue’s lines of some items anew from machine output and log. */
export async function refresh(tx: Tx, ids: readonly string[]): Promise<void> {
  const policy = await readPolicy(tx)
  for (let start = 0; start < ids.length; start += CHUNK) {
    const part = ids.slice(start, start + CHUNK)
    const known = await knownItems(tx, part)
    const gone = new Set(
      (await tx.selectFrom('items').select('id').where('id', 'in', part).where('gone', '=', 1).execute()).map(({ id }) => id),
    )
    const entries = [...known.values()].map((item) => queueEntry(item, isWanted(item, policy), gone.has(item.machine.id)))
    await tx.deleteFrom('reasons').where('item', 'in', part).execute()
    const vanished = part.filter((id) => !known.has(id))
    if (vanished.length > 0) {
      await tx.deleteFrom('items').where('id', 'in', vanished).execute()
      await tx.deleteFrom('texts').where('item', 'in', vanished).execute()
    }
    if (entries.length > 0) await putEntries(tx, entries)
  }
}

const isWanted = ({ machine: { id, provenance } }: Known, policy: ReviewPolicy): boolean =>
  wantsSecondReading({ id, confidence: provenance.confidence }, policy)

type Line = Tables['items']

/** A line of the queue with what finds it. */
interface Entry {
  readonly line: Line
  readonly search: string
  readonly reasons: readonly string[]
}

async function putEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  await tx
    .insertInto('items')
    .values(entries.map(({ line }) => line))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => {
        const columns = Object.keys(entries[0]?.line ?? {}).filter((column) => column !== 'id' && column !== 'touched') as (keyof Line)[] // a line’s own keys
        return Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))
      }),
    )
    .execute()
  await tx
    .insertInto('texts')
    .values(entries.map(({ line, search }) => ({ item: line.id, search })))
    .onConflict((conflict) => conflict.column('item').doUpdateSet((eb) => ({ search: eb.ref('excluded.search') })))
    .execute()
  const reasons = entries.flatMap(({ line, reasons: codes }) => codes.map((code) => ({ item: line.id, code })))
  for (let start = 0; start < reasons.length; start += CHUNK) {
    await tx
      .insertInto('reasons')
      .values(reasons.slice(start, start + CHUNK))
      .execute()
  }
}

function queueEntry({ machine, revision, reviewed, events }: Known, wanted: boolean, gone: boolean): Entry {
  const { status, second, readings, flagged, moved } = reviewed
  const state = second === 'none' && wanted ? 'wanted' : second
  // a second reader must not see in the queue what the first one wrote
  const item = state === 'wanted' ? machine : reviewed.item
  const text = item.question.text
  const span = item.question.spans[0]
  const page = span?.page ?? item.source.pages[0] ?? 1
  const reasons = reasonsToLook(machine, { flagged, moved, gone, differs: second === 'differs', added: isAdded(events) })
  const line: Line = {
    id: machine.id,
    subject: machine.subject,
    document: machine.source.document,
    number: item.source.number,
    page,
    confidence: machine.provenance.confidence,
    diagrams: item.diagrams.length,
    status,
    second: state,
    first_by: readings.first?.decision?.by ?? null,
    second_by: readings.second?.decision?.by ?? null,
    by: JSON.stringify(reviewed.item.review.by),
    reasons: JSON.stringify(reasons),
    flagged: Number(flagged),
    moved: Number(moved),
    gone: Number(gone),
    place: placeOf(page, span?.bbox),
    start: text.slice(0, START_LENGTH),
    revision,
    touched: 0,
  }
  return { line, reasons, search: `${machine.id} ${item.source.number} ${text.slice(0, SEARCH_LENGTH)}`.toLowerCase() }
}

/** Points. Columns of text are wider than this, indents are narrower. */
const COLUMN = 150

/** Text that sorts as one reads: by page, then column, then down the page. */
function placeOf(page: number, [left, top]: readonly [number, number, ...number[]] = [0, 0]): string {
  const column = Math.floor(Math.max(0, left) / COLUMN)
  const down = Math.round(Math.max(0, top) * 10)
  return [String(page).padStart(6, '0'), String(column).padStart(2, '0'), String(down).padStart(7, '0')].join(':')
}

const isAdded = (events: readonly ReviewEvent[]): boolean => liveEvents(events).some(({ kind }) => kind === 'add')

function reasonsToLook(machine: Item, marks: Readonly<Record<'flagged' | 'moved' | 'gone' | 'differs' | 'added', boolean>>): string[] {
  const problems = machine.provenance.problems.filter(({ severity }) => severity !== 'notice').map(({ code }) => code)
  return [
    ...new Set<string>([
      ...Object.entries(marks).flatMap(([mark, on]) => (on ? mark : [])),
      ...problems,
      ...(machine.provenance.confidence < LOW_CONFIDENCE ? ['low-confidence'] : []),
      ...(machine.diagrams.length === 0 ? ['no-diagram'] : []),
      ...(machine.solution === null ? ['no-solution'] : []),
    ]),
  ]
}
