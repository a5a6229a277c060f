import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { acceptInvitation, closeSession, openSession, withPassword } from '../people.ts'
import { refused } from '../refusals.ts'
import type { ServerParts } from './context.ts'
import { addressOf, giveCookie, isSameOrigin, SignInLimit, sessionCookie } from './guard.ts'

const SignIn = z.strictObject({ name: z.string().max(100), password: z.string().max(1000) })
const Accept = z.strictObject({
  token: z.string().max(200),
  name: z.string().max(100),
  password: z.string().max(1000),
  qualification: z.string().max(500),
})

/** The way in: a link for somebody alone, names and passwords and invitations for a team. */
export function entrance(parts: ServerParts, start: { readonly token: string; readonly person: string } | undefined): Hono {
  const { review } = parts
  const app = new Hono()
  const limit = new SignInLimit(review.now)

  app.get('/start', async (context) => {
    const token = context.req.query('token') ?? ''
    if (!start || !isSame(token, start.token)) return context.text('Open the link that `engvqa review` printed; this one is not it.', 403)
    giveCookie(context, parts, await openSession(review, start.person))
    return context.redirect('/')
  })

  app.post('/api/sign-in', async (context) => {
    if (!isSameOrigin(context)) return context.text('This did not come from the review page.', 403)
    const { name, password } = SignIn.parse(await context.req.json())
    const keys = [`name ${name.toLowerCase()}`, `address ${addressOf(context, parts)}`]
    const wait = limit.wait(keys)
    if (wait > 0) {
      context.header('Retry-After', String(wait))
      return context.json({ problem: refused('Too many wrong passwords.', `Try again in ${Math.ceil(wait / 60)} minutes.`).problem }, 429)
    }
    limit.failed(keys) // counted before the answer is known, so that many tries at once do not slip through
    const person = await withPassword(review, name, password)
    if (!person) throw refused('Name or password is wrong.', 'Check both; an admin can invite you anew.')
    limit.succeeded(keys)
    giveCookie(context, parts, await openSession(review, person.name))
    return context.json({ ok: true })
  })

  app.post('/api/accept', async (context) => {
    if (!isSameOrigin(context)) return context.text('This did not come from the review page.', 403)
    const accepted = Accept.parse(await context.req.json())
    const keys = [`address ${addressOf(context, parts)}`]
    if (limit.wait(keys) > 0) return context.json({ problem: refused('Too many tries.', 'Try again later.').problem }, 429)
    limit.failed(keys)
    const name = await acceptInvitation(review, accepted)
    limit.succeeded(keys)
    giveCookie(context, parts, await openSession(review, name))
    return context.json({ ok: true })
  })

  app.post('/api/sign-out', async (context) => {
    const token = sessionCookie(context)
    if (token !== undefined && isSameOrigin(context)) await closeSession(review, token)
    giveCookie(context, parts, '', 0)
    return context.json({ ok: true })
  })

  return app
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
