import type { Item } from '../schemas/item.ts'
import type { Problem } from '../schemas/problem.ts'
import type { TopicList } from '../schemas/topics.ts'
import { DEFAULT_CUTOFF, validator } from './validate.ts'

/**
 * Carries assigned topics over to an edited list. A topic whose id is still listed takes the listed name; one whose name is similar enough
 * to a listed one moves to it; any other is taken off the item and reported. `by` stays: who chose it has not changed.
 */
export function migrateTopics(
  items: readonly Item[],
  list: TopicList,
  cutoff: number = DEFAULT_CUTOFF,
): { items: Item[]; problems: Problem[] } {
  const byId = new Map(list.topics.map((topic) => [topic.id, topic]))
  const validate = validator(list, cutoff)
  const problems: Problem[] = []
  const migrated = items.map((item) => {
    if (item.subject !== list.subject) return item
    const by = new Map<string, string>()
    for (const topic of item.topics) {
      const now = byId.get(topic.id) ?? validate(topic.name).topic
      if (!now) problems.push(gone(item.id, topic.name))
      else if (!by.has(now.id)) by.set(now.id, topic.by)
    }
    return { ...item, topics: list.topics.flatMap(({ id, name }) => (by.has(id) ? [{ id, name, by: by.get(id) ?? '' }] : [])) }
  })
  return { items: migrated, problems }
}

const gone = (item: string, name: string): Problem => ({
  code: 'topic-discarded',
  severity: 'warning',
  message: `The topic “${name}” is no longer listed and was taken off the item.`,
  hint: 'Assign topics again, or put the topic back into the list.',
  place: { stage: 'topics', item },
})
