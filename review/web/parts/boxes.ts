import type { BBox } from '../../../schemas/geometry.ts'

export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where a box can be grabbed; x and y are shares of its width and height. */
export const HANDLES = [
  { handle: 'nw', x: 0, y: 0 },
  { handle: 'n', x: 0.5, y: 0 },
  { handle: 'ne', x: 1, y: 0 },
  { handle: 'e', x: 1, y: 0.5 },
  { handle: 'se', x: 1, y: 1 },
  { handle: 's', x: 0.5, y: 1 },
  { handle: 'sw', x: 0, y: 1 },
  { handle: 'w', x: 0, y: 0.5 },
] as const
export type Handle = (typeof HANDLES)[number]['handle'] | 'move'

export const toRect = ([left, top, right, bottom]: BBox): Rect => ({ left, top, right, bottom })

/** The box after a handle was dragged so far; corners may be dragged past each other, the page is never left. */
export function moved(rect: Rect, handle: Handle, dx: number, dy: number, page: { readonly width: number; readonly height: number }): Rect {
  if (handle === 'move') {
    const x = clamp(dx, -rect.left, page.width - rect.right)
    const y = clamp(dy, -rect.top, page.height - rect.bottom)
    return { left: rect.left + x, top: rect.top + y, right: rect.right + x, bottom: rect.bottom + y }
  }
  const left = clamp(rect.left + (handle.includes('w') ? dx : 0), 0, page.width)
  const right = clamp(rect.right + (handle.includes('e') ? dx : 0), 0, page.width)
  const top = clamp(rect.top + (handle.startsWith('n') ? dy : 0), 0, page.height)
  const bottom = clamp(rect.bottom + (handle.startsWith('s') ? dy : 0), 0, page.height)
  return { left: Math.min(left, right), top: Math.min(top, bottom), right: Math.max(left, right), bottom: Math.max(top, bottom) }
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)
