import type { Item } from '../schemas/item.ts'
import type { DiscardedLabel } from '../schemas/topics.ts'

/** A row of the table that EngVQA prints: how many questions, how many topics each. */
export interface SubjectTopics {
  readonly subject: string
  readonly questions: number
  readonly withoutTopics: number
  readonly topicsPerQuestion: number
  /** Distinct topics in use. */
  readonly topicsUsed: number
}

/** Topics per question by subject, subjects in alphabetical order. */
export function topicStatistics(items: readonly Item[]): SubjectTopics[] {
  return [...grouped(items)]
    .map(([subject, members]) => ({
      subject,
      questions: members.length,
      withoutTopics: members.filter(({ topics }) => topics.length === 0).length,
      topicsPerQuestion: members.reduce((sum, { topics }) => sum + topics.length, 0) / members.length,
      topicsUsed: new Set(members.flatMap(({ topics }) => topics.map(({ id }) => id))).size,
    }))
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
}

function grouped(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(item.subject)
    if (group) group.push(item)
    else groups.set(item.subject, [item])
  }
  return groups
}

/** How often a model's labels were not in the list. */
export interface DiscardRate {
  readonly by: string
  readonly kept: number
  readonly discarded: number
  /** discarded / (kept + discarded) */
  readonly rate: number
}

/** Discard rate by model. Topics that a model gave and the validator kept are read off the items. */
export function discardRates(items: readonly Item[], discarded: readonly DiscardedLabel[]): DiscardRate[] {
  const counts = new Map<string, { kept: number; discarded: number }>()
  const count = (by: string, field: 'kept' | 'discarded'): void => {
    const before = counts.get(by) ?? { kept: 0, discarded: 0 }
    counts.set(by, { ...before, [field]: before[field] + 1 })
  }
  const models = new Set(discarded.map(({ by }) => by))
  for (const { by } of discarded) count(by, 'discarded')
  for (const { topics, provenance } of items)
    for (const { by } of topics) if (models.has(by) || provenance.models.includes(by)) count(by, 'kept')
  return [...counts]
    .map(([by, { kept, discarded: lost }]) => ({ by, kept, discarded: lost, rate: lost / (kept + lost) }))
    .toSorted((a, b) => (a.by < b.by ? -1 : 1))
}
