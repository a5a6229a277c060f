import { type ReactNode, useId, useState } from 'react'
import { DiffText } from '../diff-text.tsx'
import { RichText } from '../rich-text.tsx'
import type { tied } from './pointing.ts'

interface SectionProps {
  readonly title: string
  readonly changed?: boolean
  readonly moved?: boolean
  readonly actions?: ReactNode
  readonly onReset?: (() => void) | undefined
  /** What ties the whole field to a box over the page. */
  readonly tie?: ReturnType<typeof tied>
  readonly children: ReactNode
}

/** One part of the item, with what can be done about it. */
export function Section({ title, changed = false, moved = false, actions, onReset, tie, children }: SectionProps) {
  const id = useId()
  return (
    <section className={changed ? 'field changed' : 'field'} aria-labelledby={id} {...tie}>
      <header>
        <h3 id={id}>{title}</h3>
        {moved && <span className="tag moved">moved by a rerun</span>}
        {changed && <span className="tag">changed</span>}
        {changed && onReset && (
          <button type="button" className="quiet" onClick={onReset}>
            take back
          </button>
        )}
        <span className="actions">{actions}</span>
      </header>
      {children}
    </section>
  )
}

/** How a text differs from what the machine made, where it does. */
export const MachineDiff = ({ shown, machine, now }: { shown: boolean; machine: string; now: string }) =>
  shown && now !== machine ? <DiffText before={machine} after={now} /> : null

interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly machine: string
  readonly diff: boolean
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}

/** Markdown beside how it will be read; the difference to the machine’s on demand. */
export function TextField({ id, label, text, machine, diff, disabled, onChange }: TextFieldProps) {
  const [open, setOpen] = useState(false)
  const edit = () => {
    if (disabled) return
    setOpen(true)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <div className="text-field">
      {!open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a short cut for the mouse; the button inside does the same by keyboard
        <div className="reading" onDoubleClick={edit}>
          <RichText text={text} />
          {text.trim() === '' && <span className="dim">empty</span>}
          <button type="button" className="quiet" id={`${id}-reading`} onClick={edit} disabled={disabled}>
            edit<span className="hidden"> the {label.toLowerCase()}</span>
          </button>
        </div>
      )}
      {open && (
        <>
          <textarea
            id={id}
            aria-label={label}
            value={text}
            spellCheck
            disabled={disabled}
            rows={Math.min(14, Math.max(3, text.split('\n').length + Math.floor(text.length / 70)))}
            onChange={({ target }) => onChange(target.value)}
          />
          <div className="preview">
            <RichText text={text} />
          </div>
          <button type="button" className="quiet" onClick={() => setOpen(false)}>
            done editing
          </button>
        </>
      )}
      <MachineDiff shown={diff} machine={machine} now={text} />
    </div>
  )
}

interface InputProps {
  readonly label: string
  readonly value: string | null
  readonly list?: string
  readonly disabled: boolean
  readonly onChange: (value: string | null) => void
}

/** A line of text; empty means none. */
export function Input({ label, value, list, disabled, onChange }: InputProps) {
  return (
    <label className="input">
      {label}
      <input
        value={value ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        {...(list && { list })}
      />
    </label>
  )
}

/** Opens a text field and puts the caret into it. */
export function openField(id: string): void {
  document.getElementById(`${id}-reading`)?.click()
  document.getElementById(id)?.focus()
}
