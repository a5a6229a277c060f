import { useCallback, useEffect, useState } from 'react'
import type { SourceFile } from '../../schemas/review.ts'
import { solutionFile } from './sources.ts'
import type { Work } from './use-item.ts'

/** Zoom steps. */
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2, 2.6, 3.4] as const

/** Which page of which file is shown, and how large. */
export interface Shown {
  readonly file: SourceFile
  readonly page: number
  readonly zoom: number
  turn(by: number): void
  zoomBy(step: 1 | 0 | -1): void
  show(file: SourceFile, page: number): void
}

/** Starts with the page where the question stands; turning and zooming last until the next item. */
export function usePage(work: Work | undefined): Shown {
  const [place, setPlace] = useState<{ item: string; file: SourceFile; page: number } | undefined>()
  const [zoom, setZoom] = useState(1)
  const id = work?.item.id
  const first = work?.item.question.spans[0]?.page ?? work?.item.source.pages[0] ?? 1
  const shown = place?.item === id ? place : undefined
  const { file, page } = shown ?? { file: 'document' as const, page: first }
  useEffect(() => {
    if (work && file === 'solutions' && solutionFile(work.item) === 'document') setPlace(undefined)
  }, [work, file])
  const show = useCallback(
    (nextFile: SourceFile, nextPage: number) => id !== undefined && setPlace({ item: id, file: nextFile, page: nextPage }),
    [id],
  )
  return {
    file,
    page,
    zoom,
    show,
    turn: (by) => show(file, Math.max(1, page + by)),
    zoomBy: (step) =>
      setZoom((now) =>
        step === 0 ? 1 : (ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.findIndex((one) => one >= now) + step))] ?? 1),
      ),
  }
}
