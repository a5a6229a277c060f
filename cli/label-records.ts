import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../corpus/atomic.ts'
import { ProblemError } from '../schemas/problem.ts'
import { type LabelRecord, LabelRecords } from '../schemas/topics.ts'
import { withRecords } from '../topics/statistics.ts'

const fileOf = (workspace: string): string => join(workspace, '.engvqa', 'topics', 'labels.json')

/** What models have answered about the topics of items. Throws ProblemError `store-damaged`. */
export async function readLabelRecords(workspace: string): Promise<LabelRecord[]> {
  const text = await readFile(fileOf(workspace), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return []
  try {
    return LabelRecords.parse(JSON.parse(text)).records
  } catch (cause) {
    throw new ProblemError(
      {
        code: 'store-damaged',
        message: '.engvqa/topics/labels.json is not what this version writes.',
        hint: 'Delete it and assign topics again: answers of models are kept, so that costs nothing.',
        place: {},
      },
      { cause },
    )
  }
}

/** Adds to the record; a model's newer answer about an item takes the place of its older one. */
export async function keepLabelRecords(workspace: string, now: readonly LabelRecord[]): Promise<void> {
  if (now.length === 0) return
  const records = withRecords(await readLabelRecords(workspace), now)
  await writeAtomically(fileOf(workspace), `${JSON.stringify({ records } satisfies LabelRecords)}\n`)
}
