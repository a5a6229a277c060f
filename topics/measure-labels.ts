import type { TopicList } from '../schemas/topics.ts'
import type { LabelledQuestion } from './labelled.ts'
import { loadTopicList } from './list.ts'
import { type Agreement, agreement } from './measure.ts'
import { validateLabels, validator } from './validate.ts'

/** Agreement of a model's validated labels with hand labels, and how many labels the validator discarded. */
export async function measureLabels(
  questions: readonly LabelledQuestion[],
  labelsOf: (question: LabelledQuestion, list: TopicList) => Promise<readonly string[]>,
): Promise<Agreement & { readonly discarded: number }> {
  let lost = 0
  const judged = []
  for (const question of questions) {
    const { list } = await loadTopicList(question.subject)
    const { topics, discarded } = validateLabels(await labelsOf(question, list), validator(list), list)
    lost += discarded.length
    judged.push({ assigned: topics.map(({ id }) => id), labelled: question.topics })
  }
  return { ...agreement(judged), discarded: lost }
}
