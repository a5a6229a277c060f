import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'

/** Characters above which words are not compared: two long texts that share nothing would take seconds. */
const MAX_LENGTH = 40_000

/** What was taken out and put in, word by word. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const parts = useMemo(
    () =>
      before.length + after.length > MAX_LENGTH
        ? [
            { value: before, removed: true, added: false },
            { value: after, removed: false, added: true },
          ]
        : diffWordsWithSpace(before, after),
    [before, after],
  )
  const keyed = parts.map((part, index) => ({ ...part, key: `${index}${part.value.length}` }))
  return (
    <p className="diff">
      {keyed.map(({ key, value, added, removed }) =>
        added ? <ins key={key}>{value}</ins> : removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>,
      )}
    </p>
  )
}
