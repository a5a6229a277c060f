import { useActs } from './keys.ts'
import { drawDiagram } from './parts/diagrams.tsx'
import { openField } from './parts/field.tsx'
import type { Open } from './parts/open-dialog.tsx'
import type { Pointing } from './parts/pointing.ts'
import type { Desk } from './use-desk.ts'
import type { Shown } from './use-page.ts'

interface Props {
  readonly desk: Desk
  readonly approve: () => void
  readonly flag: () => void
  readonly view: Shown
  readonly disabled: boolean
  readonly attempt: (act: Promise<unknown> | undefined) => void
  readonly onOpen: (open: Open) => void
  readonly pointing: Pointing
  readonly redraw: () => void
  readonly addProblem: () => void
  readonly onQueue: (change: boolean | ((shown: boolean) => boolean)) => void
  readonly onDiff: (change: (shown: boolean) => boolean) => void
}

/** What the keys do at the desk. */
export function useDeskKeys({
  desk,
  approve,
  flag,
  view,
  disabled,
  attempt,
  onOpen,
  pointing,
  redraw,
  addProblem,
  onQueue,
  onDiff,
}: Props): void {
  useActs({
    approve,
    submit: approve,
    reject: () => desk.work && !disabled && onOpen('reject'),
    discuss: () => attempt(desk.decide('discuss')),
    skip: () => desk.step(1),
    flag,
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
    diagram: () => desk.work && !disabled && drawDiagram(desk.work, pointing),
    problem: addProblem,
    redraw,
    split: () => desk.work && !disabled && onOpen({ split: undefined }),
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
