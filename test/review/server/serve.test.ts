import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewApp } from '../../../review/server/app.ts'
import { serveReview } from '../../../review/server/serve.ts'
import { browser, PASSWORD, teamServer } from '../server-fixture.ts'

const team = teamServer()

describe('a server for a team', () => {
  it('starts with an invitation for an admin, until there is one', async () => {
    const server = await serveReview(team.review, team.sources, { web: '/nonexistent' })
    const token = new URLSearchParams(new URL(server.start).hash.slice(1)).get('join')
    const boss = browser(team.app)
    expect((await boss.post('/api/accept', { token, name: 'boss', password: PASSWORD, qualification: '' })).status).toBe(200)
    await boss.remember()
    expect(await boss.json('/api/me')).toMatchObject({ role: 'admin' })
    await server.close()
    const again = await serveReview(team.review, team.sources, { web: '/nonexistent', publicUrl: 'https://review.example.org' })
    expect(again.start).toBe('https://review.example.org')
    await again.close()
  })
})

describe('a server for somebody alone', () => {
  it('lets in whoever has the link, and nobody else', async () => {
    const server = await serveReview(team.review, team.sources, { alone: { name: 'me' }, web: '/nonexistent' })
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
    await expect(serveReview(team.review, team.sources, { alone: { name: 'me' }, host: '0.0.0.0' })).rejects.toMatchObject({
      problem: { code: 'usage' },
    })
    const server = await serveReview(team.review, team.sources, { web: '/nonexistent' })
    await expect(serveReview(team.review, team.sources, { port: Number(new URL(server.url).port) })).rejects.toMatchObject({
      problem: { code: 'usage' },
    })
    await server.close()
  })

  it('serves the built page and nothing beside it, and says how to build it when it is not there', async () => {
    expect((await browser(team.app).get('/')).status).toBe(503)
    const folder = mkdtempSync(join(tmpdir(), 'review-web-'))
    mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>the page')
    writeFileSync(join(folder, 'secret.html'), 'secret')
    const web = join(folder, 'web')
    const built = browser(
      await reviewApp({
        review: team.review,
        sources: team.sources,
        web,
        team: true,
        publicUrl: undefined,
        behindProxy: false,
        onBug: () => undefined,
      }),
    )
    expect(await (await built.get('/')).text()).toContain('the page')
    for (const path of ['/../secret.html', '/..%2fsecret.html', '/%2e%2e/secret.html', '/assets', '/assets/']) {
      expect((await built.get(path)).status, path).toBe(404)
    }
    rmSync(folder, { recursive: true })
  })
})
