import { useCallback, useEffect, useRef, useState } from 'react'
import type { QueueRow } from '../../schemas/review.ts'
import { QueueAnswer } from '../../schemas/review-api.ts'
import { get, SignedOut, toldOf } from './api.ts'
import { notify } from './parts/notices.tsx'

/** Rows fetched at a time. */
const PAGE = 60

export interface Queue {
  readonly rows: readonly QueueRow[]
  readonly total: number
  readonly more: boolean
  readonly loading: boolean
  /** Fetches the next rows. */
  extend(): void
  /** Fetches everything anew. */
  reload(): void
  /** Says what has become of a row, without moving it away under the reader’s eyes. */
  mark(id: string, change: Partial<QueueRow>): void
}

interface Loaded {
  readonly query: string
  readonly rows: readonly QueueRow[]
  readonly next: string | null
  readonly total: number
}

const NOTHING: Loaded = { query: '', rows: [], next: null, total: 0 }

/** The rows that pass a filter, a page at a time. */
export function useQueue(filter: Readonly<Record<string, string>>, onSignedOut: () => void): Queue {
  const query = new URLSearchParams(filter).toString()
  const [last, setLoaded] = useState<Loaded>(NOTHING)
  const loaded = last.query === query ? last : NOTHING // rows of the filter before are not this filter’s
  const [loading, setLoading] = useState(true)
  const [round, setRound] = useState(0)
  const busy = useRef(false)

  const fetchPage = useCallback(
    async (after: string | null, signal?: AbortSignal) => {
      const params = new URLSearchParams(query)
      params.set('limit', String(PAGE))
      if (after !== null) params.set('after', after)
      const page = await get(`/api/queue?${params}`, QueueAnswer, signal)
      setLoaded((before) => {
        const kept = after === null || before.query !== query ? [] : before.rows
        const known = new Set(kept.map(({ id }) => id))
        return { query, rows: [...kept, ...page.rows.filter(({ id }) => !known.has(id))], next: page.next, total: page.total }
      })
    },
    [query],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round fetches the same query again
  useEffect(() => {
    const abort = new AbortController()
    setLoading(true)
    fetchPage(null, abort.signal)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        if (error instanceof SignedOut) onSignedOut()
        else notify(toldOf(error), 'error')
      })
      .finally(() => !abort.signal.aborted && setLoading(false))
    return () => abort.abort()
  }, [fetchPage, round, onSignedOut])

  const extend = useCallback(() => {
    if (busy.current || loaded.next === null) return
    busy.current = true
    fetchPage(loaded.next)
      .catch((error: unknown) => notify(toldOf(error), 'error'))
      .finally(() => {
        busy.current = false
      })
  }, [fetchPage, loaded.next])

  return {
    rows: loaded.rows,
    total: loaded.total,
    more: loaded.next !== null,
    loading,
    extend,
    reload: useCallback(() => setRound((count) => count + 1), []),
    mark: useCallback(
      (id, change) => setLoaded((before) => ({ ...before, rows: before.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) })),
      [],
    ),
  }
}
