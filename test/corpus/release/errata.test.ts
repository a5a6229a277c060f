import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errataAfter } from '../../../corpus/release/changelog.ts'
import { readErrata } from '../../../corpus/release/errata.ts'
import type { Erratum, ItemChange } from '../../../schemas/release.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-'))
})
afterAll(() => rm(folder, { recursive: true }))

const open: Erratum = { item: 'a', found: '1.0.0', fixed: null, what: 'A sign is wrong.' }
const versions = { from: '1.0.0', to: '2.0.0' }

describe('readErrata', () => {
  it('reads what people wrote, and nothing where they wrote nothing', async () => {
    expect(await readErrata(folder)).toEqual([])
    await writeFile(join(folder, 'errata.yaml'), 'errata:\n  - item: a\n    found: 1.0.0\n    what: A sign is wrong.\n')
    expect(await readErrata(folder)).toEqual([open])
  })

  it('names the line of a mistake', async () => {
    await writeFile(join(folder, 'errata.yaml'), 'errata:\n  - item: a\n    found: one\n    what: A sign is wrong.\n')
    await expect(readErrata(folder)).rejects.toMatchObject({
      problem: { code: 'manifest-invalid', message: expect.stringContaining('line 3') },
    })
  })
})

describe('errataAfter', () => {
  it('keeps an open fault open until its item changes', () => {
    expect(errataAfter([open], [open], [], versions)).toEqual([open])
    expect(errataAfter([open], [], [{ kind: 'added', item: 'b' }], versions)).toEqual([open])
    expect(errataAfter([open], [], [{ kind: 'edited', item: 'a', fields: ['question.text'] }], versions)).toEqual([
      { ...open, fixed: '2.0.0' },
    ])
  })

  it('tells of every item that was corrected or taken back, once', () => {
    const changes: ItemChange[] = [
      { kind: 'edited', item: 'a', fields: ['solution.text'] },
      { kind: 'removed', item: 'c' },
    ]
    expect(errataAfter([], [open], changes, versions)).toEqual([
      { ...open, fixed: '2.0.0' },
      { item: 'c', found: '1.0.0', fixed: '2.0.0', what: 'Taken out of the dataset.' },
    ])
  })
})
