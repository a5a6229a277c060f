import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { Item } from '../../../schemas/item.ts'
import { BulkAnswer } from '../../../schemas/review-api.ts'
import { get, send, toldOf } from '../api.ts'
import { RichText } from '../rich-text.tsx'
import { readBox, type Spot } from '../sources.ts'
import { Dialog } from './dialog.tsx'
import { notify } from './notices.tsx'

/** A problem that the machine missed, drawn on the page: its number and text. */
export function AddDialog({
  item,
  spot,
  onClose,
  onAdd,
}: {
  item: Item
  spot: Spot
  onClose: () => void
  onAdd: (number: string, text: string) => void
}) {
  const [number, setNumber] = useState('')
  const [text, setText] = useState('')
  useEffect(() => {
    readBox(item.source.document, spot).then(
      (found) => setText((now) => (now === '' ? found : now)),
      (error: unknown) => notify(toldOf(error), 'error'),
    )
  }, [item.source.document, spot])
  return (
    <Dialog title={`A missed problem on page ${spot.page}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onAdd(number.trim(), withoutNumber(text, number.trim()))
        }}
      >
        <label className="input">
          Number as printed
          <input data-first required maxLength={60} value={number} onChange={({ target }) => setNumber(target.value)} />
        </label>
        <label className="input">
          Question
          <textarea rows={8} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <div className="preview">
          <RichText text={text} />
        </div>
        <button type="submit" className="primary">
          Add to the queue
        </button>
      </form>
    </Dialog>
  )
}

/** The box starts with the printed number, the question does not. */
const withoutNumber = (text: string, number: string): string =>
  text.startsWith(number) && !/^[\p{L}\d]/u.test(text.slice(number.length)) ? text.slice(number.length).replace(/^[\s.:)]+/, '') : text

export interface SplitChoice {
  readonly stays: { readonly text: string; readonly diagrams: readonly number[] }
  readonly leaves: { readonly number: string; readonly text: string; readonly diagrams: readonly number[] }
}

/** Two problems that the machine took for one: put the caret where the second begins. */
export function SplitDialog({ item, onClose, onSplit }: { item: Item; onClose: () => void; onSplit: (choice: SplitChoice) => void }) {
  const [text, setText] = useState(item.question.text)
  const [caret, setCaret] = useState(0)
  const [number, setNumber] = useState('')
  const [sides, setSides] = useState<readonly ('stays' | 'leaves' | 'both')[]>(item.diagrams.map(() => 'stays'))
  const on = (side: 'stays' | 'leaves') => sides.flatMap((chosen, index) => (chosen === side || chosen === 'both' ? index : []))
  const [stays, leaves] = [text.slice(0, caret).trim(), text.slice(caret).trim()]
  return (
    <Dialog title={`Split ${item.source.number} in two`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onSplit({
            stays: { text: stays, diagrams: on('stays') },
            leaves: { number: number.trim(), text: leaves, diagrams: on('leaves') },
          })
        }}
      >
        <label className="input">
          Put the caret where the second problem begins
          <textarea
            data-first
            rows={9}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          />
        </label>
        <label className="input">
          Number of the second problem
          <input required maxLength={60} value={number} onChange={({ target }) => setNumber(target.value)} />
        </label>
        {item.diagrams.map((diagram, index) => (
          <label className="input" key={`${diagram.sha256} ${diagram.bbox}`}>
            {diagram.label ?? `Diagram ${index + 1}`} belongs to
            <select
              value={sides[index]}
              onChange={({ target }) =>
                setSides(sides.with(index, target.value === 'leaves' ? 'leaves' : target.value === 'both' ? 'both' : 'stays'))
              }
            >
              <option value="stays">the first</option>
              <option value="leaves">the second</option>
              <option value="both">both</option>
            </select>
          </label>
        ))}
        <p className="dim">
          {stays.length} characters stay, {leaves.length} leave.
        </p>
        <button type="submit" className="primary" disabled={stays === '' || leaves === ''}>
          Split
        </button>
      </form>
    </Dialog>
  )
}

/** Approving a whole filter, after a sample has been read. */
export function BulkDialog({
  filter,
  onClose,
  onOpen,
  onDone,
}: {
  filter: Readonly<Record<string, string>>
  onClose: () => void
  onOpen: (id: string) => void
  onDone: () => void
}) {
  const [plan, setPlan] = useState<BulkAnswer | undefined>(keptPlan(filter))
  const told = (error: unknown) => notify(toldOf(error), 'error')
  const key = planKey(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (plan) get(`/api/bulk/${plan.id}`, BulkAnswer).then(setPlan, () => setPlan(undefined))
  }, [])
  const draw = () =>
    send('POST', '/api/bulk', { filter }, BulkAnswer).then((drawn) => {
      sessionStorage.setItem(key, JSON.stringify(drawn))
      setPlan(drawn)
    }, told)
  const approve = () =>
    plan &&
    send('POST', `/api/bulk/${plan.id}`, {}, z.object({ approved: z.int() })).then(({ approved }) => {
      sessionStorage.removeItem(key)
      notify(`${approved} items approved.`)
      onDone()
    }, told)
  const passed = plan?.sample.filter((one) => one.passed).length ?? 0
  return (
    <Dialog title="Approve everything that this filter shows" onClose={onClose}>
      {!plan && (
        <div className="stack">
          <p>
            First read a sample, drawn at random. Only if all of it can be approved as it is may the rest be approved unread. Flagged items,
            and those that somebody is reading, are left out.
          </p>
          <button type="button" className="primary" onClick={draw}>
            Draw the sample
          </button>
        </div>
      )}
      {plan && (
        <div className="stack">
          <p>
            {passed} of {plan.sample.length} read and approved as they are; {plan.total} items in all.
          </p>
          <ul className="choices">
            {plan.sample.map(({ id, passed: fine }) => (
              <li key={id}>
                <button type="button" className="row" onClick={() => onOpen(id)}>
                  {fine === null ? '○' : fine ? '✓' : '✗'} {id}
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="primary" disabled={passed < plan.sample.length} onClick={approve}>
            Approve the rest
          </button>
          <button type="button" className="quiet" onClick={draw}>
            Draw another sample
          </button>
        </div>
      )}
    </Dialog>
  )
}

const planKey = (filter: Readonly<Record<string, string>>): string => `engvqa-review:bulk:${new URLSearchParams(filter)}`

function keptPlan(filter: Readonly<Record<string, string>>): BulkAnswer | undefined {
  const kept = sessionStorage.getItem(planKey(filter))
  return kept === null ? undefined : BulkAnswer.safeParse(JSON.parse(kept)).data
}
