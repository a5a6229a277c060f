import type { Drawing } from './mark.ts'
import { fieldOfMark, isActive } from './mark.ts'

/** How fields and the boxes over the page find each other. */
export interface Pointing {
  /** The box that is pointed at. */
  readonly active: string | null
  readonly onActive: (id: string) => void
  /** A field was chosen: its box is brought into view. */
  readonly onPick: (id: string) => void
  /** Asks the reader to draw a box. */
  readonly onDraw: (drawing: NonNullable<Drawing>) => void
}

/** What ties an element to a box: pointing at one lights up the other, choosing one brings the other into view. */
export const tied = ({ active, onActive, onPick }: Pick<Pointing, 'active' | 'onActive' | 'onPick'>, mark: string) => ({
  'data-field': fieldOfMark(mark),
  'data-active': isActive(active, fieldOfMark(mark)) || undefined,
  onPointerEnter: () => onActive(mark),
  onPointerDown: () => onPick(mark),
  onFocusCapture: () => onPick(mark),
})

/** Brings the field of a box into view. */
export function showField(mark: string): void {
  document.querySelector(`[data-field="${CSS.escape(fieldOfMark(mark))}"]`)?.scrollIntoView({ block: 'nearest' })
}
