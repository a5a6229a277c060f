import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { engvqa } from './run-cli.ts'
import { addSheet, emptySet } from './tiny-set.ts'

let folder = ''
beforeAll(async () => {
  const set = await emptySet()
  folder = set.folder
  return set.drop
})

const states = async () =>
  JSON.parse((await engvqa(folder, ['list', '--json'])).out).documents.map(({ id, state, items }: Record<string, unknown>) => [
    id,
    state,
    items,
  ])

describe('documents of a workspace', () => {
  it('are asked for where there are none', async () => {
    for (const command of ['list', 'stats'])
      expect(await engvqa(folder, [command])).toMatchObject({
        code: 0,
        out: expect.stringContaining('No documents yet.\nNext: engvqa add'),
      })
  })

  it('are listed once added, and stats say what to do next', async () => {
    await addSheet(folder, 'one')
    expect(await states()).toEqual([['one', 'not extracted', null]])
    const { out } = await engvqa(folder, ['stats'])
    expect(out).toBe('1 document added, not extracted yet.\nNext: engvqa extract\n')
    expect(JSON.parse((await engvqa(folder, ['stats', '--json'])).out).documents).toMatchObject([{ id: 'one', state: 'not extracted' }])
  })

  it('show how far each is', async () => {
    await engvqa(folder, ['extract'])
    await addSheet(folder, 'two')
    const { out } = await engvqa(folder, ['list'])
    expect(out).toMatch(/^one +mechanics-of-materials +1 +2 +extracted +CC0-1\.0 +one\.pdf$/m)
    expect(out).toMatch(/^two +mechanics-of-materials +– +– +not extracted/m)
    expect(out).toContain('2 documents added, 1 of them not extracted yet.\nNext: engvqa extract two\n')
    expect((await engvqa(folder, ['stats'])).out).toMatch(/mechanics-of-materials +2 [\s\S]*Next: engvqa extract two\n$/)
    await rename(join(folder, 'one.pdf'), join(folder, 'away.pdf'))
    expect(await states()).toEqual([
      ['one', 'file missing', 2],
      ['two', 'not extracted', null],
    ])
  })
})
