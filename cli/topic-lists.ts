import type { Item } from '../schemas/item.ts'
import { type Problem, ProblemError } from '../schemas/problem.ts'
import type { TopicList } from '../schemas/topics.ts'
import { loadTopicList } from '../topics/list.ts'

/** The master lists of the subjects that items have; a subject without one is left out and reported. */
export async function listsFor(
  items: readonly Item[],
  topicsFolder?: string,
): Promise<{ lists: Map<string, TopicList>; problems: Problem[] }> {
  const lists = new Map<string, TopicList>()
  const problems: Problem[] = []
  for (const subject of new Set(items.map((item) => item.subject))) {
    try {
      const loaded = await loadTopicList(subject, topicsFolder)
      lists.set(subject, loaded.list)
      problems.push(...loaded.problems)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      problems.push(error.problem)
    }
  }
  return { lists, problems }
}
