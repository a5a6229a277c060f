import pLimit from 'p-limit'
import type { Item } from '../../schemas/item.ts'
import { type Problem, ProblemError } from '../../schemas/problem.ts'
import type { PageReader } from '../stage.ts'
import { endsAsking, type RefineModel } from './model.ts'
import { modelPasses } from './passes.ts'
import { doubtsOf, withDoubts, withoutDoubts } from './rules.ts'
import { pagesOf } from './stage.ts'

/** Items in work at a time; the client's own limits come on top. */
const PARALLEL = 4

/** The pages of a document, for those who read after the chain has run. */
export interface DocumentPages {
  readonly readable: readonly number[]
  readonly pages: PageReader
}

/**
 * Transcription, minimal correction and verification of items by a model, then the rules once more over what came out. Never throws for a
 * model's failure: the item stays as it was, with a problem. Answers are kept by the client, so running it again asks only what is missing.
 */
export async function refineWithModel(
  items: readonly Item[],
  documentOf: (document: string) => Promise<DocumentPages>,
  help: RefineModel,
): Promise<{ items: Item[]; problems: Problem[] }> {
  const limit = pLimit(PARALLEL)
  let stopped: Problem | undefined
  const failed = (item: Item, problem: Problem): { item: Item; problems: Problem[] } => ({ item, problems: [placed(problem, item)] })
  const one = async (item: Item): Promise<{ item: Item; problems: Problem[] }> => {
    if (stopped) return failed(item, { ...stopped, message: `Not asked, since an earlier call could not be answered: ${stopped.message}` })
    try {
      return await refineOne(item, await documentOf(item.source.document), help)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (endsAsking(error)) stopped = error.problem
      return failed(item, error.problem)
    }
  }
  const refined = await Promise.all(items.map((item) => limit(() => one(item))))
  return { items: refined.map(({ item }) => item), problems: refined.flatMap(({ problems }) => problems) }
}

async function refineOne(item: Item, { readable, pages }: DocumentPages, help: RefineModel): Promise<{ item: Item; problems: Problem[] }> {
  const layouts = await pagesOf(item, readable, pages)
  const { item: passed, problems, failures } = await modelPasses(withoutDoubts(item), layouts, pages, help)
  const doubts = [...problems, ...doubtsOf(passed, layouts)]
  return { item: withDoubts(passed, doubts), problems: [...failures.map((failure) => placed(failure, item)), ...doubts] }
}

const placed = (problem: Problem, { id, source }: Item): Problem => ({
  ...problem,
  place: { ...problem.place, document: source.document, stage: 'refine', item: id },
})
