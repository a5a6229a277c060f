import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Item } from '../../../schemas/item.ts'
import type { SourceFile } from '../../../schemas/review.ts'
import { toldOf } from '../api.ts'
import { pageAddress, pageSizes, RESOLUTIONS, type Spot } from '../sources.ts'
import { type Handle, moved, type Rect, toRect } from './boxes.ts'
import type { Drawing, Mark } from './mark.ts'
import { attributes, MarkBox } from './mark-box.tsx'
import { notify } from './notices.tsx'
import { turnOf, uprightDrawing, uprightMark, uprightPage } from './upright.ts'

interface Props {
  readonly item: Item
  readonly file: SourceFile
  readonly page: number
  readonly zoom: number
  readonly marks: readonly Mark[]
  /** The box that is pointed at, here or at its field. */
  readonly active: string | null
  /** The box that was chosen by a click, here or on its field. */
  readonly picked: string | null
  readonly drawing: Drawing
  readonly toolbar: ReactNode
  readonly onActive: (id: string) => void
  readonly onPick: (id: string) => void
  readonly onDrawn: () => void
  readonly onZoom: (step: 1 | -1) => void
}

/** Points. A box smaller than this was a slip of the hand. */
const SMALLEST = 6

/** Pixels on the screen. A hand that only clicks trembles by as much. */
const TREMOR = 3

/** Zoom from which the page is fetched at a higher resolution. */
const CLOSE = 1.4

/** The source page with the item’s boxes over it; boxes are drawn, moved and resized here. */
export function PageView({
  item,
  file,
  page,
  zoom,
  marks,
  active,
  picked,
  drawing: asked,
  toolbar,
  onActive,
  onPick,
  onDrawn,
  onZoom,
}: Props) {
  const [lying, setLying] = useState({ width: 612, height: 792 })
  const size = uprightPage(lying, turnOf(item, file, page))
  const [scale, setScale] = useState(1)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let current = true
    pageSizes(item.source.document, file).then(
      (sizes) => current && setLying(sizes[page - 1] ?? { width: 612, height: 792 }),
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
  const drawing = uprightDrawing(asked?.file === file ? asked : null, size) // a box of the other file cannot be drawn here
  const shown = marks.filter((mark) => mark.file === file && mark.spot.page === page).map((mark) => uprightMark(mark, size))
  const chosen = shown.find(({ id }) => id === picked)
  const when = `${item.id} ${page} ${file} ${chosen?.id}`
  useCentred({ frame, mark: chosen ?? shown[0], factor: scale * zoom, when, whole: chosen === undefined })
  const factor = scale * zoom
  const pan = usePan(frame, drawing === null)
  useWheelZoom(frame, onZoom)
  return (
    <section className="page-view" aria-label="Source page">
      {toolbar}
      <div ref={frame} className={drawing ? 'frame drawing' : 'frame'} {...pan}>
        <div className="sheet" ref={(element) => sized(element, size.width * factor, size.height * factor)}>
          <img
            key={`${file}${page}`}
            className={size.turned === undefined ? undefined : `turned-${size.turned}`}
            ref={(element) => sized(element, lying.width * factor, lying.height * factor)}
            src={pageAddress(item, file, page, factor > CLOSE ? RESOLUTIONS.close : RESOLUTIONS.rest)}
            alt={`Page ${page} of ${item.source.document}${file === 'solutions' ? ', solutions' : ''}`}
            draggable={false}
          />
          <Boxes size={size} marks={shown} {...{ active, picked, drawing, page, factor, onActive, onPick, onDrawn }} />
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

interface BoxesProps extends Pick<Props, 'active' | 'picked' | 'drawing' | 'page' | 'onActive' | 'onPick' | 'onDrawn'> {
  readonly size: { readonly width: number; readonly height: number }
  readonly marks: readonly Mark[]
  readonly factor: number
}

interface Gesture {
  readonly handle: Handle | 'draw'
  readonly mark: Mark | undefined
  readonly from: Point
  readonly to: Point
  readonly rect: Rect
}

interface Point {
  readonly x: number
  readonly y: number
}

function Boxes({ size, marks, active, picked, drawing, page, factor, onActive, onPick, onDrawn }: BoxesProps) {
  const [gesture, setGesture] = useState<Gesture | undefined>()
  const svg = useRef<SVGSVGElement>(null)
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const box = svg.current?.getBoundingClientRect()
    return { x: (clientX - (box?.left ?? 0)) / factor, y: (clientY - (box?.top ?? 0)) / factor }
  }
  const begin = (event: PointerEvent, handle: Gesture['handle'], mark?: Mark) => {
    if (event.button !== 0) return
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    const from = at(event)
    const rect = mark ? toRect(mark.spot.bbox) : { left: from.x, top: from.y, right: from.x, bottom: from.y }
    setGesture({ handle, mark, from, to: from, rect })
  }
  const shownRect = (now: Point, { handle, from, mark }: Gesture): Rect =>
    handle === 'draw'
      ? moved({ left: from.x, top: from.y, right: from.x, bottom: from.y }, 'se', now.x - from.x, now.y - from.y, size)
      : moved(toRect(mark?.spot.bbox ?? [0, 0, 1, 1]), handle, now.x - from.x, now.y - from.y, size)
  const end = () => {
    if (!gesture) return
    const { rect, mark, handle, from, to } = gesture
    setGesture(undefined)
    if (Math.hypot(to.x - from.x, to.y - from.y) * factor < TREMOR) return
    if (rect.right - rect.left < SMALLEST || rect.bottom - rect.top < SMALLEST) return
    const bbox: Spot['bbox'] = [rect.left, rect.top, rect.right, rect.bottom].map((points) => Math.round(points * 10) / 10) as Spot['bbox'] // four in, four out
    if (handle === 'draw') {
      drawing?.onDrawn({ page, bbox })
      onDrawn()
    } else if (mark && `${mark.spot.bbox}` !== `${bbox}`) mark.onMoved?.({ page, bbox })
  }
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      onPointerDown={(event) => drawing && begin(event, 'draw')}
      onPointerMove={(event) => gesture && setGesture({ ...gesture, to: at(event), rect: shownRect(at(event), gesture) })}
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
            picked={mark.id === picked}
            factor={factor}
            idle={drawing !== null}
            onActive={onActive}
            onPick={onPick}
            onGrab={(event, handle) => begin(event, handle, mark)}
          />
        )
      })}
      {gesture?.handle === 'draw' && <rect className="box drawn" {...attributes(gesture.rect)} />}
    </svg>
  )
}

/** Pixels of a box that have to show for it to be in view. */
const IN_VIEW = 40

interface Centring {
  readonly frame: React.RefObject<HTMLDivElement | null>
  readonly mark: Mark | undefined
  readonly factor: number
  readonly when: string
  /** All of the box has to show; a part is enough for one that was clicked on, so that it stays under the hand. */
  readonly whole: boolean
}

/** Brings a box into view when it becomes the one that matters. */
function useCentred({ frame, mark, factor, when, whole }: Centring): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when what matters changes, not while it is dragged or zoomed
  useEffect(() => {
    const element = frame.current
    if (!element || !mark) return
    const [left, top, , bottom] = mark.spot.bbox
    const [from, to] = [Math.max(top * factor, element.scrollTop), Math.min(bottom * factor, element.scrollTop + element.clientHeight)]
    const isVisible = to - from >= Math.min(whole ? element.clientHeight : IN_VIEW, (bottom - top) * factor)
    if (!isVisible) element.scrollTo({ top: Math.max(0, top * factor - 60), left: Math.max(0, left * factor - 60) })
  }, [when, factor > 0])
}

/** Zooms with the wheel while Ctrl is held, as on a map; React's own wheel events cannot keep the browser from zooming everything. */
function useWheelZoom(frame: React.RefObject<HTMLDivElement | null>, onZoom: (step: 1 | -1) => void): void {
  const zoom = useRef(onZoom)
  zoom.current = onZoom
  useEffect(() => {
    const element = frame.current
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      zoom.current(event.deltaY < 0 ? 1 : -1)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [frame])
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
