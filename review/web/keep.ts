import { z } from 'zod'
import { Reading } from '../../schemas/review.ts'
import { Anything, Offline, Refused, SignedOut, send } from './api.ts'

/** What somebody typed on an item: the fields that differ from what the server showed. */
export const Draft = z.object({ base: z.string(), fields: z.record(z.string(), z.unknown()), at: z.string() })
export type Draft = z.infer<typeof Draft>

/** A submission on its way. */
export const Outgoing = z.object({
  item: z.string(),
  reading: Reading,
  token: z.string(),
  act: z.string(),
  base: z.string(),
  edits: z.array(z.object({ path: z.string(), after: z.unknown() })),
  decision: z.string().nullable(),
  reason: z.string().optional(),
  note: z.string().optional(),
  seconds: z.number().nullable(),
})
export type Outgoing = z.infer<typeof Outgoing>

const PREFIX = 'engvqa-review'
const draftKey = (person: string, item: string, reading: string): string => `${PREFIX}:draft:${person}:${reading}:${item}`
const outboxKey = (person: string): string => `${PREFIX}:outbox:${person}`

/** Keeps a draft in this browser at once: it survives a reload, a crash and a lost connection. */
export function keepDraft(person: string, item: string, reading: string, draft: Draft): void {
  write(draftKey(person, item, reading), draft)
}

export const keptDraft = (person: string, item: string, reading: string): Draft | undefined => read(draftKey(person, item, reading), Draft)

export function forgetDraft(person: string, item: string, reading: string): void {
  localStorage.removeItem(draftKey(person, item, reading))
}

/** What has been decided and not yet reached the server. */
export const outbox = (person: string): readonly Outgoing[] => read(outboxKey(person), z.array(Outgoing)) ?? []

/** What became of a submission. */
export type Fate =
  | { readonly kind: 'done' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly error: Refused }
  | { readonly kind: 'signed-out' }

/** Sends a submission; what the server cannot be told now waits in the outbox of this browser. */
export async function dispatch(person: string, outgoing: Outgoing): Promise<Fate> {
  write(outboxKey(person), [...outbox(person).filter(({ item }) => item !== outgoing.item), outgoing])
  return deliver(person, outgoing)
}

/** Tries everything in the outbox once more, oldest first. */
export async function deliverAll(person: string): Promise<ReadonlyMap<string, Fate>> {
  const fates = new Map<string, Fate>()
  for (const outgoing of outbox(person)) {
    const fate = await deliver(person, outgoing)
    fates.set(outgoing.item, fate)
    if (fate.kind === 'waiting' || fate.kind === 'signed-out') break
  }
  return fates
}

async function deliver(person: string, outgoing: Outgoing): Promise<Fate> {
  try {
    await send('POST', '/api/submit', outgoing, Anything)
  } catch (error) {
    if (error instanceof Offline) return { kind: 'waiting' }
    if (error instanceof SignedOut) return { kind: 'signed-out' }
    if (!(error instanceof Refused)) throw error
    if (error.status >= 500) return { kind: 'waiting' }
    remove(person, outgoing)
    return { kind: 'refused', error }
  }
  remove(person, outgoing)
  forgetDraft(person, outgoing.item, outgoing.reading)
  return { kind: 'done' }
}

function remove(person: string, outgoing: Outgoing): void {
  write(
    outboxKey(person),
    outbox(person).filter(({ act }) => act !== outgoing.act),
  )
}

function write(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value))
}

function read<Shape>(key: string, shape: z.ZodType<Shape>): Shape | undefined {
  try {
    return shape.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return undefined // nothing kept, or by an older version of this page
  }
}
