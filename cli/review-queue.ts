import { dirname } from 'node:path'
import { makeFolder } from '../corpus/atomic.ts'
import type { Workspace } from '../corpus/workspace.ts'
import { type Queued, queueItems } from '../review/queue.ts'
import { openReview, type Review } from '../review/store/open.ts'
import type { Item } from '../schemas/item.ts'
import type { Session } from './session.ts'

/**
 * Where the review is kept: a file of the workspace, or for a team the PostgreSQL server that ENGVQA_REVIEW_URL names, or else DATABASE_URL.
 * A DATABASE_URL for another kind of server is not meant for us.
 */
export function reviewAddress({ ENGVQA_REVIEW_URL, DATABASE_URL }: Session['env'], { reviewFile }: Pick<Workspace, 'reviewFile'>): string {
  if (ENGVQA_REVIEW_URL !== undefined && ENGVQA_REVIEW_URL !== '') return ENGVQA_REVIEW_URL
  return DATABASE_URL !== undefined && /^postgres(ql)?:/.test(DATABASE_URL) ? DATABASE_URL : reviewFile
}

/** Runs work with the workspace's review database. */
export async function withReview<T>(session: Session, workspace: Workspace, work: (review: Review) => Promise<T>): Promise<T> {
  await makeFolder(dirname(workspace.reviewFile))
  const review = await openReview(reviewAddress(session.env, workspace))
  try {
    return await work(review)
  } finally {
    await review.close()
  }
}

/** Puts all items of some documents into the review queue. People's work on them stays. */
export const enqueue = (session: Session, workspace: Workspace, items: readonly Item[], documents?: readonly string[]): Promise<Queued> =>
  withReview(session, workspace, (review) => queueItems(review, items, documents))
