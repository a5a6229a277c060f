import Fuse from 'fuse.js'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { TopicsAnswer } from '../../../schemas/review-api.ts'
import { toldOf } from '../api.ts'
import { topicsOf } from '../sources.ts'
import type { Work } from '../use-item.ts'
import { Section } from './field.tsx'
import { notify } from './notices.tsx'

/** Suggestions shown at a time. */
const SHOWN = 8

/** The topics: the machine’s marked, others picked from the master list by a few letters. */
export function Topics({ work, person, disabled }: { work: Work; person: string; disabled: boolean }) {
  const { item, view, changed } = work
  const all = useTopicList(item.subject)
  const machine = new Set(view.machine.topics.map(({ id }) => id))
  const set = (topics: typeof item.topics) => work.set('topics', topics)
  return (
    <Section
      title={`Topics (${item.topics.length})`}
      changed={changed.includes('topics')}
      moved={view.moved.includes('topics')}
      onReset={() => work.reset('topics')}
    >
      <ul className="topics">
        {item.topics.map(({ id, name, by }) => (
          <li key={id} className={machine.has(id) ? 'machine' : 'person'} title={machine.has(id) ? `picked by ${by}` : `added by ${by}`}>
            {name}
            {machine.has(id) && <span className="hidden"> (picked by the machine)</span>}
            <button
              type="button"
              className="quiet"
              disabled={disabled}
              aria-label={`Remove topic ${name}`}
              onClick={() => set(item.topics.filter((topic) => topic.id !== id))}
            >
              ×
            </button>
          </li>
        ))}
        {[...view.machine.topics]
          .filter(({ id }) => !item.topics.some((topic) => topic.id === id))
          .map((topic) => (
            <li key={topic.id} className="dropped">
              <button
                type="button"
                className="quiet"
                disabled={disabled}
                aria-label={`Take topic ${topic.name} back in`}
                onClick={() => set([...item.topics, topic])}
              >
                <s>{topic.name}</s>
              </button>
            </li>
          ))}
      </ul>
      <Picker
        all={all}
        taken={new Set(item.topics.map(({ id }) => id))}
        disabled={disabled}
        onPick={({ id, name }) => set([...item.topics, { id, name, by: person }])}
      />
    </Section>
  )
}

interface PickerProps {
  readonly all: TopicsAnswer
  readonly taken: ReadonlySet<string>
  readonly disabled: boolean
  readonly onPick: (topic: TopicsAnswer[number]) => void
}

function Picker({ all, taken, disabled, onPick }: PickerProps) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const fuse = useMemo(() => new Fuse(all, { keys: ['name', 'id'], threshold: 0.4, ignoreLocation: true }), [all])
  const found = (query === '' ? [] : fuse.search(query).map(({ item }) => item)).filter(({ id }) => !taken.has(id)).slice(0, SHOWN)
  const pick = (topic: TopicsAnswer[number] | undefined) => {
    if (!topic) return
    onPick(topic)
    setQuery('')
    setAt(0)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((now) => (now + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter' && !event.ctrlKey) pick(found[at])
    else if (event.key === 'Escape' && query !== '') setQuery('')
    else return
    event.preventDefault()
  }
  return (
    <div className="picker">
      <input
        id="topics"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="topic-list"
        aria-activedescendant={found[at] ? `topic-${found[at].id}` : undefined}
        aria-label="Add a topic"
        placeholder="Add a topic: type a few letters"
        value={query}
        disabled={disabled}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
        autoComplete="off"
      />
      <div id="topic-list" role="listbox" aria-label="Topics found" hidden={found.length === 0}>
        {found.map((topic, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys work in the input, which keeps the focus
          <div key={topic.id} id={`topic-${topic.id}`} role="option" tabIndex={-1} aria-selected={index === at} onClick={() => pick(topic)}>
            {topic.name}
          </div>
        ))}
      </div>
    </div>
  )
}

const NONE: TopicsAnswer = []

function useTopicList(subject: string): TopicsAnswer {
  const [all, setAll] = useState<TopicsAnswer>(NONE)
  useEffect(() => {
    let current = true
    topicsOf(subject).then(
      (topics) => current && setAll(topics),
      (error: unknown) => notify(toldOf(error), 'error'),
    )
    return () => {
      current = false
    }
  }, [subject])
  return all
}
