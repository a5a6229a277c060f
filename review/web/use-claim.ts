import { useEffect, useRef, useState } from 'react'
import type { Reading } from '../../schemas/review.ts'
import { LeaseAnswer } from '../../schemas/review-api.ts'
import { Anything, Offline, Refused, send, toldOf } from './api.ts'

/** Milliseconds that an item has to be open before it is claimed: leafing through the queue claims nothing. */
const DWELL = 250

/** Milliseconds between signs of life while an item is open. */
const RENEW_EVERY = 4 * 60_000

/** A claim on the item that is open. */
export interface Claim {
  /** Why the item cannot be worked on, if it cannot. */
  readonly refused: string | undefined
  /** The lease’s token; waits for a claim that is on its way, and is empty without a connection. Throws Refused. */
  token(): Promise<string>
}

const ask = async (item: string, reading: Reading): Promise<string> => {
  try {
    return (await send('POST', '/api/claim', { item, reading }, LeaseAnswer)).token
  } catch (error) {
    if (error instanceof Offline) return '' // the server will see whether somebody else took over meanwhile
    throw error
  }
}

/** Claims an item while it is open, renews the claim, and gives it back when the reader goes on without deciding. */
export function useClaim(item: string | undefined, reading: Reading, onDropped: () => boolean): Claim {
  const lease = useRef<{ item: string; token: Promise<string> } | undefined>(undefined)
  const [refused, setRefused] = useState<{ item: string; why: string } | undefined>()
  const dropped = useRef(onDropped)
  dropped.current = onDropped

  useEffect(() => {
    if (item === undefined) return
    const take = () => {
      const token = ask(item, reading)
      lease.current = { item, token }
      token.then(
        () => setRefused((now) => (now?.item === item ? undefined : now)),
        (error: unknown) => setRefused({ item, why: error instanceof Refused ? error.problem.message : toldOf(error) }),
      )
    }
    const dwell = setTimeout(take, DWELL)
    const renew = setInterval(take, RENEW_EVERY)
    return () => {
      clearTimeout(dwell)
      clearInterval(renew)
      const held = lease.current
      lease.current = undefined
      if (held?.item !== item || !dropped.current()) return
      held.token.then(() => send('POST', '/api/unclaim', { item, reading }, Anything)).catch(() => undefined) // it runs out by itself
    }
  }, [item, reading])

  return {
    refused: refused?.item === item ? refused?.why : undefined,
    token: () => {
      if (item === undefined) return Promise.resolve('')
      if (lease.current?.item !== item) lease.current = { item, token: ask(item, reading) }
      return lease.current.token
    },
  }
}
