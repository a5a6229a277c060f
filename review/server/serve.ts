import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { ProblemError } from '../../schemas/problem.ts'
import type { ReviewSources } from '../../schemas/review.ts'
import { ensureLocalPerson, firstInvitation } from '../people.ts'
import type { Review } from '../store/open.ts'
import { reviewApp } from './app.ts'
import { soleServer } from './sole.ts'

/** How a review server runs. */
export interface ServeOptions {
  /** Loopback unless said otherwise. */
  readonly host?: string
  /** 0 or absent takes a free one. */
  readonly port?: number
  /** Somebody who works alone on this machine and comes in by a link; absent for a team that signs in. */
  readonly alone?: { readonly name: string }
  readonly publicUrl?: string
  readonly behindProxy?: boolean
  /** Folder of the built page; the one in this package unless said otherwise. */
  readonly web?: string
  readonly onBug?: (error: unknown) => void
}

export interface ReviewServer {
  readonly url: string
  /** What to open in the browser: for somebody alone, and for the first admin of a team, it carries the secret that lets them in. */
  readonly start: string
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

/**
 * Starts the review server. Throws ProblemError when the port is taken, when another server has the same database in SQLite, or when it
 * should be open to others without sign-in.
 */
export async function serveReview(review: Review, sources: ReviewSources, options: ServeOptions = {}): Promise<ReviewServer> {
  const sole = review.file === null ? undefined : soleServer(review.file)
  try {
    const server = await served(review, sources, options)
    sole?.tell(server.url)
    return { ...server, close: () => server.close().finally(sole?.release) }
  } catch (error) {
    sole?.release()
    throw error
  }
}

async function served(review: Review, sources: ReviewSources, options: ServeOptions): Promise<ReviewServer> {
  const { host = LOOPBACK, port = 0, alone, publicUrl, behindProxy = false, onBug = console.error } = options
  if (alone && host !== LOOPBACK && host !== 'localhost' && host !== '::1') {
    throw new ProblemError({
      code: 'usage',
      message: `Without sign-in the server must not be open to others at ${host}.`,
      hint: 'Leave --host away, or run it for a team.',
      place: {},
    })
  }
  const person = alone && (await ensureLocalPerson(review, alone.name))
  const start = person && { token: randomBytes(24).toString('base64url'), person: person.name }
  const web = options.web ?? builtWeb()
  const app = await reviewApp({ review, sources, web, team: alone === undefined, publicUrl, behindProxy, onBug }, start)
  const { server, actual } = await listening(app.fetch, host, port)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${actual}`
  return {
    url,
    start: start ? `${url}/start?token=${start.token}` : await teamStart(review, publicUrl ?? url),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

/** The address; as long as a team has no admin, an invitation for one. */
async function teamStart(review: Review, address: string): Promise<string> {
  const token = await firstInvitation(review)
  return token === undefined ? address : new URL(`/#join=${token}`, address).href
}

/** Beside the compiled server in the package, or in dist/ when run from a checkout. */
function builtWeb(): string {
  const compiled = import.meta.url.endsWith('.js')
  return fileURLToPath(new URL(compiled ? '../web/' : '../../dist/review/web/', import.meta.url))
}

function listening(
  fetch: (request: Request) => Response | Promise<Response>,
  hostname: string,
  port: number,
): Promise<{ server: Server; actual: number }> {
  return new Promise((resolve, reject) => {
    // without options for TLS or HTTP/2 it is a plain HTTP server, which the library’s type leaves open
    const server = serve({ fetch, hostname, port }, ({ port: actual }) => resolve({ server, actual })) as Server
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE'
          ? new ProblemError(
              { code: 'usage', message: `Port ${port} is taken.`, hint: 'Choose another one with --port, or leave it away.', place: {} },
              { cause },
            )
          : cause,
      ),
    )
  })
}
