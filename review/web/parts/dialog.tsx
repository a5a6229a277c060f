import { type ReactNode, useEffect, useRef } from 'react'

/** A modal dialog: the browser keeps the focus inside, Escape closes it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose} onCancel={onClose}>
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
