import { useState } from 'react'
import type { Diagram } from '../../../schemas/item.ts'
import { withField } from '../../../schemas/review-fields.ts'
import { toldOf } from '../api.ts'
import { cutCrop, imageAddress, type Spot } from '../sources.ts'
import type { Work } from '../use-item.ts'
import { Section } from './field.tsx'
import { notify } from './notices.tsx'

/** What diagrams show, over the five subjects; any other word may be typed. */
const TYPES = [
  'free-body diagram',
  'kinematic schematic',
  'property plot',
  'thermodynamic system',
  'flow schematic',
  'pressure diagram',
  'thermal circuit',
  'boundary-layer diagram',
  'beam loading',
  'stress distribution',
  'geometry',
  'photograph',
  'graph',
  'table',
] as const

interface Props {
  readonly work: Work
  readonly disabled: boolean
  readonly active: string | null
  readonly onActive: (id: string) => void
  readonly onDraw: (index: number | null) => void
  readonly onMove: (index: number) => void
}

export const diagramMark = (index: number): string => `diagram-${index}`

/** The diagrams: crop, label, caption, what they show and where they stand. */
export function Diagrams({ work, disabled, active, onActive, onDraw, onMove }: Props) {
  const { item, changed, view } = work
  const set = (index: number, change: Partial<Diagram>) =>
    work.set(
      'diagrams',
      item.diagrams.map((diagram, at) => (at === index ? { ...diagram, ...change } : diagram)),
    )
  return (
    <Section
      title={`Diagrams (${item.diagrams.length})`}
      changed={changed.includes('diagrams')}
      moved={view.moved.includes('diagrams')}
      onReset={() => work.reset('diagrams')}
      actions={
        <button type="button" className="quiet" disabled={disabled} onClick={() => onDraw(null)}>
          + draw
        </button>
      }
    >
      <datalist id="diagram-types">
        {TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <ul className="diagrams">
        {item.diagrams.map((diagram, index) => (
          <DiagramCard
            key={diagramMark(index)}
            {...{ diagram, index, disabled, onActive, onDraw, onMove }}
            active={active === diagramMark(index)}
            onChange={(change) => set(index, change)}
            onBox={(spot) => recut(work, index, spot)}
            onDrop={() => work.set('diagrams', item.diagrams.toSpliced(index, 1))}
          />
        ))}
      </ul>
    </Section>
  )
}

interface CardProps extends Omit<Props, 'work' | 'active'> {
  readonly diagram: Diagram
  readonly index: number
  readonly active: boolean
  readonly onChange: (change: Partial<Diagram>) => void
  readonly onBox: (spot: Spot) => void
  readonly onDrop: () => void
}

function DiagramCard({ diagram, index, active, disabled, onActive, onDraw, onMove, onChange, onBox, onDrop }: CardProps) {
  const name = diagram.label ?? `diagram ${index + 1}`
  return (
    <li
      className={active ? 'active' : ''}
      onPointerEnter={() => onActive(diagramMark(index))}
      onFocusCapture={() => onActive(diagramMark(index))}
    >
      <a href={imageAddress(diagram.sha256)} target="_blank" rel="noreferrer" title="Open the crop at full size">
        <img src={imageAddress(diagram.sha256)} alt={`Crop of ${name}`} width={diagram.width} height={diagram.height} />
      </a>
      <div className="grid">
        <Input label="Label" value={diagram.label} disabled={disabled} onChange={(label) => onChange({ label })} />
        <Input label="Shows" value={diagram.type} list="diagram-types" disabled={disabled} onChange={(type) => onChange({ type })} />
        <Input label="Caption" value={diagram.caption} disabled={disabled} onChange={(caption) => onChange({ caption })} />
        <BoxInput key={`${diagram.page} ${diagram.bbox}`} spot={diagram} disabled={disabled} onBox={onBox} />
        <span className="actions">
          <button type="button" className="quiet" disabled={disabled} onClick={() => onDraw(index)}>
            redraw
          </button>
          <button type="button" className="quiet" disabled={disabled} onClick={() => onMove(index)}>
            to another problem…
          </button>
          <button type="button" className="quiet danger" disabled={disabled} onClick={onDrop} aria-label={`Remove ${name}`}>
            remove
          </button>
        </span>
      </div>
    </li>
  )
}

interface InputProps {
  readonly label: string
  readonly value: string | null
  readonly list?: string
  readonly disabled: boolean
  readonly onChange: (value: string | null) => void
}

/** A line of text; empty means none. */
export function Input({ label, value, list, disabled, onChange }: InputProps) {
  return (
    <label className="input">
      {label}
      <input
        value={value ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        {...(list && { list })}
      />
    </label>
  )
}

/** Page and corners as numbers: the same by keyboard as dragging the box. */
function BoxInput({ spot, disabled, onBox }: { spot: Spot; disabled: boolean; onBox: (spot: Spot) => void }) {
  const [text, setText] = useState(`${spot.page}: ${spot.bbox.map((points) => Math.round(points * 10) / 10).join(', ')}`)
  const read = () => {
    const [page, left, top, right, bottom, ...more] = text.split(/[:,\s]+/).map(Number)
    if (page === undefined || left === undefined || top === undefined || right === undefined || bottom === undefined || more.length > 0)
      return undefined
    const fits = Number.isInteger(page) && page >= 1 && left < right && top < bottom
    return fits ? { page, bbox: [left, top, right, bottom] satisfies Spot['bbox'] } : undefined
  }
  const spotNow = read()
  const commit = () => {
    if (spotNow && `${spotNow.page} ${spotNow.bbox}` !== `${spot.page} ${spot.bbox}`) onBox(spotNow)
  }
  return (
    <label className="input">
      Box
      <input
        value={text}
        disabled={disabled}
        aria-invalid={!spotNow}
        title="page: left, top, right, bottom in points"
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </label>
  )
}

/** Cuts a diagram anew where its box now stands. */
export function recut(work: Work, index: number, spot: Spot): void {
  const { document } = work.item.source
  cutCrop(document, spot).then(
    ({ sha256, width, height }) =>
      work.setItem((item) => {
        const diagrams = item.diagrams.map((diagram, at) =>
          at === index ? { ...diagram, page: spot.page, bbox: spot.bbox, sha256, width, height, file: `images/${sha256}.png` } : diagram,
        )
        return withField(item, 'diagrams', diagrams)
      }),
    (error: unknown) => notify(toldOf(error), 'error'),
  )
}

/** Adds a diagram that the machine missed. */
export function addDiagram(work: Work, spot: Spot): void {
  cutCrop(work.item.source.document, spot).then(
    ({ sha256, width, height }) =>
      work.setItem((item) =>
        withField(item, 'diagrams', [
          ...item.diagrams,
          {
            file: `images/${sha256}.png`,
            sha256,
            width,
            height,
            page: spot.page,
            bbox: spot.bbox,
            label: null,
            caption: null,
            kind: 'mixed',
            type: null,
          },
        ]),
      ),
    (error: unknown) => notify(toldOf(error), 'error'),
  )
}
