import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type WrittenRelease, writeRelease } from '../../../corpus/release/write.ts'
import { checkCroissant } from './croissant-rules.ts'
import { diagram, item, Pictures, releaseInput } from './sample.ts'

let folder: string
let written: WrittenRelease
// biome-ignore lint/suspicious/noExplicitAny: JSON that the test takes apart on purpose
let file: any

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'croissant-'))
  const pictures = new Pictures()
  const items = [
    ...Array.from({ length: 20 }, (_, index) => item(String(index))),
    item('1', { subject: 'dynamics', diagrams: [diagram(await pictures.add(1))] }),
  ]
  written = await writeRelease(releaseInput(folder, items, { image: pictures.read, splits: { test: 3, dev: 1 }, keepDuplicates: true }))
  file = JSON.parse(await readFile(join(written.folder, 'croissant.json'), 'utf8'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('croissant.json', () => {
  it('keeps every rule of the published specification', () => {
    expect(checkCroissant(file)).toEqual([])
  })

  it('has the checksum and size of every Parquet file and of items.jsonl', () => {
    const described = new Map(
      file.distribution
        .filter((one: { sha256?: string }) => one.sha256)
        .map((one: { '@id': string; sha256: string }) => [one['@id'], one.sha256]),
    )
    const shipped = written.manifest.files.filter(({ path }) => path.endsWith('.parquet') || path === 'items.jsonl')
    expect(described).toEqual(new Map(shipped.map(({ path, sha256 }) => [path, sha256])))
    expect(shipped.length).toBe(4)
  })

  it('describes every column that the Parquet files have, and no other', async () => {
    const { schema } = await parquetMetadataAsync(
      await asyncBufferFromFile(join(written.folder, 'data/dynamics/test-00000-of-00001.parquet')),
    )
    const top: string[] = []
    for (let at = 1; at < schema.length; ) {
      top.push(schema[at]?.name ?? '')
      let open = schema[at]?.num_children ?? 0
      for (at += 1; open > 0; at += 1) open += (schema[at]?.num_children ?? 0) - 1
    }
    const set = file.recordSet.find((one: { '@id': string }) => one['@id'] === 'dynamics')
    const columns = set.field.map((one: { source: { extract: { column?: string } } }) => one.source.extract.column).filter(Boolean)
    expect(columns).toEqual(top)
  })

  it('finds the split in the name of a file', () => {
    const set = file.recordSet.find((one: { '@id': string }) => one['@id'] === 'fluid-mechanics')
    const split = set.field.find((one: { name: string }) => one.name === 'split')
    const names = written.manifest.files.map(({ path }) => new RegExp(split.source.transform.regex).exec(path)?.[1]).filter(Boolean)
    expect(new Set(names)).toEqual(new Set(['test', 'dev']))
  })
})

// A checker that finds nothing proves nothing: each of these must be found.
describe('the checker', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const harm: [string, (copy: any) => void, string][] = [
    ['a missing name', (copy) => delete copy.name, 'Required'],
    ['a missing creator', (copy) => delete copy.creator, 'Required'],
    ['another version of the specification', (copy) => (copy.conformsTo = 'http://mlcommons.org/croissant/1.0'), 'Namespaces'],
    ['a version that is no version', (copy) => (copy.version = 'v1'), 'Version'],
    ['a licence that is no address', (copy) => (copy.license = 'free'), 'Required'],
    ['a file without checksum', (copy) => delete copy.distribution[0].sha256, 'Checksums'],
    ['a file set without pattern', (copy) => delete copy.distribution.at(-1).includes, 'FileSet'],
    ['an id that is used twice', (copy) => (copy.distribution[1]['@id'] = copy.distribution[0]['@id']), 'ID and Reference Mechanism'],
    ['a key that is no field', (copy) => (copy.recordSet[1].key = { '@id': 'nowhere' }), 'RecordSet'],
    ['an unknown type', (copy) => (copy.recordSet[1].field[1].dataType = 'sc:Thing'), 'DataType'],
    ['a shape without array', (copy) => Object.assign(copy.recordSet[1].field[1], { arrayShape: '-1' }), 'Field'],
    ['a source that there is not', (copy) => (copy.recordSet[1].field[1].source.fileSet = { '@id': 'nowhere' }), 'DataSource'],
    ['a split of nothing', (copy) => (copy.recordSet[1].field[0].references = { '@id': 'nowhere' }), 'Joins'],
    ['a term without context', (copy) => delete copy['@context'].recordSet, 'Appendix 1: JSON-LD context'],
  ]
  it.each(harm)('finds %s', (_, damage, rule) => {
    const copy = structuredClone(file)
    damage(copy)
    expect(checkCroissant(copy).map((broken) => broken.rule)).toContain(rule)
  })
})
