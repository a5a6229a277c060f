import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AskModel, ModelCall } from '../../schemas/model.ts'
import { TopicList } from '../../schemas/topics.ts'
import { migrateTopics } from '../../topics/migrate.ts'
import { changeOf, synthesizeTopics } from '../../topics/synthesize.ts'
import { anItem } from '../an-item.ts'

/** Names that are far from each other by the ratio. */
const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(String(index)).digest('base64url').slice(0, 20).toLowerCase())
const answer = (list: readonly string[]): string => JSON.stringify({ topics: list.map((name) => ({ name, keywords: [`${name} phrase`] })) })

/** Gives the answers one after the other, the last one again and again; remembers what it was asked. */
const scripted = (...answers: string[]): { ask: AskModel; calls: ModelCall[] } => {
  const calls: ModelCall[] = []
  return {
    calls,
    ask: async (call) => {
      calls.push(call)
      return answers[Math.min(calls.length, answers.length) - 1] ?? ''
    },
  }
}
const request = { subject: 'dynamics', questions: ['A car stops.', 'A wheel rolls.'], model: 'm-1' }

describe('synthesizeTopics', () => {
  it('reads all statements and writes a valid list that says who wrote it', async () => {
    const { ask, calls } = scripted(answer(names(54)))
    const { list, change } = await synthesizeTopics({ ...request, ask })
    expect(calls).toHaveLength(1)
    for (const question of request.questions) expect(calls[0]?.prompt).toContain(question)
    expect(TopicList.parse(list)).toEqual(list)
    expect(list).toMatchObject({ subject: 'dynamics', by: 'm-1' })
    expect(list.topics).toHaveLength(54)
    expect(change.added).toHaveLength(54)
  })

  it('asks in parts and merges when the statements do not fit one call', async () => {
    const { ask, calls } = scripted(answer(names(40)), answer(names(50)), answer(names(55)))
    const { list } = await synthesizeTopics({ ...request, questions: ['a'.repeat(200_000), 'b'.repeat(200_000)], ask })
    expect(calls).toHaveLength(3)
    expect(calls[2]?.prompt).toContain(`- ${names(50)[45]}`)
    expect(list.topics).toHaveLength(55)
  })

  it('takes out near-duplicates by the ratio, then asks again for the count', async () => {
    const short = names(48)
    const { ask, calls } = scripted(answer([...short, ...short.slice(0, 6).map((name) => `${name}s`)]), answer(names(52)))
    const { list } = await synthesizeTopics({ ...request, ask })
    expect(calls[1]?.prompt).toContain('48 distinct topics, too few')
    expect(list.topics).toHaveLength(52)
  })

  it.each([3, 200])('gives up on a model that keeps writing %i topics', async (count) => {
    const { ask, calls } = scripted(answer(names(count)))
    await expect(synthesizeTopics({ ...request, ask })).rejects.toMatchObject({
      problem: { code: 'topic-list-invalid', message: expect.stringContaining(`${count} distinct`) },
    })
    expect(calls).toHaveLength(3)
  })

  it('does not ask about nothing', async () => {
    const { ask, calls } = scripted(answer(names(54)))
    await expect(synthesizeTopics({ ...request, questions: [], ask })).rejects.toMatchObject({ problem: { code: 'topic-list-invalid' } })
    expect(calls).toEqual([])
  })

  it('keeps the ids and keywords of topics that stay, and tells what came, went and was reworded', async () => {
    const old = names(54)
    const before = (await synthesizeTopics({ ...request, ask: scripted(answer(old)).ask })).list
    const [first, ...rest] = before.topics
    if (!first) throw new Error('The list is empty.')
    const edited: TopicList = { ...before, topics: [{ ...first, keywords: ['by hand'] }, ...rest] }
    const next = [`${old[0]}s`, ...old.slice(1, 53), 'completely unlike everything above']
    const { list, change } = await synthesizeTopics({ ...request, previous: edited, ask: scripted(answer(next)).ask })
    expect(list.topics[0]).toMatchObject({ id: first.id, name: `${old[0]}s`, keywords: ['by hand', `${old[0]}s phrase`] })
    expect(change.renamed).toEqual([{ id: first.id, from: old[0], to: `${old[0]}s` }])
    expect(change.removed.map(({ name }) => name)).toEqual([old[53]])
    expect(change.added.map(({ name }) => name)).toEqual(['completely unlike everything above'])
  })

  it('gives different names different ids even when their letters are alike', async () => {
    const { list } = await synthesizeTopics({ ...request, ask: scripted(answer([...names(50), '力学一般原理', '流体静力学'])).ask })
    expect(new Set(list.topics.map(({ id }) => id)).size).toBe(52)
  })
})

describe('migrateTopics', () => {
  const list = TopicList.parse({
    subject: 'fluid-mechanics',
    by: 'hand',
    topics: [
      { id: 'bernoulli', name: 'Bernoulli equations' },
      { id: 'drag', name: 'Drag' },
    ],
  })

  it('follows ids, then similar names, and reports what is gone', () => {
    const item = anItem('x', {
      id: 'a',
      subject: 'fluid-mechanics',
      topics: [
        { id: 'drag', name: 'Drag and lift', by: 'r1' },
        { id: 'old', name: 'Bernoulli equation', by: 'embedded' },
        { id: 'gone', name: 'Open-channel flow', by: 'embedded' },
      ],
    })
    const { items, problems } = migrateTopics([item], list)
    expect(items[0]?.topics).toEqual([
      { id: 'bernoulli', name: 'Bernoulli equations', by: 'embedded' },
      { id: 'drag', name: 'Drag', by: 'r1' },
    ])
    expect(problems).toMatchObject([{ code: 'topic-discarded', message: expect.stringContaining('Open-channel flow') }])
  })

  it('leaves items of other subjects alone', () => {
    const item = anItem('x', { id: 'a', subject: 'dynamics', topics: [{ id: 'q', name: 'Q', by: 'r1' }] })
    expect(migrateTopics([item], list)).toEqual({ items: [item], problems: [] })
  })

  it('has no change to tell between a list and itself', () => {
    expect(changeOf(list, list)).toEqual({ added: [], removed: [], renamed: [] })
  })
})
