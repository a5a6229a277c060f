import { useEffect, useState } from 'react'
import type { Item } from '../../../schemas/item.ts'
import { toldOf } from '../api.ts'
import { RichText } from '../rich-text.tsx'
import { readBox, type Spot } from '../sources.ts'
import { beginningIn, insideBox, printedNumber, type SplitChoice, withoutNumber } from '../split.ts'
import { Dialog } from './dialog.tsx'
import { notify } from './notices.tsx'

interface AddProps {
  readonly item: Item
  readonly spot: Spot
  readonly onClose: () => void
  readonly onAdd: (number: string, text: string) => void
}

/** A problem that the machine missed, drawn on the page: its number and text. */
export function AddDialog({ item, spot, onClose, onAdd }: AddProps) {
  const [number, setNumber] = useState('')
  const [text, setText] = useState('')
  useTextOf(item, spot, (found) => {
    setText((now) => (now === '' ? found : now))
    setNumber((now) => (now === '' ? (printedNumber(found) ?? '') : now))
  })
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

/** Reads what stands in a box once. */
function useTextOf({ source }: Item, spot: Spot | undefined, onRead: (text: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each box; what becomes of the text is the caller’s
  useEffect(() => {
    if (spot) readBox(source.document, spot).then(onRead, (error: unknown) => notify(toldOf(error), 'error'))
  }, [source.document, spot])
}

type Side = 'stays' | 'leaves' | 'both'

interface SplitProps {
  readonly item: Item
  /** The box of the second problem, if it has been drawn. */
  readonly spot: Spot | undefined
  readonly onClose: () => void
  readonly onDraw: () => void
  readonly onSplit: (choice: SplitChoice) => void
}

/** Two problems that the machine took for one: draw the second, or put the caret where it begins. */
export function SplitDialog({ item, spot, onClose, onDraw, onSplit }: SplitProps) {
  const [text, setText] = useState(item.question.text)
  const [caret, setCaret] = useState(0)
  const [typed, setTyped] = useState<string | undefined>()
  const drawn = spot && insideBox(item, spot)
  const [sides, setSides] = useState<readonly Side[]>(item.diagrams.map((_, index) => (drawn?.[index] ? 'leaves' : 'stays')))
  useTextOf(item, spot, (found) => setCaret((now) => (now === 0 ? (beginningIn(item.question.text, found) ?? now) : now)))
  const on = (side: Side) => sides.flatMap((chosen, index) => (chosen === side || chosen === 'both' ? index : []))
  const [stays, rest] = [text.slice(0, caret).trim(), text.slice(caret).trim()]
  const number = typed ?? (caret > 0 ? (printedNumber(rest) ?? '') : '')
  const leaves = withoutNumber(rest, number.trim())
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
        <p>
          {spot ? 'The second problem has the box that you drew.' : 'Both get the boxes of the whole, unless you draw the second problem.'}{' '}
          <button type="button" className="quiet" onClick={onDraw}>
            {spot ? 'Draw it again' : 'Draw the second problem'}
          </button>
        </p>
        <label className="input">
          Put the caret where the second problem begins
          <textarea
            data-first
            rows={7}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          />
        </label>
        <div className="halves">
          <Half title={`${item.source.number} stays`} text={stays} />
          <Half title={`${number.trim() || 'The second'} leaves`} text={leaves} />
        </div>
        <label className="input">
          Number of the second problem
          <input required maxLength={60} value={number} onChange={({ target }) => setTyped(target.value)} />
        </label>
        {item.diagrams.map((diagram, index) => (
          <Whose
            key={`${diagram.sha256} ${diagram.bbox}`}
            name={diagram.label ?? `Diagram ${index + 1}`}
            side={sides[index] ?? 'stays'}
            onChange={(side) => setSides(sides.with(index, side))}
          />
        ))}
        <button type="submit" className="primary" disabled={stays === '' || leaves === ''}>
          Split
        </button>
      </form>
    </Dialog>
  )
}

/** How one of the two problems will read. */
const Half = ({ title, text }: { title: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard has to be able to
  <section className="preview" aria-label={title} tabIndex={0}>
    <h3>{title}</h3>
    {text === '' ? <span className="dim">nothing yet</span> : <RichText text={text} />}
  </section>
)

const SIDES: Readonly<Record<Side, string>> = { stays: 'the first', leaves: 'the second', both: 'both' }

const Whose = ({ name, side, onChange }: { name: string; side: Side; onChange: (side: Side) => void }) => (
  <label className="input">
    {name} belongs to
    <select value={side} onChange={({ target }) => onChange(target.value as Side) /* the options are the sides */}>
      {Object.entries(SIDES).map(([value, said]) => (
        <option key={value} value={value}>
          {said}
        </option>
      ))}
    </select>
  </label>
)
