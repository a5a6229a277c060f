import { Dialog } from './dialog.tsx'

interface Props {
  readonly formulas: readonly string[]
  readonly onClose: () => void
  readonly onApprove: () => void
}

/** Asks before an item is approved whose LaTeX does not typeset. Enter goes back: it may come from somebody who approves fast. */
export function UnreadableDialog({ formulas, onClose, onApprove }: Props) {
  return (
    <Dialog title={formulas.length === 1 ? 'A formula does not typeset' : `${formulas.length} formulas do not typeset`} onClose={onClose}>
      <ul className="unreadable-list">
        {formulas.map((latex) => (
          <li key={latex}>
            <code>{latex}</code>
          </li>
        ))}
      </ul>
      <p className="dim">Whoever reads the release sees this LaTeX as source.</p>
      <button type="button" data-first className="primary" onClick={onClose}>
        Go back to it
      </button>
      <button type="button" onClick={onApprove}>
        Approve as it is
      </button>
    </Dialog>
  )
}
