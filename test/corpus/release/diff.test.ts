import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bumpFor, diffItems, diffReleases } from '../../../corpus/release/diff.ts'
import { compareVersions, nextVersion } from '../../../corpus/release/version.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import type { Item } from '../../../schemas/item.ts'
import { type ItemChange, ReleasedItem } from '../../../schemas/release.ts'
import { item, releaseInput } from './sample.ts'

const CANARY = '00000000-0000-8000-8000-000000000000'
const released = (one: Item, over: Partial<ReleasedItem> = {}): ReleasedItem =>
  ReleasedItem.parse({ ...one, split: 'test', canary: CANARY, withheldSolution: null, ...over })

const bump = (before: ReleasedItem[], after: ReleasedItem[]) => bumpFor(diffItems(before, after))

describe('what a change asks for', () => {
  const one = () => released(item('1'))

  it('is a patch when only reviewers, machine notes or the canary differ', () => {
    const again = released(
      item('1', {
        review: { status: 'corrected', by: ['r2'], at: '2026-05-06T00:00:00Z', changed: [] },
        provenance: { engine: 'local', stages: { layout: 9 }, models: ['m'], confidence: 0.1, problems: [] },
      }),
      { canary: '00000000-0000-8000-8000-000000000001' },
    )
    expect(diffItems([one()], [again])).toEqual([])
    expect(bump([one()], [again])).toBe('patch')
  })

  it('is minor when items are added, or fields that said nothing say something', () => {
    expect(bump([one()], [one(), released(item('2'))])).toBe('minor')
    const without = released(item('1', { solution: null }))
    expect(diffItems([without], [one()])).toEqual([{ kind: 'extended', item: one().id, fields: ['solution'] }])
    expect(bump([without], [one()])).toBe('minor')
  })

  it('is minor when the entries of a list say more, and major when one of them says something else', () => {
    const asked = (...parts: Item['question']['parts']) => released(item('1', { question: { text: 'Find it.', parts, spans: [] } }))
    const boxed = { label: 'a', text: 'How far?', spans: [] }
    const before = asked({ label: 'a', text: 'How far?' }, { label: 'b', text: 'How fast?' })
    const after = asked(boxed, { label: 'b', text: 'How fast?' })
    expect(diffItems([before], [after])).toEqual([{ kind: 'extended', item: before.id, fields: ['question.parts'] }])
    expect(bump([after], [before])).toBe('major')
    expect(diffItems([before], [asked(boxed, { label: 'b', text: 'How?' })])).toEqual([
      { kind: 'edited', item: before.id, fields: ['question.parts'] },
    ])
    expect(bump([before], [asked(boxed)])).toBe('major')
  })

  it('is major when an item is edited, removed or moved', () => {
    const edited = released(item('1', { question: { text: 'Other words.', parts: [], spans: [] } }))
    expect(diffItems([one()], [edited])).toEqual([{ kind: 'edited', item: one().id, fields: ['question.text', 'question.spans'] }])
    expect(bump([one()], [edited])).toBe('major')
    expect(bump([one()], [])).toBe('major')
    expect(bump([one()], [released(item('1'), { split: 'dev' })])).toBe('major')
    expect(bump([one()], [released(item('1', { solution: null }))])).toBe('major')
  })

  it('follows from the changes, whatever their order, and the strongest one wins', () => {
    const change = fc.constantFrom<ItemChange>(
      { kind: 'added', item: 'a' },
      { kind: 'extended', item: 'b', fields: ['x'] },
      { kind: 'removed', item: 'c' },
      { kind: 'edited', item: 'd', fields: ['x'] },
      { kind: 'moved', item: 'e', from: 'test', to: 'dev' },
    )
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        expect(bumpFor(changes)).toBe(bumpFor(changes.toReversed()))
        const breaks = changes.some(({ kind }) => ['removed', 'edited', 'moved'].includes(kind))
        expect(bumpFor(changes)).toBe(breaks ? 'major' : changes.length > 0 ? 'minor' : 'patch')
      }),
    )
  })

  it('finds nothing between a set and itself, and mirrors added and removed', () => {
    const sets = fc
      .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
      .map((numbers) => numbers.map((number) => released(item(String(number)))))
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        expect(diffItems(a, a)).toEqual([])
        const kinds = (changes: ItemChange[]) => changes.map(({ kind }) => kind).toSorted()
        const mirrored = diffItems(b, a).map(({ kind }) => (kind === 'added' ? 'removed' : 'added'))
        expect(kinds(diffItems(a, b))).toEqual(mirrored.toSorted())
      }),
    )
  })
})

describe('versions', () => {
  it('count up and order as numbers, not as text', () => {
    expect([nextVersion('1.9.4', 'patch'), nextVersion('1.9.4', 'minor'), nextVersion('1.9.4', 'major')]).toEqual([
      '1.9.5',
      '1.10.0',
      '2.0.0',
    ])
    expect(['1.10.0', '2.0.0', '1.9.0'].toSorted(compareVersions)).toEqual(['1.9.0', '1.10.0', '2.0.0'])
  })
})

describe('a series of releases', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'series-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const edited = () => item('1', { question: { text: 'Water flows in another pipe, said better. Find the loss.', parts: [], spans: [] } })

  it('is numbered by what changed, and keeps a change log by item and errata', async () => {
    const first = await writeRelease(releaseInput(folder, [item('1'), item('2')]))
    expect(first).toMatchObject({ diff: null, manifest: { version: '1.0.0', previous: null, bump: null } })
    const same = await writeRelease(releaseInput(folder, [item('1'), item('2')], { date: new Date('2026-04-01T00:00:00Z') }))
    expect(same.manifest.version).toBe('1.0.1')
    const more = await writeRelease(releaseInput(folder, [item('1'), item('2'), item('3')]))
    expect(more.manifest).toMatchObject({ version: '1.1.0', previous: '1.0.1', bump: 'minor' })
    const errata = [{ item: item('1').id, found: '1.1.0', fixed: null, what: 'A word is missing.' }]
    const open = await writeRelease(releaseInput(folder, [item('1'), item('2'), item('3')], { errata }))
    expect(open.manifest.errata).toEqual(errata)
    const breaking = await writeRelease(releaseInput(folder, [edited(), item('3')], { bump: 'major' }))
    expect(breaking.manifest.version).toBe('2.0.0')
    expect(breaking.manifest.errata).toEqual([
      { item: item('1').id, found: '1.1.0', fixed: '2.0.0', what: 'A word is missing.' },
      { item: item('2').id, found: '1.1.1', fixed: '2.0.0', what: 'Taken out of the dataset.' },
    ])
    const log = await readFile(join(breaking.folder, 'CHANGELOG.md'), 'utf8')
    expect([...log.matchAll(/^## (\S+)/gm)].map(([, version]) => version)).toEqual(['2.0.0', '1.1.1', '1.1.0', '1.0.1', '1.0.0'])
    expect(log).toContain(`- removed \`${item('2').id}\``)
    expect(log).toContain(`- edited \`${item('1').id}\`: question.text`)
    expect(await readFile(join(breaking.folder, 'ERRATA.md'), 'utf8')).toContain('| A word is missing. |')
  })

  it('refuses a wish that contradicts the changes, and shows them', async () => {
    const wish = writeRelease(releaseInput(folder, [edited(), item('3'), item('4')], { bump: 'patch' }))
    await expect(wish).rejects.toMatchObject({
      problem: { code: 'release-bump-refused', message: expect.stringContaining(`added \`${item('4').id}\``) },
    })
    await expect(writeRelease(releaseInput(folder, [edited(), item('3')], { bump: 'major' }))).rejects.toMatchObject({
      problem: { code: 'release-bump-refused' },
    })
  })

  it('can compare any two of its releases', async () => {
    expect(await diffReleases(join(folder, '1.0.0'), join(folder, '2.0.0'))).toMatchObject({
      from: '1.0.0',
      to: '2.0.0',
      bump: 'major',
      changes: [{ kind: 'edited' }, { kind: 'removed' }, { kind: 'added' }],
    })
    expect(await diffReleases(join(folder, '1.0.0'), join(folder, '1.0.1'))).toMatchObject({ bump: 'patch', changes: [] })
  })
})
