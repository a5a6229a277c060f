import type { Item } from '../schemas/item.ts'
import type { LabelRecord } from '../schemas/topics.ts'

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
  /** Items that it answered about. */
  readonly items: number
  readonly kept: number
  readonly discarded: number
  /** discarded / (kept + discarded); null where it gave no label at all. */
  readonly rate: number | null
}

/** Discard rate by model, models in alphabetical order. */
export function discardRates(records: readonly LabelRecord[]): DiscardRate[] {
  const models = [...new Set(records.map(({ by }) => by))].toSorted()
  return models.map((by) => {
    const own = records.filter((record) => record.by === by)
    const kept = own.reduce((sum, record) => sum + record.kept, 0)
    const discarded = own.reduce((sum, record) => sum + record.discarded.length, 0)
    return { by, items: own.length, kept, discarded, rate: kept + discarded === 0 ? null : discarded / (kept + discarded) }
  })
}

/** Records with newer ones in the place of older ones of the same model about the same item. */
export function withRecords(before: readonly LabelRecord[], now: readonly LabelRecord[]): LabelRecord[] {
  const all = new Map([...before, ...now].map((record) => [`${record.item} ${record.by}`, record]))
  return [...all.values()].toSorted((a, b) => (a.item === b.item ? order(a.by, b.by) : order(a.item, b.item)))
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
