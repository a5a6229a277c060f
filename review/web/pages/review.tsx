import { useCallback, useMemo, useState } from 'react'
import type { Restructure } from '../../../schemas/review.ts'
import type { Me, ProgressAnswer } from '../../../schemas/review-api.ts'
import { toldOf } from '../api.ts'
import { useActs } from '../keys.ts'
import { ActBar } from '../parts/act-bar.tsx'
import { addDiagram, recut } from '../parts/diagrams.tsx'
import { ChooseDialog, KeysDialog, RejectDialog } from '../parts/dialogs.tsx'
import { openField } from '../parts/field.tsx'
import { ItemPanel } from '../parts/item-panel.tsx'
import { marksOf } from '../parts/marks.ts'
import { notify } from '../parts/notices.tsx'
import { PageTools } from '../parts/page-tools.tsx'
import { type Drawing, PageView } from '../parts/page-view.tsx'
import { QueueList } from '../parts/queue.tsx'
import { AddDialog, BulkDialog, SplitDialog } from '../parts/restructure-dialogs.tsx'
import { go } from '../place.ts'
import type { Spot } from '../sources.ts'
import { useDesk } from '../use-desk.ts'
import { usePage } from '../use-page.ts'

interface Props {
  readonly me: Me
  readonly progress: ProgressAnswer | undefined
  readonly onDecided: () => void
  readonly onSignedOut: () => void
}

type Open = 'reject' | 'keys' | 'jump' | 'merge' | 'split' | 'bulk' | { readonly move: number } | { readonly add: Spot } | null

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
  const restructure = (change: Restructure, then?: (items: readonly string[]) => void) => {
    setOpen(null)
    attempt(desk.restructure(change).then(then))
  }
  const draw = (index: number | null) => {
    if (!work || disabled) return
    setDrawing({
      what: index === null ? 'a diagram' : `diagram ${index + 1}`,
      onDrawn: (spot) => (index === null ? addDiagram(work, spot) : recut(work, index, spot)),
    })
  }
  useActs({
    approve: () => attempt(desk.decide('approved')),
    submit: () => attempt(desk.decide('approved')),
    reject: () => work && !disabled && setOpen('reject'),
    discuss: () => attempt(desk.decide('discuss')),
    skip: () => desk.step(1),
    flag: () => attempt(desk.flag()),
    undo: () => attempt(desk.undo()),
    next: () => desk.step(1),
    previous: () => desk.step(-1),
    search: () => {
      setHasQueue(true)
      requestAnimationFrame(() => document.getElementById('search')?.focus())
    },
    jump: () => setOpen('jump'),
    edit: () => openField('question'),
    solution: () => openField('solution'),
    topics: () => document.getElementById('topics')?.focus(),
    diagram: () => draw(null),
    problem: () => setDrawing({ what: 'a missed problem', onDrawn: (add) => setOpen({ add }) }),
    split: () => work && !disabled && setOpen('split'),
    merge: () => work && !disabled && setOpen('merge'),
    pageBack: () => view.turn(-1),
    pageOn: () => view.turn(1),
    zoomIn: () => view.zoomBy(1),
    zoomOut: () => view.zoomBy(-1),
    zoomFit: () => view.zoomBy(0),
    queue: () => setHasQueue((shown) => !shown),
    diff: () => setDiff((shown) => !shown),
    keys: () => setOpen('keys'),
  })
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
            <ActBar
              work={work}
              disabled={disabled}
              diff={diff}
              onAct={(act) =>
                ({
                  approve: () => attempt(desk.decide('approved')),
                  reject: () => setOpen('reject'),
                  discuss: () => attempt(desk.decide('discuss')),
                  skip: () => desk.step(1),
                  flag: () => attempt(desk.flag()),
                  undo: () => attempt(desk.undo()),
                  diff: () => setDiff(!diff),
                  keys: () => setOpen('keys'),
                })[act]()
              }
            />
          </div>
        </>
      ) : (
        <p className="nothing">
          {queue.loading ? '' : queue.total === 0 ? 'Nothing in this list. Everything that it asks for is done.' : ''}
        </p>
      )}
      {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
      {open === 'jump' && (
        <ChooseDialog
          title="Jump to…"
          onClose={() => setOpen(null)}
          onChoose={(item) => {
            setOpen(null)
            go({ item })
          }}
        />
      )}
      {open === 'bulk' && (
        <BulkDialog
          filter={desk.filter}
          onClose={() => setOpen(null)}
          onOpen={(item) => {
            setOpen(null)
            go({ item })
          }}
          onDone={() => {
            setOpen(null)
            queue.reload()
            onDecided()
          }}
        />
      )}
      {work && open === 'reject' && (
        <RejectDialog
          onClose={() => setOpen(null)}
          onReject={(reason, note) => {
            setOpen(null)
            attempt(desk.decide('rejected', reason, note))
          }}
        />
      )}
      {work && open === 'merge' && (
        <ChooseDialog
          title={`Merge ${work.item.source.number} into…`}
          document={work.item.source.document}
          except={work.item.id}
          onClose={() => setOpen(null)}
          onChoose={(into) => restructure({ kind: 'merge', item: work.item.id, into }, () => go({ item: into }))}
        />
      )}
      {work && open === 'split' && (
        <SplitDialog
          item={work.item}
          onClose={() => setOpen(null)}
          onSplit={({ stays, leaves }) => {
            const spans = [...work.item.question.spans]
            restructure({
              kind: 'split',
              item: work.item.id,
              stays: { ...stays, spans, diagrams: [...stays.diagrams] },
              leaves: { ...leaves, spans, diagrams: [...leaves.diagrams] },
            })
          }}
        />
      )}
      {work && open !== null && typeof open === 'object' && 'move' in open && (
        <ChooseDialog
          title="This diagram belongs to…"
          document={work.item.source.document}
          except={work.item.id}
          onClose={() => setOpen(null)}
          onChoose={(to) => restructure({ kind: 'move-diagram', item: work.item.id, index: open.move, to })}
        />
      )}
      {work && open !== null && typeof open === 'object' && 'add' in open && (
        <AddDialog
          item={work.item}
          spot={open.add}
          onClose={() => setOpen(null)}
          onAdd={(number, text) =>
            restructure(
              { kind: 'add', document: work.item.source.document, number, text, spans: [open.add], diagrams: [] },
              ([item]) => item !== undefined && go({ item }),
            )
          }
        />
      )}
    </main>
  )
}
