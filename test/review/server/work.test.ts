import { describe, expect, it } from 'vitest'
import { queueItems } from '../../../review/queue.ts'
import { writePolicy } from '../../../review/store/settings.ts'
import { ReviewPolicy } from '../../../schemas/review.ts'
import { ItemView } from '../../../schemas/review-api.ts'
import { item, withConfidence } from '../fixtures.ts'
import { teamServer } from '../server-fixture.ts'

const team = teamServer()
const { enter, decide } = team

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
    await writePolicy(team.review.db, ReviewPolicy.parse({ secondShare: 1 }))
    await queueItems(team.review, [withConfidence(item('5-1'), 0.8)])
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
