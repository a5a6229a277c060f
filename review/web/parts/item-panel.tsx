import { DiffText } from '../diff-text.tsx'
import { setQuestionBoxes } from '../redraw.ts'
import type { Spot } from '../sources.ts'
import { type Work, withFields } from '../use-item.ts'
import { BoxList } from './box-list.tsx'
import { Diagrams } from './diagrams.tsx'
import { Equations } from './equations.tsx'
import { Input, Section, TextField } from './field.tsx'
import { questionMark } from './mark.ts'
import { OptionsField, PartsField } from './parts-field.tsx'
import { type Pointing, tied } from './pointing.ts'
import { spoken } from './queue.tsx'
import { Readings, shown } from './readings.tsx'
import { SolutionField } from './solution.tsx'
import { Topics } from './topics.tsx'

interface Props {
  readonly work: Work
  readonly person: string
  readonly disabled: boolean
  readonly diff: boolean
  readonly pointing: Pointing
  readonly onMove: (index: number) => void
  readonly onSplit: () => void
  readonly onMerge: () => void
}

/** The item as it will be released, every field of it open to correction. */
export function ItemPanel({ work, person, disabled, diff, pointing, onMove, onSplit, onMerge }: Props) {
  return (
    <div className="fields">
      <Head work={work} disabled={disabled} />
      <Doubts work={work} />
      <ModelEdits work={work} />
      <Late work={work} />
      <MovedSince work={work} />
      <Readings work={work} disabled={disabled} />
      <Question {...{ work, disabled, diff, pointing, onSplit, onMerge }} />
      <Diagrams {...{ work, disabled, pointing, onMove }} />
      <PartsField {...{ work, diff, disabled, pointing }} />
      <OptionsField {...{ work, diff, disabled }} />
      <Equations {...{ work, diff, disabled, pointing }} />
      <SolutionField {...{ work, diff, disabled, pointing }} />
      <Topics work={work} person={person} disabled={disabled} />
      <History work={work} />
    </div>
  )
}

function Question({ work, disabled, diff, pointing, onSplit, onMerge }: Omit<Props, 'person' | 'onMove'>) {
  const { item, view, changed } = work
  const { text, spans } = item.question
  const setBoxes = (boxes: readonly Spot[]) => setQuestionBoxes(work, boxes)
  return (
    <Section
      title="Question"
      changed={changed.includes('question.text') || changed.includes('question.spans')}
      moved={view.moved.includes('question.text')}
      onReset={() =>
        work.setItem((now) => ({ ...now, question: { ...now.question, text: view.item.question.text, spans: view.item.question.spans } }))
      }
      tie={tied(pointing, questionMark(0))}
      actions={
        <>
          <button type="button" className="quiet" disabled={disabled} onClick={onSplit}>
            split…<span className="hidden"> this problem in two</span>
          </button>
          <button type="button" className="quiet" disabled={disabled} onClick={onMerge}>
            merge…<span className="hidden"> this problem into another</span>
          </button>
        </>
      }
    >
      <TextField
        id="question"
        label="Question"
        text={text}
        machine={view.machine.question.text}
        diff={diff}
        disabled={disabled}
        onChange={(typed) => work.set('question.text', typed)}
      />
      <BoxList
        of="the question"
        spans={spans}
        disabled={disabled}
        onChange={setBoxes}
        onDraw={() => pointing.onDraw({ what: 'the question', file: 'document', onDrawn: (spot) => setBoxes([...spans, spot]) })}
      />
    </Section>
  )
}

function Head({ work, disabled }: { work: Work; disabled: boolean }) {
  const { item, view, changed } = work
  return (
    <header className="item-head">
      <h2>
        {item.source.number} <span className="dim">{item.source.document}</span>
      </h2>
      <span className={`badge ${view.status}`}>{view.status}</span>
      {view.reading !== 'first' && <span className="badge">{view.reading === 'second' ? 'second, blind reading' : 'to settle'}</span>}
      {view.flagged && <span className="badge discuss">flagged</span>}
      <span className="spring" />
      <Input
        label="Number"
        value={item.source.number}
        disabled={disabled}
        onChange={(number) => work.set('source.number', number ?? item.source.number)}
      />
      <Input label="Chapter" value={item.source.chapter} disabled={disabled} onChange={(chapter) => work.set('source.chapter', chapter)} />
      {(changed.includes('source.number') || changed.includes('source.chapter')) && <span className="tag">changed</span>}
    </header>
  )
}

/** Why the machine is unsure, in its own words. */
function Doubts({ work: { view } }: { work: Work }) {
  const { problems, confidence } = view.machine.provenance
  const telling = problems.filter(({ severity }) => severity !== 'notice')
  const others = view.reasons.filter((code) => !telling.some((problem) => problem.code === code))
  if (telling.length === 0 && others.length === 0) return null
  return (
    <section className="doubts" aria-label="Reasons to look">
      <strong>Look here</strong> {confidence < 1 && <span className="dim">confidence {confidence.toFixed(2)}</span>}
      <ul>
        {telling.map(({ code, message, hint }) => (
          <li key={`${code} ${message}`} title={hint}>
            <b>{spoken(code)}</b> {message}
          </li>
        ))}
        {others.map((code) => (
          <li key={code}>
            <b>{spoken(code)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What models changed before the item came to review, and why; the field below shows what came of it. */
function ModelEdits({ work: { view } }: { work: Work }) {
  const { edits = [] } = view.machine.provenance
  if (edits.length === 0) return null
  return (
    <details className="history" open>
      <summary>Changed by a model ({edits.length})</summary>
      <ol>
        {edits.map(({ field, before, after, reason, by }) => (
          <li key={`${field} ${before} ${after}`}>
            <b>{by}</b> changed {field}: {reason}
            <DiffText before={before} after={after} />
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Submissions that came after their claim had run out: one’s own to take over, others’ to know about. */
function Late({ work }: { work: Work }) {
  const { view } = work
  const own = view.draft?.late ? view.draft : null
  if (!own && view.late.length === 0) return null
  const take = (content: unknown) => work.setItem((item) => withFields(item, lateFields(content)))
  return (
    <section className="doubts" aria-label="Late submissions">
      <strong>Came too late</strong>
      <ul>
        {own && (
          <li>
            Your submission of {new Date(own.at).toLocaleString('en')} came after your claim had run out; it was not applied.{' '}
            <button type="button" className="quiet" onClick={() => take(own.content)}>
              lay it over this item
            </button>
          </li>
        )}
        {view.late.map(({ by, at, content }) => (
          <li key={by}>
            {by} submitted this after their claim had run out ({new Date(at).toLocaleString('en')}); it was not applied.{' '}
            <button type="button" className="quiet" onClick={() => take(content)}>
              lay it over this item
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function lateFields(content: unknown): Record<string, unknown> {
  if (typeof content !== 'object' || content === null || !('edits' in content) || !Array.isArray(content.edits)) return {}
  return Object.fromEntries(content.edits.flatMap((edit: unknown) => (isEdit(edit) ? [[edit.path, edit.after]] : [])))
}

const isEdit = (edit: unknown): edit is { path: string; after: unknown } =>
  typeof edit === 'object' && edit !== null && 'path' in edit && 'after' in edit

/** What a rerun of the extraction changed under a decision. */
function MovedSince({ work: { view } }: { work: Work }) {
  const { decidedOn } = view
  if (!decidedOn) return null
  return (
    <Section title="Moved since it was decided" moved>
      {view.moved.map((path) => (
        <div key={path}>
          <span className="dim">{path}</span>
          <DiffText before={shown(decidedOn, path)} after={shown(view.machine, path)} />
        </div>
      ))}
    </Section>
  )
}

/** Who did what and when. */
function History({ work: { view } }: { work: Work }) {
  if (view.events.length === 0) return null
  return (
    <details className="history">
      <summary>History ({view.events.length})</summary>
      <ol>
        {view.events.toReversed().map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{new Date(event.at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}</time>{' '}
            <b>{event.by}</b> {told(event)}
            {event.kind === 'edit' && typeof event.before === 'string' && typeof event.after === 'string' && (
              <DiffText before={event.before} after={event.after} />
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function told(event: Work['view']['events'][number]): string {
  switch (event.kind) {
    case 'edit':
      return `changed ${event.path}`
    case 'decide':
      return [event.decision, event.reason && spoken(event.reason), event.note].filter(Boolean).join(': ')
    case 'add':
      return event.from.length > 0 ? `split it off ${event.from.join(', ')}` : 'added it by hand'
    case 'flag':
      return event.on ? `flagged it ${event.note}` : 'took the flag off'
    case 'undo':
      return 'undid an act'
  }
}
