import { createHash } from 'node:crypto'
import type { GoogleGenAI } from '@google/genai'
import type { ModelCall } from '../../schemas/model.ts'
import { CallFailure } from './failure.ts'
import { bytesOf, inlinePart, MOST_INLINE, partsOf, type ToPart } from './gemini-parts.ts'
import { CACHE_SECONDS, isCached } from './tokens.ts'

/** Statuses with which a server says that a cache is gone, or that it does not take it with this call. */
const GONE: ReadonlySet<number | undefined> = new Set([400, 403, 404])

/** The shared part of a series, kept at the server. */
interface Kept {
  readonly name: string
  /** Tokens that were written and have not been booked to a call yet. */
  unbooked: number
  /** Calls of the series that have not been answered yet. */
  open: number
}

/** Explicit context caches of one server, one a series of calls. Where the server makes none, calls go out whole, and its implicit cache may still find them. */
export function contextCaches(client: GoogleGenAI, uploaded: ToPart) {
  const series = new Map<string, Promise<Kept | undefined>>()
  /** Models that make no caches, with the reason still being the same for the next series. */
  const without = new Set<string>()

  const create = async (call: ModelCall, signal: AbortSignal): Promise<Kept | undefined> => {
    const { shared, system, model } = call
    if (!shared) return undefined
    const images = shared.images ?? []
    const toPart = bytesOf(images) <= MOST_INLINE ? inlinePart : uploaded
    try {
      const made = await client.caches.create({
        model,
        config: {
          contents: [{ role: 'user', parts: await partsOf([shared.text], images, (image) => toPart(image, signal)) }],
          ...(system === undefined ? {} : { systemInstruction: system }),
          ttl: `${CACHE_SECONDS}s`,
          abortSignal: signal,
        },
      })
      return made.name === undefined
        ? undefined
        : { name: made.name, unbooked: made.usageMetadata?.totalTokenCount ?? 0, open: shared.calls ?? 0 }
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof CallFailure && !isTooSmall(error) && GONE.has(error.facts.status)) without.add(model)
      return undefined // the call goes out whole; if something is really wrong, that says so
    }
  }
  return {
    /** Name of the cache for a call, made if it is the first of its series; undefined where there is none. */
    async of(call: ModelCall, signal: AbortSignal): Promise<string | undefined> {
      if (!isCached(call) || without.has(call.model)) return undefined
      const key = keyOf(call)
      const making = series.get(key) ?? create(call, signal)
      if (!series.has(key)) {
        series.set(key, making)
        making.catch(() => series.delete(key)) // interrupted while it was made
      }
      const kept = await making
      return kept && kept.open > 0 ? kept.name : undefined
    },
    /** Tokens that were written for the series of a call and are to be booked to it: all of them once, to the first that is answered. */
    async written(call: ModelCall): Promise<number> {
      const kept = await series.get(keyOf(call))
      if (!kept) return 0
      const tokens = kept.unbooked
      kept.unbooked = 0
      return tokens
    },
    /** After an answer: the last one of a series ends its cache, so that it is not stored longer than it is of use. */
    async answered(call: ModelCall, signal: AbortSignal): Promise<void> {
      const kept = await series.get(keyOf(call))
      if (!kept || --kept.open !== 0) return
      await client.caches.delete({ name: kept.name, config: { abortSignal: signal } }).catch(() => undefined) // it then ends by itself
    },
    /** Whether a call failed for its cache; the rest of the series then goes without. */
    async lost(call: ModelCall, error: unknown): Promise<boolean> {
      if (!(error instanceof CallFailure) || !GONE.has(error.facts.status)) return false
      const kept = await series.get(keyOf(call))
      if (kept) kept.open = 0
      return true
    },
  }
}

export type ContextCaches = ReturnType<typeof contextCaches>

/** Below the size from on which this model makes caches; a longer series may still get one. */
const isTooSmall = ({ facts }: CallFailure): boolean => /too small|min_total_token_count/i.test(facts.detail)

const keyOf = ({ model, system, shared }: ModelCall): string =>
  createHash('sha256')
    .update(JSON.stringify([model, system ?? null, shared?.text ?? null, shared?.images ?? []]))
    .digest('hex')
