import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTopicList } from '../../topics/list.ts'
import { geminiSays, json, type Reply, serve } from './models/server.ts'
import { engvqa } from './run-cli.ts'
import { SUBJECT, tinySet } from './tiny-set.ts'

let folder = ''
beforeAll(async () => {
  const set = await tinySet()
  folder = set.folder
  return set.drop
})

const topicsOf = async (): Promise<string[][]> => {
  const { items } = JSON.parse(await readFile(join(folder, '.engvqa', 'candidates', 'sheet.json'), 'utf8'))
  return items.map(({ topics }: { topics: { name: string }[] }) => topics.map(({ name }) => name))
}
const asking = async (reply: Reply, ...args: string[]) => {
  const server = await serve(reply)
  const result = await engvqa(folder, args, { env: { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url } })
  await server.close()
  return result
}
const labels: Reply = (response, seen) =>
  json(geminiSays(JSON.stringify({ topics: seen.text.includes('A shaft') ? [listed[0], listed[1], 'Cooking'] : [] })))(response, seen)

let listed: string[] = []

describe('topics', () => {
  it('keep labels that are not in the list in the record, and stats show the rate by model', async () => {
    listed = (await loadTopicList(SUBJECT)).list.topics.map(({ name }) => name)
    expect((await engvqa(folder, ['stats'])).out).not.toContain('labels by')
    const assigned = await asking(labels, 'topics', 'assign', '--model', 'gemini-2.5-flash')
    expect(assigned, assigned.err).toMatchObject({ out: expect.stringContaining('2 calls') })
    expect(await topicsOf()).toEqual([[listed[0], listed[1]], []])
    const record = JSON.parse((await readFile(join(folder, '.engvqa', 'models', 'runs.jsonl'), 'utf8')).trim())
    expect(record.models).toMatchObject({ total: { calls: 2 }, byDocument: { sheet: { calls: 2 } } })
    for (const { cost } of Object.values<{ cost: number }>(record.models.byItem)) expect(cost).toBeCloseTo(record.models.total.cost / 2, 9)
    expect(record.models.total.cost).toBeGreaterThan(0)
    const { out } = await engvqa(folder, ['stats'])
    expect(out).toMatch(/gemini-2\.5-flash\s+2\s+2\s+1\s+33\.3 %/)
    expect(JSON.parse((await engvqa(folder, ['stats', '--json'])).out).labels).toMatchObject([{ by: 'gemini-2.5-flash', discarded: 1 }])
    expect(await readFile(join(folder, '.engvqa', 'topics', 'labels.json'), 'utf8')).toContain('Cooking')
    await engvqa(folder, ['topics', 'assign', '--model', 'embedded'])
    expect((await engvqa(folder, ['stats'])).out).toContain('33.3 %')
  })

  it('stay as they were where no model answers, which is told as nothing done', async () => {
    const before = await topicsOf()
    const result = await engvqa(folder, ['topics', 'assign', '--model', 'gemini-2.5-pro'], { env: {} })
    expect(result).toMatchObject({
      code: 3,
      out: expect.stringContaining('keeps the topics'),
      err: expect.stringContaining('GEMINI_API_KEY'),
    })
    expect(await topicsOf()).toEqual(before)
  })

  it('move with the list when it is written anew, and with people’s edits', async () => {
    await asking(labels, 'topics', 'assign', '--model', 'gemini-2.5-flash')
    const [first = '', second = '', ...others] = listed
    const next = [`${first}s`, ...others, 'Something entirely different'].slice(0, 60)
    const proposal: Reply = json(geminiSays(JSON.stringify({ topics: next.map((name) => ({ name, keywords: ['k'] })) })))
    const made = await asking(proposal, 'topics', 'synthesize', '--subject', SUBJECT, '--model', 'gemini-2.5-flash')
    expect(made, made.err).toMatchObject({ code: 1, err: expect.stringContaining('no longer listed') })
    expect(made.out).toContain(`- ${second}`)
    expect(made.out).toContain(`~ ${first} → ${first}s`)
    expect(await topicsOf()).toEqual([[`${first}s`], []])
    const file = join(folder, 'topics', `${SUBJECT}.yaml`)
    await writeFile(file, (await readFile(file, 'utf8')).replace(`${first}s`, 'By another name'))
    expect(await engvqa(folder, ['topics', 'migrate'])).toMatchObject({ code: 0, out: expect.stringContaining('of 1 changed') })
    expect(await topicsOf()).toEqual([['By another name'], []])
  })
})
