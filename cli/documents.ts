import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readCandidates } from '../corpus/candidates.ts'
import type { Workspace } from '../corpus/workspace.ts'

/** A document of the workspace and how far it is. */
export interface DocumentRow {
  readonly id: string
  readonly subject: string
  readonly file: string
  readonly solutions: string | null
  readonly licence: string
  readonly mayRedistribute: boolean
  readonly state: 'extracted' | 'not extracted' | 'file missing'
  /** Pages of the PDF and items in it, as of its last extraction; null before the first. */
  readonly pages: number | null
  readonly items: number | null
}

/** The documents of documents.yaml, in its order. */
export async function documentRows({ folder, documents }: Workspace): Promise<DocumentRow[]> {
  const extracted = await readCandidates(folder)
  const rows = documents.map(async ({ id, subject, file, solutions, licence, mayRedistribute }): Promise<DocumentRow> => {
    const found = extracted.get(id)
    const state = !(await isThere(folder, file)) ? 'file missing' : found ? 'extracted' : 'not extracted'
    const common = { id, subject, file, solutions: solutions ?? null, licence, mayRedistribute, state } as const
    return { ...common, pages: found?.pagesOfFile ?? null, items: found?.items.length ?? null }
  })
  return Promise.all(rows)
}

const isThere = (folder: string, file: string): Promise<boolean> =>
  stat(resolve(folder, file)).then(
    () => true,
    () => false,
  )

/** What is still to be extracted, and how; undefined when nothing is. */
export function whatIsNext(rows: readonly DocumentRow[]): string | undefined {
  if (rows.length === 0) return 'No documents yet.\nNext: engvqa add FILE --subject SUBJECT'
  const waiting = rows.filter(({ items }) => items === null)
  if (waiting.length === 0) return undefined
  const all = waiting.length === rows.length
  const names = waiting.map(({ id }) => id).join(' ')
  const count = `${rows.length} document${rows.length === 1 ? '' : 's'} added`
  return all
    ? `${count}, ${rows.length === 1 ? 'not' : 'none of them'} extracted yet.\nNext: engvqa extract`
    : `${count}, ${waiting.length} of them not extracted yet.\nNext: engvqa extract ${names}`
}
