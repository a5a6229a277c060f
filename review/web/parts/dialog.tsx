import { type ReactNode, useEffect, useRef } from 'react'

/** A modal dialog: the browser keeps the focus inside, Escape closes it. The focus starts at what is marked `data-first`. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label={title} onClose={() => dialog.current?.open || onClose()}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  )
}
