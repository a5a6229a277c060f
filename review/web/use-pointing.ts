import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Drawing, fieldOfMark, isActive, type Mark } from './parts/mark.ts'
import { marksOf } from './parts/marks.ts'
import { type Pointing, showField } from './parts/pointing.ts'
import type { Work } from './use-item.ts'
import type { Shown } from './use-page.ts'

/** Which box is pointed at, which one was chosen, and which one is about to be drawn. */
export function usePointing(work: Work | undefined, view: Shown, disabled: boolean) {
  const [active, setActive] = useState<string | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const [drawing, setDrawing] = useState<Drawing>(null)
  const marks = useMemo(() => (work ? marksOf(work, disabled) : []), [work, disabled])
  const id = work?.item.id
  const stopDrawing = useCallback(() => setDrawing(null), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item has other boxes
  useEffect(() => {
    setActive(null)
    setPicked(null)
    setDrawing(null)
  }, [id])

  useEffect(() => {
    if (!drawing) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setDrawing(null)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [drawing])

  const pick = (mark: string) => {
    setActive(mark)
    setPicked(mark)
  }
  const pointing: Pointing = {
    active,
    onActive: setActive,
    onPick: (mark) => {
      const field = fieldOfMark(mark)
      // somebody who turns the page while at a field wants to see that page, and so does who reads on where a field goes on
      const stays = drawing !== null || isActive(picked, field) || marks.some((one) => fieldOfMark(one.id) === field && isShown(one, view))
      pick(mark)
      const box = marks.find((one) => one.id === mark)
      if (box && !stays) view.show(box.file, box.spot.page)
    },
    onDraw: (asked) => {
      if (view.file !== asked.file) view.show(asked.file, firstPage(work, asked.file))
      setDrawing(asked)
    },
  }
  return {
    active,
    picked,
    drawing,
    marks,
    pointing,
    stopDrawing,
    pickBox: (mark: string) => {
      pick(mark)
      showField(mark)
    },
    redraw: () => {
      const mark: Mark | undefined = marks.find((one) => one.id === active)
      const { onMoved } = mark ?? {}
      if (mark && onMoved) pointing.onDraw({ what: mark.label, file: mark.file, onDrawn: onMoved })
    },
  }
}

const isShown = ({ file, spot }: Mark, view: Shown): boolean => file === view.file && spot.page === view.page

/** Where to look first when the other file comes up. */
const firstPage = (work: Work | undefined, file: 'document' | 'solutions'): number =>
  (file === 'solutions' ? work?.item.solution?.pages[0] : work?.item.source.pages[0]) ?? 1
