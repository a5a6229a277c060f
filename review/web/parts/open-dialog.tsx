import type { Restructure } from '../../../schemas/review.ts'
import { go } from '../place.ts'
import type { Spot } from '../sources.ts'
import type { Desk } from '../use-desk.ts'
import type { Work } from '../use-item.ts'
import { ChooseDialog, KeysDialog, RejectDialog } from './dialogs.tsx'
import { AddDialog, BulkDialog, type SplitChoice, SplitDialog } from './restructure-dialogs.tsx'

/** Which dialog is open. */
export type Open = 'reject' | 'keys' | 'jump' | 'merge' | 'split' | 'bulk' | { readonly move: number } | { readonly add: Spot } | null

interface Props {
  readonly open: Open
  readonly desk: Desk
  readonly onOpen: (open: Open) => void
  readonly onDecided: () => void
  readonly attempt: (act: Promise<unknown> | undefined) => void
}

/** The dialog that is open, if one is. */
export function OpenDialog({ open, desk, onOpen, onDecided, attempt }: Props) {
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
  const restructure = (change: Restructure, then?: (items: readonly string[]) => void) => {
    close()
    attempt(desk.restructure(change).then(then))
  }
  return <RestructureDialog open={open} work={desk.work} onClose={close} onChange={restructure} />
}

interface RestructureProps {
  readonly open: Exclude<Open, 'reject' | 'keys' | 'jump' | 'bulk' | null>
  readonly work: Work
  readonly onClose: () => void
  readonly onChange: (change: Restructure, then?: (items: readonly string[]) => void) => void
}

/** The dialogs that put problems together anew. */
function RestructureDialog({ open, work: { item }, onClose, onChange }: RestructureProps) {
  const { document, number } = item.source
  if (open === 'split') return <SplitDialog item={item} onClose={onClose} onSplit={(choice) => onChange(toSplit(item, choice))} />
  if (open === 'merge') {
    const merge = (into: string) => onChange({ kind: 'merge', item: item.id, into }, () => go({ item: into }))
    return <ChooseDialog title={`Merge ${number} into…`} document={document} except={item.id} onClose={onClose} onChoose={merge} />
  }
  if ('move' in open) {
    const move = (to: string) => onChange({ kind: 'move-diagram', item: item.id, index: open.move, to })
    return <ChooseDialog title="This diagram belongs to…" document={document} except={item.id} onClose={onClose} onChoose={move} />
  }
  const add = (printed: string, text: string) =>
    onChange(
      { kind: 'add', document, number: printed, text, spans: [open.add], diagrams: [] },
      ([made]) => made !== undefined && go({ item: made }),
    )
  return <AddDialog item={item} spot={open.add} onClose={onClose} onAdd={add} />
}

/** Both halves start with the boxes of the whole; they are dragged apart afterwards. */
function toSplit({ id, question }: Work['item'], { stays, leaves }: SplitChoice): Restructure {
  const spans = [...question.spans]
  return {
    kind: 'split',
    item: id,
    stays: { ...stays, spans, diagrams: [...stays.diagrams] },
    leaves: { ...leaves, spans, diagrams: [...leaves.diagrams] },
  }
}
