import { useCallback, useMemo, useState } from 'react'
import type { Me, ProgressAnswer } from '../../../schemas/review-api.ts'
import { toldOf } from '../api.ts'
import { ActBar, type BarAct } from '../parts/act-bar.tsx'
import { addDiagram, recut } from '../parts/diagrams.tsx'
import { ItemPanel } from '../parts/item-panel.tsx'
import { marksOf } from '../parts/marks.ts'
import { notify } from '../parts/notices.tsx'
import { type Open, OpenDialog } from '../parts/open-dialog.tsx'
import { PageTools } from '../parts/page-tools.tsx'
import { type Drawing, PageView } from '../parts/page-view.tsx'
import { QueueList } from '../parts/queue.tsx'
import { useDesk } from '../use-desk.ts'
import { useDeskKeys } from '../use-desk-keys.ts'
import { usePage } from '../use-page.ts'

interface Props {
  readonly me: Me
  readonly progress: ProgressAnswer | undefined
  readonly onDecided: () => void
  readonly onSignedOut: () => void
}

/** The desk: queue, source page, item, and what to do with it. */
export function ReviewPage({ me, progress, onDecided, onSignedOut }: Props) {
  const desk = useDesk(me, onDecided, onSignedOut)
  const { work, queue, claim } = desk
  const [open, setOpen] = useState<Open>(null)
  const [active, setActive] = useState<string | null>(null)
  const [drawing, setDrawing] = useState<Drawing>(null)
  const [hasQueue, setHasQueue] = useState(true)
  const [diff, setDiff] = useState(false)
  const view = usePage(work)
  const disabled = claim.refused !== undefined
  const told = (error: unknown) => notify(toldOf(error), 'error')
  const attempt = (act: Promise<unknown> | undefined) => void act?.catch(told)
  const draw = (index: number | null) => {
    if (!work || disabled) return
    setDrawing({
      what: index === null ? 'a diagram' : `diagram ${index + 1}`,
      onDrawn: (spot) => (index === null ? addDiagram(work, spot) : recut(work, index, spot)),
    })
  }
  useDeskKeys({
    desk,
    view,
    disabled,
    attempt,
    onOpen: setOpen,
    onDrawing: setDrawing,
    onDraw: draw,
    onQueue: setHasQueue,
    onDiff: setDiff,
  })
  const onAct = (act: BarAct) => {
    const acts: Readonly<Record<BarAct, () => void>> = {
      approve: () => attempt(desk.decide('approved')),
      reject: () => setOpen('reject'),
      discuss: () => attempt(desk.decide('discuss')),
      skip: () => desk.step(1),
      flag: () => attempt(desk.flag()),
      undo: () => attempt(desk.undo()),
      diff: () => setDiff(!diff),
      keys: () => setOpen('keys'),
    }
    acts[act]()
  }
  const marks = useMemo(() => (work ? marksOf(work, disabled) : []), [work, disabled])
  const showMark = useCallback(
    (id: string | null) => {
      setActive(id)
      const mark = marks.find((one) => one.id === id)
      if (mark) view.show(mark.file, mark.spot.page)
    },
    [marks, view.show],
  )
  return (
    <main className={hasQueue ? 'review' : 'review without-queue'}>
      {hasQueue && (
        <QueueList
          me={me}
          queue={queue}
          filter={desk.filter}
          progress={progress}
          selected={work?.item.id ?? null}
          onBulk={() => setOpen('bulk')}
        />
      )}
      {work ? (
        <>
          <PageView
            item={work.item}
            file={view.file}
            page={view.page}
            zoom={view.zoom}
            marks={marks}
            active={active}
            drawing={drawing}
            onActive={setActive}
            onDrawn={() => setDrawing(null)}
            toolbar={<PageTools item={work.item} view={view} drawing={drawing} onCancel={() => setDrawing(null)} />}
          />
          <div className="panel">
            {claim.refused && (
              <p className="refused" role="status">
                {claim.refused} You can look, not change.
              </p>
            )}
            <ItemPanel
              key={work.item.id}
              work={work}
              person={me.name}
              disabled={disabled}
              diff={diff}
              active={active}
              onActive={showMark}
              onDraw={draw}
              onMove={(move) => setOpen({ move })}
              onShowSolution={() => showMark('solution-0')}
            />
            <ActBar work={work} disabled={disabled} diff={diff} onAct={onAct} />
          </div>
        </>
      ) : (
        <p className="nothing">
          {queue.loading ? '' : queue.total === 0 ? 'Nothing in this list. Everything that it asks for is done.' : ''}
        </p>
      )}
      <OpenDialog open={open} desk={desk} onOpen={setOpen} onDecided={onDecided} attempt={attempt} />
    </main>
  )
}
