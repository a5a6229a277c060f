import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { invite } from '../../review/people.ts'
import { queueItems } from '../../review/queue.ts'
import { reviewApp } from '../../review/server/app.ts'
import { serveReview } from '../../review/server/serve.ts'
import type { Review } from '../../review/store/open.ts'
import { writePolicy } from '../../review/store/settings.ts'
import { ReviewPolicy, type Role } from '../../schemas/review.ts'
import { ItemView } from '../../schemas/review-api.ts'
import { clock, inMemory, item, withConfidence } from './fixtures.ts'
import { browser, paperSources, teamApp } from './server-fixture.ts'

const PASSWORD = 'correct horse battery'

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

async function enter(name: string, role: Role) {
  const token = await invite(review, role, 'cli')
  const person = browser(app)
  const answer = await person.post('/api/accept', { token, name, password: PASSWORD, qualification: 'MSc' })
  expect(answer.status).toBe(200)
  await person.remember()
  return person
}

async function decide(person: ReturnType<typeof browser>, id: string, change: Record<string, unknown> = {}) {
  const view = ItemView.parse(await person.json(`/api/item?id=${encodeURIComponent(id)}`))
  const lease = await (await person.post('/api/claim', { item: id, reading: view.reading })).json()
  const base = view.revision
  return person.post('/api/submit', {
    item: id,
    reading: view.reading,
    token: lease.token,
    base,
    edits: [],
    decision: 'approved',
    seconds: 4,
    ...change,
  })
}

describe('strangers', () => {
  it('see nothing of the queue, the pages or the people', async () => {
    const stranger = browser(app)
    for (const path of [
      '/api/queue',
      '/api/item?id=x',
      '/api/page/thermo-a/document/1',
      '/api/people',
      '/api/me',
      '/api/export',
      '/api/nothing',
    ]) {
      expect((await stranger.get(path)).status, path).toBe(401)
    }
  })

  it('cannot reach the server under another name', async () => {
    expect((await browser(app, 'http://evil.example').get('/health')).status).toBe(421)
    expect((await browser(app).get('/health')).status).toBe(200)
  })

  it('get strict headers with every answer', async () => {
    const { headers } = await browser(app).get('/health')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('do not get in by an invitation twice, an old one, or one of their making', async () => {
    const token = await invite(review, 'reviewer', 'cli')
    const stranger = browser(app)
    const accept = (change: Record<string, string>) =>
      stranger.post('/api/accept', { token, name: 'ann', password: PASSWORD, qualification: '', ...change })
    expect((await accept({ token: 'guess' })).status).toBe(403)
    expect((await accept({ password: 'short' })).status).toBe(400)
    expect((await accept({ name: '<img src=x>' })).status).toBe(400)
    expect((await accept({})).status).toBe(200)
    expect((await accept({ name: 'bob' })).status).toBe(403)
    const late = await invite(review, 'reviewer', 'cli')
    time.pass(73 * 60)
    expect((await accept({ token: late, name: 'bob' })).status).toBe(403)
  })

  it('get a new password by a link of an admin, under their own name only, which ends old sessions', async () => {
    const [ann, boss] = [await enter('ann', 'reviewer'), await enter('boss', 'admin')]
    const { link } = await (await boss.post('/api/invitations', { role: 'reviewer', person: 'ann' })).json()
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('join')
    const stranger = browser(app)
    expect((await stranger.post('/api/accept', { token, name: 'eve', password: PASSWORD, qualification: '' })).status).toBe(400)
    const renewed = await stranger.post('/api/accept', { token, name: 'ann', password: 'another long password', qualification: '' })
    expect(renewed.status).toBe(200)
    expect((await ann.get('/api/me')).status).toBe(401)
    expect((await browser(app).post('/api/sign-in', { name: 'ann', password: PASSWORD })).status).toBe(403)
  })

  it('have to wait after five wrong passwords, even with the right one, and not for ever', async () => {
    await enter('ann', 'reviewer')
    const stranger = browser(app)
    const tries = []
    for (let n = 0; n < 6; n++) tries.push((await stranger.post('/api/sign-in', { name: 'ann', password: `wrong ${n}` })).status)
    expect(tries).toEqual([403, 403, 403, 403, 403, 429])
    expect((await stranger.post('/api/sign-in', { name: 'ann', password: PASSWORD })).status).toBe(429)
    time.pass(16)
    expect((await stranger.post('/api/sign-in', { name: 'ann', password: PASSWORD })).status).toBe(200)
  })
})

describe('somebody who is signed in', () => {
  it('cannot be made to act by another page', async () => {
    const ann = await enter('ann', 'reviewer')
    const body = { item: item('5-1').id, on: true, note: '' }
    expect((await ann.send('POST', '/api/flag', body, { 'x-csrf-token': 'guess' })).status).toBe(403)
    expect((await ann.send('POST', '/api/flag', body, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await ann.send('POST', '/api/flag', body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ann.send('POST', '/api/flag', body, { origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' })).status).toBe(
      200,
    )
  })

  it('gets a cookie that scripts cannot read and other sites cannot use', async () => {
    const token = await invite(review, 'reviewer', 'cli')
    const answer = await browser(app).post('/api/accept', { token, name: 'ann', password: PASSWORD, qualification: '' })
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/)
  })

  it('is out after signing out, after twelve hours, and when shut out', async () => {
    const [ann, boss] = [await enter('ann', 'reviewer'), await enter('boss', 'admin')]
    await ann.post('/api/sign-out', {})
    expect((await ann.get('/api/me')).status).toBe(401)
    const bob = await enter('bob', 'reviewer')
    await boss.send('PATCH', '/api/people', { name: 'bob', disabled: true })
    expect((await bob.get('/api/me')).status).toBe(401)
    time.pass(12 * 60 + 1)
    expect((await boss.get('/api/me')).status).toBe(401)
  })

  it('may do what the role allows and no more', async () => {
    const ann = await enter('ann', 'reviewer')
    expect((await ann.get('/api/people')).status).toBe(403)
    expect((await ann.get('/api/agreement')).status).toBe(403)
    expect((await ann.send('PUT', '/api/policy', {})).status).toBe(403)
    expect((await ann.post('/api/bulk', { filter: {} })).status).toBe(403)
    expect((await ann.get('/api/progress')).status).toBe(200)
    const cat = await enter('cat', 'curator')
    expect((await cat.get('/api/agreement')).status).toBe(200)
    expect((await cat.get('/api/audit')).status).toBe(403)
  })

  it('leaves a trace of what an admin does, and cannot take away the last admin', async () => {
    const boss = await enter('boss', 'admin')
    expect((await boss.send('PATCH', '/api/people', { name: 'boss', role: 'reviewer' })).status).toBe(403)
    await boss.post('/api/invitations', { role: 'adjudicator' })
    const audit = await (await boss.get('/api/audit')).json()
    expect(audit.map(({ act }: { act: string }) => act)).toEqual(['invite', 'join', 'invite'])
  })
})

describe('the work', () => {
  it('goes from the queue over an item to a decision', async () => {
    const ann = await enter('ann', 'reviewer')
    const queue = await ann.json('/api/queue?status=pending')
    expect(queue).toMatchObject({ total: 2, rows: [{ number: '5-2' }, { number: '5-1' }] })
    const answer = await decide(ann, item('5-1').id, { edits: [{ path: 'question.text', after: 'Steam flows.' }] })
    expect(await answer.json()).toMatchObject({ status: 'corrected' })
    expect(await ann.json('/api/queue?status=corrected')).toMatchObject({ total: 1 })
    expect(await ann.json('/api/progress')).toMatchObject({ people: [{ name: 'ann', decisions: 1 }] })
  })

  it('applies a submission once that is sent twice because its answer was lost', async () => {
    const ann = await enter('ann', 'reviewer')
    const act = 'a'.repeat(24)
    const first = await (await decide(ann, item('5-1').id, { act })).json()
    expect(await (await decide(ann, item('5-1').id, { act })).json()).toEqual(first)
    expect(await ann.json('/api/progress')).toMatchObject({ people: [{ decisions: 1 }] })
    const bob = await enter('bob', 'reviewer')
    expect((await decide(bob, item('5-2').id, { act })).status).toBe(400)
  })

  it('lets an adjudicator settle what one reader could not decide', async () => {
    const [ann, cat] = [await enter('ann', 'reviewer'), await enter('cat', 'adjudicator')]
    await decide(ann, item('5-1').id, { decision: 'discuss' })
    expect(await (await decide(cat, item('5-1').id)).json()).toMatchObject({ status: 'approved' })
  })

  it('lets one of two people who race for an item win, and tells the other who has it', async () => {
    const [ann, bob] = [await enter('ann', 'reviewer'), await enter('bob', 'reviewer')]
    const claims = await Promise.all([ann, bob].map((person) => person.post('/api/claim', { item: item('5-1').id })))
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refusal = await claims.find(({ status }) => status === 409)?.json()
    expect(refusal.problem).toMatchObject({ code: 'review-conflict', message: expect.stringMatching(/^(ann|bob) is reading/) })
  })

  it('keeps the first reading from the second reader until theirs is done', async () => {
    await writePolicy(review.db, ReviewPolicy.parse({ secondShare: 1 }))
    await queueItems(review, [withConfidence(item('5-1'), 0.8)])
    const [ann, bob, cat] = [await enter('ann', 'reviewer'), await enter('bob', 'reviewer'), await enter('cat', 'adjudicator')]
    await decide(ann, item('5-1').id, { edits: [{ path: 'question.text', after: 'Secret words.' }] })
    const seen = await (await bob.get(`/api/item?id=${item('5-1').id}`)).text()
    expect(seen).not.toContain('Secret words')
    expect(seen).not.toContain('"ann"')
    await decide(bob, item('5-1').id)
    expect(await (await bob.get(`/api/item?id=${item('5-1').id}`)).text()).toContain('"differs"')
    const both = ItemView.parse(await cat.json(`/api/item?id=${item('5-1').id}`))
    expect(both.readings.map(({ by }) => by)).toEqual(['ann', 'bob'])
    expect(both.reading).toBe('final')
  })

  it('keeps drafts for their writer only', async () => {
    const [ann, bob] = [await enter('ann', 'reviewer'), await enter('bob', 'reviewer')]
    await ann.send('PUT', '/api/draft', { item: item('5-1').id, content: { text: 'half a sen' } })
    expect(await ann.json(`/api/item?id=${item('5-1').id}`)).toMatchObject({ draft: { content: { text: 'half a sen' } } })
    expect(await bob.json(`/api/item?id=${item('5-1').id}`)).toMatchObject({ draft: null })
  })

  it('answers nonsense with what is wrong, not with a stack', async () => {
    const ann = await enter('ann', 'reviewer')
    for (const [path, body] of [
      ['/api/submit', { item: 5 }],
      ['/api/claim', []],
      ['/api/restructure', { kind: 'explode' }],
    ] as const) {
      const answer = await ann.post(path, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ problem: { code: 'review-invalid' } })
    }
    expect((await ann.get('/api/queue?status=nonsense')).status).toBe(400)
    expect((await ann.get('/api/queue?after=%5B%5D')).status).toBe(400)
    expect((await ann.get('/api/item?id=none')).status).toBe(404)
  })
})

describe('pictures', () => {
  it('come from the pages that the queue knows, at resolutions from a list', async () => {
    const ann = await enter('ann', 'reviewer')
    const page = await ann.get('/api/page/thermo-a/document/2?dpi=72')
    expect(page.headers.get('content-type')).toBe('image/png')
    await ann.get('/api/page/thermo-a/document/2?dpi=72')
    expect(sources.asked).toEqual(['page thermo-a document 2 72'])
    for (const path of [
      'thermo-a/document/99',
      'thermo-b/document/1',
      'thermo-a/secrets/1',
      'thermo-a/document/1?dpi=9999',
      '..%2F..%2Fetc/document/1',
      'thermo-a/document/0',
    ]) {
      expect((await ann.get(`/api/page/${path}`)).status, path).toBe(400)
    }
  })

  it('are cut anew at once where a person draws a box', async () => {
    const ann = await enter('ann', 'reviewer')
    const crop = await (await ann.post('/api/crop', { document: 'thermo-a', page: 1, bbox: [72, 210, 172, 310] })).json()
    expect(crop).toMatchObject({ width: 278, height: 278 })
    expect((await ann.get(`/api/image/${crop.sha256}`)).status).toBe(200)
    expect((await ann.get(`/api/image/${'0'.repeat(64)}`)).status).toBe(404)
    expect((await ann.get('/api/image/..%2F..%2Fetc%2Fpasswd')).status).toBe(400)
    expect((await ann.post('/api/crop', { document: 'thermo-a', page: 1, bbox: [172, 210, 72, 310] })).status).toBe(400)
  })
})

describe('a server for a team', () => {
  it('starts with an invitation for an admin, until there is one', async () => {
    const server = await serveReview(review, sources, { web: '/nonexistent' })
    const token = new URLSearchParams(new URL(server.start).hash.slice(1)).get('join')
    const boss = browser(app)
    expect((await boss.post('/api/accept', { token, name: 'boss', password: PASSWORD, qualification: '' })).status).toBe(200)
    await boss.remember()
    expect(await boss.json('/api/me')).toMatchObject({ role: 'admin' })
    await server.close()
    const again = await serveReview(review, sources, { web: '/nonexistent', publicUrl: 'https://review.example.org' })
    expect(again.start).toBe('https://review.example.org')
    await again.close()
  })
})

describe('a server for somebody alone', () => {
  it('lets in whoever has the link, and nobody else', async () => {
    const server = await serveReview(review, sources, { alone: { name: 'me' }, web: '/nonexistent' })
    try {
      expect((await fetch(`${server.url}/api/me`)).status).toBe(401)
      expect((await fetch(`${server.url}/start?token=guess`)).status).toBe(403)
      const let_in = await fetch(server.start, { redirect: 'manual' })
      const cookie = let_in.headers.get('set-cookie')?.split(';')[0] ?? ''
      expect(await (await fetch(`${server.url}/api/me`, { headers: { cookie } })).json()).toMatchObject({
        name: 'me',
        role: 'admin',
        team: false,
      })
    } finally {
      await server.close()
    }
  })

  it('refuses to be open to others without sign-in, and a port that is taken', async () => {
    await expect(serveReview(review, sources, { alone: { name: 'me' }, host: '0.0.0.0' })).rejects.toMatchObject({
      problem: { code: 'usage' },
    })
    const server = await serveReview(review, sources, { web: '/nonexistent' })
    await expect(serveReview(review, sources, { port: Number(new URL(server.url).port) })).rejects.toMatchObject({
      problem: { code: 'usage' },
    })
    await server.close()
  })

  it('serves the built page and nothing beside it, and says how to build it when it is not there', async () => {
    expect((await browser(app).get('/')).status).toBe(503)
    const folder = mkdtempSync(join(tmpdir(), 'review-web-'))
    mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>the page')
    writeFileSync(join(folder, 'secret.html'), 'secret')
    const web = join(folder, 'web')
    const built = browser(
      await reviewApp({ review, sources, web, team: true, publicUrl: undefined, behindProxy: false, onBug: () => undefined }),
    )
    expect(await (await built.get('/')).text()).toContain('the page')
    for (const path of ['/../secret.html', '/..%2fsecret.html', '/%2e%2e/secret.html', '/assets', '/assets/']) {
      expect((await built.get(path)).status, path).toBe(404)
    }
    rmSync(folder, { recursive: true })
  })
})
