import { type Candidates, writeCandidates } from '../corpus/candidates.ts'
import type { Workspace } from '../corpus/workspace.ts'
import type { Item } from '../schemas/item.ts'
import { ProblemError } from '../schemas/problem.ts'
import { enqueue } from './review-queue.ts'
import type { Session } from './session.ts'

/** The items that were extracted. Throws ProblemError `no-problems-found` when there are none. */
export function itemsOf(candidates: Iterable<Candidates>): Item[] {
  const items = [...candidates].flatMap((found) => found.items)
  if (items.length > 0) return items
  throw new ProblemError({
    code: 'no-problems-found',
    message: 'There are no extracted items.',
    hint: 'Run `engvqa extract` first.',
    place: {},
  })
}

/** Puts changed items in the place of those that were extracted, and into the review queue. */
export async function replaceItems(
  session: Session,
  workspace: Workspace,
  candidates: Iterable<Candidates>,
  items: readonly Item[],
): Promise<void> {
  const byId = new Map(items.map((item) => [item.id, item]))
  for (const found of candidates) {
    await writeCandidates(workspace.folder, { ...found, items: found.items.map((item) => byId.get(item.id) ?? item) })
  }
  await enqueue(session, workspace, items)
}
