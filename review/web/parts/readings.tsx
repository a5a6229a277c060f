import { EDIT_PATHS, type EditPath } from '../../../schemas/review.ts'
import type { ItemView } from '../../../schemas/review-api.ts'
import { fieldOf, sameJson } from '../../../schemas/review-fields.ts'
import { DiffText } from '../diff-text.tsx'
import type { Work } from '../use-item.ts'
import { Section } from './field.tsx'

/** Two blind readings side by side: take one’s or the other’s, field by field, then decide. */
export function Readings({ work, disabled }: { work: Work; disabled: boolean }) {
  const [first, second] = work.view.readings
  if (!first || !second) return null
  const differing = EDIT_PATHS.filter((path) => !sameJson(fieldOf(first.item, path), fieldOf(second.item, path)))
  return (
    <Section title="Two readings">
      <table className="readings">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{first.by}</th>
            <th scope="col">{second.by}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">decision</th>
            <td>{verdict(first)}</td>
            <td>{verdict(second)}</td>
          </tr>
          {differing.map((path) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              {[first, second].map((reading) => (
                <td key={reading.by}>
                  <DiffText before={shown(work.view.machine, path)} after={shown(reading.item, path)} />
                  <button
                    type="button"
                    disabled={disabled}
                    aria-pressed={sameJson(fieldOf(work.item, path), fieldOf(reading.item, path))}
                    onClick={() => work.set(path, fieldOf(reading.item, path))}
                  >
                    take {reading.by}’s {path}
                  </button>
                </td>
              ))}
            </tr>
          ))}
          {differing.length === 0 && (
            <tr>
              <td colSpan={3} className="dim">
                Both left the same content; only their decisions differ.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Section>
  )
}

const verdict = ({ decision, reason, note }: ItemView['readings'][number]): string =>
  [decision, reason, note].filter((part) => part !== null).join(': ')

/** A field as text, so that two can be compared word by word. */
export function shown(item: ItemView['item'], path: EditPath): string {
  const value = fieldOf(item, path)
  if (typeof value === 'string') return value
  if (path === 'solution')
    return item.solution ? [item.solution.text, ...item.solution.answers.map(({ text }) => `= ${text}`)].join('\n') : 'none'
  if (path === 'topics') return item.topics.map(({ name }) => name).join(', ')
  if (path === 'diagrams')
    return item.diagrams
      .map(
        ({ label, type, page, bbox }) =>
          `${label ?? 'unlabelled'} (${type ?? 'no type'}) page ${page} at ${bbox.map(Math.round).join(', ')}`,
      )
      .join('\n')
  if (path === 'equations') return item.equations.map(({ latex }) => latex ?? 'unread').join('\n')
  if (path === 'question.parts') return item.question.parts.map(({ label, text }) => `(${label}) ${text}`).join('\n')
  if (path === 'question.options') return (item.question.options ?? []).map(({ label, text }) => `${label}. ${text}`).join('\n')
  return value === null ? 'none' : JSON.stringify(value)
}
