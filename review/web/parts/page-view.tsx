import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Item } from '../../../schemas/item.ts'
import type { SourceFile } from '../../../schemas/review.ts'
import { toldOf } from '../api.ts'
import { pageAddress, pageSizes, RESOLUTIONS, type Spot } from '../sources.ts'
import { HANDLES, type Handle, moved, type Rect, toRect } from './boxes.ts'
import { notify } from './notices.tsx'

/** A box over the page that belongs to a field of the item. */
export interface Mark {
  readonly id: string
  readonly kind: 'question' | 'diagram' | 'equation' | 'solution'
  readonly file: SourceFile
  readonly spot: Spot
  readonly label: string
  /** Absent for a box that cannot be moved. */
  readonly onMoved?: (bbox: Spot['bbox']) => void
}

/** What a box that is about to be drawn will become. */
export type Drawing = { readonly what: string; readonly onDrawn: (spot: Spot) => void } | null

interface Props {
  readonly item: Item
  readonly file: SourceFile
  readonly page: number
  readonly zoom: number
  readonly marks: readonly Mark[]
  readonly active: string | null
  readonly drawing: Drawing
  readonly toolbar: ReactNode
  readonly onActive: (id: string | null) => void
  readonly onDrawn: () => void
}

/** Points. A box smaller than this was a slip of the hand. */
const SMALLEST = 6

/** Zoom from which the page is fetched at a higher resolution. */
const CLOSE = 1.4

/** The source page with the item’s boxes over it; boxes are drawn, moved and resized here. */
export function PageView({ item, file, page, zoom, marks, active, drawing, toolbar, onActive, onDrawn }: Props) {
  const [size, setSize] = useState({ width: 612, height: 792 })
  const [scale, setScale] = useState(1)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let current = true
    pageSizes(item.source.document, file).then(
      (sizes) => current && setSize(sizes[page - 1] ?? { width: 612, height: 792 }),
      (error: unknown) => notify(toldOf(error), 'error'),
    )
    return () => {
      current = false
    }
  }, [item.source.document, file, page])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setScale((entry.contentRect.width - 2) / size.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [size.width])
  const shown = marks.filter((mark) => mark.file === file && mark.spot.page === page)
  useCentred(frame, shown.find(({ id }) => id === active) ?? shown[0], scale * zoom, `${item.id} ${page} ${file} ${active}`)
  const factor = scale * zoom
  const pan = usePan(frame, drawing === null)
  return (
    <section className="page-view" aria-label="Source page">
      {toolbar}
      <div ref={frame} className={drawing ? 'frame drawing' : 'frame'} {...pan}>
        <div className="sheet" ref={(element) => sized(element, size.width * factor, size.height * factor)}>
          <img
            key={`${file}${page}`}
            src={pageAddress(item, file, page, factor > CLOSE ? RESOLUTIONS.close : RESOLUTIONS.rest)}
            alt={`Page ${page} of ${item.source.document}${file === 'solutions' ? ', solutions' : ''}`}
            draggable={false}
          />
          <Boxes
            size={size}
            marks={shown}
            active={active}
            drawing={drawing}
            page={page}
            factor={factor}
            onActive={onActive}
            onDrawn={onDrawn}
          />
        </div>
      </div>
    </section>
  )
}

function sized(element: HTMLElement | null, width: number, height: number): void {
  if (!element) return
  element.style.width = `${width}px`
  element.style.height = `${height}px`
}

interface BoxesProps extends Pick<Props, 'active' | 'drawing' | 'page' | 'onActive' | 'onDrawn'> {
  readonly size: { readonly width: number; readonly height: number }
  readonly marks: readonly Mark[]
  readonly factor: number
}

interface Gesture {
  readonly handle: Handle | 'draw'
  readonly mark: Mark | undefined
  readonly from: { readonly x: number; readonly y: number }
  readonly rect: Rect
}

function Boxes({ size, marks, active, drawing, page, factor, onActive, onDrawn }: BoxesProps) {
  const [gesture, setGesture] = useState<Gesture | undefined>()
  const svg = useRef<SVGSVGElement>(null)
  const at = ({ clientX, clientY }: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect()
    return { x: (clientX - (box?.left ?? 0)) / factor, y: (clientY - (box?.top ?? 0)) / factor }
  }
  const begin = (event: PointerEvent, handle: Gesture['handle'], mark?: Mark) => {
    if (event.button !== 0) return
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    const from = at(event)
    setGesture({ handle, mark, from, rect: mark ? toRect(mark.spot.bbox) : { left: from.x, top: from.y, right: from.x, bottom: from.y } })
  }
  const shownRect = (now: { x: number; y: number }, { handle, from, mark }: Gesture): Rect =>
    handle === 'draw'
      ? moved({ left: from.x, top: from.y, right: from.x, bottom: from.y }, 'se', now.x - from.x, now.y - from.y, size)
      : moved(toRect(mark?.spot.bbox ?? [0, 0, 1, 1]), handle, now.x - from.x, now.y - from.y, size)
  const end = () => {
    if (!gesture) return
    const { rect, mark, handle } = gesture
    setGesture(undefined)
    if (rect.right - rect.left < SMALLEST || rect.bottom - rect.top < SMALLEST) return
    const bbox: Spot['bbox'] = [rect.left, rect.top, rect.right, rect.bottom].map((points) => Math.round(points * 10) / 10) as Spot['bbox'] // four in, four out
    if (handle === 'draw') {
      drawing?.onDrawn({ page, bbox })
      onDrawn()
    } else if (mark && `${mark.spot.bbox}` !== `${bbox}`) mark.onMoved?.(bbox)
  }
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      onPointerDown={(event) => drawing && begin(event, 'draw')}
      onPointerMove={(event) => gesture && setGesture({ ...gesture, rect: shownRect(at(event), gesture) })}
      onPointerUp={end}
      onPointerCancel={() => setGesture(undefined)}
    >
      {marks.map((mark) => {
        const rect = gesture?.mark?.id === mark.id ? gesture.rect : toRect(mark.spot.bbox)
        return (
          <MarkBox
            key={mark.id}
            mark={mark}
            rect={rect}
            active={mark.id === active}
            factor={factor}
            idle={drawing !== null}
            onActive={onActive}
            onGrab={(event, handle) => begin(event, handle, mark)}
          />
        )
      })}
      {gesture?.handle === 'draw' && <rect className="box drawn" {...attributes(gesture.rect)} />}
    </svg>
  )
}

const attributes = ({ left, top, right, bottom }: Rect) => ({
  x: left,
  y: top,
  width: Math.max(0, right - left),
  height: Math.max(0, bottom - top),
})

interface MarkBoxProps {
  readonly mark: Mark
  readonly rect: Rect
  readonly active: boolean
  readonly factor: number
  readonly idle: boolean
  readonly onActive: (id: string | null) => void
  readonly onGrab: (event: PointerEvent, handle: Handle) => void
}

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

function MarkBox({ mark, rect, active, factor, idle, onActive, onGrab }: MarkBoxProps) {
  const grip = 9 / factor
  const movable = active && mark.onMoved !== undefined && !idle
  return (
    <g className={`mark ${mark.kind} ${active ? 'active' : ''} ${idle ? 'idle' : ''}`} onPointerEnter={() => !idle && onActive(mark.id)}>
      <rect
        className="box"
        {...attributes(rect)}
        data-mark={mark.id}
        onPointerDown={(event) => {
          if (idle) return
          onActive(mark.id)
          if (movable) onGrab(event, 'move')
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

/** Brings a box into view when it becomes the one that matters. */
function useCentred(frame: React.RefObject<HTMLDivElement | null>, mark: Mark | undefined, factor: number, when: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when what matters changes, not while it is dragged or zoomed
  useEffect(() => {
    const element = frame.current
    if (!element || !mark) return
    const [, top, , bottom] = mark.spot.bbox
    const visible = element.scrollTop <= top * factor && bottom * factor <= element.scrollTop + element.clientHeight
    if (!visible) element.scrollTo({ top: Math.max(0, top * factor - 60) })
  }, [when, factor > 0])
}

/** Drags the page about where nothing else takes the pointer. */
function usePan(frame: React.RefObject<HTMLDivElement | null>, on: boolean) {
  const from = useRef<{ x: number; y: number; left: number; top: number } | undefined>(undefined)
  return {
    onPointerDown: ({ clientX, clientY, button }: PointerEvent) => {
      const element = frame.current
      if (on && button === 0 && element) from.current = { x: clientX, y: clientY, left: element.scrollLeft, top: element.scrollTop }
    },
    onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
      if (buttons === 0) from.current = undefined
      if (from.current)
        frame.current?.scrollTo(from.current.left - (clientX - from.current.x), from.current.top - (clientY - from.current.y))
    },
    onPointerUp: () => {
      from.current = undefined
    },
  }
}
