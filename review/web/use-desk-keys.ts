import { useActs } from './keys.ts'
import { openField } from './parts/field.tsx'
import type { Open } from './parts/open-dialog.tsx'
import type { Drawing } from './parts/page-view.tsx'
import type { Desk } from './use-desk.ts'
import type { Shown } from './use-page.ts'

interface Props {
  readonly desk: Desk
  readonly view: Shown
  readonly disabled: boolean
  readonly attempt: (act: Promise<unknown> | undefined) => void
  readonly onOpen: (open: Open) => void
  readonly onDrawing: (drawing: Drawing) => void
  readonly onDraw: (index: number | null) => void
  readonly onQueue: (change: boolean | ((shown: boolean) => boolean)) => void
  readonly onDiff: (change: (shown: boolean) => boolean) => void
}

/** What the keys do at the desk. */
export function useDeskKeys({ desk, view, disabled, attempt, onOpen, onDrawing, onDraw, onQueue, onDiff }: Props): void {
  useActs({
    approve: () => attempt(desk.decide('approved')),
    submit: () => attempt(desk.decide('approved')),
    reject: () => desk.work && !disabled && onOpen('reject'),
    discuss: () => attempt(desk.decide('discuss')),
    skip: () => desk.step(1),
    flag: () => attempt(desk.flag()),
    undo: () => attempt(desk.undo()),
    next: () => desk.step(1),
    previous: () => desk.step(-1),
    search: () => {
      onQueue(true)
      requestAnimationFrame(() => document.getElementById('search')?.focus())
    },
    jump: () => onOpen('jump'),
    edit: () => openField('question'),
    solution: () => openField('solution'),
    topics: () => document.getElementById('topics')?.focus(),
    diagram: () => onDraw(null),
    problem: () => onDrawing({ what: 'a missed problem', onDrawn: (add) => onOpen({ add }) }),
    split: () => desk.work && !disabled && onOpen('split'),
    merge: () => desk.work && !disabled && onOpen('merge'),
    pageBack: () => view.turn(-1),
    pageOn: () => view.turn(1),
    zoomIn: () => view.zoomBy(1),
    zoomOut: () => view.zoomBy(-1),
    zoomFit: () => view.zoomBy(0),
    queue: () => onQueue((shown) => !shown),
    diff: () => onDiff((shown) => !shown),
    keys: () => onOpen('keys'),
  })
}
