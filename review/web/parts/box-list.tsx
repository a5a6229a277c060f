import { useState } from 'react'
import type { Spot } from '../sources.ts'
import { RemoveButton } from './remove-button.tsx'

interface Props {
  /** Whose boxes they are, for screen readers. */
  readonly of: string
  readonly spans: readonly Spot[]
  readonly disabled: boolean
  readonly onChange: (spans: Spot[]) => void
  readonly onDraw: () => void
}

/** Where something stands, as numbers: the same by keyboard as drawing and dragging its boxes. */
export function BoxList({ of, spans, disabled, onChange, onDraw }: Props) {
  return (
    <details className="boxes">
      <summary>
        {spans.length === 0 ? 'No box' : spans.length === 1 ? '1 box' : `${spans.length} boxes`}
        <span className="hidden"> of {of}</span>
      </summary>
      {spans.map((spot, index) => (
        <div className="box-line" key={`${spot.page} ${spot.bbox}`}>
          <BoxInput label={`Box ${index + 1}`} spot={spot} disabled={disabled} onBox={(to) => onChange(spans.with(index, to))} />
          <RemoveButton what={`box ${index + 1} of ${of}`} disabled={disabled} onClick={() => onChange(spans.toSpliced(index, 1))} />
        </div>
      ))}
      <button type="button" className="quiet" disabled={disabled} onClick={onDraw}>
        + draw {spans.length === 0 ? 'its box' : 'another'}
        <span className="hidden"> of {of}</span>
      </button>
    </details>
  )
}

interface BoxInputProps {
  readonly label: string
  readonly spot: Spot
  readonly disabled: boolean
  readonly onBox: (spot: Spot) => void
}

/** Page and corners of one box. Its key has to change with the box, which may be dragged meanwhile. */
export function BoxInput({ label, spot, disabled, onBox }: BoxInputProps) {
  const [text, setText] = useState(`${spot.page}: ${spot.bbox.map((points) => Math.round(points * 10) / 10).join(', ')}`)
  const typed = read(text)
  const commit = () => {
    if (typed && `${typed.page} ${typed.bbox}` !== `${spot.page} ${spot.bbox.map((points) => Math.round(points * 10) / 10)}`) onBox(typed)
  }
  return (
    <label className="input">
      {label}
      <input
        value={text}
        disabled={disabled}
        aria-invalid={!typed}
        title="page: left, top, right, bottom in points"
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </label>
  )
}

/** "2: 72, 90, 300, 200", if it is a box. */
function read(text: string): Spot | undefined {
  const [page, left, top, right, bottom, ...more] = text.split(/[:,\s]+/).map(Number)
  if (page === undefined || left === undefined || top === undefined || right === undefined || bottom === undefined || more.length > 0)
    return undefined
  const fits = Number.isInteger(page) && page >= 1 && left < right && top < bottom
  return fits ? { page, bbox: [left, top, right, bottom] } : undefined
}
