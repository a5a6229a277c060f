import type { Item } from '../schemas/item.ts'
import type { Agreement, Decision } from '../schemas/review.ts'
import { characterErrorRate, interval, kappa, mean, pairBoxes } from './statistics.ts'
import { knownItems } from './store/items.ts'
import { CHUNK } from './store/log.ts'
import type { Queries } from './store/tables.ts'

/** Two independent readings of one item. */
export interface Pair {
  readonly first: { readonly item: Item; readonly decision: Decision }
  readonly second: { readonly item: Item; readonly decision: Decision }
}

/** Overlap from which two boxes are taken for the same diagram, so that its types can be compared. */
const SAME_DIAGRAM = 0.5

/** How far two readers agree, field by field, over all items that both have read. */
export async function agreement(db: Queries): Promise<Agreement[]> {
  return measure(await readingPairs(db))
}

/** Items with two complete readings. */
export async function readingPairs(db: Queries): Promise<Pair[]> {
  const rows = await db.selectFrom('items').select('id').where('second', 'in', ['agreed', 'differs', 'settled']).orderBy('id').execute()
  const pairs: Pair[] = []
  for (let start = 0; start < rows.length; start += CHUNK) {
    const known = await knownItems(
      db,
      rows.slice(start, start + CHUNK).map(({ id }) => id),
    )
    for (const { reviewed } of known.values()) {
      const { first, second } = reviewed.readings
      if (!first?.decision || !second?.decision) continue
      pairs.push({
        first: { item: first.item, decision: first.decision.decision },
        second: { item: second.item, decision: second.decision.decision },
      })
    }
  }
  return pairs
}

/** The measures of agreement. Texts, boxes, types and topics are compared where both readers let the item in. */
export function measure(pairs: readonly Pair[]): Agreement[] {
  const both = pairs.filter(({ first, second }) => verdict(first.decision) === 'in' && verdict(second.decision) === 'in')
  const vocabulary = [...new Set(both.flatMap(({ first, second }) => [...first.item.topics, ...second.item.topics]).map(({ id }) => id))]
  return [
    categories('decision', pairs, ({ first, second }) => [[verdict(first.decision), verdict(second.decision)]]),
    categories('diagram type', both, diagramTypes),
    categories('topics', both, ({ first, second }) => vocabulary.map((topic) => [has(first.item, topic), has(second.item, topic)])),
    numbers('question text', 'character error rate', both, ({ first, second }) =>
      characterErrorRate(first.item.question.text, second.item.question.text),
    ),
    numbers('solution text', 'character error rate', both.filter(hasSolution), ({ first, second }) =>
      characterErrorRate(first.item.solution?.text ?? '', second.item.solution?.text ?? ''),
    ),
    numbers('diagram boxes', 'IoU', both.filter(hasDiagram), ({ first, second }) => overlap(first.item.diagrams, second.item.diagrams)),
    numbers('question boxes', 'IoU', both.filter(hasSpans), ({ first, second }) =>
      overlap(first.item.question.spans, second.item.question.spans),
    ),
  ]
}

/** Whether a fix was needed is told by the fields; the decision is whether the item is let in. */
const verdict = (decision: Decision): string => (decision === 'approved' || decision === 'corrected' ? 'in' : decision)

const has = (item: Item, topic: string): string => (item.topics.some(({ id }) => id === topic) ? 'yes' : 'no')
const hasSolution = ({ first, second }: Pair): boolean => first.item.solution !== null || second.item.solution !== null
const hasDiagram = ({ first, second }: Pair): boolean => first.item.diagrams.length + second.item.diagrams.length > 0
const hasSpans = ({ first, second }: Pair): boolean => first.item.question.spans.length + second.item.question.spans.length > 0

const diagramTypes = ({ first, second }: Pair): [string, string][] =>
  pairBoxes(first.item.diagrams, second.item.diagrams)
    .pairs.filter(([, , same]) => same >= SAME_DIAGRAM)
    .map(([a, b]) => [a.type ?? 'none', b.type ?? 'none'])

/** Mean overlap of paired boxes; a box without partner counts as none. */
function overlap(left: Item['diagrams'] | Item['question']['spans'], right: Item['diagrams'] | Item['question']['spans']): number {
  const { pairs, unpaired } = pairBoxes([...left], [...right])
  return mean([...pairs.map(([, , share]) => share), ...Array<number>(unpaired).fill(0)]) ?? 1
}

function categories(field: string, pairs: readonly Pair[], labels: (pair: Pair) => (readonly [string, string])[]): Agreement {
  const units = pairs.map(labels).filter((list) => list.length > 0)
  const statistic = (sample: readonly (readonly (readonly [string, string])[])[]) => kappa(sample.flat())
  return { field, measure: 'kappa', value: statistic(units), ...interval(units, statistic), items: units.length }
}

function numbers(
  field: string,
  measureName: 'character error rate' | 'IoU',
  pairs: readonly Pair[],
  value: (pair: Pair) => number,
): Agreement {
  const units = pairs.map(value)
  return { field, measure: measureName, value: mean(units), ...interval(units, mean), items: units.length }
}
