import { z } from 'zod'
import type { Problem } from '../../schemas/problem.ts'
import { Me, Refusal } from '../../schemas/review-api.ts'

/** The server was not reached; nothing is known about what it did. */
export class Offline extends Error {
  override readonly name = 'Offline'
}

/** The server said no, and why. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly problem: Problem
  readonly status: number

  constructor(problem: Problem, status: number) {
    super(`${problem.message} ${problem.hint}`)
    this.problem = problem
    this.status = status
  }
}

/** The session is over. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}

/** Milliseconds after which a silent server counts as not reached. */
const PATIENCE = 20_000

let csrf = ''
const watchers = new Set<(online: boolean) => void>()

/** Tells whenever the server starts or stops answering. */
export function watchConnection(watcher: (online: boolean) => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export async function readMe(): Promise<Me> {
  const me = await get('/api/me', Me)
  csrf = me.csrf
  return me
}

export const get = <Shape>(path: string, shape: z.ZodType<Shape>, signal?: AbortSignal): Promise<Shape> =>
  request('GET', path, undefined, shape, signal)

export const send = <Shape>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  shape: z.ZodType<Shape>,
): Promise<Shape> => request(method, path, body, shape)

/** For answers of which only the arrival matters. */
export const Anything = z.unknown()

async function request<Shape>(method: string, path: string, body: unknown, shape: z.ZodType<Shape>, signal?: AbortSignal): Promise<Shape> {
  const patience = AbortSignal.timeout(PATIENCE)
  const answer = await fetch(path, {
    method,
    headers: { 'x-csrf-token': csrf, ...(body !== undefined && { 'content-type': 'application/json' }) },
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    tell(false)
    throw new Offline('The server cannot be reached.', { cause })
  })
  tell(true)
  if (answer.ok) return shape.parse(await answer.json())
  if (answer.status === 401) throw new SignedOut('Sign in again.')
  throw await refusal(answer)
}

async function refusal(answer: Response): Promise<Refused> {
  const text = await answer.text()
  const parsed = Refusal.safeParse(jsonOrNothing(text))
  const problem: Problem = parsed.success
    ? parsed.data.problem
    : {
        code: 'review-refused',
        severity: 'error',
        message: text.slice(0, 200) || `The server answered ${answer.status}.`,
        hint: 'Reload the page.',
        place: {},
      }
  return new Refused(problem, answer.status)
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // plain text: shown as it is
  }
}

const tell = (online: boolean): void => {
  for (const watcher of watchers) watcher(online)
}

/** What to tell a person about something that went wrong. */
export const toldOf = (error: unknown): string => {
  if (error instanceof z.ZodError)
    return `The server said something that this page does not understand; reload it. (${z.prettifyError(error).slice(0, 200)})`
  return error instanceof Error ? error.message : String(error)
}
