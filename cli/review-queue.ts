import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Workspace } from '../corpus/workspace.ts'
import { type Queued, queueItems } from '../review/queue.ts'
import { openReview, type Review } from '../review/store/open.ts'
import type { Item } from '../schemas/item.ts'
import type { Session } from './session.ts'

/** Runs work with the workspace's review database: a file in it, or the server that ENGVQA_REVIEW_URL names, for a team. */
export async function withReview<T>(session: Session, workspace: Workspace, work: (review: Review) => Promise<T>): Promise<T> {
  await mkdir(dirname(workspace.reviewFile), { recursive: true })
  const review = await openReview(session.env.ENGVQA_REVIEW_URL ?? workspace.reviewFile)
  try {
    return await work(review)
  } finally {
    await review.close()
  }
}

/** Puts items into the review queue. People's work on them stays. */
export const enqueue = (session: Session, workspace: Workspace, items: readonly Item[]): Promise<Queued> =>
  withReview(session, workspace, (review) => queueItems(review, items))
