import { describe, expect, it, vi } from 'vitest'
import { Item } from '../../schemas/item.ts'
import type { AskModel, ModelCall } from '../../schemas/model.ts'
import { ProblemError } from '../../schemas/problem.ts'
import { TopicList } from '../../schemas/topics.ts'
import { assignTopics } from '../../topics/assign.ts'
import { aDiagram, anItem } from '../an-item.ts'

const list = TopicList.parse({
  subject: 'fluid-mechanics',
  by: 'hand',
  topics: [
    { id: 'bernoulli-equation', name: 'Bernoulli equation', keywords: ['stagnation pressure'] },
    { id: 'drag-and-lift', name: 'Drag and lift', keywords: ['airfoil'] },
    ...Array.from({ length: 48 }, (_, index) => ({ id: `t-${index}`, name: `Topic number ${index}` })),
  ],
})
const lists = new Map([[list.subject, list]])
const wing = anItem('Find the stagnation pressure on the airfoil.', {
  id: 'fluid-mechanics/sheet/1',
  subject: 'fluid-mechanics',
  diagrams: [aDiagram()],
})
const picture = async () => ({ mime: 'image/png', base64: 'AAAA' })
const saying =
  (...topics: string[]): AskModel =>
  async () =>
    JSON.stringify({ topics })
const failing =
  (code: 'budget-reached' | 'model-failed'): AskModel =>
  async () => {
    throw new ProblemError({ code, message: 'No.', hint: 'Wait.', place: {} })
  }

describe('assignTopics, embedded', () => {
  it('labels every topic “embedded” and yields valid items', async () => {
    const { items, problems, discarded } = await assignTopics([wing], lists, { by: 'embedded' })
    expect(items[0]?.topics).toEqual([
      { id: 'bernoulli-equation', name: 'Bernoulli equation', by: 'embedded' },
      { id: 'drag-and-lift', name: 'Drag and lift', by: 'embedded' },
    ])
    expect(items.map((item) => Item.parse(item))).toEqual(items)
    expect([problems, discarded]).toEqual([[], []])
  })

  it('reports an item that no topic fits, and one whose subject has no list; nothing is dropped', async () => {
    const { items, problems } = await assignTopics(
      [anItem('Hello.', { id: 'a', subject: 'fluid-mechanics' }), anItem('Drag', { id: 'b', subject: 'acoustics' })],
      lists,
      {
        by: 'embedded',
      },
    )
    expect(items.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(problems).toMatchObject([
      { code: 'topics-none', place: { item: 'a' } },
      { code: 'topic-list-missing', place: { item: 'b' } },
    ])
  })
})

describe('assignTopics, by a model', () => {
  it('keeps validated labels with the model’s name and keeps a record of the rest', async () => {
    const by = { model: 'm-1', ask: saying('BERNOULLI EQUATION', 'bernoulli equations', 'Aerodynamics of wings'), picture }
    const { items, discarded, problems } = await assignTopics([wing], lists, { by })
    expect(items[0]?.topics).toEqual([{ id: 'bernoulli-equation', name: 'Bernoulli equation', by: 'm-1' }])
    expect(items[0]?.provenance.models).toEqual(['m-1'])
    expect(discarded).toMatchObject([{ item: wing.id, label: 'Aerodynamics of wings', by: 'm-1' }])
    expect(problems).toMatchObject([{ code: 'topic-discarded', severity: 'notice' }])
  })

  it('sends statement, whole list and diagrams, the list in the part that calls share', async () => {
    const calls: ModelCall[] = []
    const ask: AskModel = async (call) => {
      calls.push(call)
      return '{"topics":[]}'
    }
    await assignTopics([wing, anItem('Another', { id: 'b', subject: 'fluid-mechanics' })], lists, { by: { model: 'm-1', ask, picture } })
    const [second, first] = calls.toSorted((a, b) => a.prompt.length - b.prompt.length)
    expect(first?.prompt).toContain(wing.question.text)
    expect(first?.images).toEqual([await picture()])
    for (const { name } of list.topics) expect(first?.shared?.text).toContain(`- ${name}\n`)
    expect(second?.shared).toEqual(first?.shared)
    expect(second?.images).toBeUndefined()
    expect(first?.about).toEqual({ document: 'sheet', item: wing.id })
  })

  it('says so when a diagram’s picture is not there', async () => {
    const { problems } = await assignTopics([wing], lists, {
      by: { model: 'm-1', ask: saying('Drag and lift'), picture: async () => undefined },
    })
    expect(problems).toMatchObject([{ code: 'diagram-missing' }])
  })

  it('goes on after one failed answer, which costs the item nothing that it had', async () => {
    const before = { ...wing, topics: [{ id: 'drag-and-lift', name: 'Drag and lift', by: 'embedded' }] }
    const { items, problems } = await assignTopics([before, before], lists, { by: { model: 'm-1', ask: failing('model-failed'), picture } })
    expect(items).toEqual([before, before])
    expect(problems).toMatchObject([{ code: 'model-failed', place: { stage: 'topics', item: wing.id } }, { code: 'model-failed' }])
  })

  it('asks nothing more once the budget is spent', async () => {
    const ask = vi.fn(failing('budget-reached'))
    const many = Array.from({ length: 40 }, (_, index) => anItem('Drag', { id: `i-${index}`, subject: 'fluid-mechanics' }))
    const { problems } = await assignTopics(many, lists, { by: { model: 'm-1', ask, picture } })
    expect(ask.mock.calls.length).toBeLessThan(20)
    expect(problems).toHaveLength(40)
    expect(problems.every(({ code }) => code === 'budget-reached')).toBe(true)
  })

  it('takes an answer of another shape as failed, not as “no topics”', async () => {
    const { problems } = await assignTopics([wing], lists, { by: { model: 'm-1', ask: async () => '["Drag and lift"]', picture } })
    expect(problems).toMatchObject([{ code: 'model-failed' }])
  })

  it('does not hide a bug', async () => {
    const ask: AskModel = () => Promise.reject(new TypeError('bug'))
    await expect(assignTopics([wing], lists, { by: { model: 'm-1', ask, picture } })).rejects.toThrow('bug')
  })
})
