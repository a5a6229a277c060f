import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ByteWriter, type ColumnSource, ParquetWriter, type Writer } from 'hyparquet-writer'
import type { ReleasedItem } from '../../schemas/release.ts'
import { writeProblem } from '../atomic.ts'
import { canarySentence } from './canary.ts'
import { COLUMNS, hfFeature, type ImageBytes, parquetSchema, rowOf } from './columns.ts'
import type { StagedFolder } from './folder.ts'

/** Rows with images are large, and readers fetch a row group at a time. */
const GROUP_ROWS = 100

/** Rows a file: with pictures about 500 MB, the size that dataset hosts advise. */
export const FILE_ROWS = 5000

/** Columns of pictures, which are compressed already. */
const INCOMPRESSIBLE = new Set(['images', 'solution_images'])

/** A Parquet file that grows row by row. */
export interface TableWriter {
  add(item: ReleasedItem, bytes: ImageBytes): void
  close(): Promise<void>
}

/** `data/<subject>/<split>-00000-of-00001.parquet`, as dataset hosts and loaders expect it. */
export const tablePath = (subject: string, split: string, index: number, of: number): string =>
  `data/${subject}/${split}-${String(index).padStart(5, '0')}-of-${String(of).padStart(5, '0')}.parquet`

/** Begins a Parquet file in a staged folder. Throws ProblemError `disk-full` or `store-unwritable`; so do its functions. */
export async function openTable(staged: StagedFolder, path: string, canary: string): Promise<TableWriter> {
  const full = join(staged.path, path)
  await mkdir(dirname(full), { recursive: true })
  const file = fileWriter(full)
  const info = { info: { features: Object.fromEntries(COLUMNS.map(({ name, type }) => [name, hfFeature(type)])) } }
  const parquet = new ParquetWriter({
    writer: file.writer,
    schema: parquetSchema(COLUMNS),
    createdBy: 'engvqa',
    kvMetadata: [
      { key: 'huggingface', value: JSON.stringify(info) },
      { key: 'canary', value: canarySentence(canary) },
    ],
  })
  let rows: unknown[][] = []
  const flush = () => {
    if (rows.length === 0) return
    parquet.write({ columnData: columnsOf(rows), rowGroupSize: GROUP_ROWS })
    rows = []
    file.flush()
  }
  return {
    add: (item, bytes) => {
      rows.push(rowOf(item, bytes))
      if (rows.length === GROUP_ROWS) flush()
    },
    close: async () => {
      flush()
      parquet.finish()
      file.close()
      await staged.record(path)
    },
  }
}

const columnsOf = (rows: readonly unknown[][]): ColumnSource[] =>
  COLUMNS.map(({ name }, index) => {
    const column = { name, data: rows.map((row) => row[index]) }
    return INCOMPRESSIBLE.has(name) ? { ...column, codec: 'UNCOMPRESSED' as const, statistics: false } : column
  })

interface FileWriter {
  readonly writer: Writer
  flush(): void
  close(): void
}

/** A byte writer that empties itself into a file after every row group, so that memory does not grow with the file. */
function fileWriter(path: string): FileWriter {
  const guarded = <T>(act: () => T): T => {
    try {
      return act()
    } catch (cause) {
      throw writeProblem(path, cause)
    }
  }
  const file = guarded(() => openSync(path, 'w'))
  const writer = new ByteWriter()
  const flush = () => {
    const bytes = Buffer.from(writer.buffer, 0, writer.index)
    for (let at = 0; at < bytes.length; ) at += guarded(() => writeSync(file, bytes, at))
    writer.index = 0
  }
  return {
    writer,
    flush,
    close: () => {
      flush()
      closeSync(file)
    },
  }
}
