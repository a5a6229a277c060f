import { type FormEvent, useEffect, useState } from 'react'
import type { QueueRow } from '../../../schemas/review.ts'
import { QueueAnswer } from '../../../schemas/review-api.ts'
import { get, toldOf } from '../api.ts'
import { Dialog } from './dialog.tsx'
import { notify } from './notices.tsx'

interface Props {
  readonly title: string
  readonly document?: string
  /** The item at hand: it is left out, and its neighbours on the page are there before anything is typed. */
  readonly around?: string
  readonly onClose: () => void
  readonly onChoose: (id: string) => void
}

/** Rows, and the words that they were found by. */
interface Found {
  readonly words: string
  readonly rows: readonly QueueRow[]
}

/** Chooses another item by number or words. Enter takes the first that is found by what stands there, however late the answer comes. */
export function ChooseDialog({ title, document, around, onClose, onChoose }: Props) {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Found>({ words: '', rows: [] })
  const [entered, setEntered] = useState(false)
  const words = search.trim()
  const isCurrent = found.words === words
  useEffect(() => {
    const abort = new AbortController()
    const params = new URLSearchParams({
      limit: '12',
      order: 'document',
      ...(document && { document }),
      ...(words ? { search: words } : around && { around }),
    })
    get(`/api/queue?${params}`, QueueAnswer, abort.signal).then(
      (answer) => setFound({ words, rows: byNumberFirst(answer.rows, words).filter(({ id }) => id !== around) }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        setEntered(false)
        notify(toldOf(error), 'error')
      },
    )
    return () => abort.abort()
  }, [words, document, around])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do with the choice does not make it a new one
  useEffect(() => {
    if (!entered || !isCurrent) return
    setEntered(false)
    const [first] = found.rows
    if (first) onChoose(first.id)
  }, [entered, isCurrent, found])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words !== '') setEntered(true)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <input
          data-first
          type="search"
          value={search}
          readOnly={entered} // the keys that follow Enter are meant for the item that it opens
          onChange={({ target }) => setSearch(target.value)}
          placeholder="Number or words; Enter takes the first"
          aria-label="Number or words"
        />
      </form>
      <p className="dim" role="status">
        {isCurrent ? found.rows.length === 0 && words !== '' && 'Nothing found.' : 'Looking…'}
      </p>
      <ul className="choices" aria-busy={!isCurrent}>
        {found.rows.map((row) => (
          <li key={row.id}>
            <button type="button" className="row" onClick={() => onChoose(row.id)}>
              <strong>{row.number}</strong> <span className="dim">{row.document}</span> <span className="start">{row.start}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const byNumberFirst = (rows: readonly QueueRow[], number: string): QueueRow[] =>
  rows.toSorted((a, b) => Number(b.number === number) - Number(a.number === number))
