import { toBBox } from '../schemas/geometry.ts'
import { type Item, PENDING } from '../schemas/item.ts'
import type { EditPath, Restructure } from '../schemas/review.ts'
import { fieldOf, sameJson } from '../schemas/review-fields.ts'
import { type Actor, holderOf, lockItem, mayRead } from './claims.ts'
import { contentOf } from './content.ts'
import { conflict, invalid, unknownItem } from './refusals.ts'
import { type Known, knownItems, refresh } from './store/items.ts'
import { append, type NewEvent, newAct } from './store/log.ts'
import type { Review } from './store/open.ts'
import type { Tx } from './store/tables.ts'

type Of<Kind extends Restructure['kind']> = Extract<Restructure, { kind: Kind }>

/** Adds, splits or merges items or moves a diagram, as one act that is undone as one. Returns the items it touched, the new one first. */
export async function restructure(review: Review, change: Restructure, actor: Actor): Promise<readonly string[]> {
  return review.db.transaction().execute(async (tx) => {
    const events = await toEvents(review, tx, change, { act: newAct(), by: actor.name, reading: 'first' }, actor)
    await append(tx, events, review.now())
    const items = [...new Set(events.map(({ item }) => item))]
    await refresh(tx, items)
    return items
  })
}

type Common = Pick<NewEvent, 'act' | 'by' | 'reading'>

async function toEvents(review: Review, tx: Tx, change: Restructure, common: Common, actor: Actor): Promise<NewEvent[]> {
  switch (change.kind) {
    case 'add':
      return [await added(tx, change, common)]
    case 'split':
      return split(tx, await free(review, tx, change.item, actor), change, common)
    case 'merge':
      if (change.item === change.into) throw invalid('An item cannot go into itself.', 'Choose another one.', change.item)
      return merged(await free(review, tx, change.item, actor), await free(review, tx, change.into, actor), common)
    case 'move-diagram':
      return movedDiagram(await free(review, tx, change.item, actor), await free(review, tx, change.to, actor), change.index, common)
  }
}

/** An item that nobody else is reading, locked. */
async function free(review: Review, tx: Tx, id: string, actor: Actor): Promise<Known> {
  const line = await lockItem(tx, id)
  const holder = await holderOf(tx, id, 'first', review.now())
  if (holder && holder.holder !== actor.name) throw conflict(id, `${holder.holder} is reading ${id} just now.`, 'Wait until they are done.')
  mayRead(line, 'first', actor)
  const known = (await knownItems(tx, [id])).get(id)
  if (!known) throw unknownItem(id)
  return known
}

async function added(tx: Tx, { document, number, text, spans, diagrams }: Of<'add'>, common: Common): Promise<NewEvent> {
  const sibling = await tx.selectFrom('items').select('id').where('document', '=', document).orderBy('id').executeTakeFirst()
  const known = sibling && (await knownItems(tx, [sibling.id])).get(sibling.id)
  if (!known) throw invalid(`Nothing of ${document} is in the queue.`, 'Extract the document first.')
  const value = await newItem(tx, known.machine, { number, text, spans, parts: [], diagrams, equations: [], solution: null, topics: [] })
  return { ...common, kind: 'add', item: value.id, value, from: [] }
}

async function split(tx: Tx, known: Known, { stays, leaves }: Of<'split'>, common: Common): Promise<NewEvent[]> {
  const { item } = known.reviewed
  const pick = (indices: readonly number[]) => item.diagrams.filter((_, index) => indices.includes(index))
  const value = await newItem(tx, item, {
    ...leaves,
    diagrams: pick(leaves.diagrams),
    equations: inside(item, leaves.spans),
    parts: item.question.parts.filter(({ text }) => !stays.text.includes(text) && leaves.text.includes(text)),
    solution: null,
    topics: item.topics,
  })
  const edits: [EditPath, unknown][] = [
    ['question.text', stays.text],
    ['question.parts', item.question.parts.filter(({ text }) => stays.text.includes(text))],
    ['question.options', (item.question.options ?? []).filter(({ text }) => stays.text.includes(text))],
    ['question.spans', stays.spans],
    ['diagrams', pick(stays.diagrams)],
    ['equations', item.equations.filter((equation) => !value.equations.includes(equation))],
  ]
  return [{ ...common, kind: 'add', item: value.id, value, from: [item.id] }, ...editsOf(known, edits, common)]
}

/** Formulas whose middle stands in one of the boxes. */
const inside = (item: Item, spans: readonly Item['question']['spans'][number][]): Item['equations'] =>
  item.equations.filter(({ page, bbox: [left, top, right, bottom] }) =>
    spans.some(
      (span) =>
        span.page === page &&
        span.bbox[0] <= (left + right) / 2 &&
        (left + right) / 2 <= span.bbox[2] &&
        span.bbox[1] <= (top + bottom) / 2 &&
        (top + bottom) / 2 <= span.bbox[3],
    ),
  )

function merged(from: Known, into: Known, common: Common): NewEvent[] {
  const [a, b] = [into.reviewed.item, from.reviewed.item]
  const join = (one: string, other: string) => [one, other].filter((text) => text.trim() !== '').join('\n\n')
  const solution =
    a.solution && b.solution
      ? {
          text: join(a.solution.text, b.solution.text),
          pages: [...new Set([...a.solution.pages, ...b.solution.pages])].toSorted((x, y) => x - y),
          spans: [...a.solution.spans, ...b.solution.spans],
          files: [...a.solution.files, ...b.solution.files],
          answers: [...a.solution.answers, ...b.solution.answers],
        }
      : (a.solution ?? b.solution)
  const edits: [EditPath, unknown][] = [
    ['question.text', join(a.question.text, b.question.text)],
    ['question.parts', [...a.question.parts, ...b.question.parts]],
    ['question.options', [...(a.question.options ?? []), ...(b.question.options ?? [])]],
    ['question.spans', [...a.question.spans, ...b.question.spans]],
    ['diagrams', distinct([...a.diagrams, ...b.diagrams])],
    ['equations', [...a.equations, ...b.equations]],
    ['solution', solution],
  ]
  const gone: NewEvent = {
    ...common,
    kind: 'decide',
    item: b.id,
    decision: 'rejected',
    reason: 'merged',
    note: `merged into ${a.id}`,
    base: from.revision,
    content: contentOf(b),
    seconds: null,
  }
  return [...editsOf(into, edits, common), gone]
}

const distinct = (diagrams: Item['diagrams']): Item['diagrams'] =>
  diagrams.filter(
    (diagram, index) => diagrams.findIndex((other) => sameJson([other.page, other.bbox], [diagram.page, diagram.bbox])) === index,
  )

function movedDiagram(from: Known, to: Known, index: number, common: Common): NewEvent[] {
  const diagram = from.reviewed.item.diagrams[index]
  if (!diagram) throw invalid('That diagram is not there any more.', 'Reload the item.', from.machine.id)
  return [
    ...editsOf(to, [['diagrams', distinct([...to.reviewed.item.diagrams, diagram])]], common),
    ...editsOf(from, [['diagrams', from.reviewed.item.diagrams.toSpliced(index, 1)]], common),
  ]
}

/** Edit events for the fields that really change. */
function editsOf({ reviewed, machine, revision }: Known, edits: readonly [EditPath, unknown][], common: Common): NewEvent[] {
  return edits.flatMap(([path, after]) => {
    const before = fieldOf(reviewed.item, path)
    if (sameJson(before, after)) return []
    // the casts are sound: fields of an item come from JSON and go back to it
    return { ...common, kind: 'edit' as const, item: machine.id, path, before: before as never, after: after as never, base: revision }
  })
}

interface Content extends Pick<Item, 'diagrams' | 'equations' | 'solution' | 'topics'> {
  readonly number: string
  readonly text: string
  readonly spans: Item['question']['spans']
  readonly parts: Item['question']['parts']
}

/** An item made by hand, beside one of the same document. */
async function newItem(tx: Tx, sibling: Item, { number, text, spans, parts, ...rest }: Content): Promise<Item> {
  const pages = [...new Set([...spans, ...rest.diagrams].map(({ page }) => page))].toSorted((a, b) => a - b)
  const { document } = sibling.source
  const boxes = spans.map(({ page, bbox: [left, top, right, bottom] }) => ({ page, bbox: toBBox({ left, top, right, bottom }) }))
  return {
    ...sibling,
    id: await freeId(tx, `${sibling.subject}/${document}`, number, pages[0] ?? 1),
    source: { ...sibling.source, number, pages: pages.length > 0 ? pages : sibling.source.pages },
    question: { text, parts, spans: boxes },
    ...rest,
    review: PENDING,
    provenance: { engine: 'person', stages: {}, models: [], confidence: 1, problems: [] },
  }
}

/** The id that the number gives; a number that is taken gets its page in between, then a letter behind. */
async function freeId(tx: Tx, stem: string, number: string, page: number): Promise<string> {
  const candidates = [
    `${stem}/${number}`,
    `${stem}/p${page}/${number}`,
    ...[...'bcdefghijklmnopqrstuvwxyz'].map((letter) => `${stem}/p${page}/${number}${letter}`),
  ]
  const taken = new Set(
    (
      await tx
        .selectFrom('events')
        .select('item')
        .where('item', 'in', candidates)
        .union(tx.selectFrom('items').select('id as item').where('id', 'in', candidates))
        .execute()
    ).map(({ item }) => item),
  )
  const id = candidates.find((candidate) => !taken.has(candidate))
  if (id === undefined) throw invalid(`The number ${number} is taken too often on page ${page}.`, 'Give it another number.')
  return id
}
