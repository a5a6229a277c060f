import { serve } from '@hono/node-server'
import { readRelease } from '../../corpus/release/read.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { studyApp } from './app.ts'
import { Desk } from './desk.ts'
import { readStudy } from './plan.ts'

export interface ServeStudyOptions {
  readonly study: string
  /** The release, for its images. */
  readonly release: string
  readonly now: () => Date
  readonly host?: string
  /** 0 or absent takes a free one. */
  readonly port?: number
  readonly publicUrl?: string
}

const LOOPBACK = '127.0.0.1'
const LOCAL: ReadonlySet<string> = new Set([LOOPBACK, 'localhost', '::1'])

/** Starts the study’s server. Throws ProblemError `run-invalid`, `release-invalid`, and `usage` when the port is taken or nobody could reach it. */
export async function serveStudy(options: ServeStudyOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { host = LOOPBACK, port = 0, publicUrl } = options
  if (publicUrl === undefined && !LOCAL.has(host))
    throw new ProblemError({
      code: 'usage',
      message: `At ${host} the study would be open to others, who would be turned away: their address for it is not known.`,
      hint: 'Give --public-url, the address under which participants reach it.',
      place: {},
    })
  const release = await readRelease(options.release)
  const desk = await Desk.open(await readStudy(options.study), options.now)
  const app = studyApp({ desk, image: release.image, publicUrl })
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, ({ port: actual }) =>
      resolve({
        url: publicUrl ?? `http://${host}:${actual}`,
        close: () =>
          new Promise<void>((closed) => {
            server.close(() => void desk.close().then(closed))
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }),
    )
    server.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE' || cause.code === 'EACCES'
          ? new ProblemError(
              { code: 'usage', message: `Port ${port} cannot be used.`, hint: 'Choose another --port.', place: {} },
              { cause },
            )
          : cause,
      ),
    )
  })
}
