import type { ReleasedItem } from '../../schemas/release.ts'
import type { Table } from './card.ts'
import type { ImageBytes } from './columns.ts'
import type { StagedFolder } from './folder.ts'
import { imagesOf } from './images.ts'
import { FILE_ROWS, openTable, type TableWriter, tablePath } from './parquet.ts'

/** All Parquet files of a release: one configuration a subject, one or more files a split. */
export interface Tables {
  add(item: ReleasedItem, bytes: ImageBytes, line: string): Promise<void>
  close(): Promise<Table[]>
}

interface Open {
  readonly path: string
  readonly writer: TableWriter
  rows: number
  content: number
}

/** Begins them; `items` tells how many files each split needs. */
export function openTables(staged: StagedFolder, items: readonly ReleasedItem[], canary: string): Tables {
  const totals = new Map<string, number>()
  for (const item of items) totals.set(keyOf(item), (totals.get(keyOf(item)) ?? 0) + 1)
  const open = new Map<string, Open>()
  const done: (Table & { readonly key: string })[] = []
  const finish = async (
    key: string,
    { path, writer, rows, content }: Open,
    { subject, split }: Pick<ReleasedItem, 'subject' | 'split'>,
  ) => {
    await writer.close()
    open.delete(key)
    done.push({ key, path, subject, split, rows, content })
  }
  return {
    add: async (item, bytes, line) => {
      const key = keyOf(item)
      const total = totals.get(key) ?? 0
      const table = open.get(key) ?? (await begin(staged, item, done.filter((other) => other.key === key).length, total, canary))
      open.set(key, table)
      table.writer.add(item, bytes)
      table.rows += 1
      table.content += Buffer.byteLength(line) + imagesOf(item).reduce((sum, file) => sum + (bytes(file)?.length ?? 0), 0)
      if (table.rows === FILE_ROWS) await finish(key, table, item)
    },
    close: async () => {
      for (const [key, table] of open) {
        const [subject = '', split = ''] = key.split(' ')
        await finish(key, table, { subject, split })
      }
      return done.map(({ key, ...table }) => table).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    },
  }
}

const keyOf = ({ subject, split }: Pick<ReleasedItem, 'subject' | 'split'>): string => `${subject} ${split}`

async function begin(staged: StagedFolder, { subject, split }: ReleasedItem, index: number, total: number, canary: string): Promise<Open> {
  const path = tablePath(subject, split, index, Math.ceil(total / FILE_ROWS))
  return { path, writer: await openTable(staged, path, canary), rows: 0, content: 0 }
}
