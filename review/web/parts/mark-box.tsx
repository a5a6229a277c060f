import type { PointerEvent } from 'react'
import { HANDLES, type Handle, type Rect } from './boxes.ts'
import type { Mark } from './mark.ts'

interface Props {
  readonly mark: Mark
  readonly rect: Rect
  readonly active: boolean
  /** Chosen by a click: it can be moved as a whole. */
  readonly picked: boolean
  readonly factor: number
  readonly idle: boolean
  readonly onActive: (id: string) => void
  readonly onPick: (id: string) => void
  readonly onGrab: (event: PointerEvent, handle: Handle) => void
}

/** One box: pointing at it shows its name and its handles; after a click it can be dragged about. */
export function MarkBox({ mark, rect, active, picked, factor, idle, onActive, onPick, onGrab }: Props) {
  const grip = 9 / factor
  const movable = active && mark.onMoved !== undefined && !idle
  const kinds = ['mark', mark.kind, active ? 'active' : '', movable && picked ? 'picked' : '', idle ? 'idle' : '']
  return (
    <g className={kinds.filter((kind) => kind !== '').join(' ')} onPointerEnter={() => !idle && onActive(mark.id)}>
      <rect
        className="box"
        {...attributes(rect)}
        data-mark={mark.id}
        onPointerDown={(event) => {
          if (idle || event.button !== 0) return
          if (movable && picked) onGrab(event, 'move')
          onPick(mark.id)
        }}
      />
      {active && <Plate label={mark.label} left={rect.left} bottom={rect.top} factor={factor} />}
      {movable &&
        HANDLES.map(({ handle, x, y }) => (
          <rect
            key={handle}
            className={`grip ${handle}`}
            data-grip={handle}
            x={rect.left + x * (rect.right - rect.left) - grip / 2}
            y={rect.top + y * (rect.bottom - rect.top) - grip / 2}
            width={grip}
            height={grip}
            onPointerDown={(event) => onGrab(event, handle)}
          />
        ))}
    </g>
  )
}

export const attributes = ({ left, top, right, bottom }: Rect) => ({
  x: left,
  y: top,
  width: Math.max(0, right - left),
  height: Math.max(0, bottom - top),
})

/** Pixels on the screen. */
const PLATE = { type: 10, height: 14, padding: 4 } as const

/** Share of the type’s size that a letter takes on average, rather too much than too little. */
const LETTER = 0.6

/** The name of a box, on a plate that stands on its upper edge. */
function Plate({ label, left, bottom, factor }: { label: string; left: number; bottom: number; factor: number }) {
  const [type, height, padding] = [PLATE.type / factor, PLATE.height / factor, PLATE.padding / factor]
  const top = Math.max(0, bottom - height)
  return (
    <g className="plate">
      <rect x={left} y={top} width={label.length * LETTER * type + 2 * padding} height={height} />
      <text x={left + padding} y={top + (height + 0.7 * type) / 2} fontSize={type}>
        {label}
      </text>
    </g>
  )
}
