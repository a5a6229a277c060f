import { describe, expect, it } from 'vitest'
import { invite } from '../../../review/people.ts'
import { item } from '../fixtures.ts'
import { browser, PASSWORD, teamServer } from '../server-fixture.ts'

const team = teamServer()
const { enter } = team

describe('strangers', () => {
  it('see nothing of the queue, the pages or the people', async () => {
    const stranger = browser(team.app)
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
    expect((await browser(team.app, 'http://evil.example').get('/health')).status).toBe(421)
    expect((await browser(team.app).get('/health')).status).toBe(200)
  })

  it('get strict headers with every answer', async () => {
    const { headers } = await browser(team.app).get('/health')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const loose = headers
      .get('content-security-policy')
      ?.split('; ')
      .filter((rule) => rule.includes('unsafe'))
    expect(loose).toEqual(["style-src-attr 'unsafe-inline'"]) // typeset math needs it; no script, no style sheet
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('do not get in by an invitation twice, an old one, or one of their making', async () => {
    const token = await invite(team.review, 'reviewer', 'cli')
    const stranger = browser(team.app)
    const accept = (change: Record<string, string>) =>
      stranger.post('/api/accept', { token, name: 'ann', password: PASSWORD, qualification: '', ...change })
    expect((await accept({ token: 'guess' })).status).toBe(403)
    expect((await accept({ password: 'short' })).status).toBe(400)
    expect((await accept({ name: '<img src=x>' })).status).toBe(400)
    expect((await accept({})).status).toBe(200)
    expect((await accept({ name: 'bob' })).status).toBe(403)
    const late = await invite(team.review, 'reviewer', 'cli')
    team.time.pass(73 * 60)
    expect((await accept({ token: late, name: 'bob' })).status).toBe(403)
  })

  it('get a new password by a link of an admin, under their own name only, which ends old sessions', async () => {
    const [ann, boss] = [await enter('ann', 'reviewer'), await enter('boss', 'admin')]
    const { link } = await (await boss.post('/api/invitations', { role: 'reviewer', person: 'ann' })).json()
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('join')
    const stranger = browser(team.app)
    expect((await stranger.post('/api/accept', { token, name: 'eve', password: PASSWORD, qualification: '' })).status).toBe(400)
    const renewed = await stranger.post('/api/accept', { token, name: 'ann', password: 'another long password', qualification: '' })
    expect(renewed.status).toBe(200)
    expect((await ann.get('/api/me')).status).toBe(401)
    expect((await browser(team.app).post('/api/sign-in', { name: 'ann', password: PASSWORD })).status).toBe(403)
  })

  it('have to wait after five wrong passwords, even with the right one, and not for ever', async () => {
    await enter('ann', 'reviewer')
    const stranger = browser(team.app)
    const tries = []
    for (let n = 0; n < 6; n++) tries.push((await stranger.post('/api/sign-in', { name: 'ann', password: `wrong ${n}` })).status)
    expect(tries).toEqual([403, 403, 403, 403, 403, 429])
    expect((await stranger.post('/api/sign-in', { name: 'ann', password: PASSWORD })).status).toBe(429)
    team.time.pass(16)
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
    const token = await invite(team.review, 'reviewer', 'cli')
    const answer = await browser(team.app).post('/api/accept', { token, name: 'ann', password: PASSWORD, qualification: '' })
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/)
  })

  it('is out after signing out, after twelve hours, and when shut out', async () => {
    const [ann, boss] = [await enter('ann', 'reviewer'), await enter('boss', 'admin')]
    await ann.post('/api/sign-out', {})
    expect((await ann.get('/api/me')).status).toBe(401)
    const bob = await enter('bob', 'reviewer')
    await boss.send('PATCH', '/api/people', { name: 'bob', disabled: true })
    expect((await bob.get('/api/me')).status).toBe(401)
    team.time.pass(12 * 60 + 1)
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
