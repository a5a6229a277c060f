import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Candidates, keepTopics, lastCandidates, readCandidates, writeCandidates } from '../../corpus/candidates.ts'
import { type Item, PENDING } from '../../schemas/item.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candidates-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const item = (id: string, text: string, topics: Item['topics'] = []): Item => ({
  id,
  subject: 'dynamics',
  source: { document: 'a', sha256: 'a'.repeat(64), solutionsSha256: null, number: '1', pages: [1], chapter: null, licence: 'CC0-1.0' },
  question: { text, parts: [], spans: [] },
  diagrams: [],
  equations: [],
  solution: null,
  topics,
  review: PENDING,
  provenance: { engine: 'local', stages: {}, models: [], confidence: 1, problems: [] },
})
const found = (document: string): Candidates => ({
  document,
  pages: 1,
  pagesOfFile: 2,
  seconds: 0.5,
  items: [item('x', 'text')],
  problems: [],
})

describe('what an extraction leaves', () => {
  it('is there for those who come after it, by document', async () => {
    await writeCandidates(folder, found('b'))
    await writeCandidates(folder, found('a'))
    expect([...(await readCandidates(folder)).keys()]).toEqual(['a', 'b'])
    expect(await lastCandidates(folder, 'a')).toEqual(found('a'))
  })

  it('is nothing before the first extraction', async () => {
    expect((await readCandidates(folder)).size).toBe(0)
    expect(await lastCandidates(folder, 'a')).toBeUndefined()
  })

  it('is refused when another version wrote it, except by the extraction that writes it anew', async () => {
    await writeCandidates(folder, found('a'))
    await writeFile(join(folder, '.engvqa/candidates/a.json'), '{"document":"a"}')
    await expect(readCandidates(folder)).rejects.toMatchObject({
      problem: { code: 'store-damaged', hint: expect.stringContaining('extract') },
    })
    expect(await lastCandidates(folder, 'a')).toBeUndefined()
  })
})

describe('topics that a model chose', () => {
  const topics = [{ id: 't', name: 'T', by: 'some-model' }]

  it('stay with an item whose question is the same', () => {
    expect(keepTopics([item('x', 'text')], [item('x', 'text', topics)])[0]?.topics).toEqual(topics)
  })

  it('go when the question reads differently now', () => {
    expect(keepTopics([item('x', 'other text')], [item('x', 'text', topics)])[0]?.topics).toEqual([])
  })
})
