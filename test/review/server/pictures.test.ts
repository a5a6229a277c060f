import { describe, expect, it } from 'vitest'
import { teamServer } from '../server-fixture.ts'

const team = teamServer()
const { enter } = team

describe('pictures', () => {
  it('come from the pages that the queue knows, at resolutions from a list', async () => {
    const ann = await enter('ann', 'reviewer')
    const page = await ann.get('/api/page/thermo-a/document/2?dpi=72')
    expect(page.headers.get('content-type')).toBe('image/png')
    await ann.get('/api/page/thermo-a/document/2?dpi=72')
    expect(team.sources.asked).toEqual(['page thermo-a document 2 72'])
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
