import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sessionOf } from '../people.ts'
import type { ServerParts, Signed } from './context.ts'

const COOKIE = 'engvqa_review'

/**
 * Everything that the page loads comes from this server; nothing inline runs, whatever an item’s text says. Style attributes are let in:
 * KaTeX gives the arrows of its signs their size in one. They reach no further than their element, run nothing, and a picture that one
 * names is held to `img-src`. Style sheets stay our own.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Wrong passwords from one address or for one name before it has to wait, and for how long, in milliseconds. */
const TRIES = 5
const WINDOW = 15 * 60_000

/** Addresses and names remembered at most; the oldest are forgotten first. */
const REMEMBERED = 10_000

/** Headers on every answer. */
export const hardened =
  ({ publicUrl }: ServerParts): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const { headers } = context.res
    headers.set('Content-Security-Policy', CONTENT_POLICY)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('X-Frame-Options', 'DENY')
    headers.set('Referrer-Policy', 'no-referrer')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (isHttps(publicUrl)) headers.set('Strict-Transport-Security', 'max-age=31536000')
  }

/** Turns away requests for another host name: a page elsewhere that had its name point here must not get in. */
export const knownHost =
  ({ publicUrl }: ServerParts): MiddlewareHandler =>
  async (context, next) => {
    const host = context.req.header('host') ?? ''
    const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)
    const isPublic = publicUrl !== undefined && host === new URL(publicUrl).host
    return isLoopback || isPublic ? next() : context.text('This server does not answer to that name.', 421)
  }

/** Changes must come from our own page: its origin, and the secret that only it has read. */
export const ownPageOnly: MiddlewareHandler<Signed> = async (context, next) => {
  const { method } = context.req
  if (method === 'GET' || method === 'HEAD') return next()
  const session = context.var.session
  const token = context.req.header('x-csrf-token')
  return isSameOrigin(context) && token === session.csrf ? next() : context.text('This did not come from the review page.', 403)
}

/** Whether the browser says that a request comes from our own page; a client that says nothing is no browser. */
export function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = context.req.header('origin')
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === context.req.header('host'))
}

/** Only people who are signed in. */
export const signedIn =
  ({ review }: ServerParts): MiddlewareHandler<Signed> =>
  async (context, next) => {
    const token = getCookie(context, COOKIE)
    const session = token === undefined ? undefined : await sessionOf(review, token)
    if (!session) return context.json({ signedOut: true }, 401)
    context.set('session', session)
    return next()
  }

export const sessionCookie = (context: Context): string | undefined => getCookie(context, COOKIE)

export function giveCookie(context: Context, { publicUrl }: ServerParts, token: string, maxAge?: number): void {
  setCookie(context, COOKIE, token, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    secure: isHttps(publicUrl),
    ...(maxAge !== undefined && { maxAge }),
  })
}

const isHttps = (url: string | undefined): boolean => url?.startsWith('https:') ?? false

/** Where a request comes from; behind a proxy, what the proxy nearest to us says. */
export function addressOf(context: Context, { behindProxy }: ServerParts): string {
  const forwarded = behindProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded ?? getConnInfo(context).remote.address ?? 'unknown'
}

/** Counts wrong tries and says who has to wait. */
export class SignInLimit {
  readonly #failures = new Map<string, number[]>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Seconds to wait; 0 when one may try. */
  wait(keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => this.#waitOf(key)))
  }

  failed(keys: readonly string[]): void {
    for (const key of keys) {
      const recent = this.#recent(key)
      this.#failures.delete(key)
      this.#failures.set(key, [...recent, this.#now().getTime()].slice(-TRIES))
    }
    for (const key of this.#failures.keys()) {
      if (this.#failures.size <= REMEMBERED) break
      this.#failures.delete(key)
    }
  }

  succeeded(keys: readonly string[]): void {
    for (const key of keys) this.#failures.delete(key)
  }

  #waitOf(key: string): number {
    const recent = this.#recent(key)
    const oldest = recent[0]
    return recent.length < TRIES || oldest === undefined ? 0 : Math.ceil((oldest + WINDOW - this.#now().getTime()) / 1000)
  }

  #recent(key: string): number[] {
    const since = this.#now().getTime() - WINDOW
    return (this.#failures.get(key) ?? []).filter((time) => time > since)
  }
}
