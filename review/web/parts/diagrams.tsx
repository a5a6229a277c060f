import type { Diagram } from '../../../schemas/item.ts'
import { addDiagram, moveDiagram } from '../redraw.ts'
import { imageAddress, type Spot } from '../sources.ts'
import type { Work } from '../use-item.ts'
import { BoxInput } from './box-list.tsx'
import { Input, Section } from './field.tsx'
import { diagramMark } from './mark.ts'
import { type Pointing, tied } from './pointing.ts'

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
  readonly pointing: Pointing
  readonly onMove: (index: number) => void
}

/** Asks for a diagram’s box: a new one, or another for one that is there. */
export const drawDiagram = (work: Work, { onDraw }: Pick<Pointing, 'onDraw'>, index?: number): void =>
  onDraw({
    what: index === undefined ? 'a diagram' : (work.item.diagrams[index]?.label ?? `diagram ${index + 1}`),
    file: 'document',
    onDrawn: (spot) => (index === undefined ? addDiagram(work, spot) : moveDiagram(work, index, spot)),
  })

/** The diagrams: crop, label, caption, what they show and where they stand. */
export function Diagrams({ work, disabled, pointing, onMove }: Props) {
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
        <button type="button" className="quiet" disabled={disabled} onClick={() => drawDiagram(work, pointing)}>
          + draw<span className="hidden"> a diagram</span>
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
          <li key={diagramMark(index)} {...tied(pointing, diagramMark(index))}>
            <DiagramCard
              {...{ diagram, index, disabled }}
              onChange={(change) => set(index, change)}
              onBox={(spot) => moveDiagram(work, index, spot)}
              onDraw={() => drawDiagram(work, pointing, index)}
              onMove={() => onMove(index)}
              onDrop={() => work.set('diagrams', item.diagrams.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface CardProps {
  readonly diagram: Diagram
  readonly index: number
  readonly disabled: boolean
  readonly onChange: (change: Partial<Diagram>) => void
  readonly onBox: (spot: Spot) => void
  readonly onDraw: () => void
  readonly onMove: () => void
  readonly onDrop: () => void
}

function DiagramCard({ diagram, index, disabled, onDraw, onMove, onChange, onBox, onDrop }: CardProps) {
  const name = diagram.label ?? `diagram ${index + 1}`
  return (
    <>
      <a href={imageAddress(diagram.sha256)} target="_blank" rel="noreferrer" title="Open the crop at full size">
        <img src={imageAddress(diagram.sha256)} alt={`Crop of ${name}`} width={diagram.width} height={diagram.height} />
      </a>
      <div className="grid">
        <Input label="Label" value={diagram.label} disabled={disabled} onChange={(label) => onChange({ label })} />
        <Input label="Shows" value={diagram.type} list="diagram-types" disabled={disabled} onChange={(type) => onChange({ type })} />
        <Input label="Caption" value={diagram.caption} disabled={disabled} onChange={(caption) => onChange({ caption })} />
        <BoxInput key={`${diagram.page} ${diagram.bbox}`} label="Box" spot={diagram} disabled={disabled} onBox={onBox} />
        <span className="actions">
          <button type="button" className="quiet" disabled={disabled} onClick={onDraw}>
            redraw
          </button>
          <button type="button" className="quiet" disabled={disabled} onClick={onMove}>
            to another problem…
          </button>
          <button type="button" className="quiet danger" disabled={disabled} onClick={onDrop} aria-label={`Remove ${name}`}>
            remove
          </button>
        </span>
      </div>
    </>
  )
}
