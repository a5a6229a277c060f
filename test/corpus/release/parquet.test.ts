import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRelease } from '../../../corpus/release/read.ts'
import { writeRelease } from '../../../corpus/release/write.ts'
import type { ReleasedItem } from '../../../schemas/release.ts'
import { diagram, equation, item, Pictures, releaseInput } from './sample.ts'

let folder: string
let table: string
let items: readonly ReleasedItem[]
const pictures = new Pictures()

/** More than two row groups, with all that can be null or empty. */
const COUNT = 230

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const candidates = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) =>
      item(String(index), {
        diagrams: await Promise.all(
          Array.from({ length: index % 3 }, async (_, at) =>
            diagram(await pictures.add((index + at) % 40), { label: at === 0 ? null : 'Fig. 1' }),
          ),
        ),
        equations: index % 2 === 0 ? [equation({ latex: index % 4 === 0 ? null : 'x^2' })] : [],
        ...(index % 5 === 0 ? { solution: null } : {}),
      }),
    ),
  )
  const written = await writeRelease(releaseInput(folder, candidates, { image: pictures.read }))
  items = (await readRelease(written.folder)).items
  table = join(written.folder, 'data/fluid-mechanics/test-00000-of-00001.parquet')
})
afterAll(() => rm(folder, { recursive: true }))

const bytesOf = (sha256: string): Buffer => Buffer.from(pictures.bytes.get(sha256) ?? [])

describe('the Parquet files', () => {
  it('give DuckDB every image back byte for byte, and every text', async () => {
    const connection = await (await DuckDBInstance.create()).connect()
    const reader = await connection.runAndReadAll(
      `select id, question, solution, unnest(images).bytes::blob as bytes, unnest(images).path as path,
        generate_subscripts(images, 1) as place from '${table}' order by id, place`,
    )
    const rows = reader.getRowObjectsJS()
    const expected = items.flatMap(({ id, diagrams }) => diagrams.map(({ sha256 }) => ({ id, sha256 })))
    expect(rows.length).toBe(expected.length)
    for (const [index, row] of rows.entries()) {
      const { id, sha256 } = expected[index] ?? { id: '', sha256: '' }
      expect(row.id).toBe(id)
      expect(row.path).toBe(`${sha256}.png`)
      expect(Buffer.from(row.bytes as Uint8Array).equals(bytesOf(sha256))).toBe(true) // a blob comes as bytes
    }
    const counted = await connection.runAndReadAll(
      `select count(*)::int n, count(solution)::int solved, sum(len(equations))::int formulas from '${table}'`,
    )
    expect(counted.getRowObjectsJS()[0]).toEqual({ n: COUNT, solved: COUNT - COUNT / 5, formulas: COUNT / 2 })
    connection.closeSync()
  })

  it('give a second reader the same rows, nested fields and nulls included', async () => {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(table), utf8: false })
    expect(rows.length).toBe(COUNT)
    for (const [index, row] of rows.entries()) {
      const released = items[index]
      expect(row.id).toBe(released?.id)
      expect(row.solution ?? null).toBe(released?.solution?.text ?? null)
      expect(row.pages).toEqual(released?.source.pages)
      expect(row.answers).toEqual(released?.solution?.answers ?? [])
      expect(row.equations.map(({ latex, bbox }: { latex?: string; bbox: number[] }) => [latex ?? null, bbox])).toEqual(
        released?.equations.map(({ latex, bbox }) => [latex, bbox]),
      )
      expect(row.images.map(({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes))).toEqual(
        released?.diagrams.map(({ sha256 }) => bytesOf(sha256)),
      )
    }
  })

  it('carry the Hugging Face features and the canary, in row groups of about a hundred rows', async () => {
    const metadata = await parquetMetadataAsync(await asyncBufferFromFile(table))
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([100, 100, 30])
    const entries = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value]))
    expect(entries.get('canary')).toContain(items[0]?.canary)
    const { info } = JSON.parse(entries.get('huggingface') ?? '{}')
    expect(info.features).toMatchObject({
      id: { dtype: 'string', _type: 'Value' },
      images: [{ _type: 'Image' }],
      pages: [{ dtype: 'int32' }],
    })
    const leaves = metadata.schema.filter(({ name }) => Object.hasOwn(info.features, name)).map(({ name }) => name)
    expect(new Set(leaves)).toEqual(new Set(Object.keys(info.features)))
  })
})
