import pLimit from 'p-limit'
import type { Item, ItemTopic } from '../schemas/item.ts'
import type { AskModel } from '../schemas/model.ts'
import { type Problem, ProblemError } from '../schemas/problem.ts'
import type { LabelRecord, Topic, TopicAssignment, TopicList } from '../schemas/topics.ts'
import { labelsByModel, type PictureOf, questionOf } from './by-model.ts'
import { evidenceOf, neededTopics, type Ranker, ranker } from './embedded.ts'
import { DEFAULT_CUTOFF, type Validator, validateLabels, validator } from './validate.ts'

/** Items asked about at a time; the client's own limits come on top. */
const PARALLEL = 8

/** After one of these no further item is asked: the next would fail in the same way, or must not be paid for. */
const STOPS = new Set(['model-unavailable', 'budget-reached', 'interrupted'])

export interface ModelAssigner {
  readonly model: string
  readonly ask: AskModel
  /** Bytes of a diagram by its path in the release or export; undefined when it is not there. */
  readonly picture: PictureOf
}

export interface AssignOptions {
  /** "embedded", or a model that is asked. */
  readonly by: 'embedded' | ModelAssigner
  /** Least similarity of a label to a listed topic, 0 to 1. */
  readonly cutoff?: number
}

interface Assigned {
  readonly item: Item
  /** Absent where no model answered. */
  readonly record?: LabelRecord
  readonly problems: readonly Problem[]
}

/** One subject, made ready once. */
interface Prepared {
  readonly list: TopicList
  readonly rank: Ranker
  readonly validate: Validator
}

/**
 * Gives every item the topics needed to formulate or solve it. `lists` holds the master list of each subject; an item whose subject has
 * none keeps what it had and is reported. Never throws for a model's failure: the item then keeps the topics it had, with a problem.
 */
export async function assignTopics(
  items: readonly Item[],
  lists: ReadonlyMap<string, TopicList>,
  options: AssignOptions,
): Promise<TopicAssignment> {
  const { by, cutoff = DEFAULT_CUTOFF } = options
  const subjects = new Map([...lists].map(([subject, list]) => [subject, { list, rank: ranker(list), validate: validator(list, cutoff) }]))
  const limit = pLimit(PARALLEL)
  let stopped: Problem | undefined

  const one = async (item: Item): Promise<Assigned> => {
    const subject = subjects.get(item.subject)
    if (!subject) return kept(item, listMissing(item))
    if (by === 'embedded') return embedded(item, subject)
    if (stopped) return kept(item, notAsked(item, stopped))
    try {
      return await byModel(item, subject, by)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const problem = { ...error.problem, place: { ...error.problem.place, stage: 'topics', item: item.id } }
      if (STOPS.has(problem.code)) stopped = problem
      return kept(item, problem)
    }
  }
  const assigned = await Promise.all(items.map((item) => limit(() => one(item))))
  return {
    items: assigned.map(({ item }) => item),
    records: assigned.flatMap(({ record }) => record ?? []),
    discarded: assigned.flatMap(({ record }) => record?.discarded ?? []),
    problems: assigned.flatMap(({ problems }) => problems),
  }
}

const kept = (item: Item, problem: Problem): Assigned => ({ item, problems: [problem] })

function embedded(item: Item, { list, rank }: Prepared): Assigned {
  const topics = neededTopics(rank(evidenceOf(item)), list)
  return {
    item: { ...item, topics: topics.map((topic) => toItemTopic(topic, 'embedded')) },
    problems: topics.length > 0 ? [] : [none(item)],
  }
}

async function byModel(item: Item, { list, validate }: Prepared, assigner: ModelAssigner): Promise<Assigned> {
  const { labels, problems } = await labelsByModel(questionOf(item), list, assigner)
  const { topics, discarded } = validateLabels(labels, validate, list)
  const models = [...new Set([...item.provenance.models, assigner.model])]
  return {
    item: { ...item, topics: topics.map((topic) => toItemTopic(topic, assigner.model)), provenance: { ...item.provenance, models } },
    record: {
      item: item.id,
      by: assigner.model,
      kept: labels.length - discarded.length,
      discarded: discarded.map(({ label, nearest, ratio }) => ({ item: item.id, label, by: assigner.model, nearest: nearest.id, ratio })),
    },
    problems: [
      ...problems,
      ...discarded.map(({ label, nearest, ratio }) => discardedProblem(item, label, nearest, ratio)),
      ...(topics.length > 0 ? [] : [none(item)]),
    ],
  }
}

const toItemTopic = ({ id, name }: Topic, by: string): ItemTopic => ({ id, name, by })

const listMissing = ({ id, subject }: Item): Problem => ({
  code: 'topic-list-missing',
  severity: 'error',
  message: `There is no master topic list for the subject “${subject}”, so the item got no topics.`,
  hint: `Write topics/${subject}.yaml, or let \`engvqa topics synthesize\` write one.`,
  place: { stage: 'topics', item: id },
})

const notAsked = ({ id }: Item, cause: Problem): Problem => ({
  ...cause,
  message: `Not asked, since an earlier call could not be answered: ${cause.message}`,
  place: { stage: 'topics', item: id },
})

const none = ({ id }: Item): Problem => ({
  code: 'topics-none',
  severity: 'warning',
  message: 'No listed topic fits this item.',
  hint: 'Choose its topics in review, or add the missing topic or keyword to the master list.',
  place: { stage: 'topics', item: id },
})

const discardedProblem = ({ id }: Item, label: string, nearest: Topic, ratio: number): Problem => ({
  code: 'topic-discarded',
  severity: 'notice',
  message: `The label “${label}” is not in the master list (nearest: “${nearest.name}”, similarity ${ratio.toFixed(3)}).`,
  hint: 'Nothing to do unless the topic is missing from the list: then add it and assign again.',
  place: { stage: 'topics', item: id },
})
