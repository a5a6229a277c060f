import type { ReactNode } from 'react'
import { fieldOf } from '../../../schemas/review-fields.ts'
import { addPart, setPartBoxes } from '../redraw.ts'
import type { Work } from '../use-item.ts'
import { BoxList } from './box-list.tsx'
import { Input, MachineDiff, Section } from './field.tsx'
import { partMark } from './mark.ts'
import { type Pointing, tied } from './pointing.ts'
import { RemoveButton } from './remove-button.tsx'

interface FieldProps {
  readonly work: Work
  /** Whether what the machine made is shown beside. */
  readonly diff: boolean
  readonly disabled: boolean
}

/** The sub-questions: labels, texts as the question’s text holds them, and where they stand. */
export function PartsField({ work, diff, disabled, pointing }: FieldProps & { readonly pointing: Pointing }) {
  const { parts } = work.item.question
  const draw = (index: number) => {
    const { label, spans = [] } = parts[index] ?? { label: '' }
    pointing.onDraw({ what: `part ${label}`, file: 'document', onDrawn: (spot) => setPartBoxes(work, index, [...spans, spot]) })
  }
  const drawNew = () =>
    pointing.onDraw({ what: 'a part', file: 'document', onDrawn: (spot) => addPart(work, spot, labelAfter('a', parts.length)) })
  return (
    <Labelled
      {...{ work, diff, disabled }}
      path="question.parts"
      title="Parts"
      one="part"
      first="a"
      tie={(index) => tied(pointing, partMark(index, 0))}
      actions={
        <button type="button" className="quiet" disabled={disabled} onClick={drawNew}>
          + draw<span className="hidden"> a part</span>
        </button>
      }
      below={(index) => (
        <BoxList
          of={`part ${parts[index]?.label}`}
          spans={parts[index]?.spans ?? []}
          disabled={disabled}
          onChange={(spans) => setPartBoxes(work, index, spans)}
          onDraw={() => draw(index)}
        />
      )}
    />
  )
}

/** What may be chosen in a multiple-choice question, as the question’s text holds it. */
export const OptionsField = (props: FieldProps) => <Labelled {...props} path="question.options" title="Options" one="option" first="A" />

interface LabelledProps extends FieldProps {
  readonly path: 'question.parts' | 'question.options'
  readonly title: string
  readonly one: string
  /** Label of the first one; the others follow in the alphabet. */
  readonly first: string
  readonly tie?: (index: number) => ReturnType<typeof tied>
  readonly actions?: ReactNode
  readonly below?: (index: number) => ReactNode
}

function Labelled({ work, diff, disabled, path, title, one, first, tie, actions, below }: LabelledProps) {
  const { item, view, changed } = work
  const all = fieldOf(item, path)
  const machine = fieldOf(view.machine, path)
  const set = (index: number, change: Partial<(typeof all)[number]>) =>
    work.set(
      path,
      all.map((own, at) => (at === index ? { ...own, ...change } : own)),
    )
  return (
    <Section
      title={`${title} (${all.length})`}
      changed={changed.includes(path)}
      moved={view.moved.includes(path)}
      onReset={() => work.reset(path)}
      actions={
        <>
          {actions}
          <button
            type="button"
            className="quiet"
            disabled={disabled}
            aria-label={`Add ${one}`}
            onClick={() => work.set(path, [...all, { label: labelAfter(first, all.length), text: '' }])}
          >
            + add
          </button>
        </>
      }
    >
      {all.map((own, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is known by its place while its label is being typed
        <div className="part" key={index} {...tie?.(index)}>
          <Input label="Label" value={own.label} disabled={disabled} onChange={(label) => set(index, { label: label ?? '' })} />
          <label className="input">
            Text
            <textarea
              value={own.text}
              rows={rowsOf(own.text)} // not an input: a displayed formula stands on lines of its own
              disabled={disabled}
              onChange={({ target }) => set(index, { text: target.value })}
            />
          </label>
          <RemoveButton what={`${one} ${own.label}`} disabled={disabled} onClick={() => work.set(path, all.toSpliced(index, 1))} />
          {below?.(index)}
          <MachineDiff shown={diff} machine={machine[index]?.text ?? ''} now={own.text} />
        </div>
      ))}
    </Section>
  )
}

/** Characters that a line of the field holds. */
const LINE = 58
const rowsOf = (text: string): number => text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / LINE)), 0)

const labelAfter = (first: string, count: number): string => String.fromCharCode(first.charCodeAt(0) + (count % 26))
