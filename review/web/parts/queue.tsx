import { useEffect, useRef, useState } from 'react'
import type { QueueRow } from '../../../schemas/review.ts'
import { type Me, type ProgressAnswer, ViewsAnswer } from '../../../schemas/review-api.ts'
import { Anything, get, send, toldOf } from '../api.ts'
import { go, START } from '../place.ts'
import { plainText } from '../plain-text.ts'
import type { Queue } from '../use-queue.ts'
import { LineDialog } from './line-dialog.tsx'
import { notify } from './notices.tsx'
import { Search } from './search.tsx'

const SETS: readonly { readonly name: string; readonly filter: Readonly<Record<string, string>> }[] = [
  { name: 'To do', filter: START },
  { name: 'Second readings', filter: { second: 'wanted' } },
  { name: 'Two readings differ', filter: { second: 'differs' } },
  { name: 'Needs discussion', filter: { status: 'discuss' } },
  { name: 'Moved by a rerun', filter: { reason: 'moved' } },
  { name: 'No longer found', filter: { reason: 'gone' } },
  { name: 'Flagged', filter: { reason: 'flagged' } },
  { name: 'Approved', filter: { status: 'approved' } },
  { name: 'Corrected', filter: { status: 'corrected' } },
  { name: 'Rejected', filter: { status: 'rejected' } },
  { name: 'Everything', filter: { order: 'document' } },
]

/** Characters that the name of a view may have. */
const MOST_NAME = 60

interface Props {
  readonly me: Me
  readonly queue: Queue
  readonly filter: Readonly<Record<string, string>>
  readonly progress: ProgressAnswer | undefined
  readonly selected: string | null
  readonly onBulk: () => void
}

/** The queue: what to look at, why, and in which order. */
export function QueueList({ me, queue, filter, progress, selected, onBulk }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (selected !== null) list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <aside className="queue" aria-label="Queue">
      <Filters filter={filter} progress={progress} />
      <div className="queue-head">
        <span>
          {queue.loading && queue.rows.length === 0 ? '…' : `${queue.total.toLocaleString('en')} item${queue.total === 1 ? '' : 's'}`}
        </span>
        <button type="button" className="quiet" onClick={queue.reload} title="Fetch the queue anew">
          ↻<span className="hidden">Reload the queue</span>
        </button>
        {(me.role === 'curator' || me.role === 'admin') && queue.total > 0 && filter.status === 'pending' && (
          <button type="button" className="quiet" onClick={onBulk}>
            Approve all…
          </button>
        )}
      </div>
      <ul
        ref={list}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + clientHeight > scrollHeight - 400) queue.extend()
        }}
      >
        {queue.rows.map((row) => (
          <Row key={row.id} row={row.holder === me.name ? { ...row, holder: null } : row} current={row.id === selected} />
        ))}
        {queue.rows.length === 0 && !queue.loading && <li className="empty">Nothing here. Choose another list above.</li>}
        {queue.more && (
          <li>
            <button type="button" className="quiet" onClick={queue.extend}>
              More
            </button>
          </li>
        )}
      </ul>
    </aside>
  )
}

function Row({ row, current }: { row: QueueRow; current: boolean }) {
  return (
    <li>
      <button type="button" className="row" aria-current={current} onClick={() => go({ item: row.id })}>
        <span className={`dot ${row.status}`} title={row.status} />
        <span className="hidden">{row.status}: </span>
        <strong>{row.number}</strong>
        <span className="dim document">{row.document}</span>
        <span className="confidence" title={`machine confidence ${row.confidence.toFixed(2)}`}>
          <meter
            min={0}
            max={1}
            low={0.5}
            high={0.8}
            optimum={1}
            value={row.confidence}
            aria-label={`confidence ${row.confidence.toFixed(2)}`}
          />
        </span>
        <span className="start">{plainText(row.start)}</span>
        {(row.reasons.length > 0 || row.holder) && (
          <span className="reasons">
            {row.holder && <em>{row.holder} is reading</em>}
            {row.reasons.slice(0, 3).map((code) => (
              <i key={code}>{spoken(code)}</i>
            ))}
          </span>
        )}
      </button>
    </li>
  )
}

/** A code as people say it. */
export const spoken = (code: string): string => code.replaceAll('-', ' ')

function Filters({ filter, progress }: { filter: Readonly<Record<string, string>>; progress: ProgressAnswer | undefined }) {
  const { views, save, drop } = useViews()
  const [naming, setNaming] = useState(false)
  const set = (change: Record<string, string>) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== ''))
    go({ filter: next, item: null })
  }
  const query = new URLSearchParams(filter).toString()
  const options = [
    ...SETS.map(({ name, filter: own }) => ({ name, query: new URLSearchParams(own).toString(), own: false })),
    ...views.map((view) => ({ ...view, own: true })),
  ]
  const chosen = options.find((option) => option.query === query)
  return (
    <div className="filters">
      <div className="line">
        <select
          aria-label="List"
          value={query}
          onChange={({ target }) => go({ filter: Object.fromEntries(new URLSearchParams(target.value)), item: null })}
        >
          {!chosen && <option value={query}>Your filter</option>}
          {options.map(({ name, query: value, own }) => (
            <option key={`${own} ${name}`} value={value}>
              {own ? `★ ${name}` : name}
            </option>
          ))}
        </select>
        {!chosen && (
          <button type="button" className="quiet" onClick={() => setNaming(true)} title="Keep this filter as a view">
            ☆<span className="hidden">Keep this filter as a view</span>
          </button>
        )}
        {chosen?.own && (
          <button type="button" className="quiet" onClick={() => drop(chosen.name)} title="Forget this view">
            ★<span className="hidden">Forget this view</span>
          </button>
        )}
      </div>
      {naming && (
        <LineDialog
          title="Keep this filter as a view"
          label="Name of this view"
          action="Keep"
          most={MOST_NAME}
          missing="A view needs a name."
          onClose={() => setNaming(false)}
          onSend={(name) => save(name, query)}
        />
      )}
      <Search filter={filter} />
      <details>
        <summary>Filter</summary>
        <Choice
          label="Subject"
          value={filter.subject}
          options={progress?.subjects.map(({ name }) => name)}
          onChoose={(subject) => set({ subject })}
        />
        <Choice
          label="Document"
          value={filter.document}
          options={progress?.documents.map(({ name }) => name)}
          onChoose={(document) => set({ document })}
        />
        <Choice
          label="Status"
          value={filter.status}
          options={['pending', 'approved', 'corrected', 'rejected', 'discuss']}
          onChoose={(status) => set({ status })}
        />
        <Choice
          label="Reason"
          value={filter.reason}
          options={progress?.reasons.map(({ code }) => code)}
          onChoose={(reason) => set({ reason })}
        />
        <Choice
          label="Reviewer"
          value={filter.reviewer}
          options={progress?.people.map(({ name }) => name)}
          onChoose={(reviewer) => set({ reviewer })}
        />
        <Choice label="Confidence below" value={filter.below} options={['0.3', '0.5', '0.7', '0.9']} onChoose={(below) => set({ below })} />
        <Choice
          label="Diagram"
          value={filter.diagram}
          options={['1', '0']}
          names={{ 1: 'has one', 0: 'has none' }}
          onChoose={(diagram) => set({ diagram })}
        />
        <Choice
          label="Order"
          value={filter.order}
          options={['document']}
          names={{ document: 'as in the documents' }}
          any="least certain first"
          onChoose={(order) => set({ order })}
        />
      </details>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly string[] | undefined
  readonly names?: Readonly<Record<string, string>>
  readonly any?: string
  readonly onChoose: (value: string) => void
}

function Choice({ label, value = '', options = [], names = {}, any = 'any', onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{any}</option>
        {[...new Set([...options, value])]
          .filter((option) => option !== '')
          .map((option) => (
            <option key={option} value={option}>
              {names[option] ?? spoken(option)}
            </option>
          ))}
      </select>
    </label>
  )
}

function useViews() {
  const [views, setViews] = useState<readonly { name: string; query: string }[]>([])
  const load = () => get('/api/views', ViewsAnswer).then(setViews)
  const told = (error: unknown) => notify(toldOf(error), 'error')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is first shown
  useEffect(() => void load().catch(told), [])
  return {
    views,
    save: (name: string, query: string) => send('PUT', '/api/views', { name, query }, Anything).then(load),
    drop: (name: string) => {
      send('DELETE', `/api/views?${new URLSearchParams({ name })}`, undefined, Anything)
        .then(load)
        .catch(told)
    },
  }
}
