import type { Answer, Solution } from '../../../schemas/item.ts'
import { EMPTY_SOLUTION, setSolutionBoxes } from '../redraw.ts'
import { imageAddress, solutionFile } from '../sources.ts'
import type { Work } from '../use-item.ts'
import { BoxList } from './box-list.tsx'
import { Input, Section, TextField } from './field.tsx'
import { solutionMark } from './mark.ts'
import { type Pointing, tied } from './pointing.ts'
import { RemoveButton } from './remove-button.tsx'

const NO_ANSWER: Answer = { part: null, quantity: null, value: null, unit: null, text: '', sure: true }

interface Props {
  readonly work: Work
  readonly diff: boolean
  readonly disabled: boolean
  readonly pointing: Pointing
}

/** The reference solution and its final answers. */
export function SolutionField({ work, diff, disabled, pointing }: Props) {
  const { item, view, changed } = work
  const { solution } = item
  const set = (change: Partial<Solution>) => work.set('solution', { ...(solution ?? EMPTY_SOLUTION), ...change })
  const spans = solution?.spans ?? []
  const draw = () =>
    pointing.onDraw({ what: 'the solution', file: solutionFile(item), onDrawn: (spot) => setSolutionBoxes(work, [...spans, spot]) })
  return (
    <Section
      title="Solution"
      changed={changed.includes('solution')}
      moved={view.moved.includes('solution')}
      onReset={() => work.reset('solution')}
      tie={tied(pointing, solutionMark(0))}
      actions={
        solution ? (
          <button type="button" className="quiet danger" disabled={disabled} onClick={() => work.set('solution', null)}>
            remove
          </button>
        ) : (
          <>
            <button type="button" className="quiet" disabled={disabled} onClick={draw}>
              + draw<span className="hidden"> the solution</span>
            </button>
            <button type="button" className="quiet" disabled={disabled} onClick={() => work.set('solution', EMPTY_SOLUTION)}>
              + write one
            </button>
          </>
        )
      }
    >
      {solution ? (
        <>
          <TextField
            id="solution"
            label="Solution"
            text={solution.text}
            machine={view.machine.solution?.text ?? ''}
            diff={diff}
            disabled={disabled}
            onChange={(text) => set({ text })}
          />
          {solution.files.map((file) => (
            <img
              key={file}
              className="printed"
              src={imageAddress(file.slice('images/'.length, -'.png'.length))}
              alt="The solution as printed"
            />
          ))}
          <BoxList of="the solution" spans={spans} disabled={disabled} onChange={(boxes) => setSolutionBoxes(work, boxes)} onDraw={draw} />
          <Answers answers={solution.answers} disabled={disabled} onChange={(answers) => set({ answers })} />
        </>
      ) : (
        <p className="dim">None was found.</p>
      )}
    </Section>
  )
}

function Answers({
  answers,
  disabled,
  onChange,
}: {
  answers: readonly Answer[]
  disabled: boolean
  onChange: (answers: Answer[]) => void
}) {
  const set = (index: number, change: Partial<Answer>) =>
    onChange(answers.map((answer, at) => (at === index ? { ...answer, ...change } : answer)))
  return (
    <div className="answers">
      <h4>
        Final answers
        <button type="button" className="quiet" disabled={disabled} onClick={() => onChange([...answers, NO_ANSWER])}>
          + add
        </button>
      </h4>
      {answers.map((answer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers have no name of their own, and their place is what identifies them
        <div className="answer" key={index}>
          <Input label="Part" value={answer.part} disabled={disabled} onChange={(part) => set(index, { part })} />
          <Input label="Quantity" value={answer.quantity} disabled={disabled} onChange={(quantity) => set(index, { quantity })} />
          <NumberInput value={answer.value} disabled={disabled} onChange={(value) => set(index, { value })} />
          <Input label="Unit" value={answer.unit} disabled={disabled} onChange={(unit) => set(index, { unit })} />
          <Input label="As stated" value={answer.text} disabled={disabled} onChange={(text) => set(index, { text: text ?? '' })} />
          <label className="check">
            <input
              type="checkbox"
              checked={answer.sure}
              disabled={disabled}
              onChange={({ target }) => set(index, { sure: target.checked })}
            />{' '}
            sure
          </label>
          <RemoveButton what={`answer ${index + 1}`} disabled={disabled} onClick={() => onChange(answers.toSpliced(index, 1))} />
        </div>
      ))}
    </div>
  )
}

function NumberInput({ value, disabled, onChange }: { value: number | null; disabled: boolean; onChange: (value: number | null) => void }) {
  return (
    <label className="input">
      Value
      <input
        type="number"
        step="any"
        defaultValue={value ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
      />
    </label>
  )
}
