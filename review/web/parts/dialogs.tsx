import { type FormEvent, useEffect, useState } from 'react'
import { type QueueRow, RejectReason } from '../../../schemas/review.ts'
import { QueueAnswer } from '../../../schemas/review-api.ts'
import { get, toldOf } from '../api.ts'
import { ACTS, type Act, remap, resetKeys, spelled, useKeys } from '../keys.ts'
import { Dialog } from './dialog.tsx'
import { notify } from './notices.tsx'

const REASONS: Readonly<Record<RejectReason, string>> = {
  'not-a-problem': 'Not a problem at all',
  'no-figure-needed': 'Can be solved without its figure',
  'one-step': 'Takes a single step only',
  duplicate: 'Is in the queue already',
  merged: 'Belongs to another item',
  unreadable: 'Cannot be read from the page',
  'figure-missing': 'Its figure is not in the document',
  licence: 'May not be given away',
  other: 'Something else',
}

/** Why an item is left out; 1 to 9 choose. */
export function RejectDialog({ onClose, onReject }: { onClose: () => void; onReject: (reason: RejectReason, note: string) => void }) {
  const [note, setNote] = useState('')
  const reasons = RejectReason.options
  return (
    <Dialog title="Leave this item out because…" onClose={onClose}>
      <fieldset
        className="reasons-list"
        onKeyDown={(event) => {
          const reason = reasons[Number(event.key) - 1]
          if (reason && !(event.target instanceof HTMLInputElement)) onReject(reason, note)
        }}
        aria-label="Reasons"
      >
        {reasons.map((reason, index) => (
          <button key={reason} type="button" data-first={index === 0 || undefined} onClick={() => onReject(reason, note)}>
            <kbd>{index + 1}</kbd> {REASONS[reason]}
          </button>
        ))}
        <label className="input">
          Note
          <input value={note} maxLength={4000} onChange={({ target }) => setNote(target.value)} />
        </label>
      </fieldset>
    </Dialog>
  )
}

/** All keys; press one to change it. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const keys = useKeys()
  const [waiting, setWaiting] = useState<Act | undefined>()
  useEffect(() => {
    if (!waiting) return
    const onKey = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key !== 'Escape') remap(waiting, spelled(event))
      setWaiting(undefined)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [waiting])
  return (
    <Dialog title="Keys" onClose={onClose}>
      <p className="dim">Choose a key to change it, then press another one. Escape leaves a field.</p>
      <dl className="keys">
        {Object.entries(ACTS).map(([act, { does }]) => (
          <div key={act}>
            <dt>
              <button type="button" aria-label={`Key for: ${does}. Now ${keys[act as Act]}`} onClick={() => setWaiting(act as Act)}>
                {/* the entries are the acts */}
                <kbd>{waiting === act ? '…' : keys[act as Act]}</kbd>
              </button>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="quiet" onClick={resetKeys}>
        Back to the keys as they were
      </button>
    </Dialog>
  )
}

interface ChooseProps {
  readonly title: string
  readonly document?: string
  /** The item at hand: it is left out, and its neighbours on the page are there before anything is typed. */
  readonly around?: string
  readonly onClose: () => void
  readonly onChoose: (id: string) => void
}

/** Chooses another item by number or words. */
export function ChooseDialog({ title, document, around, onClose, onChoose }: ChooseProps) {
  const [search, setSearch] = useState('')
  const [rows, setRows] = useState<readonly QueueRow[]>([])
  useEffect(() => {
    const abort = new AbortController()
    const words = search.trim()
    const params = new URLSearchParams({
      limit: '12',
      order: 'document',
      ...(document && { document }),
      ...(words ? { search: words } : around && { around }),
    })
    get(`/api/queue?${params}`, QueueAnswer, abort.signal).then(
      (answer) => setRows(byNumberFirst(answer.rows, words).filter(({ id }) => id !== around)),
      (error: unknown) => abort.signal.aborted || notify(toldOf(error), 'error'),
    )
    return () => abort.abort()
  }, [search, document, around])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = rows
    if (first && search.trim() !== '') onChoose(first.id)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <input
          data-first
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          placeholder="Number or words; Enter takes the first"
          aria-label="Number or words"
        />
      </form>
      <ul className="choices">
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className="row" onClick={() => onChoose(row.id)}>
              <strong>{row.number}</strong> <span className="dim">{row.document}</span> <span className="start">{row.start}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const byNumberFirst = (rows: readonly QueueRow[], number: string): QueueRow[] =>
  rows.toSorted((a, b) => Number(b.number === number) - Number(a.number === number))
