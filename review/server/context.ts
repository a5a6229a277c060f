import type { Context, Next } from 'hono'
import type { ReviewSources, Role } from '../../schemas/review.ts'
import type { Session } from '../people.ts'
import { refused } from '../refusals.ts'
import type { Review } from '../store/open.ts'

/** What a server works with; `cli/` hands it in. */
export interface ServerParts {
  readonly review: Review
  readonly sources: ReviewSources
  /** Folder of the built page. */
  readonly web: string
  /** Whether people sign in. Otherwise one person works alone on this machine and comes in by a link. */
  readonly team: boolean
  /** Address under which people reach the server, for a team behind a proxy: https://review.example.org */
  readonly publicUrl: string | undefined
  /** Whether a proxy in front tells the visitor’s address in X-Forwarded-For. */
  readonly behindProxy: boolean
  /** Told about errors that are our bug. */
  readonly onBug: (error: unknown) => void
}

/** What a request carries once it is known who sent it. */
export interface Signed {
  Variables: { session: Session }
}
export type SignedContext = Context<Signed>

const RANK: Readonly<Record<Role, number>> = { reviewer: 0, adjudicator: 1, curator: 2, admin: 3 }

/** Lets only people of a role or a higher one pass. */
export const atLeast = (role: Role) => async (context: SignedContext, next: Next) => {
  if (RANK[context.var.session.role] < RANK[role])
    throw refused(`Only ${role === 'admin' ? 'an admin' : `a ${role}`} may do this.`, 'Ask an admin for the role.')
  await next()
}
