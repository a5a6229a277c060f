import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseDocument, stringify } from 'yaml'
import { z } from 'zod'
import { writeAtomically } from '../corpus/atomic.ts'
import { type Problem, ProblemError } from '../schemas/problem.ts'
import { TopicList } from '../schemas/topics.ts'

/** How many topics a syllabus-sized master list has (EngVQA: 50 to 60 a subject). Outside it, results are not comparable. */
export const LIST_SIZE = { least: 50, most: 60 }

const BUILT_IN = new URL('./lists/', import.meta.url)

export interface LoadedList {
  readonly list: TopicList
  /** The file it came from. */
  readonly file: string
  readonly problems: readonly Problem[]
}

/**
 * The master list of a subject: the workspace's own if there is one, else the built-in one. Throws `topic-list-missing` or
 * `topic-list-invalid`; a list of unusual size is returned with a problem.
 */
export async function loadTopicList(subject: string, workspaceTopicsFolder?: string): Promise<LoadedList> {
  const candidates = [
    ...(workspaceTopicsFolder === undefined ? [] : [path.join(workspaceTopicsFolder, `${subject}.yaml`)]),
    new URL(`${subject}.yaml`, BUILT_IN),
  ]
  for (const file of candidates) {
    const text = await readOrNothing(file)
    if (text === undefined) continue
    const name = file instanceof URL ? `built-in list ${subject}.yaml` : file
    const list = parseTopicList(text, name, subject)
    return { list, file: name, problems: sizeProblems(list, name) }
  }
  throw new ProblemError({
    code: 'topic-list-missing',
    message: `There is no master topic list for the subject “${subject}”.`,
    hint: `Write ${path.join(workspaceTopicsFolder ?? 'topics', `${subject}.yaml`)}, or let \`engvqa topics synthesize --subject ${subject}\` write one.`,
    place: { stage: 'topics' },
  })
}

async function readOrNothing(file: string | URL): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new ProblemError(
      {
        code: 'topic-list-invalid',
        message: `The topic list ${String(file)} cannot be read.`,
        hint: 'Check that it is a file and that you may read it.',
        place: { stage: 'topics' },
      },
      { cause: error },
    )
  }
}

/** Reads a list; `name` is how problems call the file. */
function parseTopicList(text: string, name: string, subject: string): TopicList {
  const invalid = (message: string, hint: string): ProblemError =>
    new ProblemError({ code: 'topic-list-invalid', message, hint, place: { stage: 'topics' } })
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) {
    const [start] = error.linePos ?? []
    throw invalid(
      `${name} is not YAML${start ? ` at line ${start.line}` : ''}: ${error.message.split('\n')[0]}`,
      'Mend the line, or delete the file to use the built-in list.',
    )
  }
  const parsed = TopicList.safeParse(document.toJS())
  if (!parsed.success)
    throw invalid(
      `${name} is not a topic list: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      'See docs/topics.md for what a list looks like.',
    )
  if (parsed.data.subject !== subject)
    throw invalid(`${name} says that it is for “${parsed.data.subject}”.`, `Set \`subject: ${subject}\` or rename the file.`)
  return parsed.data
}

/** Doubts about a list that can still be used. */
function sizeProblems({ topics, subject }: TopicList, name: string): Problem[] {
  if (topics.length >= LIST_SIZE.least && topics.length <= LIST_SIZE.most) return []
  return [
    {
      code: 'topic-list-invalid',
      severity: 'warning',
      message: `${name} has ${topics.length} topics for ${subject}; a master list has ${LIST_SIZE.least} to ${LIST_SIZE.most}.`,
      hint: 'Merge near-duplicates or split broad topics; topics per question cannot be compared with EngVQA otherwise.',
      place: { stage: 'topics' },
    },
  ]
}

/** Writes a list for people to edit. Throws ProblemError when the disk does not let us. */
export async function writeTopicList(file: string, list: TopicList): Promise<void> {
  const head = '# Master topics. Edit freely: ids stay, names are what labels are compared with, order settles ties.\n'
  await writeAtomically(file, `${head}${stringify(list, { lineWidth: 140 })}`)
}
