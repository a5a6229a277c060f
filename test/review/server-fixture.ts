import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, expect } from 'vitest'
import { invite } from '../../review/people.ts'
import { queueItems } from '../../review/queue.ts'
import { reviewApp } from '../../review/server/app.ts'
import type { Review } from '../../review/store/open.ts'
import { writePolicy } from '../../review/store/settings.ts'
import { ReviewPolicy, type ReviewSources, type Role } from '../../schemas/review.ts'
import { ItemView } from '../../schemas/review-api.ts'
import { clock, inMemory, item, withConfidence } from './fixtures.ts'

/** Pages of plain paper and crops that are as large as their box: enough to see that the right thing was asked for. */
export function paperSources(): ReviewSources & { readonly asked: string[] } {
  const stored = new Map<string, Uint8Array>()
  const asked: string[] = []
  const paper = (width: number, height: number, tint: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: 255, g: 255, b: 200 + (tint % 56) } } })
      .png()
      .toBuffer()
  return {
    asked,
    pages: async () => Array.from({ length: 12 }, () => ({ width: 595, height: 842 })),
    renderPage: async (document, page, dpi, file) => {
      asked.push(`page ${document} ${file} ${page} ${dpi}`)
      return paper(Math.round((595 * dpi) / 72), Math.round((842 * dpi) / 72), page)
    },
    cutCrop: async (document, page, box, file) => {
      asked.push(`crop ${document} ${file} ${page} ${box.left},${box.top},${box.right},${box.bottom}`)
      const [width, height] = [Math.ceil(((box.right - box.left) * 200) / 72), Math.ceil(((box.bottom - box.top) * 200) / 72)]
      const png = await paper(width, height, Math.round(box.left + box.top))
      const sha256 = createHash('sha256').update(png).digest('hex')
      stored.set(sha256, png)
      return { crop: { sha256, width, height }, png }
    },
    image: async (sha256) => stored.get(sha256),
    topics: async () => [
      { id: 'steady-flow-energy', name: 'Steady-flow energy equation' },
      { id: 'ideal-gas', name: 'Ideal-gas equation of state' },
    ],
  }
}

/** Talks to a server without a network, as one browser: keeps its cookie and sends its secret. */
export function browser(app: Awaited<ReturnType<typeof reviewApp>>, origin = 'http://127.0.0.1:4000') {
  let cookie: string | undefined
  let csrf = ''
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.request(
      `${origin}${path}`,
      {
        method,
        headers: { host: new URL(origin).host, 'x-csrf-token': csrf, ...(cookie && { cookie }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } },
    )
    const given = answer.headers.get('set-cookie')
    if (given) cookie = given.split(';')[0]
    return answer
  }
  return {
    send,
    get: (path: string) => send('GET', path),
    json: async (path: string) => (await send('GET', path)).json(),
    post: (path: string, body: unknown) => send('POST', path, body),
    remember: async () => {
      csrf = (await (await send('GET', '/api/me')).json()).csrf
    },
  }
}

/** A server for a team over a store, with nothing built. */
export const teamApp = (review: Review, sources: ReviewSources = paperSources()) =>
  reviewApp({
    review,
    sources,
    web: '/nonexistent',
    team: true,
    publicUrl: undefined,
    behindProxy: false,
    onBug: (error) => Promise.reject(error),
  })

export const PASSWORD = 'correct horse battery'

/** A server for a team over a queue of two items, made anew for each test. */
export function teamServer() {
  let review: Review
  let time: ReturnType<typeof clock>
  let app: Awaited<ReturnType<typeof teamApp>>
  let sources: ReturnType<typeof paperSources>
  beforeEach(async () => {
    time = clock()
    review = await inMemory(time.now)
    await writePolicy(review.db, ReviewPolicy.parse({ secondShare: 0, unsureBelow: 0 }))
    await queueItems(review, [item('5-1'), withConfidence(item('5-2'), 0.4)])
    sources = paperSources()
    app = await teamApp(review, sources)
    return () => review.close()
  })
  return {
    get review() {
      return review
    },
    get time() {
      return time
    },
    get app() {
      return app
    },
    get sources() {
      return sources
    },
    /** A person who has accepted an invitation. */
    enter: async (name: string, role: Role) => {
      const token = await invite(review, role, 'cli')
      const person = browser(app)
      const answer = await person.post('/api/accept', { token, name, password: PASSWORD, qualification: 'MSc' })
      expect(answer.status).toBe(200)
      await person.remember()
      return person
    },
    decide: async (person: ReturnType<typeof browser>, id: string, change: Record<string, unknown> = {}) => {
      const view = ItemView.parse(await person.json(`/api/item?id=${encodeURIComponent(id)}`))
      const lease = await (await person.post('/api/claim', { item: id, reading: view.reading })).json()
      const common = { item: id, reading: view.reading, token: lease.token, base: view.revision }
      return person.post('/api/submit', { ...common, edits: [], decision: 'approved', seconds: 4, ...change })
    },
  }
}
