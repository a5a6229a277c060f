import { useEffect, useState } from 'react'
import { RejectReason } from '../../../schemas/review.ts'
import { ACTS, type Act, remap, resetKeys, spelled, useKeys } from '../keys.ts'
import { Dialog } from './dialog.tsx'

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
