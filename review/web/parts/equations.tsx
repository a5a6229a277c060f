import type { Item, ItemEquation } from '../../../schemas/item.ts'
import { withField } from '../../../schemas/review-fields.ts'
import { addEquation } from '../redraw.ts'
import { Tex } from '../rich-text.tsx'
import { imageAddress } from '../sources.ts'
import type { Work } from '../use-item.ts'
import { MachineDiff, Section } from './field.tsx'
import { equationMark } from './mark.ts'
import { PagePiece } from './page-piece.tsx'
import { type Pointing, tied } from './pointing.ts'
import { RemoveButton } from './remove-button.tsx'

interface Props {
  readonly work: Work
  readonly diff: boolean
  readonly disabled: boolean
  readonly pointing: Pointing
}

/** Every formula of the question: as printed, as typeset, as LaTeX. */
export function Equations({ work, diff, disabled, pointing }: Props) {
  const { item, changed, view } = work
  const draw = () => pointing.onDraw({ what: 'a formula', file: 'document', onDrawn: (spot) => addEquation(work, spot) })
  return (
    <Section
      title={`Equations (${item.equations.length})`}
      changed={changed.includes('equations')}
      moved={view.moved.includes('equations')}
      onReset={() => work.reset('equations')}
      actions={
        <button type="button" className="quiet" disabled={disabled} onClick={draw}>
          + draw<span className="hidden"> a formula</span>
        </button>
      }
    >
      <ul className="equations">
        {item.equations.map((equation, index) => (
          <li key={equationMark(index)} {...tied(pointing, equationMark(index))}>
            <Printed item={item} equation={equation} />
            <div className="typeset">
              {equation.latex === null ? <span className="dim">not read</span> : <Tex latex={equation.latex} display={equation.display} />}
              {equation.tag && <span className="dim">({equation.tag})</span>}
            </div>
            <input
              aria-label={`LaTeX of formula ${index + 1}`}
              value={equation.latex ?? ''}
              spellCheck={false}
              disabled={disabled}
              onChange={({ target }) => work.setItem((now) => withLatex(now, index, target.value))}
            />
            <span className={equation.confidence < 0.6 ? 'tag moved' : 'dim'} title={`read by ${equation.method}`}>
              {equation.method === 'person' ? 'by hand' : equation.confidence.toFixed(2)}
            </span>
            <RemoveButton
              what={`formula ${index + 1}`}
              disabled={disabled}
              onClick={() => work.set('equations', item.equations.toSpliced(index, 1))}
            />
            <MachineDiff shown={diff} machine={view.machine.equations[index]?.latex ?? ''} now={equation.latex ?? ''} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The formula as printed: its picture, or for one within the text the piece of the page. */
const Printed = ({ item, equation }: { item: Item; equation: ItemEquation }) =>
  equation.file === null ? (
    <PagePiece item={item} spot={equation} alt="The formula as printed" />
  ) : (
    <img src={imageAddress(equation.file.slice('images/'.length, -'.png'.length))} alt="The formula as printed" />
  )

/** The item with another LaTeX for one formula; where the text holds the formula as it was, the text follows. */
export function withLatex(item: Item, index: number, typed: string): Item {
  const before = item.equations[index]
  if (!before) return item
  const latex = typed === '' ? null : typed
  const after: ItemEquation = { ...before, latex, method: 'person', confidence: 1 }
  const changed = withField(item, 'equations', item.equations.with(index, after))
  const [old, fresh] = [before.latex, latex].map((value) => (value === null ? null : before.display ? `$$${value}$$` : `$${value}$`))
  const { text } = item.question
  if (!old || !fresh || !text.includes(old)) return changed
  const nth = item.equations
    .slice(0, index)
    .filter((equation) => equation.latex === before.latex && equation.display === before.display).length
  return withField(changed, 'question.text', replaceNth(text, old, fresh, nth))
}

function replaceNth(text: string, old: string, fresh: string, nth: number): string {
  let at = text.indexOf(old)
  for (let count = 0; count < nth; count++) {
    const next = text.indexOf(old, at + old.length)
    if (next < 0) break
    at = next
  }
  return text.slice(0, at) + fresh + text.slice(at + old.length)
}
