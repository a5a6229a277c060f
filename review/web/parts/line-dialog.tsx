import { type FormEvent, useId, useState } from 'react'
import { toldOf } from '../api.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  readonly label: string
  /** What the button says. */
  readonly action: string
  /** Characters. */
  readonly most: number
  /** Told where nothing was written; an empty line is as good as any when left out. */
  readonly missing?: string
  readonly onClose: () => void
  /** The dialog closes when this is done, and stays with what was typed when it fails. */
  readonly onSend: (line: string) => Promise<unknown>
}

/** Asks for one line of text: Enter sends it, Escape leaves. What is wrong is told below the field. */
export function LineDialog({ title, label, action, most, missing, onClose, onSend }: Props) {
  const [trouble, setTrouble] = useState<string | undefined>()
  const [sending, setSending] = useState(false)
  const troubleId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const line = String(new FormData(event.currentTarget).get('line') ?? '').trim()
    if (sending) return
    if (line === '' && missing !== undefined) return setTrouble(missing)
    setSending(true)
    onSend(line).then(onClose, (error: unknown) => {
      setSending(false)
      setTrouble(toldOf(error))
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <label className="input">
          {label}
          <input
            data-first
            name="line"
            maxLength={most}
            autoComplete="off"
            aria-invalid={trouble !== undefined}
            aria-describedby={trouble === undefined ? undefined : troubleId}
            onChange={() => setTrouble(undefined)}
          />
        </label>
        {trouble !== undefined && (
          <p id={troubleId} role="alert" className="trouble">
            {trouble}
          </p>
        )}
        <button type="submit" className="primary" disabled={sending}>
          {action}
        </button>
      </form>
    </Dialog>
  )
}
