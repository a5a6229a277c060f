import { useState } from 'react'
import type { Me, ProgressAnswer } from '../../../schemas/review-api.ts'
import { toldOf } from '../api.ts'
import { ActBar, type BarAct } from '../parts/act-bar.tsx'
import { ItemPanel } from '../parts/item-panel.tsx'
import { notify } from '../parts/notices.tsx'
import { type Open, OpenDialog } from '../parts/open-dialog.tsx'
import { PageTools } from '../parts/page-tools.tsx'
import { PageView } from '../parts/page-view.tsx'
import { QueueList } from '../parts/queue.tsx'
import { unreadableFormulas } from '../unreadable.ts'
import { useDesk } from '../use-desk.ts'
import { useDeskKeys } from '../use-desk-keys.ts'
import { usePage } from '../use-page.ts'
import { usePointing } from '../use-pointing.ts'

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
  const [hasQueue, setHasQueue] = useState(true)
  const [diff, setDiff] = useState(false)
  const view = usePage(work)
  const disabled = claim.refused !== undefined
  const told = (error: unknown) => notify(toldOf(error), 'error')
  const attempt = (act: Promise<unknown> | undefined) => void act?.catch(told)
  const { active, picked, drawing, marks, pointing, ...pointer } = usePointing(work, view, disabled)
  const addProblem = () => pointing.onDraw({ what: 'a missed problem', file: 'document', onDrawn: (add) => setOpen({ add }) })
  const approve = () => {
    const unreadable = work && !disabled ? unreadableFormulas(work.item) : []
    if (unreadable.length > 0) setOpen({ unreadable })
    else attempt(desk.decide('approved'))
  }
  const flag = () => (work?.view.flagged ? attempt(desk.flag(false)) : work && setOpen('flag'))
  useDeskKeys({
    desk,
    approve,
    flag,
    view,
    disabled,
    attempt,
    onOpen: setOpen,
    pointing,
    redraw: pointer.redraw,
    addProblem,
    onQueue: setHasQueue,
    onDiff: setDiff,
  })
  const onAct = (act: BarAct) => {
    const acts: Readonly<Record<BarAct, () => void>> = {
      approve,
      reject: () => setOpen('reject'),
      discuss: () => attempt(desk.decide('discuss')),
      skip: () => desk.step(1),
      flag,
      undo: () => attempt(desk.undo()),
      diff: () => setDiff(!diff),
      keys: () => setOpen('keys'),
    }
    acts[act]()
  }
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
            picked={picked}
            drawing={drawing}
            onActive={pointing.onActive}
            onPick={pointer.pickBox}
            onDrawn={pointer.stopDrawing}
            onZoom={view.zoomBy}
            toolbar={<PageTools item={work.item} view={view} drawing={drawing} onAdd={addProblem} onCancel={pointer.stopDrawing} />}
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
              pointing={pointing}
              onMove={(move) => setOpen({ move })}
              onSplit={() => setOpen({ split: undefined })}
              onMerge={() => setOpen('merge')}
            />
            <ActBar work={work} disabled={disabled} diff={diff} onAct={onAct} />
          </div>
        </>
      ) : (
        <p className="nothing">
          {queue.loading ? '' : queue.total === 0 ? 'Nothing in this list. Everything that it asks for is done.' : ''}
        </p>
      )}
      <OpenDialog open={open} desk={desk} onOpen={setOpen} onDraw={pointing.onDraw} onDecided={onDecided} attempt={attempt} />
    </main>
  )
}
