import { useEffect, useRef, useSyncExternalStore } from 'react'

/** What a key can do, with the key it has at first. */
export const ACTS = {
  approve: { key: 'a', does: 'approve (with your changes) and next' },
  submit: { key: 'Ctrl+Enter', does: 'approve from inside a field' },
  reject: { key: 'x', does: 'reject with a reason' },
  discuss: { key: 'd', does: 'needs discussion' },
  skip: { key: 's', does: 'skip' },
  flag: { key: 'f', does: 'flag, or take the flag off' },
  undo: { key: 'u', does: 'undo your last decision' },
  next: { key: 'j', does: 'next item' },
  previous: { key: 'k', does: 'previous item' },
  search: { key: '/', does: 'search the queue' },
  jump: { key: 'g', does: 'jump to a problem number' },
  edit: { key: 'e', does: 'edit the question' },
  solution: { key: 'w', does: 'edit the solution' },
  topics: { key: 't', does: 'add a topic' },
  diagram: { key: 'b', does: 'draw a diagram’s box' },
  redraw: { key: 'r', does: 'redraw the box that you point at' },
  problem: { key: 'n', does: 'draw a missed problem' },
  split: { key: 'y', does: 'split this problem in two' },
  merge: { key: 'm', does: 'merge this problem into another' },
  pageBack: { key: '[', does: 'previous page' },
  pageOn: { key: ']', does: 'next page' },
  zoomIn: { key: '+', does: 'zoom in' },
  zoomOut: { key: '-', does: 'zoom out' },
  zoomFit: { key: '0', does: 'fit the page' },
  queue: { key: 'q', does: 'show or hide the queue' },
  diff: { key: 'v', does: 'show what you changed' },
  keys: { key: '?', does: 'show the keys' },
} as const
export type Act = keyof typeof ACTS

const STORED = 'engvqa-review:keys'
const listeners = new Set<() => void>()
let bindings: Readonly<Record<Act, string>> = load()

function load(): Record<Act, string> {
  const own: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
  const initial = Object.fromEntries(Object.entries(ACTS).map(([act, { key }]) => [act, key])) as Record<Act, string> // the entries are the acts
  if (typeof own !== 'object' || own === null) return initial
  for (const [act, key] of Object.entries(own)) if (act in ACTS && typeof key === 'string') initial[act as Act] = key
  return initial
}

/** Gives an act another key; whoever had that key gets the old one, so that none is lost. */
export function remap(act: Act, key: string): void {
  const other = (Object.keys(bindings) as Act[]).find((name) => bindings[name] === key) // keys of a record of acts
  bindings = { ...bindings, ...(other && { [other]: bindings[act] }), [act]: key }
  store()
}

export function resetKeys(): void {
  localStorage.removeItem(STORED)
  bindings = load()
  for (const listener of listeners) listener()
}

function store(): void {
  localStorage.setItem(STORED, JSON.stringify(bindings))
  for (const listener of listeners) listener()
}

export const useKeys = (): Readonly<Record<Act, string>> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => bindings,
  )

/** How a key press is written: "a", "?", "Ctrl+Enter". */
export function spelled({ key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  return [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', key.length === 1 ? key.toLowerCase() : key]
    .filter((part) => part !== '')
    .join('+')
}

/** Runs acts on key presses. Plain letters do nothing while somebody types, or while a dialog is open. */
export function useActs(acts: Partial<Record<Act, () => void>>): void {
  const current = useRef(acts)
  current.current = acts
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const target = event.target instanceof Element ? event.target : null
      const typing = target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
      if (typing && event.key === 'Escape' && target instanceof HTMLElement) return target.blur()
      const press = spelled(event)
      if (typing && !press.includes('+')) return
      if (target?.closest('button, a, summary') && (press === 'Enter' || press === ' ')) return
      const act = (Object.keys(bindings) as Act[]).find((name) => bindings[name] === press) // keys of a record of acts
      const run = act && current.current[act]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
