import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Item } from '../schemas/item.ts'
import { Problem, ProblemError } from '../schemas/problem.ts'
import { writeAtomically } from './atomic.ts'

/** What the last extraction of a document left for topics, review and release. */
export const Candidates = z
  .strictObject({
    document: z.string(),
    pages: z.int().min(0).describe('pages that were read'),
    pagesOfFile: z.int().min(0).describe('pages that the PDF has'),
    pagesOfSolutions: z.int().min(0).optional(),
    seconds: z.number().min(0).describe('time the extraction took when it was last made anew'),
    items: z.array(Item),
    problems: z.array(Problem),
  })
  .meta({ id: 'Candidates', title: 'What an extraction left' })
export type Candidates = z.infer<typeof Candidates>

const folderOf = (workspace: string): string => join(workspace, '.engvqa', 'candidates')

/** Keeps what an extraction found. Throws ProblemError `disk-full` or `store-unwritable`. */
export async function writeCandidates(workspace: string, candidates: Candidates): Promise<void> {
  await writeAtomically(join(folderOf(workspace), `${candidates.document}.json`), JSON.stringify(candidates))
}

/** What the last extractions found, by document; a document that has not been extracted is absent. Throws ProblemError `store-damaged`. */
export async function readCandidates(workspace: string): Promise<Map<string, Candidates>> {
  const names = await readdir(folderOf(workspace)).catch(() => []) // nothing was extracted yet
  const found = new Map<string, Candidates>()
  for (const name of names.filter((file) => file.endsWith('.json')).toSorted()) {
    const candidates = parse(await readFile(join(folderOf(workspace), name), 'utf8'), name)
    found.set(candidates.document, candidates)
  }
  return found
}

/** What the last extraction of a document found; undefined when there is nothing that this version can read. For those who make it anew. */
export async function lastCandidates(workspace: string, document: string): Promise<Candidates | undefined> {
  const name = `${document}.json`
  const text = await readFile(join(folderOf(workspace), name), 'utf8').catch(() => undefined) // never extracted
  try {
    return text === undefined ? undefined : parse(text, name)
  } catch (error) {
    if (error instanceof ProblemError) return undefined // about to be overwritten
    throw error
  }
}

function parse(text: string, name: string): Candidates {
  try {
    return Candidates.parse(JSON.parse(text))
  } catch (cause) {
    throw new ProblemError(
      {
        code: 'store-damaged',
        message: `.engvqa/candidates/${name} is not what this version writes.`,
        hint: 'Run `engvqa extract` again: it is made anew.',
        place: {},
      },
      { cause },
    )
  }
}

/**
 * Topics that items already had, put back on newly extracted ones: an item keeps them as long as its question is the same.
 */
export function keepTopics(fresh: readonly Item[], before: readonly Item[]): Item[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return fresh.map((item) => {
    const old = known.get(item.id)
    return old && old.question.text === item.question.text ? { ...item, topics: old.topics } : item
  })
}
