import { useSyncExternalStore } from 'react'
import { QueueFilter } from '../../schemas/review.ts'

export const PAGES = ['review', 'progress', 'protocol', 'people'] as const
export type PageName = (typeof PAGES)[number]

/** Where in the application one is, as the address bar says: `#review?status=pending&item=…`. */
export interface Place {
  readonly page: PageName
  readonly filter: Readonly<Record<string, string>>
  readonly item: string | null
}

export const START: Readonly<Record<string, string>> = { status: 'pending' }

function parse(hash: string): Place {
  const [name = '', query] = hash.replace(/^#/, '').split('?')
  const page = PAGES.find((known) => known === name) ?? 'review'
  const params = new URLSearchParams(query ?? new URLSearchParams(START).toString())
  const item = params.get('item')
  params.delete('item')
  const filter = Object.fromEntries([...params].filter(([, value]) => value !== ''))
  return { page, filter: QueueFilter.safeParse(filter).success ? filter : START, item }
}

let current = parse(location.hash)
const listeners = new Set<() => void>()

addEventListener('hashchange', () => {
  current = parse(location.hash)
  for (const listener of listeners) listener()
})

/** Goes somewhere; what is not named stays. Moving from item to item leaves no trail of steps back, nor does what `leavesTrail` says so of. */
export function go(change: Partial<Place>, leavesTrail = change.page !== undefined || change.filter !== undefined): void {
  const { page, filter, item } = { ...current, ...change }
  const params = new URLSearchParams({ ...filter, ...(item !== null && { item }) })
  const hash = `#${page}?${params}`
  if (hash === location.hash) return
  if (leavesTrail) history.pushState(null, '', hash)
  else history.replaceState(null, '', hash)
  current = parse(hash)
  for (const listener of listeners) listener()
}

export const usePlace = (): Place =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
