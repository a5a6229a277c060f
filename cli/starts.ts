import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../corpus/atomic.ts'
import { ProblemError } from '../schemas/problem.ts'

/** Document → lines at which a model sees a problem begin ("12.3": line 3 of page 12). */
const Starts = z.record(z.string(), z.array(z.string().regex(/^\d+\.\d+$/)))
type Starts = z.infer<typeof Starts>

const fileOf = (workspace: string): string => join(workspace, '.engvqa', 'starts.json')

/** What `refine --segmentation` has found. Throws ProblemError `store-damaged`. */
export async function readStarts(workspace: string): Promise<Starts> {
  const text = await readFile(fileOf(workspace), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return Starts.parse(JSON.parse(text))
  } catch (cause) {
    throw new ProblemError(
      {
        code: 'store-damaged',
        message: '.engvqa/starts.json is not what this version writes.',
        hint: 'Delete it and run `engvqa refine --segmentation` again: answers of models are kept, so that costs nothing.',
        place: {},
      },
      { cause },
    )
  }
}

/** Adds lines to those that are known of a document. */
export async function addStarts(workspace: string, found: Starts): Promise<void> {
  const before = await readStarts(workspace)
  const merged = Object.entries(found).map(([document, lines]) => [document, [...new Set([...(before[document] ?? []), ...lines])]])
  await writeAtomically(fileOf(workspace), `${JSON.stringify({ ...before, ...Object.fromEntries(merged) })}\n`)
}
