import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENGVQA_SUBJECTS } from '../../schemas/document.ts'
import { TopicList } from '../../schemas/topics.ts'
import { neededTopics, ranker } from '../../topics/embedded.ts'
import { readLabelled } from '../../topics/labelled.ts'
import { loadTopicList } from '../../topics/list.ts'
import { agreement } from '../../topics/measure.ts'

const toy = TopicList.parse({
  subject: 'toys',
  by: 'hand',
  topics: [
    { id: 'springs', name: 'Springs', keywords: ['unstretched length', 'stiffness'], implies: ['forces'] },
    { id: 'forces', name: 'Forces', keywords: ['resultant'] },
    { id: 'heat', name: 'Heat', keywords: ['insulated'] },
    ...Array.from({ length: 50 }, (_, index) => ({ id: `other-${index}`, name: `Other${index}`, keywords: ['shared word'] })),
  ],
})
const assign = (question: string, solution = ''): string[] =>
  neededTopics(ranker(toy)({ question, captions: [], solution }), toy).map(({ id }) => id)

describe('ranker', () => {
  it('finds a topic by a keyword, and what it implies after it', () => {
    const ranked = ranker(toy)({ question: 'A spring of stiffness 3 N/m', captions: [], solution: '' })
    expect(ranked.map(({ topic }) => topic.id)).toEqual(['springs', 'forces'])
    expect(ranked[0]?.found).toContain('stiff')
    expect(ranked[1]?.found).toEqual([])
  })

  it('trusts the question more than the solution', () => {
    const rank = ranker(toy)
    const [stated] = rank({ question: 'stiffness', captions: [], solution: '' })
    const [worked] = rank({ question: '', captions: [], solution: 'stiffness' })
    expect(stated?.score).toBeGreaterThan(worked?.score ?? 0)
  })

  it('reads captions', () => {
    expect(ranker(toy)({ question: '', captions: ['Insulated tank'], solution: '' })[0]?.topic.id).toBe('heat')
  })
})

describe('neededTopics', () => {
  it('gives topics in list order', () => {
    expect(assign('The insulated box hangs from a spring of unstretched length 2 m.')).toEqual(['springs', 'forces', 'heat'])
  })

  it('gives none for a question that says nothing of the subject, or only what every topic says', () => {
    expect(assign('Who wrote this?')).toEqual([])
    expect(assign('a shared word')).toEqual([])
    expect(assign('')).toEqual([])
  })

  it('is the same twice, and survives any text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200, unit: fc.constantFrom('$', '\\', '{', '}', '_', '^', 'stiffness ', 'a', ' ', '.', '\n', 'é') }),
        (text) => {
          expect(assign(text, text)).toEqual(assign(text, text))
        },
      ),
    )
  })
})

describe('the built-in lists', () => {
  it.each(ENGVQA_SUBJECTS)('%s: 50 to 60 topics that can be told apart, every one reachable by its name', async (subject) => {
    const { list, problems } = await loadTopicList(subject)
    expect(problems).toEqual([])
    const rank = ranker(list)
    for (const { id, name } of list.topics)
      expect(
        rank({ question: name, captions: [], solution: '' })
          .slice(0, 2)
          .map(({ topic }) => topic.id),
      ).toContain(id)
  })

  it('agree with the hand labels of the synthetic problems', async () => {
    const labelled = await readLabelled()
    expect(labelled).toHaveLength(46)
    const rankers = new Map<string, { list: TopicList; rank: ReturnType<typeof ranker> }>()
    const judged = []
    for (const { subject, evidence, topics } of labelled) {
      const { list } = rankers.get(subject) ?? (await loadTopicList(subject))
      const rank = rankers.get(subject)?.rank ?? ranker(list)
      rankers.set(subject, { list, rank })
      judged.push({ assigned: neededTopics(rank(evidence), list).map(({ id }) => id), labelled: topics })
    }
    const { precision, recall } = agreement(judged)
    expect(precision).toBeGreaterThan(0.85)
    expect(recall).toBeGreaterThan(0.85)
  })

  it('would fail that test if topics were dealt out blindly', async () => {
    const labelled = await readLabelled()
    const { list } = await loadTopicList('dynamics')
    const { precision } = agreement(
      labelled.map(({ topics }) => ({ assigned: list.topics.slice(0, 8).map(({ id }) => id), labelled: topics })),
    )
    expect(precision).toBeLessThan(0.3)
  })

  it('say in their file what they are for', async () => {
    for (const subject of ENGVQA_SUBJECTS) {
      expect(await readFile(new URL(`../../topics/lists/${subject}.yaml`, import.meta.url), 'utf8')).toMatch(/^# Master topics of/)
    }
  })
})
