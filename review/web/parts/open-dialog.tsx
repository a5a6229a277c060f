import type { Restructure } from '../../../schemas/review.ts'
import { go } from '../place.ts'
import type { Spot } from '../sources.ts'
import { toSplit } from '../split.ts'
import type { Desk } from '../use-desk.ts'
import type { Work } from '../use-item.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { ChooseDialog } from './choose-dialog.tsx'
import { KeysDialog, RejectDialog } from './dialogs.tsx'
import { LineDialog } from './line-dialog.tsx'
import type { Pointing } from './pointing.ts'
import { AddDialog, SplitDialog } from './restructure-dialogs.tsx'
import { UnreadableDialog } from './unreadable-dialog.tsx'

/** Which dialog is open. */
export type Open =
  | 'reject'
  | 'flag'
  | 'keys'
  | 'jump'
  | 'merge'
  | 'bulk'
  | { readonly move: number }
  | { readonly add: Spot }
  | { readonly split: Spot | undefined }
  | { readonly unreadable: readonly string[] }
  | null

/** Characters that the note of a flag may have. */
const MOST_NOTE = 4000

interface Props {
  readonly open: Open
  readonly desk: Desk
  readonly onOpen: (open: Open) => void
  readonly onDraw: Pointing['onDraw']
  readonly onDecided: () => void
  readonly attempt: (act: Promise<unknown> | undefined) => void
}

/** The dialog that is open, if one is. */
export function OpenDialog({ open, desk, onOpen, onDraw, onDecided, attempt }: Props) {
  const close = () => onOpen(null)
  const goTo = (item: string) => {
    close()
    go({ item })
  }
  if (open === 'keys') return <KeysDialog onClose={close} />
  if (open === 'jump') return <ChooseDialog title="Jump to…" onClose={close} onChoose={goTo} />
  if (open === 'bulk') {
    const done = () => {
      close()
      desk.queue.reload()
      onDecided()
    }
    return <BulkDialog filter={desk.filter} onClose={close} onOpen={goTo} onDone={done} />
  }
  if (open === null || !desk.work) return null
  if (open === 'reject') {
    return (
      <RejectDialog
        onClose={close}
        onReject={(reason, note) => {
          close()
          attempt(desk.decide('rejected', reason, note))
        }}
      />
    )
  }
  if (open === 'flag') {
    const send = (note: string) => desk.flag(true, note)
    return (
      <LineDialog
        title={`Flag ${desk.work.item.source.number}`}
        label="What should others look at?"
        action="Flag"
        most={MOST_NOTE}
        onClose={close}
        onSend={send}
      />
    )
  }
  if (typeof open === 'object' && 'unreadable' in open) {
    const approve = () => {
      close()
      attempt(desk.decide('approved'))
    }
    return <UnreadableDialog formulas={open.unreadable} onClose={close} onApprove={approve} />
  }
  const restructure = (change: Restructure, then?: (items: readonly string[]) => void) => {
    close()
    attempt(desk.restructure(change).then(then))
  }
  const drawSecond = () => {
    close()
    onDraw({ what: 'the second problem', file: 'document', onDrawn: (split) => onOpen({ split }) })
  }
  return <RestructureDialog open={open} work={desk.work} onClose={close} onDraw={drawSecond} onChange={restructure} />
}

interface RestructureProps {
  readonly open: Exclude<Open, 'reject' | 'flag' | 'keys' | 'jump' | 'bulk' | { readonly unreadable: readonly string[] } | null>
  readonly work: Work
  readonly onClose: () => void
  readonly onDraw: () => void
  readonly onChange: (change: Restructure, then?: (items: readonly string[]) => void) => void
}

/** The dialogs that put problems together anew. */
function RestructureDialog({ open, work: { item }, onClose, onDraw, onChange }: RestructureProps) {
  const { document, number } = item.source
  if (open === 'merge') {
    const merge = (into: string) => onChange({ kind: 'merge', item: item.id, into }, () => go({ item: into }))
    return <ChooseDialog title={`Merge ${number} into…`} document={document} around={item.id} onClose={onClose} onChoose={merge} />
  }
  if ('split' in open) {
    const split = (choice: Parameters<typeof toSplit>[1]) => onChange(toSplit(item, choice, open.split))
    return <SplitDialog item={item} spot={open.split} onClose={onClose} onDraw={onDraw} onSplit={split} />
  }
  if ('move' in open) {
    const move = (to: string) => onChange({ kind: 'move-diagram', item: item.id, index: open.move, to })
    return <ChooseDialog title="This diagram belongs to…" document={document} around={item.id} onClose={onClose} onChoose={move} />
  }
  const add = (printed: string, text: string) =>
    onChange(
      { kind: 'add', document, number: printed, text, spans: [open.add], diagrams: [] },
      ([made]) => made !== undefined && go({ item: made }),
    )
  return <AddDialog item={item} spot={open.add} onClose={onClose} onAdd={add} />
}
