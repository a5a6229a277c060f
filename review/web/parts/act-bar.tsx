import { useKeys } from '../keys.ts'
import type { Work } from '../use-item.ts'

export type BarAct = 'approve' | 'reject' | 'discuss' | 'skip' | 'flag' | 'undo' | 'diff' | 'keys'

/** What can become of the item, with its keys. */
export function ActBar({ work, disabled, diff, onAct }: { work: Work; disabled: boolean; diff: boolean; onAct: (act: BarAct) => void }) {
  const keys = useKeys()
  const corrects = work.changed.length > 0 || work.view.item.review.changed.length > 0
  const names: Readonly<Record<BarAct, string>> = {
    approve: corrects ? 'Fix & approve' : 'Approve',
    reject: 'Reject…',
    discuss: 'Discuss',
    skip: 'Skip',
    flag: work.view.flagged ? 'Unflag' : 'Flag',
    undo: 'Undo',
    diff: diff ? 'Hide diff' : 'Diff',
    keys: 'Keys',
  }
  return (
    <div className="act-bar" role="toolbar" aria-label="Decide">
      {(Object.keys(names) as BarAct[]).map((act) => (
        // the names are the acts of the bar
        <button
          key={act}
          type="button"
          className={act === 'approve' ? 'primary' : act === 'reject' ? 'danger' : ''}
          disabled={disabled && (act === 'approve' || act === 'reject' || act === 'discuss')}
          aria-keyshortcuts={keys[act]}
          onClick={() => onAct(act)}
        >
          {act === 'keys' ? <span className="hidden">{names[act]}</span> : names[act]} <kbd>{keys[act]}</kbd>
        </button>
      ))}
    </div>
  )
}
