import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TopicList } from '../../schemas/topics.ts'
import { loadTopicList, writeTopicList } from '../../topics/list.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'topics-'))
})
afterAll(() => rm(folder, { recursive: true }))

const put = (name: string, text: string): Promise<void> => writeFile(path.join(folder, `${name}.yaml`), text)
const problemOf = (subject: string): Promise<unknown> =>
  loadTopicList(subject, folder).then(
    () => 'no problem',
    (error) => error.problem,
  )
const listOf = (subject: string, count: number): TopicList =>
  TopicList.parse({
    subject,
    by: 'hand',
    topics: Array.from({ length: count }, (_, index) => ({ id: `t-${index}`, name: `Topic ${index}` })),
  })

describe('loadTopicList', () => {
  it('prefers the workspace’s own list to the built-in one', async () => {
    expect((await loadTopicList('dynamics', folder)).file).toMatch(/built-in/)
    await writeTopicList(path.join(folder, 'dynamics.yaml'), listOf('dynamics', 50))
    const { list, file, problems } = await loadTopicList('dynamics', folder)
    expect(list).toEqual(listOf('dynamics', 50))
    expect(file).toBe(path.join(folder, 'dynamics.yaml'))
    expect(problems).toEqual([])
  })

  it('says what to do when there is no list', async () => {
    expect(await problemOf('acoustics')).toMatchObject({ code: 'topic-list-missing', hint: expect.stringContaining('synthesize') })
  })

  it.each([3, 49, 61, 200])('uses a list of %i topics, with a warning', async (count) => {
    await writeTopicList(path.join(folder, 'sized.yaml'), listOf('sized', count))
    const { list, problems } = await loadTopicList('sized', folder)
    expect(list.topics).toHaveLength(count)
    expect(problems).toMatchObject([
      { code: 'topic-list-invalid', severity: 'warning', message: expect.stringContaining(`${count} topics`) },
    ])
  })

  it('names the line of a YAML error', async () => {
    await put('broken', 'subject: broken\nby: hand\ntopics: [\n')
    expect(await problemOf('broken')).toMatchObject({ code: 'topic-list-invalid', message: expect.stringMatching(/at line \d/) })
  })

  it.each([
    ['a repeated id', '  - { id: a, name: A }\n  - { id: a, name: B }\n', /used twice/],
    ['a repeated name', '  - { id: a, name: A }\n  - { id: b, name: a }\n', /used twice/],
    ['an unknown implied topic', '  - { id: a, name: A, implies: [z] }\n', /No topic has the id "z"/],
    ['a typo in a key', '  - { id: a, nmae: A }\n', /nmae/],
    ['no topics', '', /topics/],
  ])('refuses %s', async (_, topics, message) => {
    await put('bad', `subject: bad\nby: hand\ntopics:\n${topics}`)
    expect(await problemOf('bad')).toMatchObject({ code: 'topic-list-invalid', message: expect.stringMatching(message) })
  })

  it('refuses a list that is for another subject, and a folder in its place', async () => {
    await put('thermodynamics', 'subject: dynamics\nby: hand\ntopics: [{ id: a, name: A }]\n')
    expect(await problemOf('thermodynamics')).toMatchObject({ code: 'topic-list-invalid', message: expect.stringContaining('dynamics') })
    await mkdir(path.join(folder, 'folder.yaml'))
    expect(await problemOf('folder')).toMatchObject({ code: 'topic-list-invalid', message: expect.stringContaining('cannot be read') })
  })
})
