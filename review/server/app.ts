import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { type ProblemCode, ProblemError } from '../../schemas/problem.ts'
import { invalid } from '../refusals.ts'
import type { ServerParts, Signed } from './context.ts'
import { entrance } from './entrance.ts'
import { hardened, knownHost, ownPageOnly, signedIn } from './guard.ts'
import { manage } from './manage.ts'
import { pictures } from './pictures.ts'
import { builtPage } from './web-files.ts'
import { work } from './work.ts'

/** Bytes. An item with every field rewritten is a hundredth of it. */
const MAX_BODY = 2 ** 20

const STATUS: Partial<Record<ProblemCode, 400 | 403 | 404 | 409>> = {
  'review-invalid': 400,
  'review-refused': 403,
  'review-unknown-item': 404,
  'review-conflict': 409,
}

/** The whole server as one function from request to answer; `start` is the link for somebody who works alone. */
export async function reviewApp(parts: ServerParts, start?: { readonly token: string; readonly person: string }): Promise<Hono> {
  const app = new Hono()
  app.use(hardened(parts), knownHost(parts))
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: (context) => context.text('That is too long.', 413) }))
  app.get('/health', (context) => context.text('ok'))
  app.route('/', entrance(parts, start))

  const api = new Hono<Signed>()
  api.use(signedIn(parts), ownPageOnly)
  api.route('/', work(parts))
  api.route('/', pictures(parts))
  api.route('/', manage(parts))
  app.route('/api', api)

  app.route('/', await builtPage(parts.web))

  app.onError((error, context) => {
    if (error instanceof ProblemError) return context.json({ problem: error.problem }, STATUS[error.problem.code] ?? 500)
    if (error instanceof z.ZodError)
      return context.json({ problem: invalid(`That does not fit: ${z.prettifyError(error)}.`, 'Reload the page.').problem }, 400)
    if (error instanceof SyntaxError) return context.json({ problem: invalid('That is not JSON.', 'Reload the page.').problem }, 400)
    parts.onBug(error)
    return context.json(
      { problem: invalid('The server stumbled; this is a bug.', 'What you typed is kept. Tell whoever runs the server.').problem },
      500,
    )
  })
  return app
}
