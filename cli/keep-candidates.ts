import { type Candidates, keepTopics, lastCandidates, writeCandidates } from '../corpus/candidates.ts'
import type { Workspace } from '../corpus/workspace.ts'
import type { DocumentResult } from '../pipeline/run.ts'
import type { Item } from '../schemas/item.ts'
import type { Problem } from '../schemas/problem.ts'
import { assignTopics } from '../topics/assign.ts'
import { listsFor } from './topic-lists.ts'

/** What came of an extraction for topics, review and release. */
export interface Found {
  /** What this run has found. */
  readonly items: Item[]
  /** Those of them that were written to the workspace. */
  readonly kept: Item[]
  /** Documents that were read whole: all their items are among those kept. */
  readonly whole: string[]
  /** Documents whose earlier candidates were left alone because this run read a part of them. */
  readonly untouched: string[]
  readonly problems: Problem[]
}

/**
 * Leaves what was found for topics, review and release. A document that failed keeps what its last extraction found, and so does one of which
 * only a part was read now: a part knows neither the other pages nor the solutions that stand on them.
 */
export async function keepCandidates(workspace: Workspace, results: readonly DocumentResult[], isPart: boolean): Promise<Found> {
  const found: Found = { items: [], kept: [], whole: [], untouched: [], problems: [] }
  for (const result of results.filter((other) => !isLost(other))) {
    const old = await lastCandidates(workspace.folder, result.document)
    const assigned =
      workspace.config.topics.model === 'embedded'
        ? await embedded(result.items, workspace)
        : { items: keepTopics(result.items, old?.items ?? []), problems: [] }
    found.items.push(...assigned.items)
    found.problems.push(...assigned.problems)
    if (isPart && old) {
      found.untouched.push(result.document)
      continue
    }
    found.kept.push(...assigned.items)
    found.whole.push(result.document)
    await write(workspace, result, assigned.items, old)
  }
  return found
}

async function write(workspace: Workspace, result: DocumentResult, items: Item[], old: Candidates | undefined): Promise<void> {
  const made = result.stages.some(({ reused }) => !reused)
  await writeCandidates(workspace.folder, {
    document: result.document,
    pages: result.pages,
    pagesOfFile: result.pagesOfFile,
    ...(result.pagesOfSolutions === undefined ? {} : { pagesOfSolutions: result.pagesOfSolutions }),
    seconds: made || !old ? result.seconds : old.seconds,
    items,
    problems: [...result.problems],
  })
}

async function embedded(items: readonly Item[], workspace: Workspace): Promise<{ items: Item[]; problems: Problem[] }> {
  const { lists, problems } = await listsFor(items, workspace.topicsFolder)
  const assigned = await assignTopics(items, lists, { by: 'embedded', cutoff: workspace.config.topics.cutoff })
  return { items: assigned.items, problems: [...problems, ...assigned.problems] }
}

/** Whether nothing at all came of a document. */
export const isLost = ({ items, pages, problems }: DocumentResult): boolean =>
  items.length === 0 && (pages === 0 || problems.some(({ code }) => code === 'stage-failed'))
