import { useCallback, useEffect, useRef, useState } from 'react'
import type { Item } from '../../schemas/item.ts'
import { EDIT_PATHS, EditPath } from '../../schemas/review.ts'
import { ItemView } from '../../schemas/review-api.ts'
import { changedPaths, type FieldValues, fieldOf, withField, withUnknownField } from '../../schemas/review-fields.ts'
import { Anything, get, SignedOut, send, toldOf } from './api.ts'
import { type Draft, Draft as DraftShape, forgetDraft, keepDraft, keptDraft } from './keep.ts'
import { notify } from './parts/notices.tsx'
import { pageAddress } from './sources.ts'

/** Milliseconds of silence after which a draft also goes to the server, for when the reader moves to another machine. */
const DRAFT_PAUSE = 800

/** Items fetched ahead, kept until they are opened or changed. */
const fetched = new Map<string, Promise<ItemView>>()

const fetchItem = (id: string): Promise<ItemView> => get(`/api/item?${new URLSearchParams({ id })}`, ItemView)

/** Fetches an item and the pictures that it will show before they are asked for. */
export function prefetch(id: string): void {
  if (fetched.has(id)) return
  const coming = fetchItem(id)
  fetched.set(id, coming)
  coming
    .then(({ item }) => {
      const page = item.question.spans[0]?.page ?? item.source.pages[0] ?? 1
      new Image().src = pageAddress(item, 'document', page)
      for (const { sha256 } of item.diagrams) new Image().src = `/api/image/${sha256}`
    })
    .catch(() => fetched.delete(id)) // fetched again, with its error shown, when it is opened
}

/** An item has changed on the server. */
export const forget = (id: string): void => void fetched.delete(id)

/** An item under work. */
export interface Work {
  readonly view: ItemView
  /** As the reader has it now. */
  readonly item: Item
  readonly changed: readonly EditPath[]
  readonly opened: number
  set<Path extends EditPath>(path: Path, value: FieldValues[Path]): void
  setItem(change: (item: Item) => Item): void
  /** Takes one field, or all of them, back to what was shown at first. */
  reset(path?: EditPath): void
}

/** Opens an item, with whatever its reader typed before. */
export function useItem(id: string | null, person: string, onSignedOut: () => void): Work | undefined {
  const [state, setState] = useState<{ view: ItemView; item: Item; opened: number } | undefined>()
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round opens the same item again
  useEffect(() => {
    if (id === null) return setState(undefined)
    let current = true
    const coming = fetched.get(id) ?? fetchItem(id)
    fetched.delete(id)
    coming.then(
      (view) => current && setState({ view, item: withDraft(view, person), opened: Date.now() }),
      (error: unknown) => {
        if (!current) return
        if (error instanceof SignedOut) onSignedOut()
        else notify(toldOf(error), 'error')
      },
    )
    return () => {
      current = false
    }
  }, [id, person, round, onSignedOut])

  useEffect(() => {
    const again = ({ detail }: CustomEvent<string>) => detail === id && setRound((count) => count + 1)
    addEventListener('review-item-changed', again as EventListener) // the event is ours: see `reopen`
    return () => removeEventListener('review-item-changed', again as EventListener)
  }, [id])

  const shown = state?.view.item.id === id ? state : undefined
  useDraft(shown, person)
  const setItem = useCallback((change: (item: Item) => Item) => setState((now) => now && { ...now, item: change(now.item) }), [])
  return (
    shown && {
      ...shown,
      changed: changedPaths(shown.view.item, shown.item),
      setItem,
      set: (path, value) => setItem((item) => withField(item, path, value)),
      reset: (path) =>
        setItem((item) =>
          path
            ? withField(item, path, fieldOf(shown.view.item, path))
            : EDIT_PATHS.reduce((now, one) => withField(now, one, fieldOf(shown.view.item, one)), item),
        ),
    }
  )
}

/** Opens an item anew where it is open: it has changed on the server. */
export function reopen(id: string): void {
  forget(id)
  dispatchEvent(new CustomEvent('review-item-changed', { detail: id }))
}

function useDraft(state: { view: ItemView; item: Item } | undefined, person: string): void {
  const kept = useRef('')
  useEffect(() => {
    if (!state) return
    const { view, item } = state
    const changed = changedPaths(view.item, item)
    const fields = Object.fromEntries(changed.map((path) => [path, fieldOf(item, path)]))
    const written = JSON.stringify([item.id, fields])
    if (written === kept.current) return
    const hadDraft = kept.current.startsWith(JSON.stringify([item.id]).slice(0, -1)) && !kept.current.endsWith(',{}]')
    kept.current = written
    if (changed.length === 0) {
      forgetDraft(person, item.id, view.reading)
      if (hadDraft) send('DELETE', `/api/draft?${new URLSearchParams({ item: item.id })}`, undefined, Anything).catch(() => undefined) // the copy here is gone; the server’s is overwritten by the next one
      return
    }
    const draft: Draft = { base: view.revision, fields, at: new Date().toISOString() }
    keepDraft(person, item.id, view.reading, draft)
    const timer = setTimeout(() => {
      send('PUT', '/api/draft', { item: item.id, content: draft }, Anything).catch(() => undefined) // kept in this browser; the header says that the server is away
    }, DRAFT_PAUSE)
    return () => clearTimeout(timer)
  }, [state, person])
}

/** What the reader typed before: in this browser, else on the server. A late submission waits to be taken over by hand. */
function withDraft(view: ItemView, person: string): Item {
  const own = keptDraft(person, view.item.id, view.reading)
  const onServer = view.draft && !view.draft.late ? DraftShape.safeParse(view.draft.content).data : undefined
  const draft = own && onServer ? (own.at >= onServer.at ? own : onServer) : (own ?? onServer)
  return draft ? withFields(view.item, draft.fields) : view.item
}

/** Lays fields over an item; one that does not fit any more is left out and said so. */
export function withFields(item: Item, fields: Readonly<Record<string, unknown>>): Item {
  return Object.entries(fields).reduce((now, [path, value]) => {
    try {
      return withUnknownField(now, EditPath.parse(path), value)
    } catch {
      notify(`What you typed in ${path} does not fit this item any more.`, 'error')
      return now
    }
  }, item)
}
