import { useSyncExternalStore } from 'react'

interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'error'
}

/** Milliseconds that a notice stays; errors stay until they are put away. */
const STAY = 5000

let notices: readonly Notice[] = []
let last = 0
const listeners = new Set<() => void>()

/** Tells the person something without getting in the way. */
export function notify(text: string, tone: Notice['tone'] = 'plain'): void {
  if (notices.some((notice) => notice.text === text)) return
  last += 1
  const id = last
  set([...notices.slice(-3), { id, text, tone }])
  if (tone === 'plain') setTimeout(() => dismiss(id), STAY)
}

const dismiss = (id: number): void => set(notices.filter((notice) => notice.id !== id))

function set(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <div className="notices" role="status" aria-live="polite">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={`notice ${tone}`}>
          <span>{text}</span>
          <button type="button" className="quiet" aria-label="Put this notice away" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
