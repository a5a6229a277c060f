import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { Decision, RejectReason, Restructure } from '../../schemas/review.ts'
import type { Me } from '../../schemas/review-api.ts'
import { fieldOf } from '../../schemas/review-fields.ts'
import { Anything, Refused, send, toldOf } from './api.ts'
import { dispatch, forgetDraft, type Outgoing } from './keep.ts'
import { notify } from './parts/notices.tsx'
import { go, usePlace } from './place.ts'
import { useClaim } from './use-claim.ts'
import { forget, prefetch, reopen, useItem } from './use-item.ts'
import { useQueue } from './use-queue.ts'

/** Items fetched ahead. */
const AHEAD = 4

/** Rows before the end of the list at which more are fetched. */
const NEAR_END = 10

/** Everything that the review page does: which item is open, and what becomes of it. */
export function useDesk(me: Me, onDecided: () => void, onSignedOut: () => void) {
  const { filter, item: id } = usePlace()
  const queue = useQueue(filter, onSignedOut)
  const work = useItem(id, me.name, onSignedOut)
  const [done, setDone] = useState<readonly string[]>([])
  const decided = useRef(new Set<string>())
  const claim = useClaim(work?.view.item.id, work?.view.reading ?? 'first', () => !decided.current.has(work?.view.item.id ?? ''))
  const at = queue.rows.findIndex((row) => row.id === id)

  useEffect(() => {
    const [first] = queue.rows
    if (id === null && first) go({ item: first.id })
  }, [id, queue.rows])

  useEffect(() => {
    for (const row of queue.rows.slice(at + 1, at + 1 + AHEAD)) prefetch(row.id)
    if (at >= queue.rows.length - NEAR_END) queue.extend()
  }, [at, queue.rows, queue.extend])

  const step = useCallback(
    (by: 1 | -1) => {
      const undecided = (row: (typeof queue.rows)[number] | undefined) => row && (by === -1 || !decided.current.has(row.id))
      for (let index = at + by; index >= 0 && index < queue.rows.length; index += by) {
        const row = queue.rows[index]
        if (row && undecided(row)) return go({ item: row.id })
      }
      if (by === 1) notify(queue.more ? 'More is coming.' : 'That was the last one of this list.')
    },
    [at, queue.rows, queue.more],
  )

  const decide = async (decision: Decision, reason?: RejectReason, note?: string) => {
    if (!work || claim.refused) return
    const { view, item, changed, opened } = work
    const token = await claim.token().catch((error: unknown) => {
      notify(error instanceof Refused ? error.message : toldOf(error), 'error')
    })
    if (token === undefined) return
    const outgoing: Outgoing = {
      item: item.id,
      reading: view.reading,
      token,
      act: randomAct(),
      base: view.revision,
      edits: changed.map((path) => ({ path, after: fieldOf(item, path) })),
      decision,
      ...(reason && { reason }),
      ...(note && { note }),
      seconds: Math.round((Date.now() - opened) / 100) / 10,
    }
    decided.current.add(item.id)
    setDone((now) => [...now.filter((one) => one !== item.id), item.id])
    queue.mark(item.id, {
      status: decision === 'approved' && (changed.length > 0 || view.item.review.changed.length > 0) ? 'corrected' : decision,
      by: [me.name],
    })
    step(1)
    const fate = await dispatch(me.name, outgoing)
    forget(item.id)
    if (fate.kind === 'done') return onDecided()
    if (fate.kind === 'signed-out') return onSignedOut()
    if (fate.kind === 'waiting') return
    decided.current.delete(item.id)
    queue.mark(item.id, { status: view.status, by: [] })
    notify(`${item.source.number}: ${fate.error.message}`, 'error')
  }

  const undo = async () => {
    const last = done.at(-1)
    if (last === undefined) return notify('There is nothing to undo.')
    await send('POST', '/api/undo', { item: last }, Anything)
    setDone(done.slice(0, -1))
    decided.current.delete(last)
    queue.mark(last, { status: 'pending', by: [] })
    reopen(last)
    go({ item: last })
    onDecided()
    notify('Undone.')
  }

  /** What has been typed goes first: the server puts together what it knows. */
  const keepEdits = async () => {
    if (!work || work.changed.length === 0) return
    const { view, item, changed } = work
    const edits = changed.map((path) => ({ path, after: fieldOf(item, path) }))
    const common = { item: item.id, reading: view.reading, token: await claim.token(), act: randomAct(), base: view.revision }
    await send('POST', '/api/submit', { ...common, edits, decision: null, seconds: null }, Anything)
    forgetDraft(me.name, item.id, view.reading)
  }

  const restructure = async (change: Restructure) => {
    if (change.kind !== 'add') await keepEdits()
    const { items } = await send('POST', '/api/restructure', change, z.object({ items: z.array(z.string()) }))
    for (const touched of items) reopen(touched)
    setDone((now) => [...now, ...items.slice(0, 1)])
    queue.reload()
    onDecided()
    return items
  }

  const flag = async (on: boolean, note = '') => {
    if (!work) return
    await send('POST', '/api/flag', { item: work.item.id, on, note }, Anything)
    notify(on ? 'Flagged.' : 'Flag taken off.')
    reopen(work.item.id)
  }

  return { filter, queue, work, claim, step, decide, undo, restructure, flag }
}

export type Desk = ReturnType<typeof useDesk>

/** Names a submission, so that sending it twice does not count twice. */
const randomAct = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
