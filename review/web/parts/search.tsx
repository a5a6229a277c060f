import { type FormEvent, useEffect, useRef, useState } from 'react'
import { go } from '../place.ts'

/** Milliseconds without a key after which the list is asked for: longer than between two keys of somebody who types, too short to wait for. */
const PAUSE = 250

/** Characters that a search may have. */
const MOST_WORDS = 200

/** Narrows the list as one types, and leaves the open item open; Enter opens the first that is found, and gives the keys back to the desk. */
export function Search({ filter }: { filter: Readonly<Record<string, string>> }) {
  const { search: asked = '', ...others } = filter
  const [typed, setTyped] = useState(asked)
  const sent = useRef(asked)
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    if (asked === sent.current) return // our own search, while typing goes on
    sent.current = asked
    clearTimeout(waiting.current)
    setTyped(asked) // another list was chosen, or a step back was taken
  }, [asked])
  useEffect(() => () => clearTimeout(waiting.current), [])

  const find = (words: string, opensFirst: boolean) => {
    clearTimeout(waiting.current)
    sent.current = words
    const next = words === '' ? others : { ...others, search: words }
    go({ filter: next, ...(opensFirst && { item: null }) }, asked === '') // one step back leads out of the search, not through its letters
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => current.current(text.trim(), false), PAUSE)
  }
  const current = useRef(find) // the filter may change between the last key and the search
  current.current = find
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    find(typed.trim(), true)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  return (
    <search>
      <form onSubmit={submit}>
        <input
          id="search"
          name="search"
          type="search"
          value={typed}
          maxLength={MOST_WORDS}
          onChange={({ target }) => type(target.value)}
          placeholder="Search number or words"
          title="Enter opens the first that is found"
          aria-label="Search the queue"
        />
      </form>
    </search>
  )
}
