import type { Work } from '../use-item.ts'
import { Input } from './diagrams.tsx'
import { Section } from './field.tsx'

/** The sub-questions: labels and texts, as the question’s text holds them. */
export function PartsField({ work, disabled }: { work: Work; disabled: boolean }) {
  const { item, view, changed } = work
  const { parts } = item.question
  const set = (index: number, change: Partial<(typeof parts)[number]>) =>
    work.set(
      'question.parts',
      parts.map((part, at) => (at === index ? { ...part, ...change } : part)),
    )
  return (
    <Section
      title={`Parts (${parts.length})`}
      changed={changed.includes('question.parts')}
      moved={view.moved.includes('question.parts')}
      onReset={() => work.reset('question.parts')}
      actions={
        <button
          type="button"
          className="quiet"
          disabled={disabled}
          onClick={() => work.set('question.parts', [...parts, { label: nextLabel(parts.length), text: '' }])}
        >
          + add
        </button>
      }
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place while its label is being typed
        <div className="part" key={index}>
          <Input label="Label" value={part.label} disabled={disabled} onChange={(label) => set(index, { label: label ?? '' })} />
          <Input label="Text" value={part.text} disabled={disabled} onChange={(text) => set(index, { text: text ?? '' })} />
          <button
            type="button"
            className="quiet danger"
            disabled={disabled}
            aria-label={`Remove part ${part.label}`}
            onClick={() => work.set('question.parts', parts.toSpliced(index, 1))}
          >
            ×
          </button>
        </div>
      ))}
    </Section>
  )
}

const nextLabel = (count: number): string => String.fromCharCode('a'.charCodeAt(0) + (count % 26))
