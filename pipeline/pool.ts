import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { ProblemError, sentenceOf } from '../schemas/problem.ts'
import type { PdfFile, Reply, TaskName, Tasks } from './tasks.ts'

/** Milliseconds. A page that takes longer is caught in a loop; OCR of a crowded page takes a quarter of it. */
const PAGE_TIMEOUT = 120_000

/**
 * Milliseconds that an idle thread waits for work before it gives its memory back. Stages that need no thread take seconds on a long book; to
 * start a thread anew and open the file again costs a second.
 */
const IDLE_TIMEOUT = 30_000

/** Work on open PDFs, in threads. Every method throws ProblemError; `unsettled` failures may go away on another try. */
export interface Pool {
  readonly threads: number
  run<Name extends TaskName>(name: Name, request: Tasks[Name]['request'], signal: AbortSignal): Promise<Tasks[Name]['value']>
  close(): Promise<void>
}

export interface PoolOptions {
  /** Worker threads; one a core when left out. */
  readonly threads?: number | undefined
  /** Milliseconds for one piece of work. */
  readonly timeout?: number | undefined
  /** Module that does the work, for tests. */
  readonly entry?: URL | undefined
}

/** A failure of the moment (a thread died, time ran out): its result is not kept, so that the next run tries again. */
export class UnsettledError extends ProblemError {}

/** Makes a pool of threads; none is started before there is work. */
export function createPool({ threads = availableParallelism(), timeout = PAGE_TIMEOUT, entry = workerEntry() }: PoolOptions = {}): Pool {
  const piscina = new Piscina({
    ...threadOptions(entry),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_TIMEOUT,
    execArgv: [],
  })
  piscina.on('error', () => undefined) // a thread died; whoever waits for it is told by the rejected task
  const turn = pLimit(threads) // so that time in the queue does not count against a page
  return {
    threads,
    run: async (name, request, signal) => {
      const reply = await turn(() => perform(piscina, name, request, signal, timeout))
      if ('problem' in reply) throw new ProblemError(reply.problem)
      return reply.value
    },
    close: () => piscina.destroy(),
  }
}

async function perform<Name extends TaskName>(
  piscina: Piscina,
  name: Name,
  request: Tasks[Name]['request'],
  signal: AbortSignal,
  timeout: number,
): Promise<Reply<Tasks[Name]['value']>> {
  const once = async () => {
    if (signal.aborted) throw interrupted()
    const limit = AbortSignal.timeout(timeout)
    try {
      return (await piscina.run(request, { name, signal: AbortSignal.any([signal, limit]) })) as Reply<Tasks[Name]['value']> // worker.ts is typed by the same table
    } catch (cause) {
      if (signal.aborted) throw interrupted(cause)
      throw limit.aborted ? tookTooLong(request, timeout, cause) : cause
    }
  }
  try {
    return await once()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    return await once().catch((again: unknown) => {
      throw again instanceof ProblemError ? again : crashed(request, again)
    })
  }
}

type Request = { readonly file: PdfFile; readonly page?: number }

const placeOf = ({ file, page }: Request) => ({ document: file.name, ...(page === undefined ? {} : { page }) })

export const interrupted = (cause?: unknown): UnsettledError =>
  new UnsettledError(
    {
      code: 'interrupted',
      message: 'Stopped before it was done.',
      hint: 'Run the same command again: it goes on where it stopped.',
      place: {},
    },
    { cause },
  )

const tookTooLong = (request: Request, timeout: number, cause: unknown): UnsettledError =>
  new UnsettledError(
    {
      code: 'page-unreadable',
      message: `No result after ${timeout / 1000} seconds; the work was given up.`,
      hint: 'Look at the page in a viewer; leave it out with --pages if nothing on it matters.',
      place: placeOf(request),
    },
    { cause },
  )

const crashed = (request: Request, cause: unknown): UnsettledError =>
  new UnsettledError(
    {
      code: 'page-unreadable',
      message: `The PDF engine failed on it twice: ${sentenceOf(cause)}`,
      hint: 'Rewrite the file with `qpdf in.pdf out.pdf` and try that; please report the file if it still fails.',
      place: placeOf(request),
    },
    { cause },
  )

const isSource = (url: URL | string): boolean => String(url).endsWith('.ts')

const workerEntry = (): URL => new URL(isSource(import.meta.url) ? './worker.ts' : './worker.js', import.meta.url)

/** In a checkout the worker is TypeScript and goes through a doorman; the built package has none of this. */
const threadOptions = (entry: URL): { filename: string; argv: string[] } =>
  isSource(entry)
    ? { filename: new URL('./worker-source.mjs', import.meta.url).href, argv: [entry.href] }
    : { filename: entry.href, argv: [] }
